"""What is said at the table around a deal: who deals and begins, how the deck was cut, what opens next."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.base.english import listed, plural
from canasta.base.events import DeckCut
from canasta.base.seats import Seat, Side
from canasta.base.sheets import amount
from canasta.base.spans import Line, Name, Number, Text
from canasta.rules.dealers import dealers, first_player, nearest_cut, score_keeper
from canasta.rules.groups import Rules
from canasta.wording.names import YOU, Names
from canasta.wording.spans import line


def cutting_line(seat: Seat, needed: int, rules: Rules, names: Names, *, first: bool) -> Line:
    """Return what the player in *seat* is told before cutting the deck, *needed* cards being those to deal.

    *first* tells whether this is the first dealer.
    """
    either = nearest_cut(rules, needed, needed + 1, first=first)
    also = f", or {either} with the first card of the pile" if either > needed else ""
    text = f"{names.doing(seat, 'deal')}, and {needed} cards are needed{also}. Cutting exactly that many earns "
    return line(text, Number(rules.procedures.exact_cut), " points. Your cut may be off by a few cards.")


def cut_line(cut: DeckCut, points: int, names: Names) -> Line:
    """Return how a *cut* came out, and that an exact one earns *points*."""
    text = line(Name(cut.seat, names.player(cut.seat)), f" cut {cut.count} cards")
    if cut.exact:
        return line(text, Text(f": exact, {amount(points)} points!", "good"))
    word = "few" if cut.count < cut.needed else "many"
    return line(text, f", {abs(cut.count - cut.needed)} too {word}.")


def dealers_line(rules: Rules, dealer: Seat, keeper: Seat | None, names: Names) -> Line:
    """Return who deals what, who begins, and who keeps the score, where *dealer* deals and *keeper* has been named for that."""
    first, *others = dealers(rules, dealer, keeper)
    packets = [rules.words.hand, *(reserve.name for reserve in rules.reserves)]
    text = names.doing(first, "deal")
    if rules.deal.dealers == "each player":
        text = "Everyone deals their own cards"
    elif others and rules.reserves:
        text += f" the {plural(packets[0])}"
        # A second dealer deals all the reserves; where there are more of them, each dealer deals one.
        shares = [packets[1:]] if len(others) == 1 else [[packet] for packet in packets[1:]]
        for seat, share in zip(others, shares, strict=True):
            text += f", {names.doing(seat, 'deal', begins=False)} the {listed(map(plural, share))}"
    text += f". {names.doing(first_player(rules, dealer, keeper), 'begin')}"
    keeps = score_keeper(rules, keeper)
    return line(text + ("." if keeps is None else f", {names.doing(keeps, 'keep', begins=False)} score."))


def next_minimums_line(rules: Rules, minimums: Sequence[int], names: Names) -> Line:
    """Return what every side needs to open in the next deal: "You need 120 to open in the next deal; Sam needs 90."."""
    sides = rules.sides
    partners = sides < rules.seats
    own = max(names.viewer, 0) % sides
    alike: dict[tuple[int, int], list[int]] = {}
    for side in sorted(range(sides), key=lambda side: side != own):
        # Partners are named for themselves, other players together with those who need the same.
        alike.setdefault((minimums[side], side if partners else 0), []).append(side)
    opening = f"to open in the next {rules.words.deal}"
    if len(set(minimums)) == 1:
        return line(f"Everyone needs {minimums[0]} {opening}." if minimums[0] else f"Any meld is enough {opening}.")
    clauses: list[str] = []
    for (needed, _), group in alike.items():
        name = listed(names.side(side, sides) for side in group)
        verb = "need" if partners or len(group) > 1 or names.addressed(group[0]) else "needs"
        what = f"{verb} {needed}" if needed else "may open with any meld"
        ending = "" if clauses else f" {opening}" if needed else f" in the next {rules.words.deal}"
        clauses.append(f"{name} {what}{ending}")
    return line("; ".join(clauses) + ".")


def winners_line(winners: Sequence[Side], totals: Sequence[int], rules: Rules, names: Names) -> Line:
    """Return who has won, ties joint."""
    sides = [names.side(side, rules.sides) for side in winners]
    points = amount(max(totals))
    if len(sides) > 1:
        return line(Text(f"{listed(sides)} win together with {points} each.", "good"))
    plural = " and " in sides[0] or sides[0] == YOU
    return line(Text(f"{sides[0]} {'win' if plural else 'wins'} with {points}.", "good"))
