"""How a deal stands, for whoever looks at it: whose turn it is, the pile and the stock, what each side needs.

The terminal draws its table with these lines; a page can show the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from canasta.base.cards import sorted_faces
from canasta.base.english import listed, several
from canasta.base.spans import Cards, Line, Name, Number, Text
from canasta.engine import position as kernel
from canasta.engine.legal import legal
from canasta.engine.opening_cards import reached_strictly
from canasta.engine.openings import best_opening
from canasta.engine.position import Position
from canasta.engine.steps import ACTIONS, TAKE
from canasta.rules.groups import Rules
from canasta.rules.words.melds import NO_TRIPLE, TRIPLE
from canasta.wording.contract import missing_canastas
from canasta.wording.names import Names
from canasta.wording.pile_state import pile_state
from canasta.wording.seen import Seen
from canasta.wording.spans import line

_ENDS: Final = {
    kernel.ENDED_STOCK: "the stock was empty",
    kernel.ENDED_LAP: "the last lap was played",
    kernel.ENDED_PILE: "nobody took the pile when the stock was empty",
}


def match_line(rules: Rules, number: int, totals: Sequence[int], names: Names) -> Line:
    """Return the game, which deal of it this is, and the totals, which are left out while all are 0."""
    deals, target = rules.match.deals, rules.match.target
    goal = line(f" of {deals}") if deals else line(", to ", Number(target)) if target else ()
    text = line(Text(rules.title, "strong"), f" · {rules.words.deal} {number}", goal)
    if any(totals):
        for side, total in enumerate(totals):
            text = line(text, Text(f" · {names.side(side, rules.sides)} ", "mark"), Number(total, "mark"))
    return text


def turn_lines(rules: Rules, position: Position, names: Names) -> list[Line]:
    """Return whose turn it is and what has happened in it, or how the deal ended."""
    if position.phase == kernel.OVER:
        return [_over(rules, position, names)]
    who, has = _named(position.turn, names), names.verb(position.turn, "have", "has")
    if position.source == kernel.NOWHERE:
        done = f"{names.verb(position.turn, 'are', 'is')} to draw"
    else:
        done = f"{has} {'taken the pile' if position.source == kernel.PILE else 'drawn'}"
    lines = [line(who, f" {done}.")]
    if position.staging:
        needed = Number(int(position.minimum(position.side_of(position.turn))))
        staged = Number(int(position.staged))
        lines.append(line("The opening is not complete yet: it is worth ", staged, ", and ", needed, " are needed."))
    if position.lift == kernel.LIFTED and position.source == kernel.NOWHERE:
        lines.append(line(who, f" {has} lifted the top card."))
    if position.phase == kernel.TO_ANSWER:
        asked = _named(position.asked_seat, names, begins=False)
        lines.append(line(who, f" {has} asked ", asked, ": may I go out?"))
    elif position.asked != kernel.UNASKED:
        answer = "yes" if position.asked == kernel.ALLOWED else "no"
        partner = int(position.asked_seat)
        has_said = f" {names.verb(partner, 'have', 'has')} said {answer} to going out."
        lines.append(line(_named(partner, names), has_said))
    if position.out >= 0:
        gone = f" {names.verb(position.out, 'have', 'has')} gone out; play continues until the turn comes back around."
        lines.append(line(_named(position.out, names), gone))
    if position.lap >= 0:
        lines.append(line(f"This is the last lap: {several(int(position.lap), 'more turn')} after this one."))
    return lines


def _over(rules: Rules, position: Position, names: Names) -> Line:
    why = line(_ENDS.get(position.ended, ""))
    if not why:
        how = " went out concealed" if position.concealed else " went out"
        why = line(_named(position.out, names, begins=False), how)
    return line(f"The {rules.words.deal} is over: ", why, ".")


def _named(seat: int, names: Names, *, begins: bool = True) -> Name:
    return Name(int(seat), names.player(int(seat), begins=begins))


def question_line(position: Position, names: Names) -> Line:
    """Return what a partner is asked; empty where nobody is."""
    if position.phase != kernel.TO_ANSWER:
        return ()
    return line(Text(f"{names.doing(int(position.turn), 'ask')}: may I go out?", "strong"))


def opening_line(position: Position, seat: int) -> Line:
    """Return what the hand of *seat* could open with; empty for a side that has opened, and while an answer is due."""
    side = position.side_of(seat)
    if position.opened(side) or position.phase == kernel.TO_ANSWER:
        return ()
    needed, best = Number(int(position.minimum(side))), Number(int(best_opening(position, seat)))
    text = line("You need ", needed, " to open")
    table = position.rule_table
    if table.triple != NO_TRIPLE and reached_strictly(position, seat, position.held(seat)) < 0:
        return line(text, f", with {TRIPLE[table.rules.opening.triple].sentence}; you have none yet.")
    if best.value >= needed.value:
        return line(text, "; you can lay ", best, ".")
    if position.phase == kernel.TO_DRAW and any(ACTIONS[step].sort == TAKE for step in legal(position, seat)):
        return line(text, "; you can open by taking the pile.")
    return line(text, "; your best melds are worth ", best, ".") if best.value > 0 else line(text, ".")


def player_line(seen: Seen, seat: int, names: Names) -> Line:
    """Return the player in *seat*, how many cards they hold, and which reserves they have not picked up."""
    sides, viewer = seen.rules.sides, seen.seat
    partner = viewer >= 0 and seat != viewer and seat % sides == viewer % sides
    waiting = "".join(f" + {name}" for name in unopened(seen, seat))
    return line(
        _named(seat, names),
        Text(" (partner)" if partner else "", "mark"),
        f" {several(seen.hand_sizes[seat], 'card')}{waiting}",
    )


def unopened(seen: Seen, seat: int) -> list[str]:
    """Return the names of the reserves that *seat* has not picked up."""
    reserves = seen.rules.reserves
    return [reserve.name for reserve in reserves[len(reserves) - seen.reserves_left[seat] :]]


def known_line(seen: Seen, seat: int, names: Names) -> Line:
    """Return which cards in the hand of *seat* everyone knows; empty where there are none."""
    faces = sorted_faces(face for face, number in seen.known[seat] for _ in range(number))
    if not faces:
        return ()
    return line(Text(f"{names.doing(seat, 'hold')} ", "mark"), Cards(tuple(faces)), ", as everyone knows")


def red_threes_line(seen: Seen, side: int) -> Line:
    """Return the threes that *side* has laid down; empty where there are none."""
    reds = tuple(seen.red_threes[side])
    name = "threes " if seen.rules.threes.black == "laid" else "red threes "
    return line(Text(name, "mark"), Cards(reds)) if reds else ()


def opening_need(seen: Seen, side: int) -> Line:
    """Return what *side* needs to open; empty for one that has opened."""
    return () if seen.opened[side] else line(Text(f"needs {seen.minimums[side]} to open", "mark"))


def contract_line(seen: Seen, side: int) -> Line:
    """Return the canastas that *side* still needs to go out, or that it has them."""
    lacks = missing_canastas(seen.rules, seen.position, side)
    if lacks:
        return line(Text(f"to go out: {lacks}", "mark"))
    return line(Text(f"has the {seen.rules.words.canastas} to go out", "good"))


def pile_line(seen: Seen) -> Line:
    """Return the top card of the pile, how many cards lie under it, and why it may be hard to take."""
    heading = Text("Pile ", "strong")
    if not seen.pile:
        return line(heading, "empty")
    below = len(seen.pile) - 1
    state = pile_state(seen.rules, seen.position, seen.seat) if seen.seat >= 0 else ""
    under = f" on {several(below, 'card')}" if below else " alone"
    return line(heading, Cards(seen.pile[-1:]), under, Text(f", {state}" if state else "", "warn"))


def pile_cards_line(seen: Seen) -> Line:
    """Return all cards of the pile, the top one first."""
    if not seen.pile:
        return line("The pile is empty.")
    return line(f"The pile has {several(len(seen.pile), 'card')}, from the top: ", Cards(seen.pile[::-1]))


def pile_states_line(rules: Rules, position: Position, names: Names) -> Line:
    """Return why the pile may be hard to take, for all sides together; empty where it is open to everyone."""
    states = [pile_state(rules, position, side) for side in range(rules.sides)]
    if not any(states):
        return ()
    if len(set(states)) == 1:
        return line(Text(f"The pile is {states[0]}.", "warn"))
    whose = [names.side(side, rules.sides) for side, state in enumerate(states) if state]
    closed = any(state.startswith("closed") for state in states)
    return line(Text(f"The pile is {'closed' if closed else 'frozen'} for {listed(whose)}.", "warn"))


def stock_line(seen: Seen) -> Line:
    """Return how many cards the stock has, and each of its piles."""
    heading = Text("Stock ", "strong")
    if not seen.stock:
        return line(heading, Text("empty", "warn"))
    piles = " ".join(str(pile) if pile else "–" for pile in seen.stock_piles)
    return line(heading, several(seen.stock, "card"), f": {piles}" if len(seen.stock_piles) > 1 else "")


def reserves_line(seen: Seen) -> Line:
    """Return which reserves wait for the player who looks; empty where none do."""
    waiting = unopened(seen, seen.seat) if seen.seat >= 0 else []
    return line(f"Your {listed(waiting)} {'waits' if len(waiting) == 1 else 'wait'}") if waiting else ()


def hand_line(seen: Seen) -> Line:
    """Return what the hand of the player who looks is called, and how many cards it has.

    The game's own word for it, such as "looking hand", is that of the first cards: not of those picked up later.
    """
    first = len(unopened(seen, seen.seat)) == len(seen.rules.reserves)
    return line(
        Text(f"Your {seen.rules.words.hand if first else 'hand'}", "strong"), f" ({seen.hand_sizes[seen.seat]})"
    )
