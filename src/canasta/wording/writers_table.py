"""Sentences on the table, the cards, the deal, the draw and the discard pile."""

from __future__ import annotations

from canasta.base.english import article, card, count, listed, number, numbers, value_groups
from canasta.wording.claims import Claim
from canasta.wording.lines import Lines, RulesText, line, writes

_WAYS = {
    "natural and wild": "one such card and a wild one from your hand",
    "onto meld": "an open meld of {yours} that its top card fits",
}
_FREEZING = {"wild": "a wild card", "black three": "a black three"}
_NOT_WAYS = {
    ("natural and wild",): "one such card and a wild one do not take it",
    ("onto meld",): "a meld of that rank on the table does not take it",
    ("natural and wild", "onto meld"): "one such card and a wild one do not take it, nor does a meld on the table",
}


@writes("table.players")
def _players(t: RulesText) -> Lines:
    table = t.rules.table
    text = f"the game is for {numbers(table.players)} players"
    if table.ideal:
        text += f", and best with {numbers(table.ideal)}"
        yield line(text, "table.players", "table.ideal")
    else:
        yield line(text, "table.players")
    if len(table.players) > 1:
        yield line(f"what follows is for {number(t.rules.seats)}")


@writes("table.sides")
def _sides(t: RulesText) -> Lines:
    if not t.partners:
        yield line("everybody plays alone", "table.sides")
        return
    text = f"the players form {number(t.rules.sides)} sides of {number(t.partners + 1)}"
    seats = "opposite each other" if t.partners == 1 else "at equal distances, with opponents between them,"
    yield line(f"{text}; partners sit {seats} and meld and score together", "table.sides")


@writes("table.score_keeper")
def _score_keeper(t: RulesText) -> Lines:
    if t.rules.table.score_keeper and t.rules.seats > 2:
        text = "one player keeps the score of the whole match: the Score Keeper plays like everybody else"
        yield line(f"{text}, and never deals and never has the first turn", "table.score_keeper")


@writes("procedures.seats")
def _seats(t: RulesText) -> Lines:
    all_of = "everybody but the Score Keeper" if t.rules.table.score_keeper and t.rules.seats > 2 else "everybody"
    texts = {
        "as agreed": "seats and the first dealer are as you agree",
        "draw for partners": "everybody draws a card: those with the highest cards play together, and so on downwards; "
        "the highest of all deals first, and equal cards are drawn again",
        "draw for dealer": f"{all_of} draws a card; the highest deals first, and equal cards are drawn again",
    }
    yield line(texts[t.rules.procedures.seats], "procedures.seats")


@writes("deck.packs")
def _packs(t: RulesText) -> Lines:
    deck = t.rules.deck
    jokers = f"with {count(deck.jokers, 'joker')} each" if deck.jokers else "without jokers"
    if t.rules.packs == 1 and deck.jokers:
        jokers = f"with {count(deck.jokers, 'joker')}"
    text = f"{count(t.rules.packs, 'pack')} of 52 cards {jokers}: {t.rules.cards} cards in all"
    if deck.packs_per_player:
        more = f" and {number(deck.packs)} more" if deck.packs else ""
        text = f"{count(deck.packs_per_player, 'pack')} for each player{more}, here {text}"
    text = f"you need {text}"
    paths = [f"deck.{name}" for name in ("packs", "packs_per_player") if getattr(deck, name)]
    yield line(text, *paths, "deck.jokers")
    wilds = "jokers and twos are wild" if deck.jokers else "twos are wild"
    yield line(f"{wilds}: they stand for other cards in a meld; fours to aces are natural")
    yield line("suits do not matter, except that a three is red or black")


@writes("score.cards")
def _card_values(t: RulesText) -> Lines:
    (dearest, worth), *others = value_groups(t.rules.score.cards)
    text = ", ".join([f"{dearest} are worth {worth:,}", *(f"{kinds} {value or 'nothing'}" for kinds, value in others)])
    yield line(text, "score.cards")
    if t.rules.score.melded:
        yield line("they count for openings and in the score")
    else:
        yield line("they count for openings, and in the score against those who are left with cards")


@writes("deal.hand")
def _hand(t: RulesText) -> Lines:
    yield line(f"everybody is dealt {article(t.words.hand)} of {count(t.rules.deal.hand, 'card')}", "deal.hand")


@writes("reserves.size")
def _reserves(t: RulesText) -> Lines:
    packets = [f"{article(reserve.name)} of {count(reserve.size, 'card')}" for reserve in t.rules.reserves]
    paths = [f"reserves.{reserve.name}.{each}" for reserve in t.rules.reserves for each in ("size", "name")]
    if packets:
        yield line(f"everybody also gets {listed(packets)}", *paths)
        lies, it = ("it lies", "it") if len(t.rules.reserves) == 1 else ("they lie", "them")
        yield line(f"{lies} face down, and nobody looks at {it} before picking {it} up")


