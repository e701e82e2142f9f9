"""Rows of the grid on players, cards, threes, the draw and the pile."""

from __future__ import annotations

from canasta.rules.groups import Rules
from canasta.rules.words.melds import (
    BLACK,
    BLACK_LAST,
    OPENING_PILE,
    RED,
    RED_AGAINST,
    RED_DEALT,
    SPECIAL_DISCARD,
    TOP_CARD,
)
from canasta.rules.words.table import CUT_DEALERS, DEALERS, FROZEN_BY, REJECTED, TURN_AGAIN, USE, WILD_TOP
from scripts.grid import row, spans

YES, NO, NONE = "yes", "no", "none"


def kinds(keys: tuple[str, ...]) -> str:
    """Return kinds of cards in few words.

    >>> kinds(("joker", "two", "red three", "5")), kinds(("red three", "black three"))
    ('wild, red 3, 5', 'any 3')
    """
    words, left = [], list(keys)
    for together, word in ((("joker", "two"), "wild"), (("red three", "black three"), "any 3")):
        if set(together) <= set(left):
            words.append(word)
            left = [key for key in left if key not in together]
    return ", ".join([*words, *(key.replace(" three", " 3").replace("two", "2") for key in left)]) or NONE


def minus(points: int) -> str:
    """Return points lost.

    >>> minus(500), minus(0)
    ('−500', '0')
    """
    return f"−{points:,}" if points else "0"


def packets(r: Rules) -> str:
    """Return the names of the reserves."""
    return " and ".join(reserve.name for reserve in r.reserves)


@row("Players", "table.players", "table.ideal")
def _players(r: Rules) -> str:
    ideal = f", ideal {spans(r.table.ideal)}" if r.table.ideal else ""
    return spans(r.table.players) + ideal


@row("Sides", "table.sides")
def _sides(r: Rules) -> str:
    return "everyone alone" if r.sides == r.seats else f"{r.sides} sides of {r.seats // r.sides}"


@row("Packs of 52 and two jokers", "deck.packs", "deck.packs_per_player", "deck.jokers")
def _packs(r: Rules) -> str:
    each = r.deck.packs_per_player
    packs = str(r.deck.packs)
    if each:
        packs = f"{'' if each == 1 else f'{each} × '}players + {r.deck.packs}"
    return packs if r.deck.jokers == 2 else f"{packs}, with {r.deck.jokers} jokers each"


@row("First packet", "deal.hand")
def _first_packet(r: Rules) -> str:
    return str(r.deal.hand) if r.words.hand == "hand" else f"{r.deal.hand} {r.words.hand}"


@row("Reserves", "reserves.size", "reserves.name", "reserves.needed")
def _reserves(r: Rules) -> str:
    needless = {reserve.name: "" if reserve.needed else ", not needed to go out" for reserve in r.reserves}
    return " + ".join(f"{reserve.size} {reserve.name}{needless[reserve.name]}" for reserve in r.reserves) or NONE


@row("Who deals what", "deal.dealers")
def _dealers(r: Rules) -> str:
    return DEALERS[r.deal.dealers].cell.format(hand=r.words.hand, packets=packets(r))


@row("Exact cut", "procedures.exact_cut", "procedures.cut_dealers", "procedures.cut_upcard", "procedures.cut_either")
def _exact_cut(r: Rules) -> str:
    if not r.procedures.exact_cut:
        return NONE
    up = r.procedures.cut_upcard
    either = ", with or without the upcard" if r.procedures.cut_either else ""
    if r.deal.dealers == "each player":
        return f"{r.procedures.exact_cut}, everyone: {' / '.join(dict.fromkeys(map(str, r.exact_cuts)))}{either}"
    counts = [
        f"{(cards - (up and not place)) // r.seats} a player{' and the upcard' if up and not place else ''}"
        for place, cards in enumerate(r.exact_cuts)
    ]
    who = "dealer" if r.deal.dealers == "one" else CUT_DEALERS["all" if len(counts) > 1 else "first"].cell
    return f"{r.procedures.exact_cut}, {who}: {' / '.join(dict.fromkeys(counts))}{either}"


@row("Upcard rejected", "deal.upcard", "deal.reject")
def _rejected(r: Rules) -> str:
    if not r.deal.upcard:
        return "none is turned up"
    return kinds(r.deal.reject)


@row("A rejected upcard goes", "deal.rejected", "deal.turn_again")
def _goes(r: Rules) -> str:
    if not r.deal.reject:
        return NONE
    freezes = ", freezes" if "upcard" in r.pile.frozen_by else ""
    return REJECTED[r.deal.rejected].cell.format(freezes=freezes) + TURN_AGAIN[r.deal.turn_again].cell


@row("Red three laid at once", "threes.red", "threes.red_dealt", "threes.black")
def _red_laid(r: Rules) -> str:
    red = RED_DEALT[r.threes.red_dealt].cell or RED[r.threes.red].cell
    return ", ".join(filter(None, (red, BLACK[r.threes.black].cell)))


@row("Red three replaced", "threes.red", "reserves.red_threes", "threes.red_pile_replaced")
def _red_replaced(r: Rules) -> str:
    if r.threes.red != "laid":
        return NO
    last = [reserve.name for reserve in r.reserves if not reserve.red_threes]
    text = f"only before the {last[0]}" if last else YES
    return text + (", one of the pile too" if r.threes.red_pile_replaced else "")


