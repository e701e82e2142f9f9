"""The pages on records are enough: a reader and writer made from them alone agrees with every record there is."""

from __future__ import annotations

import ast
import hashlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta.base.cards import KINDS, face_text, pack, rank_text
from canasta.base.clauses import BY_NAME
from canasta.base.errors import NotationError
from canasta.base.shuffle import commitment, fair_deck
from canasta.notation.records import reader
from canasta.notation.records.actions import read_line
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.record import DealRecord, Player, heading_of
from canasta.notation.records.recorder import Recorder
from canasta.notation.records.spelling import parse_recorded
from canasta.rules.digest import canonical
from canasta.rules.load import load
from tests.deal.tables import SOAK, TABLES
from tests.kernel.random_games import random_rules
from tests.notation import page_tables, plain_record, plain_score, plain_table
from tests.notation.page_tables import RECORDS, codes, section
from tests.notation.plain_record import Record, digest, parse_record, proved_deck, record_text, whole_rules
from tests.notation.plain_score import ROWS, Sheet
from tests.notation.plain_table import PACK, Table
from tests.notation.written import Sheet as RecordOutput
from tests.notation.written import written

RANKED = ("wild", *map(rank_text, range(3, KINDS)))
"""The ranks of melds, in the order of the kinds."""

CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*.chh"))


def check(text: str) -> list[Table]:
    """Check all that *text* says of its rules, its cards and its scores; the tables as they are in the end."""
    record = parse_record(text)
    assert record_text(record) == text
    assert digest(record.heading["rules"]) == record.heading["digest"]
    return list(followed(record))


def melds_alike(text: str) -> bool:
    """Return whether the tables that the page gives at the end of each deal of *text* have the melds that ours have, by faces."""
    record = reader.parse_record(text)
    replay = MatchReplay(record.heading)
    for deal, table in zip(record.deals, check(text), strict=True):
        played = replay.deal(deal).replay.deal
        zones = played.position.rule_table.slots
        ours: list[list[tuple[str, list[str]]]] = [[] for _ in table.sides]
        for zone, cards in sorted(played.tabletop.melds.items()):
            side, rank = divmod(zone // zones, KINDS)
            ours[side] += [(rank_text(rank), sorted(map(face_text, cards)))] if cards else []
        theirs = [
            [(meld.rank, sorted(meld.cards)) for rank in RANKED for meld in side.open.get(rank, [])]
            for side in table.sides
        ]
        if ours != theirs:
            return False
    return True


def followed(record: Record) -> Iterator[Table]:
    """Yield the table at the end of each deal of *record*."""
    rules = whole_rules(record.heading["rules"])
    before = None
    for deal, lines in zip(record.deals, record.lines, strict=True):
        table = Table(rules, deal)
        if before:
            assert deal["dealer"] == before.following()
        before = table
        dealt = [line for line in lines if line.word != "cut"]
        begins = table.dealing_facts()
        assert dealt[: len(begins)] == begins
        acted = [line for line in lines if line.word in {"draw", "take"}]
        assert acted[0].seat == table.first()
        for line in lines:
            table.follow(line)
        if "after" in deal:
            sheets = [Sheet(table, place).lines() for place in range(len(table.sides))]
            told = [
                [(line["points"], line["clause"], line["count"]) for line in sheet["lines"]] for sheet in deal["sheet"]
            ]
            assert sheets == told
            points = [sum(line[0] for line in sheet) for sheet in sheets]
            assert [sheet["total"] for sheet in deal["sheet"]] == points
            assert deal["after"] == [total + more for total, more in zip(deal["totals"], points, strict=True)]
        yield table


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_recorded_matches_agree(path: Path) -> None:
    assert check(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_so_do_matches_with_options(name: str, players: int) -> None:
    for number, rules in enumerate(rules for rules in random_rules(name, players, 2 + SOAK, seed=23) if rules):
        assert melds_alike(written(rules, number, "chance", deals=2)[0])


def test_so_does_a_match_whose_rules_change_from_deal_to_deal() -> None:
    changes = ["deals.2={hand=7, draw=3, take=4}", "deals.3={hand=9, canastas=2}"]
    text = written(load("hand-and-foot-whitnack", 4, changes), 7, "greedy", deals=3)[0]
    assert [len(table.hands) for table in check(text)] == [4] * 3
    assert "deals = [" in text


CUTS = ["procedures.exact_cut=100", "procedures.cut_upcard=true"]


@pytest.mark.parametrize(
    "dealers", ["one", "neighbours", "partners", "each packet", "each packet to the right", "each player"]
)
@pytest.mark.parametrize("name", ["classic", "hand-and-foot", "hand-knee-and-foot"])
def test_dealers_cut_as_the_page_says(name: str, dealers: str) -> None:
    text = written(load(name, 4, [*CUTS, f"deal.dealers={dealers}"]), 3, "greedy", deals=2)[0]
    cuts = [table.cutters for table in check(text)]
    assert cuts == [{}, {}]
    assert "\ncut " in text


DUE_BY_HAND = [
    f"reserves.foot.{value}" for value in ("manual=true", "rest=at once", "trigger=side canasta", "penalty=500")
]
QUICK = ["deal.hand=8", "meld.size=4", "out.canastas=1", "opening.concealed=player", "score.concealed=100"]


@pytest.mark.parametrize(
    ("name", "players", "options", "bot", "shows"),
    [
        ("hand-and-foot-earl", 3, [], "greedy", r"\nback (\w\w){2,}\n"),
        ("hand-and-foot", 4, DUE_BY_HAND, "chance", "reserves.penalty"),
        ("classic", 4, QUICK, "greedy", "\nover out . concealed\n"),
        ("classic", 4, ["score.canastas_needed=true"], "chance", "score.positive"),
        ("new-canasta", 4, ["score.canastas_needed=true"], "chance", "score.positive"),
    ],
)
def test_so_does_what_happens_seldom(name: str, players: int, options: list[str], bot: str, shows: str) -> None:
    rules = load(name, players, options)
    texts = (written(rules, seed, bot)[0] for seed in range(300))
    text = next(each for each in texts if re.search(shows, each))
    check(text)


def test_a_proved_deck_is_the_one_that_the_page_gives() -> None:
    assert proved_deck(list("0123456789"), bytes.fromhex("63616e61737461"), [1, 2], 0)[0] == list("7810692354")
    rules, secret, numbers = load("hand-and-foot-earl", 3), bytes(range(32)), [1, 2, 1 << 63]
    cards = pack(rules.packs, rules.deck.jokers)
    deck, returns = fair_deck(cards, secret, numbers)
    output = RecordOutput()
    recorder = Recorder(output, heading_of(rules, [Player("A")] * 3))
    recorder.begin_match()
    recorder.begin_deal(
        DealRecord(1, 3 - 1, (0, 0, 0), (), None, deck, returns, commitment=commitment(secret), numbers=tuple(numbers))
    )
    recorder.dealt()
    (deal,) = parse_record(output.text + "'''\n").deals
    assert deal["commitment"] == hashlib.sha256(secret).hexdigest()
    packs = [card for _ in range(rules.packs) for card in (*PACK[:1] * rules.deck.jokers, *PACK[1:])]
    order, places = proved_deck(packs, secret, deal["numbers"], len(deal.get("returns", [])))
    assert ("".join(order), places) == (deal["deck"], deal.get("returns", []))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1 draw 3h2sJc\n", "1 draw 3h2sJd\n"),
        ("1 red 3h\n", ""),
        ("up Tc\n", "up 9c\n"),
        ("2 took Tc3cAs", "2 took TcAs3c"),
        ("1 discard 3c\n", "1 discard 4c\n"),
        ('points = 600, clause = "score.canastas"', 'points = 500, clause = "score.canastas"'),
        ('clause = "score.canastas", count = 2', 'clause = "score.melded", count = 2'),
        ("after = [1040, 250]", "after = [1040, 260]"),
        ("hand = 15", "hand = 14"),
        ("canastas = 2\n", "canastas = 1\n"),
        ("1 discard 3c\n", "1 x 3c\n"),
        ("1 lay 5h\n", "1 lay 5h,\n"),
        ("seed = 1\n", "seed  = 1\n"),
    ],
)
def test_it_notices_what_is_wrong(old: str, new: str) -> None:
    text = "\n".join(block for block in blocks("chh"))
    check(text)
    assert old in text
    with pytest.raises((AssertionError, ValueError)):
        check(text.replace(old, new, 1))


