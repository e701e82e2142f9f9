"""Why cards cannot be laid: melds and their sizes, wild cards, threes, openings."""

from __future__ import annotations

from collections import Counter
from typing import Final

from canasta.base.cards import KIND_NAMES, KIND_OF, TWO, Kind
from canasta.base.english import article, number, numbers, place, plural, several
from canasta.base.moves import Group, Lay, TakePile
from canasta.base.spans import Line, Number
from canasta.engine import steps as s
from canasta.engine.explain import most_opening, staged_worths
from canasta.engine.openings import best_opening
from canasta.engine.position import PILE
from canasta.rules.words.melds import RATIO, TAKES, TRIPLE
from canasta.wording.calls import call
from canasta.wording.names import rank_plural
from canasta.wording.spans import line
from canasta.wording.tried import Moment, Sentence


def early(m: Moment) -> str:
    """Melds in a round of turns in which there are none."""
    when = f"the {place(m.rules.opening.round)} round of turns"
    return f"Nobody lays cards or takes the pile before {when}: draw and discard."


def size(m: Moment) -> str:
    """Return a new meld of too few cards."""
    group = m.tried.group
    if group is None:
        return "A new meld has at least three cards."
    laid = len(group.cards)
    if group.rank != s.WILD_MELD:
        return f"A new meld has at least three cards, and this one would have {number(laid)}{_of(group)}."
    wilds, join = ("1 wild card", "it joins") if laid == 1 else (f"{laid} wild cards", "they join")
    if m.rules.meld.wild_melds:
        return f"{wilds} can't be a meld: a meld of wild cards has at least three. Say which other meld {join}."
    return f"{wilds} can't be a meld: say which meld {join}."


def _of(group: Group) -> str:
    """Return what a group that is too small is made of, where one word says it."""
    kinds = {KIND_OF[face] for face in group.cards}
    if len(kinds) != 1:
        return ""
    (kind,) = kinds
    return f" {KIND_NAMES[kind]}" if len(group.cards) == 1 else f" {plural(KIND_NAMES[kind])}"


def absent(m: Moment) -> str:
    """Return a meld that is not there."""
    rank, side = m.rank, m.told.your_side
    if rank < 0:
        return f"{side.capitalize()} {m.told.has} no such open meld."
    lying = len(m.position.open_melds(m.side)[rank])
    if lying:
        melds = "1 open meld" if lying == 1 else f"{lying} open melds"
        return f"{side.capitalize()} {m.told.has} only {melds}{m.of_rank}."
    if m.position.has_closed(m.side, rank):
        canasta = m.rules.words.canasta
        return f"{m.told.your.capitalize()} {canasta}{m.of_rank} is finished and takes no more cards."
    return f"{side.capitalize()} {m.told.has} no open meld{m.of_rank}: to start one, lay at least three cards."


def full(m: Moment) -> str:
    """Return a meld beyond its size."""
    limit = f"A meld can have at most {number(m.rules.meld.size)} cards"
    return f"{limit}, and this one would have {number(m.given)}." if m.given > 0 else f"{limit}."


def finished(m: Moment) -> str:
    """Return a canasta that does not take these cards, or not yet."""
    return m.told.fill(TAKES[m.rules.meld.takes].refusal)


def equal(m: Moment) -> str:
    """Return a meld that is known by the number of another one."""
    return f"Some of {m.told.your} open melds{m.of_rank} are equal: name the first of them."


def same_rank(m: Moment) -> str:
    """Return a second open meld of a rank."""
    if m.rules.open_melds != "one":
        return f"{m.told.your_side.capitalize()} must complete {m.told.its} open meld{m.of_rank} first: add to it."
    return f"{m.told.your_side.capitalize()} already {m.told.has} an open meld{m.of_rank}: add to it."


def slots(m: Moment) -> str:
    """More melds of a rank than this program keeps apart."""
    side = f"{m.told.your_side.capitalize()} already {m.told.has}"
    return f"{side} eight open melds{m.of_rank}, the most this program can keep: add to one of them."


def wilds(m: Moment) -> str | Line:
    """Too many wild cards."""
    ratio = RATIO[m.rules.meld.ratio].refusal
    deck, most = m.rules.packs * (4 + m.rules.deck.jokers), m.rules.meld.wilds
    limit = f"and at most {several(most, 'wild card')}" if most < deck else ""
    rule = f"A meld must have {ratio}{', ' + limit if limit else ''}"
    group = m.tried.group
    if m.needed < 0 and group is not None and sum(KIND_OF[face] > TWO for face in group.cards) < 2:
        naturals = sum(KIND_OF[face] > TWO for face in group.cards)
        return f"A new meld has at least two natural cards, and this one would have {naturals or 'none'}."
    if m.needed >= 0 and m.given > m.needed:
        allowed = line(Number(m.needed) if m.needed else "none")
        return line(f"{rule}: this one may have ", allowed, ", and it would have ", Number(m.given), ".")
    return f"{rule}."


def base(m: Moment) -> str | Line:
    """Too few natural cards for a wild one."""
    rule = (
        f"After the opening a meld must have {number(m.rules.meld.wild_base)} natural cards before a wild card joins it"
    )
    return line(f"{rule}, and this meld has ", Number(m.given), ".") if m.given >= 0 else f"{rule}."


def kept(m: Moment) -> str:
    """Wild cards that must join their own meld."""
    side, has, more = m.told.your_side.capitalize(), m.told.has, several(m.needed, "more card")
    return f"{side} {has} an unfinished meld of wild cards: until it has {more}, wild cards join no other meld."