@row("Worth of a red three", "threes.red_value", "threes.red_canasta")
def _red_value(r: Rules) -> str:
    if r.threes.red_canasta:
        return f"makes a {r.words.natural} {r.words.canasta} {r.threes.red_canasta:,}"
    return f"+{r.threes.red_value}"


@row("Sets of red threes", "threes.red_sets")
def _red_sets(r: Rules) -> str:
    return ", ".join(f"{number} = {worth:,}" for number, worth in r.threes.red_sets) or NONE


@row("Red threes count against", "threes.red_against")
def _red_against(r: Rules) -> str:
    if r.threes.red != "laid":
        return "–"
    return RED_AGAINST[r.threes.red_against].cell


@row("Red three caught", "threes.red_caught")
def _red_caught(r: Rules) -> str:
    if r.threes.red == "laid" and not r.reserves:
        return "–"
    return minus(r.threes.red_caught)


@row("Card value of a black three", "score.cards.black three")
def _black_value(r: Rules) -> str:
    return str(dict(r.score.cards)["black three"])


@row("Black three caught", "threes.black_caught")
def _black_caught(r: Rules) -> str:
    return minus(r.threes.black_caught)


@row("Black three on top blocks", "pile.blocked_by")
def _black_blocks(r: Rules) -> str:
    # Threes are melded with nothing, so they block whether the game names them or not.
    others = kinds(tuple(key for key in r.pile.blocked_by if key not in {"black three", "red three"}))
    return YES if others == NONE else f"yes; {others} too"


@row("Black threes melded", "threes.black_meld", "threes.black_last")
def _black_meld(r: Rules) -> str:
    if not r.threes.black_meld:
        return "never"
    return f"{spans(r.threes.black_meld)}, {BLACK_LAST[r.threes.black_last].cell} in going out"


@row(
    "Other special ranks",
    "specials.rank",
    "specials.wilds",
    "specials.late_wilds",
    "specials.finished",
    "specials.discard",
    "specials.last_discard",
)
def _specials(r: Rules) -> str:
    texts: dict[str, list[str]] = {}
    for special in r.specials:
        words = ["own canasta", "" if special.wilds else "no wilds", SPECIAL_DISCARD[special.discard].cell]
        words.append("" if special.last_discard else "never the last discard")
        texts.setdefault(", ".join(filter(None, words)), []).append(f"{special.rank}s")
    return "; ".join(f"{', '.join(ranks)}: {text}" for text, ranks in texts.items()) or "–"


@row("Draw", "draw.stock", "procedures.stock_piles")
def _draw(r: Rules) -> str:
    piles = r.procedures.stock_piles
    return str(r.draw.stock) if piles == 1 else f"{r.draw.stock}, from {piles} piles"


@row("How much of the pile", "pile.take", "pile.least")
def _take(r: Rules) -> str:
    least = f", from {r.pile.least} cards on" if r.pile.least else ""
    return (f"top {r.pile.take}" if r.pile.take else "whole") + least


@row("Taken with a natural pair", "pile.need", "pile.use")
def _pair(r: Rules) -> str:
    return USE[r.pile.use].cell


def _unfrozen(r: Rules, way: str) -> str:
    if way not in r.pile.need:
        return NO
    return "if not frozen" if r.pile.frozen_by or r.pile.frozen_until_open else YES


@row("Taken with a natural and a wild", "pile.need")
def _with_wild(r: Rules) -> str:
    return _unfrozen(r, "natural and wild")


@row("Taken onto an own meld", "pile.need")
def _onto(r: Rules) -> str:
    if "natural onto meld" in r.pile.need:
        return f"with a natural, {_unfrozen(r, 'natural onto meld')}"
    return _unfrozen(r, "onto meld")


@row("Wild card on top", "pile.wild_top")
def _wild_top(r: Rules) -> str:
    return WILD_TOP[r.pile.wild_top].cell


@row("Freezing", "pile.frozen_by", "pile.frozen_until_open", "opening.pile")
def _freezing(r: Rules) -> str:
    causes = [FROZEN_BY[cause].cell for cause in r.pile.frozen_by]
    closed = OPENING_PILE[r.opening.pile].cell
    unopened = ["side not open"] if r.pile.frozen_until_open else [closed] if closed else []
    return ", ".join([*causes, *unopened]) or NONE


@row("Opening with the pile", "opening.top_card", "pile.frozen_until_open")
def _opening(r: Rules) -> str:
    how = "natural pair" if r.pile.frozen_until_open or set(r.pile.need) == {"pair"} else "any way"
    return f"{how}; {TOP_CARD[r.opening.top_card].cell}"


@row("Pile twice running", "pile.consecutive", "pile.last_card")
def _consecutive(r: Rules) -> str:
    text = YES if r.pile.consecutive else NO
    return text if r.pile.last_card else f"{text}; one card never takes one card"


@row("Take without use", "pile.restore")
def _restore(r: Rules) -> str:
    return f"put back for {minus(r.pile.restore)}" if r.pile.restore else "refused, no cost"