@writes("deal.dealers")
def _dealers(t: RulesText) -> Lines:
    deal, names = t.rules.deal, [f"every {reserve.name}" for reserve in t.rules.reserves]
    second = {
        "neighbours": "the player to the left",
        "partners": f"the dealer's {'partner' if t.partners == 1 else 'next partner'}" if t.partners else "",
        "each packet": "the player to the left",
    }.get(deal.dealers, "")
    text = "the dealer deals all cards"
    if names and second:
        text = f"the dealer deals every {t.words.hand}, "
        if deal.dealers == "each packet" and len(names) > 1:
            *between, last = names[1:]
            text += ", ".join([f"{second} {names[0]}", *(f"the next one {name}" for name in between)])
            text += f", and the next one {last}"
        else:
            comma = ", the second dealer," if deal.first == "left of second dealer" else ""
            text += f"and {second}{comma} deals {listed(names)}"
    yield line(text, "deal.dealers")
    yield line(f"after each {t.words.deal} the next player to the left is the dealer")


@writes("deal.first")
def _first(t: RulesText) -> Lines:
    second = t.rules.deal.first == "left of second dealer"
    text = f"the player to the left of the {'second ' if second else ''}dealer begins"
    if t.rules.table.score_keeper and t.rules.seats > 2:
        text += "; if that is the Score Keeper, the next one"
    yield line(f"{text}, and play goes round to the left", "deal.first")


@writes("deal.upcard")
def _upcard(t: RulesText) -> Lines:
    deal = t.rules.deal
    yield line("the top card of the stock is turned to begin the discard pile")
    if deal.reject:
        then = "it stays there and another card is turned on top of it"
        if deal.rejected == "returned":
            then = "it goes back into the stock at a random place and another card is turned"
        text = f"if it is {listed(map(card, deal.reject), 'or')}, {then}"
        if deal.turn_again == "once":
            yield line(f"{text}; that one stays, whatever it is", "deal.reject", "deal.rejected", "deal.turn_again")
        else:
            yield line(f"{text}, until some other card shows", "deal.reject", "deal.rejected")
    else:
        yield line("any card will do", "deal.reject")


@writes("procedures.exact_cut")
def _exact_cut(t: RulesText) -> Lines:
    bonus = t.rules.procedures.exact_cut
    if not bonus:
        return
    counts = dict.fromkeys(t.rules.exact_cuts)
    cards = listed(map(str, counts), "or")
    first = t.rules.procedures.cut_dealers == "first" and t.rules.deal.dealers != "one"
    who = f"the dealer of the {t.words.hand}s" if first else "each dealer"
    upcard = " with the first card of the pile" if t.rules.procedures.cut_upcard else ""
    text = f"{who} lifts cards off the deck to deal from; to lift exactly the cards to deal, {cards} here{upcard}, "
    text += f"earns {bonus:,}"
    yield line(
        text + (" for the side" if t.partners else ""),
        *(f"procedures.{name}" for name in ("exact_cut", "cut_dealers", "cut_upcard")),
    )
    yield line("cards too many go back, cards too few are added, and nothing is lost")


@writes("draw.stock")
def _draw(t: RulesText) -> Lines:
    drawn = count(t.rules.draw.stock, "card")
    text = f"a turn begins with the draw: take {drawn} from the stock, or else the discard pile"
    yield line(text, "draw.stock", claims=(Claim("cards drawn", t.rules.draw.stock),))
    if t.rules.draw.stock > 1:
        yield line("if the stock holds fewer, take what there is")


@writes("procedures.stock_piles")
def _stock_piles(t: RulesText) -> Lines:
    piles = t.rules.procedures.stock_piles
    if piles > 1:
        text = f"the stock lies face down in {number(piles)} piles, and you may draw from any of them"
        yield line(text, "procedures.stock_piles")


@writes("pile.take")
def _take(t: RulesText) -> Lines:
    take = t.rules.pile.take
    text = f"its top {count(take, 'card')}, or all of a smaller pile" if take else "all of it"
    claim = Claim("cards taken with the pile", take)
    yield line(f"whoever takes the discard pile takes {text}", "pile.take", claims=(claim,))


@writes("pile.need")
def _need(t: RulesText) -> Lines:
    need = t.rules.pile.need
    yours = "your side" if t.partners else "yours"
    ways = ["two natural cards from your hand of the rank of its top card"] if "pair" in need else []
    ways += [text.format(yours=yours) for way, text in _WAYS.items() if way in need]
    claim = Claim("what takes the pile", need)
    yield line(f"to take the pile you need {', or '.join(ways)}", "pile.need", claims=(claim,))
    missing = tuple(way for way in _WAYS if way not in need)
    if missing:
        yield line(_NOT_WAYS[missing], "pile.need")


