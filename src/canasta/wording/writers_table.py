"""Sentences on the table, the cards, the deal, the draw and the discard pile."""

from __future__ import annotations

from canasta.base.english import article, card, count, listed, number, numbers, value_groups
from canasta.rules.words import melds as meld_words
from canasta.rules.words import table as table_words
from canasta.wording.claims import Claim
from canasta.wording.lines import Lines, RulesText, line, writes


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
        yield line("everyone plays alone", "table.sides")
        return
    text = f"the players form {number(t.rules.sides)} sides of {number(t.partners + 1)}"
    seats = "opposite each other" if t.partners == 1 else "at equal distances, with opponents between them,"
    yield line(f"{text}; partners sit {seats} and meld and score together", "table.sides")


@writes("table.score_keeper")
def _score_keeper(t: RulesText) -> Lines:
    if t.keeps_score:
        text = "one player keeps score for the whole match: the Score Keeper plays like everyone else"
        yield line(f"{text} but never deals or goes first", "table.score_keeper")


@writes("procedures.seats")
def _seats(t: RulesText) -> Lines:
    yield line(t.fill(table_words.SEATS[t.rules.procedures.seats].sentence), "procedures.seats")


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
    yield line("suits do not matter, except that threes are either red or black")


@writes("score.cards")
def _card_values(t: RulesText) -> Lines:
    (dearest, worth), *others = value_groups(t.rules.score.cards)
    text = ", ".join([f"{dearest} are worth {worth:,}", *(f"{kinds} {value or 'nothing'}" for kinds, value in others)])
    yield line(text, "score.cards")
    if t.rules.score.melded:
        yield line("these values count toward openings and in the score")
    else:
        yield line(
            "these values count toward openings; in the score they count only against players left holding cards"
        )


@writes("deal.hand")
def _hand(t: RulesText) -> Lines:
    yield line(f"each player is dealt {article(t.words.hand)} of {count(t.rules.deal.hand, 'card')}", "deal.hand")
    for change, when, paths in t.later("hand"):
        yield line(f"{when}, {article(t.words.hand)} has {count(change.hand, 'card')}", *paths)


@writes("reserves.size")
def _reserves(t: RulesText) -> Lines:
    packets = [f"{article(reserve.name)} of {count(reserve.size, 'card')}" for reserve in t.rules.reserves]
    paths = [f"reserves.{reserve.name}.{each}" for reserve in t.rules.reserves for each in ("size", "name")]
    if packets:
        yield line(f"each player also gets {listed(packets)}", *paths)
        lies, it = ("it lies", "it") if len(t.rules.reserves) == 1 else ("they lie", "them")
        yield line(f"{lies} face down, and you may not look at {it} before you pick {it} up")


@writes("deal.dealers")
def _dealers(t: RulesText) -> Lines:
    deal, names = t.rules.deal, [f"every {reserve.name}" for reserve in t.rules.reserves]
    if deal.dealers == "each player":
        own = listed([t.words.hand, *(reserve.name for reserve in t.rules.reserves)])
        yield line(f"you deal your own {own}, and so does everyone else", "deal.dealers")
        yield line(f"after each {t.words.deal} the next player to the left is the dealer")
        return
    second = t.fill(table_words.DEALERS[deal.dealers].sentence)
    text = "the dealer deals all cards"
    if names and second:
        text = f"the dealer deals every {t.words.hand}, "
        if deal.dealers not in {"neighbours", "partners"} and len(names) > 1:
            *between, last = names[1:]
            text += ", ".join([f"{second} {names[0]}", *(f"the next one {name}" for name in between)])
            text += f", and the next one {last}"
        else:
            comma = ", the second dealer," if deal.first == "left of second dealer" else ""
            text += f"and {second}{comma} deals {listed(names)}"
    yield line(text, "deal.dealers")
    yield line(f"after each {t.words.deal} the next player to the left deals")


@writes("deal.first")
def _first(t: RulesText) -> Lines:
    text = f"{table_words.FIRST[t.rules.deal.first].sentence} begins"
    if t.keeps_score and t.rules.deal.first != "dealer":
        text += " (or the next player, if that is the Score Keeper)"
    yield line(f"{text}, and play goes to the left", "deal.first")


@writes("deal.upcard")
def _upcard(t: RulesText) -> Lines:
    deal = t.rules.deal
    if not deal.upcard:
        yield line("no card is turned up: the discard pile begins with the first discard", "deal.upcard")
        return
    yield line("the top card of the stock is turned up to start the discard pile")
    if deal.reject:
        text = f"if it is {listed(map(card, deal.reject), 'or')}, {table_words.REJECTED[deal.rejected].sentence}"
        paths = ["deal.reject", "deal.rejected", *(["deal.turn_again"] if deal.turn_again == "once" else [])]
        yield line(text + table_words.TURN_AGAIN[deal.turn_again].sentence, *paths)
    else:
        yield line("any card is accepted", "deal.reject")


