"""Records edited by hand: each edit gets a clear sentence with the line it is about, and nothing but that."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import NamedTuple, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from canasta.base.cards import face_text, pack, parse_faces
from canasta.base.errors import NotationError
from canasta.notation.records.match_replay import MatchReplay, Played
from canasta.notation.records.reader import RecordReader
from canasta.notation.records.replay import Mending
from tests.notation.written import match_text


def whole() -> str:
    """Return two deals of a match."""
    return match_text("classic", 4, seed=1, deals=2)


def played(content: bytes, mending: Mending | None = None) -> list[Played]:
    """Return what comes of the record *content*."""
    reader = RecordReader(io.BytesIO(content), mending)
    replay = MatchReplay(reader.heading, mending)
    return [replay.deal(record) for record in reader]


def mistake(content: bytes, mending: Mending | None = None) -> NotationError | None:
    """Return what is wrong in the record *content*; whatever else it might raise is a mistake of ours."""
    try:
        played(content, mending)
    except NotationError as error:
        return error
    return None


class Edited(NamedTuple):
    """A record after an edit, and the line in which the first thing is wrong."""

    content: bytes
    line: int


class Sheet:
    """The lines of a record, to be edited."""

    def __init__(self) -> None:
        self.lines = whole().split("\n")

    def at(self, pattern: str, which: int = 0, after: int = 0) -> int:
        """Return the place of the line that matches *pattern*, the one *which* of those from *after* on."""
        return [n for n, line in enumerate(self.lines) if n >= after and re.fullmatch(pattern, line)][which]

    def action(self, word: str, which: int = 0) -> int:
        """Return the place of an action."""
        return self.at(rf"\d {word}\b.*", which)

    def done(self, place: int) -> Edited:
        """Return the edited record, wrong in the line at *place*."""
        return Edited("\n".join(self.lines).encode(), place + 1)

    def change(self, place: int, pattern: str, by: str | Callable[[re.Match[str]], str], wrong: int = 0) -> Edited:
        """Change the line at *place*; what is wrong shows that many lines later."""
        new = re.sub(pattern, by, self.lines[place], count=1)
        assert new != self.lines[place], self.lines[place]
        self.lines[place] = new
        return self.done(place + wrong)

    def replace(self, place: int, *lines: str, wrong: int = 0) -> Edited:
        """Put *lines* in the place of the one at *place*; what is wrong shows that many lines later."""
        self.lines[place : place + 1] = lines
        return self.done(place + wrong)


def other(found: re.Match[str]) -> str:
    """Another card than the one found."""
    return "Jk" if found[0] != "Jk" else "4c"


def not_held(sheet: Sheet) -> Edited:
    place = sheet.action("discard")
    seat = sheet.lines[place][0]
    dealt = sheet.lines[sheet.at(f"deal {seat} .*")].split()[2]
    drawn = "".join(line.split()[2] for line in sheet.lines[:place] if re.match(f"{seat} (draw|drew|took) ", line))
    held = parse_faces(dealt + drawn)
    card = next(face_text(face) for face in pack(1, 0) if face not in held)
    return sheet.change(place, "..$", card)


def swapped(sheet: Sheet) -> Edited:
    place = sheet.action("draw")
    lines = sheet.lines
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return sheet.done(place)


def score(sheet: Sheet) -> Edited:
    """Return points and total, so that the sheet still adds up."""
    total = sheet.at(r"total = .*")
    line = sheet.at(r"  \{ points = .*", after=total)
    sheet.change(total, r"-?\d+", lambda found: str(int(found[0]) + 100))
    return sheet.change(line, r"-?\d+", lambda found: str(int(found[0]) + 100))


def rule(sheet: Sheet) -> Edited:
    group = sheet.at(r"\[rules\.score\]")
    sheet.change(sheet.at(r"natural = .*", after=group), r"\d+", "750")
    return sheet.done(sheet.at("digest = .*"))


def first_deal_open(sheet: Sheet) -> Edited:
    """Return the first deal loses its end, and the second follows."""
    end, second = sheet.at("over .*"), sheet.at(r"\[\[deal\]\]", 1)
    sheet.lines[end - 1 : second] = ["'''", ""]
    return sheet.done(sheet.at("number = .*", 1))


def seat_less(sheet: Sheet) -> Edited:
    last = sheet.at(r"\[\[player\]\]", 3)
    del sheet.lines[last : last + 4]
    return sheet.done(sheet.at(r"\[\[player\]\]"))


def cut_away(*parts: str) -> Callable[[Sheet], Edited]:
    """Leave out the lines from the first pattern up to the second; the line before is where it is missed."""

    def edit(sheet: Sheet) -> Edited:
        start = sheet.at(parts[0])
        del sheet.lines[start : sheet.at(parts[1], after=start + 1)]
        return sheet.done(0)

    return edit


def binary(old: bytes, new: bytes) -> Callable[[Sheet], Edited]:
    def edit(sheet: Sheet) -> Edited:
        content = "\n".join(sheet.lines).encode()
        assert old in content
        return Edited(content.replace(old, new, 1), content[: content.index(old)].count(b"\n") + 1)

    return edit


# What is done to the record, and what is said of it.
EDITS: dict[str, tuple[Callable[[Sheet], Edited], str]] = {
    "a card drawn is another one": (
        lambda s: s.change(s.action("draw"), "..$", other),
        r'"\d draw \w+" is not what happens here; expected "\d draw \w+"',
    ),
    "a card discarded that is not held": (not_held, r'seat \d may not "discard \w\w": You hold no .*turn\.cards\)'),
    "a discard before the draw": (
        lambda s: s.replace(s.action("draw"), s.lines[s.action("discard")]),
        r'seat \d may not "discard \w\w": First draw from the stock or take the pile\. \(turn\.draw\)',
    ),
    "two draws": (
        lambda s: s.replace(s.action("draw"), *[s.lines[s.action("draw")]] * 2, wrong=1),
        r"seat \d may not \"draw\": You've already drawn this turn: discard to end it\. \(turn\.drawn\)",
    ),
    "a discard left out": (
        lambda s: s.replace(s.action("discard")),
        r"seat \d may not \"(draw|take).*\": It's not your turn\. \(turn\.order\)",
    ),
    "a discard twice": (
        lambda s: s.replace(s.action("discard"), *[s.lines[s.action("discard")]] * 2, wrong=1),
        r'seat \d may not "discard \w\w": .*\(turn\.(order|cards)\)',
    ),
    "a draw and a meld change places": (swapped, r'seat \d may not "(lay|discard) .*\(turn\.\w+\)'),
    "the wrong seat": (
        lambda s: s.change(s.action("discard"), r"^\d", lambda seat: str(int(seat[0]) % 4 + 1)),
        r'seat \d may not "discard \w\w": .*\(turn\.(order|cards)\)',
    ),
    "a seat there is not": (
        lambda s: s.change(s.action("discard"), r"^\d", "7"),
        "there is no seat 7; they are numbered from 1 to 4",
    ),
    "a seat nobody has": (
        lambda s: s.change(s.action("discard"), r"^\d", "12"),
        '"12" is not a seat: a line begins with a seat from 1 to 8, such as "1 discard 4c"',
    ),
    "a card there is not": (
        lambda s: s.change(s.action("discard"), r"..$", "4x"),
        '"4x" is not a card: write a rank of A23456789TJQK, with a suit of cdhs if you like, or Jk',
    ),
    "a move there is not": (
        lambda s: s.change(s.action("discard"), "discard", "dicsard"),
        r'"dicsard" is not a move; moves begin with draw, take, lay, .* or show',
    ),
    "a hand that was not dealt so": (
        lambda s: s.change(s.at("deal 2 .*"), "..$", other),
        r'"deal 2 \w+" is not what happens here; expected "deal 2 \w+"',
    ),
    "a hand left out": (
        lambda s: s.replace(s.at("deal 2 .*")),
        r'"deal 3 \w+" is not what happens here; expected "deal 2 \w+"',
    ),
    "another end of the deal": (
        lambda s: s.change(s.at("over out .*"), "out .*", "stock"),
        r'"over stock" is not what happens here; expected "over out \d"',
    ),
    "the end of the deal left out": (lambda s: s.replace(s.at("over .*")), r'a line is missing here: "over .*"'),
    "a move after the end": (
        lambda s: s.replace(s.at("over .*"), s.lines[s.at("over .*")], "1 draw", wrong=1),
        '"draw" comes too late: the deal is over',
    ),
    "a word no line begins with": (
        lambda s: s.replace(s.action("discard"), "then all laughed"),
        r'a line begins with a seat, .* not with "then"',
    ),
    "cards lifted where nobody lifts any": (
        lambda s: s.replace(s.at("deal 1 .*"), "cut 1 40"),
        '"cut 1 40" is not possible: in this game players do not cut for points',
    ),
    "the wrong dealer": (
        lambda s: s.change(s.at("dealer = .*", 1), r"\d", lambda seat: str(int(seat[0]) % 4 + 1)),
        r"seat \d deals, but it is the turn of seat \d",
    ),
    "a dealer there is not": (
        lambda s: s.change(s.at("dealer = .*"), r"\d", "5"),
        "dealer: there is no seat 5; they are numbered from 1 to 4",
    ),
    "a score keeper where all deal": (
        lambda s: s.replace(s.at("dealer = .*"), "dealer = 4", "keeper = 1", wrong=1),
        "keeper: this game has no score keeper who never deals",
    ),
    "places for upcards that did not go back": (
        lambda s: s.replace(s.at("actions = '''"), "returns = [5]", "actions = '''"),
        "returns: the number of places is 1, but 0 are used",
    ),
    "a deal left out": (
        lambda s: s.change(s.at("number = .*", 1), r"\d", "3"),
        "this is deal 3, but it follows deal 1",
    ),
    "an unfinished deal amid the match": (first_deal_open, "deal 1 is not finished, but another one follows"),
    "totals that are others": (
        lambda s: s.change(s.at("totals = .*", 1), r"\[.*\]", "[5, 5]"),
        r"the totals are \[5, 5\], but after the last deal they were \[\d+, \d+\]",
    ),
    "totals of three sides": (
        lambda s: s.change(s.at("totals = .*"), r"\[.*\]", "[0, 0, 0]"),
        "totals: there are 2 sides, but 3 numbers were given",
    ),
    "new totals that are others": (
        lambda s: s.change(s.at("after = .*"), r"\[.*\]", "[5, 5]"),
        r"the new totals are \[5, 5\], but by the rules they are \[\d+, \d+\]",
    ),
    "a score that is another": (
        score,
        r"the score sheet of side 1 says -?\d+ points for \d+ by ([\w.]+), but by the rules it is -?\d+ points for \d+ by \1",
    ),
    "a sheet that does not add up": (
        lambda s: s.change(s.at("total = .*"), r"-?\d+", "77"),
        r"sheet\.1\.total: the lines of this sheet add up to -?\d+, not 77",
    ),
    "a line of a sheet left out": (
        lambda s: s.replace(s.at(r"  \{ points = .*"), wrong=-2),
        r"sheet\.1\.total: the lines of this sheet add up to -?\d+, not -?\d+",
    ),
    "another digest": (
        lambda s: s.change(s.at("digest = .*"), '"....', '"0000'),
        r"the digest of these rules is \w{64}, not 0000\w{60}: a rule or the digest was changed",
    ),
    "another rule": (rule, r"the digest of these rules is \w{64}, not \w{64}: a rule or the digest was changed"),
    "a rule there is not": (
        lambda s: s.replace(s.at(r"\[rules\.meld\]"), "[rules.meld]", "sise = 7", wrong=1),
        r"rules\.meld\.sise: meld has no value with this name \(did you mean size\?\).*",
    ),
    "no rules": (cut_away(r"\[rules\]", r"\[\[deal\]\]"), r"the rules are missing: a record lists all of them in \[rules\]"),
    "an unknown key": (
        lambda s: s.replace(s.at("dealer = .*"), s.lines[s.at("dealer = .*")], "daeler = 4", wrong=1),
        r"daeler: unknown key \(did you mean dealer\?\)",
    ),
    "a missing key": (lambda s: s.replace(s.at("dealer = .*"), wrong=-2), "dealer: this is missing"),
    "a key twice": (
        lambda s: s.replace(s.at("dealer = .*"), "dealer = 4", "dealer = 4", wrong=1),
        "this is not valid TOML: .+",
    ),
    "a value that is none": (lambda s: s.change(s.at("dealer = .*"), r"\d", "= 4"), "this is not valid TOML: .+"),
    "a text for a number": (
        lambda s: s.change(s.at("dealer = .*"), r"\d", '"Dan"'),
        'dealer: must be a whole number, not the text "Dan"',
    ),
    "a number as a text": (
        lambda s: s.change(s.at("dealer = .*"), r"\d", '"4"'),
        'dealer: must be a whole number, not the text "4"',
    ),
    "a rule in another spelling": (
        lambda s: s.change(s.at("blocked_by = .*"), "black three", "Black three"),
        r"rules\.pile\.blocked_by\.0: write \"black three\" in a record, not \"Black three\"",
    ),
    "a list of rules as a word": (
        lambda s: s.change(s.at("reserves = .*"), r"\[\]", "false"),
        r"rules\.reserves: write \[\] in a record, not false",
    ),
    "a card of the deck in another spelling": (
        lambda s: s.change(s.at("deck = .*"), r'"(.)(.)', lambda card: f'"{card[1]}{card[2].swapcase()}'),
        r'deck: "\w\w" is not how a record writes this card; write "\w\w"',
    ),
    "blanks in the deck": (
        lambda s: s.change(s.at("deck = .*"), r'"(..)', r'"\1 '),
        r"deck: ' \w' is not a card: .*",
    ),
    "blanks between the cards of a draw": (
        lambda s: s.change(s.at(r"\d draw \w{4}"), r"(..)$", r" \1"),
        r'"\d draw \w\w \w\w" is not what happens here; expected "\d draw \w{4}"',
    ),
    "a newer format": (
        lambda s: s.change(s.at("format = .*"), r"\d", "3"),
        "this record has format 3, but this program reads only formats up to 2",
    ),
    "no format": (
        lambda s: s.replace(s.at("format = .*"), wrong=-1),
        "not a record: a record begins with a line such as: format = 1",
    ),
    "a player without a name": (
        lambda s: s.replace(s.at("name = .*"), wrong=-1),
        r"player\.1\.name: this is missing",
    ),
    "a player too few": (seat_less, "player: the rules are for 4 players, but 3 are named"),
    "a card too many": (
        lambda s: s.change(s.at("deck = .*"), '"$', '4c"'),
        "the deck has 109 cards, but this game with 4 players needs 108",
    ),
    "a card three times": (
        lambda s: s.change(s.at("deck = .*"), r'"(.*)"', lambda deck: _thrice(deck[1])),
        r"the deck has (\w\w) 3 times, but there are 2 in 2 packs",
    ),
    "no card in the deck": (
        lambda s: s.change(s.at("deck = .*"), '"..', '"4x'),
        r"deck: '4x' is not a card: write a rank of A23456789TJQK and a suit of cdhs, or Jk",
    ),
    "bytes that are no text": (binary(b"dealer = ", b"# \xff\ndealer = "), "the byte 0xff is not UTF-8 text"),
    "a byte of zero": (binary(b"dealer = ", b"dealer\0 = "), "this is not text: it has a zero byte"),
    "a line without end": (
        lambda s: s.replace(s.action("discard"), f"1 discard 4c # {'so ' * 2000}"),
        "this line is longer than 4,096 bytes, the limit for lines of a record",
    ),
    "a word without end": (
        lambda s: s.change(s.action("discard"), "discard", "d" * 4000),
        '"d+…',
    ),
    "a number without end": (
        lambda s: s.change(s.at("dealer = .*"), r"\d", "9" * 4000),
        "dealer: this number is out of range: from 1 to 1,000,000",
    ),
}  # fmt: skip


def _thrice(deck: str) -> str:
    """*deck* with a third card like its first natural one, in place of another card."""
    cards = [deck[at : at + 2] for at in range(0, len(deck), 2)]
    first = next(card for card in cards if card != "Jk")
    at = next(at for at, card in enumerate(cards) if card not in {first, "Jk"})
    cards[at] = first
    return f'"{"".join(cards)}"'


def test_the_record_itself_is_right() -> None:
    deals = played(whole().encode())
    assert [each.broken for each in deals] == ["", ""]
    assert all(each.after is not None for each in deals)


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_gets_a_sentence_with_its_line(name: str) -> None:
    edit, says = EDITS[name]
    content, line = edit(Sheet())
    with pytest.raises(NotationError) as caught:
        played(content)
    text = str(caught.value)
    assert re.fullmatch(says, text)
    assert "\n" not in text
    assert caught.value.line == line, text
    written = content.split(b"\n")[line - 1].decode(errors="replace")
    assert 0 <= caught.value.column <= len(written) + 1


def test_columns_point_at_the_word() -> None:
    sheet = Sheet()
    place = sheet.action("discard")
    content, _ = sheet.replace(place, "   " + sheet.lines[place][:-2] + "4x  # what?")
    with pytest.raises(NotationError) as caught:
        played(content)
    assert content.split(b"\n")[place][caught.value.column - 1 :].startswith(b"4x ")


def test_a_record_that_stops_amid_the_actions_is_unfinished() -> None:
    text = whole()
    end = text.index("'''\nafter")
    deals = played(text[:end].encode())
    line = text[:end].count("\n")
    assert deals[-1].broken == f"the last deal is not finished (the last line is {line})"


def test_half_a_last_line_is_left_out() -> None:
    sheet = Sheet()
    place = sheet.action("discard", 3)
    text = "\n".join(sheet.lines[: place + 1])
    for half in (text[:-1], text[:-4], text[: -len(sheet.lines[place]) + 1]):
        deals = played(half.encode())
        assert deals[-1].broken == f"the last deal is not finished (the last whole line is {place})"
        assert deals[-1].after is None


def test_windows_lines_a_mark_of_byte_order_and_blanks_do_not_matter() -> None:
    plain = played(whole().encode())
    sheet = Sheet()
    place = sheet.action("discard")
    sheet.lines[place] = f"  {sheet.lines[place]}   # well"
    sheet.lines.insert(place, "  # a line of its own")
    other_way = played(b"\xef\xbb\xbf" + "\r\n".join(sheet.lines).encode())
    assert [each.after for each in other_way] == [each.after for each in plain]


# What is done to the line of an action that a terminal would take, but a record spells in one way only.
SPELLINGS: dict[str, tuple[str, str, str | Callable[[re.Match[str]], str]]] = {
    "a comma behind": ("discard", "$", ","),
    "a short verb": ("discard", "discard", "x"),
    "capitals in a verb": ("discard", "discard", "dIscard"),
    "a capital for a suit": ("discard", ".$", lambda suit: suit[0].upper()),
    "another verb for laying": ("lay", "lay", "meld"),
    "a verb for adding": ("lay", "lay", "add"),
    "blanks between the cards of a meld": ("lay", r"lay (..)(..)(..)", r"lay \1 \2 \3"),
    "words of English": ("take", "take", "take the pile with"),
    "a rank that the cards tell": ("lay", r"lay (([4-9TJQKA])\w+)", r"lay \1+\2"),
}


@pytest.mark.parametrize("name", SPELLINGS)
@pytest.mark.parametrize("mending", [None, Mending()], ids=["strict", "lenient"])
def test_a_record_spells_moves_in_one_way(name: str, mending: Mending | None) -> None:
    word, pattern, by = SPELLINGS[name]
    sheet = Sheet()
    place = sheet.at(r"\d lay \w{6}") if word == "lay" else sheet.action(word)
    right = sheet.lines[place][2:]
    content, line = sheet.change(place, pattern, by)
    wrong = sheet.lines[place][2:]
    error = mistake(content, mending)
    assert error is not None
    assert str(error) == f'"{wrong}" is not how a record spells this move; write "{right}"'
    assert error.line == line


def test_a_move_names_cards_by_rank_only_where_it_is_read_leniently() -> None:
    sheet = Sheet()
    content, line = sheet.change(sheet.action("discard"), r"[cdhs]$", "")
    error = mistake(content)
    assert error is not None
    assert "give rank and suit of every card" in str(error)
    assert error.line == line
    mending = Mending()
    mistake(content, mending)  # another card of the rank may have been meant
    assert any("was read as" in note for note in mending.done)


class Noise(io.RawIOBase):
    """A hundred megabytes that are made while they are read."""

    def __init__(self, head: bytes, piece: bytes) -> None:
        self.left = 100_000_000
        self.ready = head
        self.piece = piece
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        while len(self.ready) < len(buffer) and self.left > 0:
            self.ready += self.piece
            self.left -= len(self.piece)
        size = min(len(buffer), len(self.ready))
        buffer[:size], self.ready = self.ready[:size], self.ready[size:]
        self.given += size
        return size


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        (bytes(range(1, 256)).replace(b"\n", b"") * 200, "longer than 4,096 bytes|is not UTF-8"),
        (b"\n" * 60_000, "more than 1 MiB without a new deal"),
        (b"# noise\n" * 8_000, "more than 1 MiB without a new deal"),
        (b"1 lay KhKdKs\n" * 5_000, "more than 1 MiB without a new deal"),
        (b"[[deal]]\n" * 7_000, "not a record"),
    ],
    ids=["bytes", "empty lines", "comments", "moves", "deals"],
)
@pytest.mark.parametrize("begun", [False, True], ids=["at once", "amid a deal"])
def test_a_huge_file_of_noise_is_given_up_early(piece: bytes, says: str, begun: bool) -> None:
    text = whole()
    head = text[: text.index("1 draw")].encode() if begun else b""
    noise = Noise(head, piece)
    after_a_deal = "another one follows|missing"
    with pytest.raises(NotationError, match=after_a_deal if begun and piece.startswith(b"[[deal]]") else says):
        list(RecordReader(io.BufferedReader(cast("io.RawIOBase", noise))))
    assert noise.given < 3_000_000


PIECES = [
    *("??", "4c", "Jk", "\n", "'''", '"', "[", "]", "[[deal]]\n", " = ", "-", "99999999999999999999", "1e5", "{", "}"),
    *("#", "@2", "+K", "lay ", "take ", "draw ", "cut 1 5\n", "over out 1\n", "deal 1 ", "[]", "true", "\x00", "\x1b"),
    *("returns = [1, 2, 3]\n", "keeper = 1\n", " ", "0", "1", "7", "8", "12", "ask 3", "yes", "top K 3d", "knock"),
    *("stuck", "pick up", "end", "restore", "lift", "\n1 ", "\n2 ", "\n3 ", "♣", "é", "\\", "\\u001b", "inf", "nan"),
]

CHANGES = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 40), st.one_of(st.sampled_from(PIECES), st.text(max_size=4))),
    min_size=1,
    max_size=6,
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(CHANGES, st.booleans(), st.booleans())
def test_any_change_of_the_text_gets_a_sentence_or_does_no_harm(
    changes: list[tuple[int, int, str]], lenient: bool, early: bool
) -> None:
    text = match_text("classic", 4, seed=1, deals=1)
    # Half of the time only in the deal, which is a smaller part of the text than the rules.
    start = text.index("[[deal]]") if early else 0
    for place, length, piece in changes:
        at = start + place % max(len(text) - start, 1)
        text = text[:at] + piece + text[at + length :]
    mending = Mending() if lenient else None
    error = mistake(text.encode("utf-8", "surrogatepass"), mending)
    assert error is None or (str(error) and 1 <= error.line <= text.count("\n") + 2)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=4), st.booleans())
def test_lines_in_any_order_get_a_sentence_or_do_no_harm(swaps: list[tuple[int, int]], lenient: bool) -> None:
    lines = match_text("classic", 4, seed=1, deals=1).split("\n")
    for first, second in swaps:
        one, another = first % len(lines), second % len(lines)
        lines[one], lines[another] = lines[another], lines[one]
    error = mistake("\n".join(lines).encode(), Mending() if lenient else None)
    assert error is None or 1 <= error.line <= len(lines) + 1