@writes("pile.use")
def _use(t: RulesText) -> Lines:
    if t.rules.pile.use == "meld":
        text = "the top card is melded at once, with the cards that take it"
        yield line(text, "pile.use", claims=(Claim("taking cards are melded", True),))
        meld = t.rules.meld
        if t.rules.open_melds == "canastas and one":
            yield line("they begin a meld of that rank, where another may begin, or join an open one")
        elif t.rules.open_melds == "one":
            text = f"if {t.your_side} {t.has} an open meld of that rank, they join it"
            yield line(text + ("" if meld.grows else f", and may not bring it above {count(meld.size, 'card')}"))
        yield line("the rest of what you take comes into your hand")
        return
    text = "once you have opened, the pair is only shown: it stays in your hand, and the pile comes to it"
    yield line(text, "pile.use", claims=(Claim("taking cards are melded", False),))
    yield line("before, the pair and the top card are melded as part of the opening", "pile.use")


@writes("pile.wild_top")
def _wild_top(t: RulesText) -> Lines:
    texts = {
        "no": "nobody takes a pile with a wild card on top",
        "any wilds": "a wild card on top is taken with any two wild cards from your hand, as a meld of wild cards",
        "same wilds": "a joker on top is taken with two jokers from your hand, a two with two twos, "
        "as a meld of wild cards",
    }
    pairs = {
        "no": ((), ()),
        "any wilds": (("two jokers", "a joker and a two", "two twos"),) * 2,
        "same wilds": (("two jokers",), ("two twos",)),
    }
    joker, two = pairs[t.rules.pile.wild_top]
    claims = (Claim("what takes a joker", joker), Claim("what takes a two", two))
    yield line(texts[t.rules.pile.wild_top], "pile.wild_top", claims=claims)


@writes("pile.blocked")
def _blocked(t: RulesText) -> Lines:
    # Threes are never melded, and so never taken, whatever else blocks; of red ones it is said where they can lie there.
    held = ["red three"] if t.rules.threes.red == "held" else []
    blocked = dict.fromkeys([*t.rules.pile.blocked_by, "black three", *held])
    text = f"nobody takes the pile while {listed(map(card, blocked), 'or')} lies on top"
    claim = Claim("cards that block the pile", tuple(dict.fromkeys([*blocked, "red three"])))
    yield line(text, "pile.blocked_by", claims=(claim,))


@writes("pile.frozen")
def _frozen(t: RulesText) -> Lines:
    pile = t.rules.pile
    if not pile.frozen_by and not pile.frozen_until_open:
        yield line(
            "the pile is never frozen: wild cards below the top mean nothing",
            "pile.frozen_by",
            "pile.frozen_until_open",
            claims=(Claim("cards that freeze the pile", ()), Claim("frozen until you open", False)),
        )
        return
    if set(pile.need) - {"pair"}:
        text = "a frozen pile is taken only with two natural cards from the hand"
        yield line(text, claims=(Claim("what takes a frozen pile", ("pair",)),))
    if pile.frozen_until_open:
        text = f"the pile is frozen for {t.your_side} until {t.your_side} {t.has} opened"
        yield line(text, "pile.frozen_until_open", claims=(Claim("frozen until you open", True),))
    inside = [text for key, text in _FREEZING.items() if key in pile.frozen_by]
    reasons = [f"{listed(inside, 'or')} in the pile"] if inside else []
    turned = tuple(key for key in t.rules.freezing_upcards if key not in t.rules.freezing)
    if turned:
        whose = "its" if reasons else "the pile's"
        reasons.append(f"{listed(map(card, turned), 'or')} turned as {whose} first card")
    if reasons:
        comma = "," if len(reasons) > 1 else ""
        text = f"{', or '.join(reasons)}{comma} freezes it for everybody until somebody takes it"
        within = Claim("cards that freeze the pile", t.rules.freezing)
        yield line(text, "pile.frozen_by", claims=(within, Claim("first cards that freeze the pile", turned)))


@writes("pile.consecutive")
def _consecutive(t: RulesText) -> Lines:
    if not t.rules.pile.consecutive:
        text = "if you took the pile on your last turn, you may not take it on this one"
        yield line(text, "pile.consecutive", claims=(Claim("twice running", False),))


@writes("pile.last_card")
def _last_card(t: RulesText) -> Lines:
    if not t.rules.pile.last_card:
        text = "with one card in your hand you may not take a pile of one card"
        yield line(text, "pile.last_card", claims=(Claim("one card for one card", False),))


@writes("pile.empty")
def _empty(_: RulesText) -> Lines:
    yield line("when the pile is empty, there is nothing to take")


@writes("pile.restore")
def _restore(t: RulesText) -> Lines:
    penalty = t.rules.pile.restore
    if penalty:
        text = "the top card may be taken up on trial, once a turn; if you find no use for it, you put it back"
        claim = Claim("lifting the top card", True)
        yield line(f"{text}, lose {penalty:,} points and draw", "pile.restore", claims=(claim,))


@writes("pile.end")
def _end(t: RulesText) -> Lines:
    if t.rules.pile.end == "knock":
        text = "after drawing from the stock a turn ends with one discard, face up on the pile"
        text += "; after taking the pile it ends without a discard, with a knock on the table"
    else:
        text = "every turn ends with one discard, face up on the pile"
    yield line(text, "pile.end", claims=(Claim("after taking, a turn ends with", t.rules.pile.end),))
