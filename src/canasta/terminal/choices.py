"""What a player may do now, in short words, and how the pile stands for him."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from canasta.base.cards import JOKER, KIND_NAMES, KIND_OF, TWO, Kind, rank_text
from canasta.deal.view import View
from canasta.engine import steps as s
from canasta.engine.explain import explain
from canasta.engine.openings import best_opening
from canasta.engine.position import TO_ANSWER, Position
from canasta.engine.steps import ACTIONS
from canasta.notation.card_text import Pool
from canasta.notation.taking import obvious_take
from canasta.terminal.style import card_row
from canasta.wording.refusals import refusal_of


def choices(seen: View) -> list[Text]:
    """The moves that the seat of *seen* may make now, each in a few words that can be typed."""
    sorts: dict[int, list[int]] = {}
    for step in seen.legal:
        sorts.setdefault(ACTIONS[step].sort, []).append(step)
    if seen.position.phase == TO_ANSWER:
        return [Text("yes"), Text("no")]
    words: list[Text] = []
    if s.DRAW in sorts:
        words.append(Text("draw" if seen.stock else "draw (the stock is empty: play on without)"))
    if s.TAKE in sorts or s.TAKE_CARD in sorts:
        words.append(_take(seen))
    if s.START in sorts or s.ADD in sorts:
        words += _laying(seen, sorts.get(s.START, []), sorts.get(s.ADD, []))
    words += [Text(f"top {rank_text(ACTIONS[step].rank)}") for step in sorts.get(s.RED_CANASTA, [])]
    if s.ASK in sorts:
        words.append(Text("ask"))
    if s.PICK_UP in sorts:
        words.append(Text("pick up"))
    if s.DISCARD in sorts:
        words.append(_discard(seen, sorts[s.DISCARD]))
    words += [
        Text(text)
        for step, text in (
            (s.LIFT, "lift"),
            (s.RESTORE, "restore"),
            (s.KNOCK, "knock"),
            (s.STUCK, "stuck"),
            (s.END, "end"),
        )
        if step in seen.legal
    ]
    return words


def _take(seen: View) -> Text:
    take = obvious_take(seen, Pool.of_view(seen))
    text = Text("take")
    if take.cards:
        text.append(" (with ").append_text(card_row(take.cards)).append(")")
    elif take.slot is not None:
        text.append(f" (onto your {rank_text(KIND_OF[seen.pile[-1]])})")
    return text


def _laying(seen: View, starts: list[int], adds: list[int]) -> list[Text]:
    words = []
    held = [KIND_OF[face] for face in seen.hand]
    new = dict.fromkeys(ACTIONS[step].rank for step in starts)
    if new:
        examples = [_example(rank, held) for rank in new]
        words.append(Text("lay " + " or ".join(examples)))
    natural = dict.fromkeys(rank_text(ACTIONS[step].rank) for step in adds if ACTIONS[step].kind > TWO)
    if natural:
        words.append(Text("add " + ", ".join(natural)))
    wild = dict.fromkeys(rank_text(ACTIONS[step].rank) for step in adds if ACTIONS[step].kind <= TWO)
    if wild:
        card = "2" if TWO in held else "Jk"
        words.append(Text(f"add {card} to " + ", ".join(wild)))
    return words


def _example(rank: Kind, held: Sequence[Kind]) -> str:
    """What a new meld of *rank* can begin with, as it is typed."""
    if rank <= TWO:
        return "2" * held.count(TWO) + "Jk" * held.count(JOKER)
    text, number = rank_text(rank), held.count(rank)
    return text * number if number >= 3 else text * number + ("2" if TWO in held else "Jk")


def _discard(seen: View, steps: list[int]) -> Text:
    kinds = {KIND_OF[face] for face in seen.hand}
    allowed = {ACTIONS[step].kind for step in steps}
    if allowed == kinds:
        return Text("discard")
    if len(allowed) <= 4:
        return Text(
            "discard " + " or ".join("Jk" if not kind else "3" if kind in {2, 3} else _rank(kind) for kind in allowed)
        )
    barred = [_rank(kind) for kind in sorted(kinds - allowed)]
    return Text(f"discard (not {', '.join(barred)})")


def _rank(kind: Kind) -> str:
    return {0: "Jk", 1: "2", 2: "3", 3: "3"}.get(kind, rank_text(kind))


def opening_note(seen: View) -> str:
    """What the hand could open with, for a side that has not opened; empty for one that has."""
    if seen.opened[seen.side] or seen.position.phase == TO_ANSWER:
        return ""
    needed = seen.minimums[seen.side]
    best = int(best_opening(seen.position, seen.seat))
    if best >= needed:
        return f"You need {needed} to open; your hand can lay {best}."
    return f"You need {needed} to open; your best melds make {best}." if best > 0 else f"You need {needed} to open."


def pile_state(seen: View) -> str:
    """Whether the pile is blocked or frozen for the side of *seen*, and why; empty where it is open."""
    position = seen.position
    top = int(position.top())
    if top < 0:
        return ""
    if position.rule_table.blocked[top]:
        return f"blocked by the {KIND_NAMES[top]}"
    if seen.frozen:
        return f"frozen{_because(seen, position)}"
    return ""


def _because(seen: View, position: Position) -> str:
    if position.freezing:
        wild = any(KIND_OF[face] <= TWO and position.rule_table.freezes[KIND_OF[face]] for face in seen.pile)
        return f": a {'wild card' if wild else 'black three'} lies in it"
    if position.upcard_froze:
        return " by its first cards"
    return " until your side opens" if seen.rules.seats > seen.rules.sides else " until you open"


def why_no_take(seen: View) -> tuple[str, str]:
    """Why the seat of *seen* cannot take the pile now, and the clause; both empty where it can."""
    if any(ACTIONS[step].sort in {s.TAKE, s.TAKE_CARD} for step in seen.legal):
        return "", ""
    take = obvious_take(seen, Pool.of_view(seen))
    kinds = [KIND_OF[face] for face in take.cards]
    twos, jokers = kinds.count(TWO), kinds.count(JOKER)
    slot = -1 if kinds else take.slot or 0
    step = s.step_of(s.Action(s.TAKE, slot=slot, naturals=len(kinds) - twos - jokers, twos=twos, jokers=jokers))
    code, needed, given = explain(seen.position, seen.seat, step)
    refusal = refusal_of(seen.rules, seen.position, seen.seat, code, needed, given)
    return refusal.text, refusal.clause