@writes("procedures.exact_cut")
def _exact_cut(t: RulesText) -> Lines:
    bonus = t.rules.procedures.exact_cut
    if not bonus:
        return
    counts = dict.fromkeys(t.rules.exact_cuts)
    cards = listed(map(str, counts), "or")
    who = t.fill(
        table_words.CUT_DEALERS["all" if t.rules.deal.dealers == "one" else t.rules.procedures.cut_dealers].sentence
    )
    if t.rules.deal.dealers == "each player":
        who = "each player"
    procedures = t.rules.procedures
    upcard = ", including the first card of the pile," if procedures.cut_upcard else ""
    if procedures.cut_either:
        upcard = ", with or without the first card of the pile,"
    text = f"{who} cuts cards off the deck to deal; cutting exactly the {cards} needed{upcard} earns {bonus:,}"
    yield line(
        text + (" for the side" if t.partners else ""),
        *(f"procedures.{name}" for name in ("exact_cut", "cut_dealers", "cut_upcard")),
        *(["procedures.cut_either"] if procedures.cut_either else []),
    )
    yield line("extra cards go back and missing ones are added; there is no penalty")


@writes("draw.stock")
def _draw(t: RulesText) -> Lines:
    drawn = count(t.rules.draw.stock, "card")
    text = f"begin your turn by drawing {drawn} from the stock or by taking the discard pile"
    yield line(text, "draw.stock", claims=(Claim("cards drawn", t.rules.draw.stock),))
    for change, when, paths in t.later("draw"):
        yield line(f"{when}, you draw {count(change.draw, 'card')}", *paths)
    if t.rules.draw.stock > 1 or any(change.draw > 1 for change in t.rules.deals):
        yield line("if the stock has fewer, take what is left")


@writes("procedures.stock_piles")
def _stock_piles(t: RulesText) -> Lines:
    piles = t.rules.procedures.stock_piles
    if piles > 1:
        text = f"the stock lies face down in {number(piles)} piles, and you may draw from any of them"
        yield line(text, "procedures.stock_piles")


@writes("pile.take")
def _take(t: RulesText) -> Lines:
    take = t.rules.pile.take
    claim = Claim("cards taken with the pile", take)
    yield line(f"when you take the discard pile, you take {_taken(take)}", "pile.take", claims=(claim,))
    for change, when, paths in t.later("take"):
        yield line(f"{when}, you take {_taken(change.take)}", *paths)


def _taken(take: int) -> str:
    return f"its top {count(take, 'card')}, or all of a smaller pile" if take else "all of it"


@writes("pile.need")
def _need(t: RulesText) -> Lines:
    need = t.rules.pile.need
    ways = [t.fill(way.sentence) for way in table_words.NEED.those(need)]
    claim = Claim("what takes the pile", need)
    yield line(f"to take the pile you need {', or '.join(ways)}", "pile.need", claims=(claim,))
    missing = [way for way in table_words.NEED if way.value not in need and way.missing]
    if missing:
        first, *others = missing
        yield line(", ".join([first.missing, *(way.nor for way in others)]), "pile.need")
    if t.rules.pile.least:
        yield line(f"the pile can be taken only when it has at least {count(t.rules.pile.least, 'card')}", "pile.least")
    for change, when, paths in t.later("least"):
        text = f"it needs at least {count(change.least, 'card')}" if change.least else "it may have any number of cards"
        yield line(f"{when}, {text} to be taken", *paths)


@writes("pile.use")
def _use(t: RulesText) -> Lines:
    use = table_words.USE[t.rules.pile.use].sentence
    if t.rules.pile.use == "meld":
        yield line(use, "pile.use", claims=(Claim("taking cards are melded", True),))
        meld = t.rules.meld
        if t.rules.open_melds == "canastas and one":
            yield line("they start a new meld of that rank if another may begin, or join an open one")
        elif t.rules.open_melds == "one":
            yield line(f"if {t.your_side} {t.has} an open meld of that rank, add them to it")
            if not meld.grows:
                yield line(f"a meld can't have more than {count(meld.size, 'card')}")
        yield line("the other cards you take go into your hand")
        return
    yield line(use, "pile.use", claims=(Claim("taking cards are melded", False),))
    yield line("before that, the pair and the top card are melded as part of the opening", "pile.use")


