"""A second reader and writer of records, made from docs/record-*.md and docs/rules-values.md alone.

It uses nothing of canasta, so what it cannot do, the pages do not tell. A record becomes plain data: tables of TOML,
and for each line of the actions a `Line`; `record_text` writes it back.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from dataclasses import dataclass
from typing import Any

from tests.notation.page_tables import DOCS, RECORDS, codes, rows, section

VALUES_PAGE = (DOCS / "rules-values.md").read_text(encoding="utf-8")

CARD = r"(?:Jk|[A23456789TJQK][cdhs])"
CARDS = rf"(?:{CARD}|\?\?)+"
RANK = r"(?:wild|[3456789TJQKA])"
GROUP = rf"(?P<cards>{CARD}+)(?:\+(?P<rank>{RANK}))?(?:@(?P<number>[1-8]))?"

HEADING_KEYS = [code for row in rows(section(RECORDS, "## The heading"), "key") for code in codes(row[0])]
DEAL_KEYS = [code for row in rows(section(RECORDS, "## A deal"), "key") for code in codes(row[0])]
GROUPS = re.findall(r"^## (\w+)$", VALUES_PAGE, re.MULTILINE)
VALUES = {
    group: {
        codes(row[0])[0]: (json.loads(codes(row[2])[0]), row[3])
        for row in rows(section(VALUES_PAGE, f"## {group}"), "value")
    }
    for group in GROUPS
}
"""For each value of each group its default, and whether it counts for the digest."""

LISTS = [group for group in GROUPS if "A list of tables" in section(VALUES_PAGE, f"## {group}")]


@dataclass(frozen=True)
class Group:
    """Cards laid together, the rank they are for, and the number of the open meld that they join, if any is given."""

    cards: tuple[str, ...]
    rank: str
    number: int | None = None


@dataclass(frozen=True)
class Line:
    """A line of the actions: its seat (from 1; 0 for none), its word, and what follows, with the comment."""

    seat: int
    word: str
    cards: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    number: int | None = None
    rest: str = ""
    comment: str = ""


@dataclass
class Record:
    """A record: the comment it begins with, the tables of its heading and its deals, and the lines of each deal."""

    title: str
    heading: dict[str, Any]
    deals: list[dict[str, Any]]
    lines: list[list[Line]]


def parse_record(text: str) -> Record:
    """Read *text*; raises `ValueError` for what the page does not allow."""
    blocks = re.split(r"^(?=\[\[deal\]\]$)", text, flags=re.MULTILINE)
    heading = tomllib.loads(blocks[0])
    deals = [tomllib.loads(block)["deal"][0] for block in blocks[1:]]
    title = re.match(r"# (.*)\n", text)
    lines = [[parse_line(line) for line in deal["actions"].splitlines()] for deal in deals]
    return Record(title[1] if title else "", heading, deals, lines)


def split_cards(text: str) -> tuple[str, ...]:
    """Return the cards of *text*, which stand behind each other."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def parse_line(text: str) -> Line:
    """Read one line of the actions."""
    told, hash_sign, comment = text.partition("#")
    comment = hash_sign + comment
    told = re.sub(r"[ \t]+", " ", told).strip(" ")
    if not told:
        return Line(0, "", comment=comment)
    if found := re.fullmatch(rf"(back|up)(?: ({CARDS}))?", told):
        return Line(0, found[1], split_cards(found[2] or ""), comment=comment)
    if found := re.fullmatch(rf"deal ([1-8]) ({CARDS})", told):
        return Line(int(found[1]), "deal", split_cards(found[2]), comment=comment)
    if found := re.fullmatch(r"cut ([1-8]) ([1-9]\d{0,3})", told):
        return Line(int(found[1]), "cut", number=int(found[2]), comment=comment)
    if found := re.fullmatch(r"over (out ([1-8])( concealed)?|stock|lap|pile)", told):
        return Line(0, "over", rest=found[1], comment=comment)
    if found := re.fullmatch(r"([1-8]) (.+)", told):
        return _of_seat(int(found[1]), found[2], comment)
    raise ValueError(text)


