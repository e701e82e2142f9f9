"""Score sheets counted from the table as docs/record-actions.md describes it: its lines, their order and their clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.notation.page_tables import RECORDS, codes, rows, section
from tests.notation.plain_table import Meld, Side, Table, kind_of

ROWS = [(row[0], row[1], codes(row[2])[0]) for row in rows(section(RECORDS, "## Score sheets"), "line")]
"""The lines of a sheet in their usual order: what is counted, its part and its clause."""

PARTS = {
    "usual": ("canastas", "bonuses", "cuts", "melds", "left over"),
    "three counts": ("canastas", "left over", "melds", "bonuses", "cuts"),
}

Counted = tuple[str, int, int]
"""Of one line: what is counted, how many, and their points in all."""

ScoreLine = tuple[int, str, int]
"""Points, clause and count."""


class Sheet:
    """The score sheet of the side at *place*."""

    def __init__(self, table: Table, place: int) -> None:
        self.rule_table, self.place = table, place
        self.rules: dict[str, Any] = table.rules
        self.side: Side = table.sides[place]
        self.out = self._side_out() == place
        self.canastas = self._classes()
        self.short = self._short()
        self.lost = self.short or (self.rules["score"]["canasta_needed"] and not self.canastas)

    def lines(self) -> list[ScoreLine]:
        """Return the lines of the sheet, in order."""
        order: tuple[str, ...] = PARTS[self.rules["score"]["order"]]
        if self.lost and order[1] == "left over":
            order = ("canastas", "melds", "left over", "bonuses", "cuts")
        counted = self._counted()
        lines = []
        for part in order:
            for what, count, points in counted:
                _, its_part, clause = next(row for row in ROWS if row[0] == what)
                if its_part == part and count and (points or part == "canastas"):
                    lines.append((points, self._clause(what, clause), count))
        return lines

    def _clause(self, what: str, clause: str) -> str:
        if what == "melded cards" and self.lost:
            return "score.positive"
        return "threes.red_sign" if part_of_reds(what) and self._against() else clause

    def _side_out(self) -> int:
        words = self.rule_table.over.split()
        return (int(words[1]) - 1) % len(self.rule_table.sides) if words[0] == "out" else -1

    def _classes(self) -> dict[str, list[Meld]]:
        """Return the canastas of the side by class: the rank of a special, or the class's name."""
        special = {each["rank"] for each in self.rules["specials"]}
        classes: dict[str, list[Meld]] = {}
        for meld in self.rule_table.canastas(self.side):
            name = {"wild": "wild", "3": "black"}.get(meld.rank) or (
                "mixed" if not meld.natural else meld.rank if meld.rank in special else "natural"
            )
            classes.setdefault(name, []).append(meld)
        return classes

    def _number(self, name: str) -> int:
        return len(self.canastas.get(name, []))

    def _short(self) -> bool:
        """Return whether the side lacks the canastas without which its melded cards count against it."""
        need = self.rules["out"]
        every = sum(map(len, self.canastas.values())) - (0 if need["black_counts"] else self._number("black"))
        met = (
            all(self._number(name) >= need[name] for name in ("natural", "mixed", "wild"))
            and all(self._number(each["rank"]) >= need["special"] for each in self.rules["specials"])
            and every >= need["canastas"]
        )
        return self.rules["score"]["canastas_needed"] and not self.out and not met

    def _counted(self) -> list[Counted]:
        cuts = self.side.exact_cuts
        counted = [] if self.short else [*self._canasta_lines(), *self._bonus_lines()]
        counted.append(("exact cuts", cuts, cuts * self.rules["procedures"]["exact_cut"]))
        melded = [card for meld in self._melds() for card in meld.cards]
        if self.lost or self.rules["score"]["melded"]:
            counted.append(("melded cards", len(melded), (-1 if self.lost else 1) * self._worth(melded)))
        return [*counted, *self._left_lines()]

    def _canasta_lines(self) -> list[Counted]:
        top, score = self.rules["threes"]["red_canasta"], self.rules["score"]
        lines: list[Counted] = []
        for each in self.rules["specials"]:
            plain, topped = self._topped(each["rank"])
            lines.append(("natural canastas of a special rank with a red three on them", topped, topped * top))
            lines.append(("other natural canastas of that rank", plain, plain * each["bonus"]))
        plain, topped = self._topped("natural")
        numbers = {name: self._number(name) for name in ("wild", "mixed", "black")}
        own = self.rules["wild_canastas"]
        jokers = [meld.size[2] for meld in self.canastas.get("wild", [])]
        with_four = sum(each >= 4 for each in jokers) if own["jokers"] else 0
        of_twos = sum(each == 0 for each in jokers) if own["twos"] else 0
        numbers["wild"] -= with_four + of_twos
        return [
            *lines,
            ("wild canastas with four jokers", with_four, with_four * own["jokers"]),
            ("wild canastas of twos", of_twos, of_twos * own["twos"]),
            ("other wild canastas", numbers["wild"], numbers["wild"] * score["wild"]),
            ("natural canastas with a red three on them", topped, topped * top),
            ("other natural canastas", plain, plain * score["natural"]),
            ("mixed canastas", numbers["mixed"], numbers["mixed"] * score["mixed"]),
            ("canastas of black threes", numbers["black"], numbers["black"] * score["black"]),
        ]

    def _topped(self, name: str) -> tuple[int, int]:
        """Return how many canastas of the class *name* have no red three on them, and how many have."""
        topped = sum(meld.red_three for meld in self.canastas.get(name, []))
        return self._number(name) - topped, topped

    def _bonus_lines(self) -> list[Counted]:
        threes, score = self.rules["threes"], self.rules["score"]
        sign = -1 if self._against() else 1
        if threes["red_against"] == "by canastas" and sum(map(len, self.canastas.values())) == 1:
            sign = 0
        lines = []
        for colour in ("red", "black"):
            laid = sum(kind_of(card) == f"{colour} three" for card in self.side.reds)
            number, worth = max((row for row in threes["red_sets"] if row[0] <= laid), default=(0, 0))
            lines += [
                (f"{colour} threes laid, in a set", number, sign * worth),
                (f"other {colour} threes laid", laid - number, sign * (laid - number) * threes["red_value"]),
            ]
        if self.out and (self.rules["exhaustion"]["bonus"] or self.rule_table.out_with_stock):
            concealed = int(self.rule_table.over.endswith("concealed"))
            lines += [
                ("going out", 1, score["out"]),
                ("going out concealed", concealed, concealed * score["concealed"]),
            ]
        return lines

    def _against(self) -> bool:
        another = self._side_out() not in {-1, self.place}
        bare = not self.side.opened and not self._melds()
        return {
            "never": False,
            "no melds": bare,
            "no melds and another out": bare and another,
            "no special canasta": not any(self._number(each["rank"]) for each in self.rules["specials"]),
            "by canastas": not self.canastas,
            "always": True,
        }[self.rules["threes"]["red_against"]]

    def _melds(self) -> list[Meld]:
        return [*self.side.finished, *(meld for melds in self.side.open.values() for meld in melds)]

    def _left_lines(self) -> list[Counted]:
        members = [seat for seat in range(self.rule_table.seats) if seat % len(self.rule_table.sides) == self.place]
        hands = [card for seat in members for card in self.rule_table.hands[seat]]
        packets = [card for seat in members for packet in self.rule_table.reserves[seat] for card in packet]
        lines = [*self._caught(hands, "hands"), *self._caught(packets, "reserves")]
        for each in self.rules["specials"]:
            many = [Counter(card[0] for card in self.rule_table.hands[seat])[each["rank"]] >= 3 for seat in members]
            lines.append(("three of a special rank in a hand", sum(many), -sum(many) * each["held"]))
        size = self.rules["meld"]["size"]
        open_melds = [meld for meld in self._melds() if len(meld.cards) < size]
        for each in self.rules["specials"]:
            count = sum(meld.rank == each["rank"] and meld.natural for meld in open_melds)
            lines.append(("unfinished melds of a special rank", count, -count * each["unfinished"]))
        wild = sum(meld.rank == "wild" for meld in open_melds)
        lines.append(("unfinished melds of wild cards", wild, -wild * self.rules["score"]["unfinished_wild"]))
        for number, each in enumerate(self.rules["reserves"]):
            count = sum(place == number for _, place in self.side.missed)
            lines.append(("reserves not picked up in time", count, -count * each["penalty"]))
        restored = self.side.restored
        return [*lines, ("piles put back", restored, -restored * self.rules["pile"]["restore"])]

    def _caught(self, cards: list[str], where: str) -> list[Counted]:
        threes = self.rules["threes"]
        count = Counter(map(kind_of, cards))
        apart = {"red three"}
        if self.rules["score"]["cards"].get("black three", 0) != threes["black_caught"]:
            apart.add("black three")
        plain = [card for card in cards if kind_of(card) not in apart]
        blacks = count["black three"] if "black three" in apart else 0
        return [
            (f"cards left in {where}", len(plain), -self._worth(plain)),
            (f"black threes left in {where}", blacks, -blacks * threes["black_caught"]),
            (f"red threes left in {where}", count["red three"], -count["red three"] * threes["red_caught"]),
        ]

    def _worth(self, cards: Iterable[str]) -> int:
        values = self.rules["score"]["cards"]
        return sum(values.get(kind_of(card), 0) for card in cards)


def part_of_reds(what: str) -> bool:
    """Return whether a line counts red threes that were laid."""
    return what.endswith(("threes laid, in a set", "threes laid"))