@writes("pile.wild_top")
def _wild_top(t: RulesText) -> Lines:
    word = table_words.WILD_TOP[t.rules.pile.wild_top]
    claims = (Claim("what takes a joker", word.joker), Claim("what takes a two", word.two))
    yield line(word.sentence, "pile.wild_top", claims=claims)


@writes("pile.blocked")
def _blocked(t: RulesText) -> Lines:
    # Threes are never melded, and so never taken, whatever else blocks; of red ones it is said where they can lie there.
    threes = t.rules.threes
    if not t.rules.deal.upcard and threes.red == threes.black == "laid" and threes.red_dealt != "after the opening":
        claim = Claim("cards that block the pile", ("red three", "black three"))
        yield line(
            "neither a red three nor a black three ever lies in the pile: they are laid down",
            "pile.blocked_by",
            claims=(claim,),
        )
        return
    held = ["red three"] if threes.red == "held" or threes.red_dealt == "after the opening" else []
    blocked = dict.fromkeys([*t.rules.pile.blocked_by, "black three", *held])
    text = f"nobody can take the pile while {listed(map(card, blocked), 'or')} lies on top"
    claim = Claim("cards that block the pile", tuple(dict.fromkeys([*blocked, "red three"])))
    yield line(text, "pile.blocked_by", claims=(claim,))


@writes("pile.frozen")
def _frozen(t: RulesText) -> Lines:
    pile = t.rules.pile
    closed = t.fill(meld_words.OPENING_PILE[t.rules.opening.pile].sentence)
    if closed:
        yield line(closed, "opening.pile")
    if not pile.frozen_by and not pile.frozen_until_open:
        yield line(
            "the pile is never frozen: wild cards under the top card have no effect",
            "pile.frozen_by",
            "pile.frozen_until_open",
            claims=(Claim("cards that freeze the pile", ()), Claim("frozen until you open", False)),
        )
        return
    if set(pile.need) - {"pair"}:
        text = "a frozen pile can be taken only with two natural cards from your hand"
        yield line(text, claims=(Claim("what takes a frozen pile", ("pair",)),))
    if pile.frozen_until_open:
        text = f"the pile is frozen for {t.your_side} until {t.your_side} {t.has} opened"
        yield line(text, "pile.frozen_until_open", claims=(Claim("frozen until you open", True),))
    inside = [word.sentence for word in table_words.FROZEN_BY.those(pile.frozen_by) if word.sentence]
    reasons = [f"{listed(inside, 'or')} in the pile"] if inside else []
    turned = tuple(key for key in t.rules.freezing_upcards if key not in t.rules.freezing)
    if turned:
        whose = "its" if reasons else "the pile's"
        reasons.append(f"{listed(map(card, turned), 'or')} turned as {whose} first card")
    if reasons:
        comma = "," if len(reasons) > 1 else ""
        text = f"{', or '.join(reasons)}{comma} freezes it for everyone until someone takes it"
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


@writes("discard.kept")
def _kept(t: RulesText) -> Lines:
    discard = t.rules.discard
    if discard.kept:
        text = f"you may discard {listed(map(card, discard.kept), 'or')} only if you hold nothing else"
        yield line(text, "discard.kept")
    last = [*map(card, discard.kept_empty), *(["a card of a dead rank"] if discard.dead_empty else [])]
    if last:
        text = f"when the pile is empty, you may discard {listed(last, 'or')} only if you hold no other cards"
        paths = [f"discard.{name}" for name in ("kept_empty", "dead_empty") if getattr(discard, name)]
        yield line(text, *paths)


@writes("talon.cards")
def _talon(t: RulesText) -> Lines:
    talon = t.rules.talon
    if not talon.first:
        return
    text = (
        f"if you open without taking the pile, you draw {count(talon.first, 'card')} from the stock after your discard"
    )
    yield line(f"{text}, to play them from your next turn on", "talon.first")
    if talon.later != talon.first:
        others = "another side" if t.partners else "another player"
        text = f"if {others} has opened before, you draw {count(talon.later, 'card') if talon.later else 'none'}"
        yield line(text, "talon.later")
    if talon.least:
        yield line(f"if the stock has fewer than {count(talon.least, 'card')} then, nobody draws any", "talon.least")


@writes("pile.restore")
def _restore(t: RulesText) -> Lines:
    penalty = t.rules.pile.restore
    if penalty:
        text = "once per turn you may lift the top card to try it; if you cannot use it, you put it back"
        claim = Claim("lifting the top card", True)
        yield line(f"{text}, lose {penalty:,} points and draw", "pile.restore", claims=(claim,))


@writes("pile.end")
def _end(t: RulesText) -> Lines:
    claim = Claim("after taking, a turn ends with", t.rules.pile.end)
    yield line(table_words.END[t.rules.pile.end].sentence, "pile.end", claims=(claim,))
