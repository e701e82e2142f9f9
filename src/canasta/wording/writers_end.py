"""Sentences on going out, the end of deals and matches, the count, and conduct."""

from __future__ import annotations

from typing import Final

from canasta.base.english import article, cards, count, listed, number
from canasta.rules.groups_rare import SpecialHand
from canasta.rules.words import end as end_words
from canasta.rules.words import table as table_words
from canasta.wording.claims import Claim
from canasta.wording.lines import Lines, RulesText, line, writes
from canasta.wording.writers_melds import unfinished_wilds


def canastas_needed(t: RulesText) -> list[str]:
    """Return the canastas needed to go out: "two clean canastas", "one wild canasta"; none if none are needed."""
    out, words = t.rules.out, t.words
    needed = [
        t.canastas(n, kind)
        for n, kind in ((out.natural, words.natural), (out.mixed, words.mixed), (out.wild, words.wild))
        if n
    ]
    if out.special:
        needed += [f"{t.canastas(out.special, words.natural)} of {cards(each.rank)}" for each in t.rules.specials]
    if out.canastas:
        any_kind = t.canastas(out.canastas)
        needed.append(f"{any_kind} in all" if needed else f"{any_kind} of any kind")
    return needed


def _needed(t: RulesText) -> tuple[str, ...]:
    """Return the canastas needed, by class, and then in all where that is more; natural ones beyond the special ones among them."""
    out = t.rules.out
    among = out.special * sum(special.counts for special in t.rules.specials)
    classes = [("natural", max(out.natural - among, 0)), ("mixed", out.mixed), ("wild", out.wild)]
    classes += [(special.rank, out.special) for special in t.rules.specials]
    needed = [f"{many} {sort}" for sort, many in classes if many]
    if out.canastas > sum(many for _, many in classes):
        needed.append(f"{out.canastas} in all")
    return tuple(needed)


@writes("out.contract")
def _contract(t: RulesText) -> Lines:
    out, words = t.rules.out, t.words
    needed = canastas_needed(t)
    goes = f"to go out, that is, to play your last card and end the {words.deal}"
    names = ("natural", "mixed", "wild", "special", "canastas")
    if not needed:
        claim = Claim("canastas needed", ())
        yield line(f"{goes}, you need no {words.canastas}", *(f"out.{name}" for name in names), claims=(claim,))
        yield from _later_contracts(t)
        yield from _unfinished_wilds(t)
        return
    text = f"{goes}, {t.your_side} must have {listed(needed)}"
    claim = Claim("canastas needed", _needed(t))
    yield line(text, *(f"out.{name}" for name in names if getattr(out, name)), claims=(claim,))
    yield from _later_contracts(t)
    apart = [each for each in t.rules.specials if not each.counts]
    if out.natural and out.special and apart:
        yield line(f"those of {listed(cards(each.rank) for each in apart)} do not count among the others")
    counted = [each for each in t.rules.specials if each.counts]
    if out.natural and counted:
        text = f"{words.natural} {words.canastas} of {listed(cards(each.rank) for each in counted)} count among the {words.natural} ones"
        claim = Claim("special ranks that count as natural", tuple(each.rank for each in counted))
        yield line(text, *(f"specials.{each.rank}.counts" for each in counted), claims=(claim,))
    if out.canastas and max(t.rules.threes.black_meld, default=0) >= t.rules.meld.size:
        counts = "counts" if out.black_counts else "does not count"
        claim = Claim("canastas of black threes count", out.black_counts)
        yield line(f"a {words.canasta} of black threes {counts} among them", "out.black_counts", claims=(claim,))
    yield from _unfinished_wilds(t)


def _unfinished_wilds(t: RulesText) -> Lines:
    if t.rules.meld.wilds_finished:
        yield line(f"{unfinished_wilds(t)}, you may not go out", "meld.wilds_finished")
    whose, size = "your side has" if t.partners else "you have", number(t.rules.meld.size)
    for special in t.rules.specials:
        if special.finished:
            text = f"while {whose} a meld of fewer than {size} {cards(special.rank)} without wild cards, you may not go out"
            yield line(text, f"specials.{special.rank}.finished")


def _later_contracts(t: RulesText) -> Lines:
    """Yield what is needed in later deals of the match."""
    for change, when, paths in t.later("natural", "mixed", "wild", "special", "canastas"):
        needed = canastas_needed(RulesText(t.rules.in_deal(change.deal)))
        text = f"{t.your_side} must have {listed(needed)}" if needed else f"you need no {t.words.canastas}"
        yield line(f"{when}, {text}", f"deals.{change.deal}.deal", *paths)