def _of_seat(seat: int, text: str, comment: str) -> Line:
    """Return what *seat* did, or what came to it."""
    if text in {"yes", "no", "pick up", "lift", "restore", "knock", "stuck", "end"}:
        return Line(seat, text, comment=comment)
    if re.fullmatch(rf"draw(?: {CARDS})?|(?:drew|took|reserve) {CARDS}|red (?:3[cdhs]|\?\?)|discard {CARD}", text):
        word, _, cards = text.partition(" ")
        return Line(seat, word, split_cards(cards), comment=comment)
    if found := re.fullmatch(rf"top ({RANK}) (3[dh])", text):
        return Line(seat, "top", (found[2],), rest=found[1], comment=comment)
    if found := re.fullmatch(r"ask ([1-8])", text):
        return Line(seat, "ask", number=int(found[1]), comment=comment)
    if found := re.fullmatch(r"lay (.+)", text):
        return Line(seat, "lay", groups=_groups(found[1]), comment=comment)
    way = rf"(?P<pair>{CARD}{CARD})(?:@(?P<joins>[1-8]))?|@(?P<alone>[1-8])|(?P<word>card|onto)(?: @(?P<named>[1-8]))?"
    if found := re.fullmatch(rf"take (?:{way})(?: (?P<more>.+))?", text):
        number = found["joins"] or found["alone"] or found["named"]
        groups = _groups(found["more"]) if found["more"] else ()
        pair = split_cards(found["pair"] or "")
        return Line(seat, "take", pair, groups, int(number) if number else None, found["word"] or "", comment)
    raise ValueError(text)


def _groups(text: str) -> tuple[Group, ...]:
    """Return the groups of a move: blanks between them, and a comma between single cards."""
    groups: list[Group] = []
    for part in text.split(" "):
        found = re.fullmatch(GROUP + r"(?P<comma>,?)", part)
        if not found:
            raise ValueError(text)
        cards = split_cards(found["cards"])
        naturals = {card[0] for card in cards if card != "Jk" and card[0] != "2"} or {found["rank"] or "wild"}
        if len(naturals) > 1:
            raise ValueError(text)
        rank = naturals.pop()
        groups.append(Group(cards, rank, int(found["number"]) if found["number"] else None))
    if _groups_text(groups) != text:
        raise ValueError(text)
    return tuple(groups)


def _groups_text(groups: list[Group] | tuple[Group, ...]) -> str:
    text, single = "", False
    for group in groups:
        wild_only = all(card == "Jk" or card[0] == "2" for card in group.cards)
        part = "".join(group.cards) + (f"+{group.rank}" if wild_only and group.rank != "wild" else "")
        part += f"@{group.number}" if group.number else ""
        text += (", " if single and len(part) == 2 else " " if text else "") + part
        single = len(part) == 2
    return text


def line_text(line: Line) -> str:
    """Write *line* as its one spelling."""
    at = f"@{line.number}" if line.number else ""
    cards = "".join(line.cards)
    words = [cards]
    if line.word in {"cut", "ask"}:
        words = [str(line.number)]
    elif line.word == "top":
        words = [line.rest, cards]
    elif line.word == "over":
        words = [line.rest]
    elif line.word == "take":
        words = [line.rest, cards + at, _groups_text(line.groups)]
    elif line.word == "lay":
        words = [_groups_text(line.groups)]
    seat = str(line.seat) if line.seat else ""
    start = [line.word, seat] if line.word in {"deal", "cut"} else [seat, line.word]
    return " ".join(word for word in (*start, *words, line.comment) if word)