def program_reads(text: str) -> bool:
    """Return whether the strict reader takes *text* for a line, as far as can be told without a deal."""
    try:
        line = read_line(text)
        if line and line.seat >= 0 and not line.fact and not line.text.startswith("draw"):
            parse_recorded(line.text)
    except NotationError:
        return False
    return True


def page_reads(text: str) -> bool:
    """Return whether *text* is a line by the page."""
    try:
        plain_record.parse_line(text)
    except ValueError:
        return False
    return True


MOVES = sorted(
    {
        line
        for path in CORPUS[::3]
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.match(r"[1-8] (take|lay|top|ask|yes|no|discard|pick|lift|restore|knock|stuck|end)\b", line)
    },
    key=lambda line: hashlib.sha256(line.encode()).digest(),
)
INSERTED = (*"Kk2x ,@+17#\t\u00a0", "Jk", "3h", "10", "KhKd", "@2", "+K", " the pile", "card ", "onto ", "d", "TAKE ")

REFUSED_BY_RULES = re.compile(r"(?<!\bK )(?<!\b[4-9TJQA] )3[dh]|take[ \t]+(Jk|\w[cdhs])(@|[ \t]|$)")
"""Lines that the page forbids and the strict reader leaves to the rules: a red three in a group, a pile for one card."""


def test_both_take_the_same_lines() -> None:
    """Lines with a slip: the strict reader takes just those that the page allows."""
    rng = random.Random(5)
    taken = 0
    for line in [rng.choice(MOVES[:2000]) for _ in range(6000)]:
        at = rng.randrange(len(line) + 1)
        text = line[:at] + rng.choice(("", *INSERTED)) + line[at + rng.choice((0, 0, 1, 2)) :]
        if REFUSED_BY_RULES.search(text.partition("#")[0]):
            continue
        assert program_reads(text) == page_reads(text), text
        taken += page_reads(text)
    assert 300 < taken < 3000


def blocks(language: str) -> list[str]:
    """Return the blocks of the page in *language*."""
    return [part.partition("\n```")[0] + "\n" for part in RECORDS.split(f"```{language}\n")[1:]]


def test_the_text_of_the_digest_begins_as_shown() -> None:
    shown = next(code for code in codes(section(RECORDS, "### The digest")) if code.startswith("{"))
    text = canonical(reader.parse_record("\n".join(blocks("chh"))).heading.rules)
    assert text.startswith(shown)
    assert json.loads(text)["deal.hand"] == 15


def test_every_clause_of_a_sheet_is_one() -> None:
    assert {clause for _, _, clause in ROWS} | {"threes.red_sign", "score.positive"} <= set(BY_NAME)
    assert {part for _, part, _ in ROWS} == set(plain_score.PARTS["usual"])


def test_it_uses_nothing_of_canasta() -> None:
    for module in (page_tables, plain_record, plain_table, plain_score):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        assert not [name for name in names if name.partition(".")[0] == "canasta"]