@writes("out.keep")
def _keep(t: RulesText) -> Lines:
    text = "until you may go out, you must keep a card"
    if t.rules.pile.end == "knock":
        text += " at the end of your turn, so you need two before you discard, or one if you knock"
    elif not t.rules.out.passing:
        text += ", so you need two before you discard"
    yield line(text, claims=(Claim("cards needed to discard", 2),))
    if t.rules.talon.first:
        yield line("an opening that brings you cards needs to leave you only the card that you discard", "talon.first")
    names = [reserve.name for reserve in t.rules.reserves]
    giving = [reserve.name for reserve in t.rules.reserves if reserve.trigger == "hand empty"]
    if giving:
        before = names[: names.index(giving[0])]
        when = f"once you have your {listed(before)} and" if before else "while"
        text = f"{when} your {listed(giving, 'or')} is still to come, you may still play your last card"
        yield line(f"{text}: an empty hand brings it")


@writes("out.discard")
def _discard(t: RulesText) -> Lines:
    claim = Claim("going out without a discard", t.rules.out.discard != "required")
    yield line(end_words.LAST_DISCARD[t.rules.out.discard].sentence, "out.discard", claims=(claim,))


@writes("out.reserves")
def _reserves(t: RulesText) -> Lines:
    if not t.rules.reserves:
        return
    needed = [reserve.name for reserve in t.rules.reserves if reserve.needed]
    claims: tuple[Claim, ...] = (Claim("reserves needed", len(needed)),)
    if needed:
        yield line(f"before you go out, you must have picked up your {listed(needed)}", claims=claims)
        claims = ()
    left = [reserve.name for reserve in t.rules.reserves if not reserve.needed]
    if left:
        names = listed(left)
        text = f"you may go out without having picked up your {names}: your last card then ends the {t.words.deal}"
        yield line(text, *(f"reserves.{name}.needed" for name in left), claims=claims)


@writes("out.permission")
def _permission(t: RulesText) -> Lines:
    permission = t.rules.out.permission
    if not t.partners or permission == "none":
        return
    who = "your partner" if t.partners == 1 else "one of your partners"
    text = f"you {end_words.PERMISSION[permission].sentence} {who} for permission to go out, and the answer is binding"
    yield line(text, "out.permission", claims=(Claim("permission", permission),))
    if t.partners > 1 and t.rules.out.answers == "every":
        yield line(end_words.ANSWERS[t.rules.out.answers].sentence, "out.answers")


@writes("out.ask")
def _ask(t: RulesText) -> Lines:
    if t.partners and t.rules.out.permission != "none":
        again = t.rules.out.ask_again
        after = (
            "but you may ask again on your next turn" if again else f"and you may not ask again in this {t.words.deal}"
        )
        text = f"after a yes you must go out this turn; after a no you may not, {after}"
        yield line(text, "out.ask_again", claims=(Claim("a partner's answer binds", True),))


@writes("out.sure")
def _sure(t: RulesText) -> Lines:
    if t.partners and t.rules.out.permission != "none":
        claim = Claim("asking needs a sure end", True)
        yield line("you may ask only if the cards you can see let you go out this turn", claims=(claim,))


@writes("out.partner")
def _partner(t: RulesText) -> Lines:
    out = t.rules.out
    if not t.rules.reserves:
        return
    last = t.rules.reserves[-1].name
    if t.partners and out.partner != "no":
        who = "your partner" if t.partners == 1 else "each of your partners"
        how = end_words.PARTNER[out.partner].sentence
        claim = Claim("the partner's reserve", out.partner)
        yield line(f"{who} must have picked up the {last}{how}", "out.partner", claims=(claim,))
    if out.opponents != "no":
        other = "the other" if t.rules.sides == 2 else "every other"
        whom = f"a player of {other} side" if t.partners else f"{other} player"
        if t.partners and out.opponents == "picked up":
            whom = f"every player of {other} side"
        text = f"{whom} must have picked up the {last}{end_words.OPPONENTS[out.opponents].sentence}"
        yield line(text, "out.opponents", claims=(Claim("an opponent's reserve", out.opponents),))


@writes("out.pass")
def _pass(t: RulesText) -> Lines:
    if t.rules.out.passing:
        text = "if you have one card left and may not go out, you end your turn without a discard"
        yield line(text, "out.passing", claims=(Claim("passing with one card", True),))


_WITHOUT_STOCK: Final = "taking the pile without a stock"