def dead(m: Moment) -> str:
    """Return a rank of which someone has a canasta."""
    rank = rank_plural(m.rank) if m.rank >= 0 else "cards of this rank"
    return (
        f"{rank.capitalize()} are dead: one side has {article(m.rules.words.canasta)} of them, so nobody may meld them."
    )


def triple(m: Moment) -> str:
    """Return an opening without the meld of natural cards that it needs."""
    return f"To open, {m.told.your_side} also {m.told.need} {TRIPLE[m.rules.opening.triple].refusal}."


def pure(m: Moment) -> str:
    """Return a natural meld of a special rank after the opening."""
    return f"After the opening, wild cards join only melds{m.of_rank or ' of this rank'} that have some already."


def no_wilds(m: Moment) -> str:
    """Return a special rank that takes no wild cards."""
    return f"Melds{m.of_rank or ' of this rank'} take no wild cards in this game."


def opening_melds(m: Moment) -> dict[Kind, int]:
    """Return what each rank counts of the opening that is worth `given`; empty if it is not known."""
    value = m.position.rule_table.value
    worths = Counter[Kind]()
    move = m.tried.move
    groups = move.groups if isinstance(move, Lay) else move.more if isinstance(move, TakePile) else ()
    for group in groups:
        worths[group.rank] += sum(int(value[KIND_OF[face]]) for face in group.cards)
    top = int(m.position.top())
    if isinstance(move, TakePile) and m.action.sort == s.TAKE and top >= 0:
        rank = s.WILD_MELD if top <= TWO else top
        worths[rank] += int(value[top]) + sum(int(value[KIND_OF[face]]) for face in move.cards)
    if worths.total() == m.given:
        return dict(worths)
    staged = {rank: worth for rank, worth in enumerate(staged_worths(m.position, m.side)) if worth}
    return staged if not m.opened and sum(staged.values()) == m.given else {}


def minimum(m: Moment) -> Line:
    """Return an opening below its minimum: what the melds are worth, one by one, and whether the hand could do better."""
    needed = line("You need ", Number(m.needed), " to open")
    pile = m.action.sort == s.TAKE or m.position.source == PILE
    if m.rules.opening.top_card == "raises" and pile:
        needed = line(needed, " (the top card of the pile doesn't count)")
    counted = opening_melds(m)
    worth: Line = ()
    if len(counted) == 1:
        (rank,) = counted
        worth = line(f"; these {rank_plural(rank)} are worth ", Number(m.given))
    elif counted:
        worth = line("; these melds are worth ", Number(m.given), " (", call(counted), ")")
    better = _better(m, counted)
    return line(needed, worth, ". " if better else ".", better)


def _better(m: Moment, counted: dict[Kind, int]) -> Line:
    """Return what the player can do about an opening that is too small, as far as the hand goes."""
    best, other = most_opening(m.position, m.seat, m.tried.step), int(best_opening(m.position, m.seat))
    if best >= m.needed:
        laid = (
            "" if isinstance(m.tried.move, TakePile) else " or take them back"
        )  # a pile that is refused was never taken
        return line("Add ", Number(m.needed - m.given), f"{laid}.") if counted else ()
    if other >= m.needed:
        with_pile = "With the pile" if m.action.sort == s.TAKE else "With these"
        return line(f"{with_pile} you could reach only ", Number(best), ": open with other melds from your hand.")
    most = max(best, other)
    if counted and most == m.given:
        return line("You hold nothing more that would count.")
    return line("The most you can lay is worth ", Number(most), ".")


def opening_canasta(m: Moment) -> str:
    """Return a finished canasta in an opening."""
    full_size = number(m.rules.meld.size)
    which = "finished" if not m.rules.opening.canasta else m.rules.words.mixed
    return f"You can't open with a {which} {m.rules.words.canasta}: lay fewer than {full_size} of these cards."


def red_canasta(m: Moment) -> str:
    """Return a red three that goes nowhere."""
    if not m.rules.threes.red_canasta:
        return f"In this game red threes don't go on {m.rules.words.canastas}."
    words = m.rules.words
    return (
        f"{m.told.your_side.capitalize()} {m.told.has} no {words.natural} {words.canasta}{m.of_rank} "
        "that can still take a red three: each takes only one."
    )


def black(m: Moment) -> str:
    """Black threes that cannot be melded now."""
    sizes = m.rules.threes.black_meld
    if not sizes:
        return "Black threes are never melded in this game."
    return f"You can meld black threes only as your last cards when you go out: {numbers(sizes)} together, without wild cards."


MELD_SENTENCES: Final[dict[str, Sentence]] = {
    "meld.size": size,
    "meld.absent": absent,
    "meld.full": full,
    "meld.finished": finished,
    "meld.equal": equal,
    "meld.same_rank": same_rank,
    "meld.wilds": wilds,
    "meld.base": base,
    "meld.kept": kept,
    "meld.wild_melds": "In this game you can't meld wild cards alone: lay them with natural cards.",
    "meld.slots": slots,
    "opening.minimum": minimum,
    "opening.canasta": opening_canasta,
    "opening.early": early,
    "threes.red": "Red threes are laid down at once.",
    "threes.red_canasta": red_canasta,
    "threes.black_meld": black,
    "threes.black_after": "You've melded black threes, so all you can do now is go out.",
    "specials.wilds": no_wilds,
    "specials.pure": pure,
    "meld.dead": dead,
    "opening.triple": triple,
}
"""The sentence of each cause, or what makes it."""