def value_text(value: Any) -> str:
    """Write *value* as the page tells."""
    if isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    if isinstance(value, dict):
        keys = [key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"' for key in value]
        return (
            "{ "
            + ", ".join(f"{key} = {value_text(each)}" for key, each in zip(keys, value.values(), strict=True))
            + " }"
        )
    return str(value)


def record_text(record: Record) -> str:
    """Write *record* in the one form that the page calls canonical."""
    heading = record.heading
    lines = [f"# {record.title}"] if record.title else []
    lines += [f"{key} = {value_text(heading[key])}" for key in HEADING_KEYS if key in heading and key != "rules"]
    for player in heading.get("player", []):
        lines += ["", "[[player]]", *(f"{key} = {value_text(player[key])}" for key in ("name", "bot") if key in player)]
    lines += ["", *_rules_lines(heading["rules"])]
    for deal, acted in zip(record.deals, record.lines, strict=True):
        lines += ["", "[[deal]]"]
        for key in DEAL_KEYS:
            if key == "actions":
                lines += ["actions = '''", *map(line_text, acted), "'''"]
            elif key in deal:
                lines.append(f"{key} = {value_text(deal[key])}")
        for sheet in deal.get("sheet", []):
            rows_of = [f"  {value_text(line)}," for line in sheet["lines"]]
            lines += ["", "[[deal.sheet]]", f"total = {sheet['total']}", "lines = [", *rows_of, "]"]
    return "\n".join(lines) + "\n"


def _rules_lines(rules: dict[str, Any]) -> list[str]:
    lines = ["[rules]", *(f"{key} = {value_text(rules[key])}" for key in ("name", "title", "seats"))]
    for group in LISTS:
        if rules.get(group):
            items = [{key: item[key] for key in VALUES[group] if key in item} for item in rules[group]]
            lines += [f"{group} = [", *(f"  {value_text(item)}," for item in items), "]"]
        elif group in rules:
            lines.append(f"{group} = []")
    for group in GROUPS:
        if group in rules and group not in LISTS:
            lines += ["", f"[rules.{group}]"]
            lines += [f"{key} = {value_text(rules[group][key])}" for key in VALUES[group] if key in rules[group]]
    return lines


def whole_rules(rules: dict[str, Any]) -> dict[str, Any]:
    """*rules* with the default of every value that they lack."""
    whole = dict(rules)
    for group, values in VALUES.items():
        usual = {name: default for name, (default, _) in values.items()}
        if group in LISTS:
            whole[group] = [usual | item for item in rules.get(group, [])]
        else:
            whole[group] = usual | rules.get(group, {})
    return whole


def digest(rules: dict[str, Any]) -> str:
    """Return the digest of *rules*."""
    whole = whole_rules(rules)
    seats, deck = whole["seats"], whole["deck"]
    told: dict[str, Any] = {
        "seats": seats,
        "sides": whole["table"]["sides"] or seats,
        "packs": deck["packs"] + deck["packs_per_player"] * seats,
    }
    for group, values in VALUES.items():
        items = enumerate(whole[group]) if group in LISTS else [("", whole[group])]
        for place, item in items:
            path = f"{group}.{place}" if group in LISTS else group
            if group in LISTS:
                told[path] = True
            for name, (default, counts) in values.items():
                value = item[name]
                if counts == "yes" and value != default:
                    value = [list(pair) for pair in value.items()] if isinstance(value, dict) else value
                    told[f"{path}.{name}"] = sorted(value) if isinstance(value, list) else value
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Source:
    """Numbers that come from a secret and the players' numbers."""

    def __init__(self, secret: bytes, numbers: list[int]) -> None:
        self._start = secret + b"".join(number.to_bytes(8, "big") for number in numbers)
        self._given = 0

    def below(self, limit: int) -> int:
        """Return the next number below *limit*."""
        while True:
            counter, place = divmod(self._given, 4)
            self._given += 1
            block = hashlib.sha256(self._start + counter.to_bytes(8, "big")).digest()
            number = int.from_bytes(block[8 * place : 8 * place + 8], "big")
            if number < 2**64 // limit * limit:
                return number % limit


def proved_deck(cards: list[str], secret: bytes, numbers: list[int], places: int) -> tuple[list[str], list[int]]:
    """Return the order of *cards* that *secret* and *numbers* give, and the *places* for upcards that go back."""
    source, deck = Source(secret, numbers), list(cards)
    for last in range(len(deck) - 1, 0, -1):
        other = source.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck, [source.below(2**30) for _ in range(places)]