@writes("exhaustion.ends")
def _ends(t: RulesText) -> Lines:
    end = t.rules.exhaustion
    if end.three:
        colour = "" if t.rules.threes.black == "laid" else "red "
        text = f"when the last card of the stock is a {colour}three, the {t.words.deal} ends as soon as you draw it, and it stays in your hand"
        yield line(text, "exhaustion.three")
    if end.ends == "at draw" and not end.pile:
        text = f"the {t.words.deal} ends at once when a turn begins and the stock is empty: the pile can no longer be taken"
        yield line(text, "exhaustion.ends", "exhaustion.pile", claims=(Claim(_WITHOUT_STOCK, False),))
        return
    claims = (Claim(_WITHOUT_STOCK, True),) if end.ends == "pile only" else ()
    yield line(
        t.fill(end_words.ENDS[end.ends].sentence, taken=end_words.FORCED[end.forced].taken),
        "exhaustion.ends",
        claims=claims,
    )
    if end.ends != "pile only":
        may = "may still be taken" if end.pile else "can no longer be taken"
        claim = Claim(_WITHOUT_STOCK, end.pile)
        yield line(f"with the stock empty, the pile {may}", "exhaustion.pile", claims=(claim,))


@writes("exhaustion.forced")
def _forced(t: RulesText) -> Lines:
    must = end_words.FORCED[t.rules.exhaustion.forced].sentence
    if must:
        text = f"with the stock empty, if the pile is not frozen and its top card fits one of {t.your} melds, {must}"
        yield line(text, "exhaustion.forced", claims=(Claim("taking must", t.rules.exhaustion.forced),))


@writes("exhaustion.bonus")
def _bonus(t: RulesText) -> Lines:
    if not t.rules.exhaustion.bonus:
        yield line("with the stock empty, going out earns no bonus", "exhaustion.bonus")


@writes("score.canastas")
def _canastas(t: RulesText) -> Lines:
    score, words = t.rules.score, t.words
    parts = [f"each {words.natural} {words.canasta} earns {score.natural:,}"]
    paths = ["score.natural"]
    if t.rules.meld.wilds:
        parts.append(f"each {words.mixed} one {score.mixed:,}")
        paths.append("score.mixed")
    if t.rules.meld.wild_melds:
        parts.append(f"each {words.wild} one {score.wild:,}")
        paths.append("score.wild")
    if max(t.rules.threes.black_meld, default=0) >= t.rules.meld.size:
        parts.append(f"one of black threes {score.black:,}" if score.black else "one of black threes nothing")
        paths.append("score.black")
    yield line(listed(parts), *paths)
    kinds = t.rules.wild_canastas
    if kinds.jokers:
        yield line(
            f"{article(words.wild)} {words.canasta} with four jokers earns {kinds.jokers:,}", "wild_canastas.jokers"
        )
    if kinds.twos:
        yield line(f"{article(words.wild)} {words.canasta} of twos alone earns {kinds.twos:,}", "wild_canastas.twos")
    if score.unfinished_wild:
        text = f"a meld of wild cards that is not {article(words.canasta)} at the end costs {score.unfinished_wild:,}"
        yield line(text, "score.unfinished_wild")


@writes("special_hands.cards")
def _special_hands(t: RulesText) -> Lines:
    if not t.rules.special_hands:
        return
    text = f"after your draw, if {t.your_side} {t.has} not opened, you may show a special hand: that ends the {t.words.deal}"
    yield line(f"{text}, and {t.your_side} {'scores' if t.partners else 'score'} its points and nothing else")
    for hand in t.rules.special_hands:
        path = f"special_hands.{hand.name}"
        values = ("name", "groups", "wilds", "any_wilds", "wild_groups", "ranks", "points")
        usual = {"wilds": (), "any_wilds": 0, "wild_groups": False, "ranks": ()}
        used = [f"{path}.{name}" for name in values if getattr(hand, name) != usual.get(name)]
        yield line(f"{hand.name} ({hand.points:,}): {_shape(hand)}", *used)


_PAIR: Final = 2


def _shape(hand: SpecialHand) -> str:
    """Return what a special hand is made of."""
    sizes = {1: "single card", 2: "pair", 3: "three of a kind", 4: "four of a kind", 5: "five of a kind"}

    def group(size: int, number_of: int) -> str:
        name = sizes.get(size, f"{number(size)} of a kind")
        if size <= _PAIR:
            return count(number_of, name)
        return f"{number(number_of)} times {name}" if number_of > 1 else name

    parts = [group(size, many) for size, many in hand.groups]
    parts += [f"{group(size, many)} of equal wild cards" for size, many in hand.wilds]
    parts += [f"{count(hand.any_wilds, 'wild card')} of any kind"] if hand.any_wilds else []
    text = listed(parts)
    if hand.ranks:
        text += f", {listed(map(cards, hand.ranks))} among them"
    if hand.wild_groups:
        return f"{text}; groups of equal wild cards may be among them"
    return text if hand.wilds or hand.any_wilds else f"{text}, without wild cards"


