"""Moves as people type them: one grammar for the terminal, records and case files.

`move_text` writes a move with every card's face; `parse_move` reads that, and kinder forms too: ranks without
suits (``lay KKK 55552``), the pile without its cards (``take``), a wild card's place in words (``add 2 to K``).
Which cards are meant is then chosen from the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

from canasta.base.cards import BLACK_THREE, JOKER, KIND_OF, RED_THREE, TWO, Face, Kind, faces_text, rank_text
from canasta.base.english import number
from canasta.base.errors import NotationError
from canasta.base.misuse import public
from canasta.base.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    End,
    Group,
    Knock,
    Lay,
    LayRedThree,
    Lift,
    Move,
    PickUp,
    Restore,
    Stuck,
    TakePile,
)
from canasta.base.seats import partners
from canasta.deal.expansion import fits, slot_of_new
from canasta.deal.view import View
from canasta.engine.steps import WILD_MELD
from canasta.notation.card_text import Bunch, Pool, Spec, read_bunches
from canasta.notation.taking import obvious_take
from canasta.wording.names import rank_plural

VERBS: Final[dict[str, tuple[str, ...]]] = {
    "draw": ("d",),
    "take": ("t",),
    "lay": ("l", "meld", "m"),
    "add": ("a",),
    "discard": ("x", "dis"),
    "top": (),
    "ask": (),
    "yes": ("y",),
    "no": ("n",),
    "knock": ("k",),
    "stuck": ("pass",),
    "pick up": ("pickup", "pick"),
    "lift": (),
    "restore": ("put back", "putback"),
    "end": (),
    "show": (),
}
"""The words that moves begin with, and what may be written for them."""

_WORDS: Final = {word: verb for verb, others in VERBS.items() for word in (verb, *others)}
_SIMPLE: Final[dict[str, Move]] = {
    "draw": Draw(),
    "yes": Answer(yes=True),
    "no": Answer(yes=False),
    "knock": Knock(),
    "stuck": Stuck(),
    "pick up": PickUp(),
    "lift": Lift(),
    "restore": Restore(),
    "end": End(),
    "show": End(),  # the same step, after the draw
}


@public
def move_text(move: Move) -> str:
    """*move* as `parse_move` reads it: ``lay KhKdKc 5s5d5h5c``, ``take 8h8d``, ``discard 4c``.

    >>> move_text(Lay((Group((1, 14), 13, 1),)))
    'lay 2c2d+K@2'
    """
    match move:
        case Discard(card):
            return f"discard {faces_text([card])}"
        case Lay(groups):
            return "lay " + _groups_text(groups)
        case TakePile(cards, more, slot, single):
            place = f"@{slot + 1}" if slot is not None else ""
            first = faces_text(cards).replace(" ", "") + place
            word = "card" if single else "" if first else "onto"
            return " ".join(part for part in ("take", word, first, _groups_text(more)) if part)
        case LayRedThree(card, rank):
            return f"top {rank_text(rank)} {faces_text([card])}"
        case Ask(partner):
            return f"ask {partner + 1}"
        case _:
            return next(text for text, each in _SIMPLE.items() if each == move)


def group_text(group: Group) -> str:
    """Return the cards of *group* without blanks, and the slot they go to: ``KhKd``, ``KhKd@2``, ``2c+K``."""
    text = faces_text(group.cards).replace(" ", "")
    wild_only = all(KIND_OF[face] <= TWO for face in group.cards)
    target = f"+{rank_text(group.rank)}" if wild_only and group.rank != WILD_MELD else ""
    return text + target + (f"@{group.slot + 1}" if group.slot is not None else "")


def _groups_text(groups: Sequence[Group]) -> str:
    """Return groups with blanks between them; a comma parts single cards, which would be read as one group."""
    text, before = "", False
    for group in groups:
        written = group_text(group)
        lone = len(written) == 2
        text += (", " if before and lone else " " if text else "") + written
        before = lone
    return text


def verb_of(text: str) -> tuple[str, str]:
    """Return the verb that *text* begins with, in full, and the rest; the verb is empty if there is none.

    >>> verb_of("x 4c"), verb_of("pick up"), verb_of("dance")
    (('discard', '4c'), ('pick up', ''), ('', 'dance'))
    """
    words = text.split(maxsplit=1)
    first = words[0].lower() if words else ""
    rest = words[1].strip() if len(words) > 1 else ""
    if first == "pick" and rest.lower().split()[:1] == ["up"]:
        rest = rest[2:].strip()
    if first == "put" and rest.lower().split()[:1] == ["back"]:
        first, rest = "put back", rest[4:].strip()
    verb = _WORDS.get(first, "")
    return (verb, rest) if verb else ("", text.strip())


@public
def parse_move(text: str, holder: View | Sequence[Face] = ()) -> Move:
    """Return the move written *text*, by the player with the view or the hand *holder*.

    The text need not be legal: the rules say that. Where it names cards by rank, they are chosen from the hand,
    those first that everyone knows to be there; where the hand lacks them, the move names cards not held, and
    the rules refuse it. A bare ``take``, ``ask`` and what ``add`` joins need a view.

    Raises `NotationError` for text that is no move.

    >>> from canasta.base.cards import parse_faces
    >>> move_text(parse_move("lay KK2", parse_faces("Kh 4c 2s Ks Kd")))
    'lay KdKh2s'
    >>> move_text(parse_move("x 10h"))
    'discard Th'
    """
    verb, rest = verb_of(text)
    view = holder if isinstance(holder, View) else None
    pool = Pool.of_view(view) if view else Pool(tuple(holder) if not isinstance(holder, View) else ())
    if verb in _SIMPLE:
        if rest and not (verb == "draw" and view is not None and _drawn(rest, view)):
            raise NotationError(f'"{verb}" takes nothing after it: leave out "{rest}"', column=_column(text, rest))
        return _SIMPLE[verb]
    match verb:
        case "ask":
            return _ask(rest, view)
        case "lay" | "add":
            bunches = read_bunches(rest, BLACK_THREE)
            if not bunches:
                raise NotationError(f"say which cards, such as: {verb} {'KKK 5552' if verb == 'lay' else '2 to K'}")
            pool.settle(bunches)
            return Lay(tuple(_group(each, pool, view if verb == "add" else None) for each in bunches))
        case "discard":
            return _discard(rest, pool)
        case "top":
            return _top(rest, pool)
        case "take":
            return _take(rest, pool, view)
    word = text.split(maxsplit=1)[0] if text.strip() else ""
    raise NotationError(
        f'"{word}" is not a move; moves begin with {", ".join(list(VERBS)[:-1])} or {list(VERBS)[-1]}', column=1
    )


def _drawn(rest: str, view: View) -> bool:
    """Return whether *rest*, after ``draw``, only says what is drawn in any case: ``draw 2``, ``draw from the stock``."""
    words = {word for word in rest.lower().split() if word not in {"card", "cards", "from", "the", "stock"}}
    return words <= {str(view.rules.draw.stock), number(view.rules.draw.stock)}


def _column(text: str, part: str) -> int:
    return max(text.find(part), 0) + 1


def _ask(rest: str, view: View | None) -> Ask:
    if rest:
        if not (rest.isdecimal() and 1 <= int(rest) <= 8):
            raise NotationError(f'"{rest}" is not a seat: give the number of your partner\'s seat, such as: ask 3')
        return Ask(int(rest) - 1)
    if view is None:
        raise NotationError("say which partner by the number of the seat, such as: ask 3")
    mates = partners(view.seat, view.rules.seats, view.rules.sides)
    return Ask(mates[0] if mates else view.seat)


def _group(bunch: Bunch, pool: Pool, adding: View | None) -> Group:
    """Return the group that *bunch* means; cards are added to an open meld where *adding* shows one that takes them."""
    cards = tuple(pool.pick(card) for card in bunch.cards)
    group = Group(cards, _rank(bunch, cards), bunch.slot)
    if adding is None or bunch.slot is not None or not adding.position.rule_table.several or len(cards) < 3:
        return group
    position = adding.position
    if position.unfinished(adding.side, group.rank) >= 0:
        return group  # they join that one in any case
    for slot in range(position.rule_table.slots):
        if fits(group, position.meld_at(adding.side, group.rank, slot), position):
            return Group(cards, group.rank, slot)
    return group


def _rank(bunch: Bunch, cards: Sequence[Face]) -> Kind:
    """Return the rank of the meld that *cards* are for."""
    ranks = {KIND_OF[face] for face in cards} - {JOKER, TWO}
    if bunch.target is not None:
        ranks.add(bunch.target)
    if len(ranks) > 1 and bunch.target is not None:
        target = rank_plural(bunch.target)
        raise NotationError(
            f'"{bunch.text}" can\'t go to the {target}: only {target} and wild cards join them. '
            f"To add cards to their own meld, type: add {bunch.text}"
        )
    if len(ranks) > 1:
        raise NotationError(
            f'"{bunch.text}" holds cards of two ranks: a meld has one rank and wild cards; '
            "separate two melds with a space, such as: lay KKK 5552",
        )
    return ranks.pop() if ranks else WILD_MELD


def _discard(rest: str, pool: Pool) -> Discard:
    bunches = read_bunches(rest, BLACK_THREE)
    if len(bunches) != 1 or len(bunches[0].cards) != 1 or bunches[0].placed:
        many = "one card only" if bunches else "which card"
        raise NotationError(f"say {many}, such as: discard 4c")
    card = bunches[0].cards[0]
    if card == Spec(BLACK_THREE) and not pool.holds(BLACK_THREE):
        card = Spec(RED_THREE)
    pool.settle(bunches)
    return Discard(pool.pick(card))


def _top(rest: str, pool: Pool) -> LayRedThree:
    bunches = read_bunches(rest, RED_THREE)
    cards = [card for bunch in bunches for card in bunch.cards]
    threes = [card for card in cards if card.kind == RED_THREE]
    ranks = [card.kind for card in cards if card.kind > BLACK_THREE] + [
        bunch.target for bunch in bunches if bunch.target is not None
    ]
    if len(ranks) != 1 or len(threes) > 1 or len(ranks) + len(threes) < len(cards):
        raise NotationError("say the rank of one canasta for the red three, such as: top K")
    pool.settle(bunches)
    return LayRedThree(pool.pick(threes[0] if threes else Spec(RED_THREE)), ranks[0])


def _take(rest: str, pool: Pool, view: View | None) -> TakePile:
    words = [word for word in rest.split() if word.lower() not in {"the", "pile", "with"}]
    single = bool(words) and words[0].lower() == "card"
    onto = bool(words) and words[0].lower() == "onto"
    words = words[single or onto :]
    slot = None
    if words and words[0].startswith("@"):
        slot, onto = _slot(words.pop(0)), True
    bunches = read_bunches(" ".join(words), BLACK_THREE, pair=not (single or onto))
    if not (single or onto) and _is_top(bunches, view):
        bunches = []
    pool.settle(bunches)
    cards: tuple[Face, ...] = ()
    extra: list[Group] = []
    if not (single or onto):
        if not bunches or _further(bunches[0], view):
            if view is None:
                raise NotationError("say which cards take the pile, such as: take 8h8d")
            return obvious_take(view, pool, tuple(_group(each, pool, None) for each in bunches))
        cards, slot, extra = _takers(bunches.pop(0), pool, view)
    return TakePile(cards, (*extra, *(_group(each, pool, None) for each in bunches)), slot, single)


def _is_top(bunches: Sequence[Bunch], view: View | None) -> bool:
    """Return whether *bunches* only name the rank on the pile, as in ``take 8``, and say nothing about how to take it."""
    if view is None or not view.pile or len(bunches) != 1 or bunches[0].placed:
        return False
    return bunches[0].cards == [Spec(KIND_OF[view.pile[-1]])]


def _further(bunch: Bunch, view: View | None) -> bool:
    """Return whether *bunch* is no pair for the top card but a meld beside it: ``take KKK`` with an eight on top."""
    if view is None or not view.pile or len(bunch.cards) < 3:
        return False
    top = KIND_OF[view.pile[-1]]
    return top > TWO and all(card.kind != top for card in bunch.cards)


def _takers(bunch: Bunch, pool: Pool, view: View | None) -> tuple[tuple[Face, ...], int | None, list[Group]]:
    """Return the two cards that take the pile, the slot they go to, and a group of what more of the rank is laid.

    Cards written together are one meld: where three and more could begin another one, they go to the first.
    """
    if bunch.target is not None:
        _no_target(bunch)
    cards = [pool.pick(card) for card in bunch.cards]
    if len(cards) <= 2:
        return tuple(cards), bunch.slot, []
    rank = _rank(bunch, cards)
    first = sorted(cards, key=lambda face: KIND_OF[face] <= TWO)[:2]
    for face in first:
        cards.remove(face)
    slot = bunch.slot
    if slot is None and view is not None and rank != WILD_MELD and _splits(len(cards), view):
        if view.rules.pile.use == "show" and view.opened[view.side]:
            pair = faces_text(first).replace(" ", "")
            raise NotationError(
                f'"{bunch.text}" is more than the two cards to show: take the pile with {pair}, then lay the meld'
            )
        slot = slot_of_new(view.position, view.side, rank, first)
    return tuple(first), bunch.slot, [Group(tuple(cards), rank, slot)]


def _splits(more: int, view: View) -> bool:
    """Return whether *more* cards could go to another meld than the two that take the pile, if nobody said where."""
    table = view.position.rule_table
    return table.several and (more >= 3 or table.finish_first)


def _no_target(bunch: Bunch) -> NoReturn:
    raise NotationError(f'"{bunch.text}" cannot take the pile: name two cards from your hand, such as: take 8h8d')


def _slot(word: str) -> int:
    if not (word[1:].isdecimal() and 1 <= int(word[1:]) <= 8):
        raise NotationError(f'"{word}" is not a meld: melds of a rank are numbered @1 to @8')
    return int(word[1:]) - 1