@writes("score.melded")
def _melded(t: RulesText) -> Lines:
    if t.rules.score.melded:
        yield line(f"every melded card counts its value, including those in {t.words.canastas}", "score.melded")
    else:
        yield line("melded cards do not count their values", "score.melded")
    yield line(f"every card left {t.held} counts its value against its owner")


@writes("score.out")
def _out(t: RulesText) -> Lines:
    score = t.rules.score
    yield line(f"going out earns {score.out:,}", "score.out")
    if t.rules.opening.concealed != "no" and score.concealed:
        yield line(f"going out concealed earns {score.concealed:,} more", "score.concealed")


@writes("score.order")
def _order(t: RulesText) -> Lines:
    text = end_words.ORDER[t.rules.score.order].sentence
    if text:
        yield line(t.fill(text), "score.order")


@writes("score.positive")
def _positive(t: RulesText) -> Lines:
    if t.rules.score.canastas_needed:
        text = f"for {t.a_side} without the {t.words.canastas} needed to go out, melded cards count like cards left in hand"
        yield line(f"{text}, and no bonus counts", "score.canastas_needed")
    if t.rules.score.canasta_needed:
        text = f"for {t.a_side} without any {t.words.canasta}, melded cards count like cards left in hand"
        yield line(text, "score.canasta_needed")


@writes("match.ends")
def _match(t: RulesText) -> Lines:
    deals, target = t.rules.match.deals, t.rules.match.target
    ends = []
    if deals:
        ends.append(f"after {number(deals)} {t.words.deal}s" if deals > 1 else f"after one {t.words.deal}")
    if target:
        ends.append(f"when {t.a_side} has {target:,} or more after a {t.words.deal}")
    paths = [f"match.{name}" for name in ("deals", "target") if getattr(t.rules.match, name)]
    yield line(f"the match ends {listed(ends, 'or')}; the highest total wins", *paths)


@writes("match.ties")
def _ties(t: RulesText) -> Lines:
    yield line(end_words.TIES[t.rules.match.ties].sentence, "match.ties")


@writes("procedures.frozen_in_time")
def _frozen_in_time(t: RulesText) -> Lines:
    if not t.rules.procedures.frozen_in_time:
        return
    when, paths = table_words.FROZEN_AFTER[t.rules.procedures.frozen_after].sentence, ["procedures.frozen_in_time"]
    if t.rules.procedures.frozen_after == "any draw":
        paths.append("procedures.frozen_after")
    text = f"{when}, you may discard at once and go on melding while the others play"
    yield line(f"{text}; play waits for you when your turn comes round", *paths)
    yield line("if you go out in the meantime, the others finish the lap, and play stops when it would be your turn")


@writes("procedures.undo")
def _undo(t: RulesText) -> Lines:
    if t.rules.procedures.undo:
        text = "within your turn you may take back a move that showed nobody a new card"
    else:
        text = "a move stands once it is made; nothing is taken back"
    yield line(text, "procedures.undo")


@writes("turn.order")
def _turn_order(_: RulesText) -> Lines:
    yield line("play goes to the left, and only the player whose turn it is may act")


@writes("turn.draw")
def _turn_draw(_: RulesText) -> Lines:
    yield line("draw from the stock or take the pile before you do anything else")


@writes("turn.drawn")
def _turn_drawn(_: RulesText) -> Lines:
    yield line("draw from the stock or take the pile, never both in one turn")


@writes("turn.cards")
def _turn_cards(_: RulesText) -> Lines:
    yield line("only cards in your hand can be melded or discarded")


@writes("turn.opening")
def _turn_opening(_: RulesText) -> Lines:
    yield line("once you have started your opening, your melds must reach the minimum before you do anything else")


@writes("turn.stuck")
def _turn_stuck(_: RulesText) -> Lines:
    yield line("your turn ends without a discard only if the rules leave you no way to discard")


@writes("turn.answer")
def _turn_answer(t: RulesText) -> Lines:
    if t.partners and t.rules.out.permission != "none":
        yield line("while a question waits for its answer, play waits too")


@writes("turn.asked")
def _turn_asked(t: RulesText) -> Lines:
    if t.partners and t.rules.out.permission != "none":
        yield line(
            "you may ask only once per turn" if t.rules.out.ask_again else f"you may ask only once per {t.words.deal}"
        )


@writes("turn.over")
def _turn_over(t: RulesText) -> Lines:
    yield line(f"when the {t.words.deal} is over, no more cards are played; the count follows")


@writes("turn.unknown")
def _turn_unknown(_: RulesText) -> Lines:
    yield line("anything these rules do not allow is not a legal move")
