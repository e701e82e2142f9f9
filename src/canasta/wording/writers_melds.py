"""Sentences on melds, openings, reserves, threes and special ranks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from canasta.base.english import article, card, cards, count, listed, number, numbers, place, plural
from canasta.rules.groups import Reserve
from canasta.rules.words import melds as meld_words
from canasta.wording.claims import Claim
from canasta.wording.lines import Lines, RuleLine, RulesText, line, writes


@writes("meld.size")
def _size(t: RulesText) -> Lines:
    yield line("a meld is three or more cards of one rank from four to ace, at least two of them natural")
    yield line(f"{count(t.rules.meld.size, 'card')} make {article(t.words.canasta)}", "meld.size")
    natural, mixed = t.words.natural, t.words.mixed
    if t.rules.meld.wilds:
        yield line(f"without wild cards it is {article(natural)} one, with wild cards {article(mixed)} one")
    whose = "your side's melds" if t.partners else "your own melds"
    yield line(f"you may add cards to {whose}, never to anyone else's; melded cards stay on the table")


@writes("meld.grows")
def _grows(t: RulesText) -> Lines:
    canasta = t.words.canasta
    text, paths = f"a finished {canasta} is closed: it takes no more cards", ["meld.grows"]
    if t.rules.meld.grows:
        takes = t.rules.meld.takes
        text = t.fill(meld_words.TAKES[takes].sentence)
        paths += [] if takes == "any cards" else ["meld.takes"]
    yield line(text, *paths, claims=(Claim("adding to a canasta", t.rules.meld.grows),))


@writes("meld.same_rank")
def _same_rank(t: RulesText) -> Lines:
    canasta = t.words.canasta
    claims = (
        Claim("several melds of a rank", t.rules.meld.several),
        Claim("a meld beside a canasta", t.rules.open_melds != "one" or not (t.rules.meld.grows or t.rules.meld.dead)),
    )
    if t.rules.meld.several:
        yield line(f"{t.your_side} may have several open melds of the same rank", "meld.several", claims=claims)
    elif t.rules.meld.another:
        theirs = "it has" if t.partners else "you have"
        text = (
            f"{t.your_side} may begin another meld of a rank only when every one {theirs} is already {article(canasta)}"
        )
        text += f"; the {t.words.canastas} still take cards"
        yield line(text, "meld.several", "meld.another", claims=claims)
    else:
        text = f"{t.your_side} may have only one open meld of a rank"
        if not t.rules.meld.grows and not t.rules.meld.dead:
            text += f"; once it is a finished {canasta}, another may begin"
        yield line(text, "meld.several", claims=claims)
    if t.rules.meld.dead:
        text = f"a rank of which {t.a_side} has {article(canasta)} is dead: nobody begins a meld of it or adds to one"
        yield line(text, "meld.dead")


@writes("meld.slots")
def _slots(t: RulesText) -> Lines:
    if t.rules.open_melds != "one":
        yield line(f"{t.your_side} may have up to eight open melds of one rank")


_MOST_WILDS: Final = "most wild cards with two, three, four, five naturals"


def _most_wilds(t: RulesText) -> Claim:
    """Return what may lie beside two to five natural cards after the opening, in a meld that may be full."""
    meld = t.rules.meld
    most = []
    for naturals in range(2, 6):
        by_ratio = meld_words.RATIO[meld.ratio].most(naturals)
        room = by_ratio if meld.grows and meld.takes != "natural cards" else max(meld.size - naturals, 0)
        most.append(min(by_ratio, meld.wilds, room) if naturals >= meld.wild_base else 0)
    return Claim(_MOST_WILDS, tuple(most))


@writes("meld.wilds")
def _wilds(t: RulesText) -> Lines:
    meld = t.rules.meld
    if not meld.wilds:
        claim = Claim(_MOST_WILDS, (0, 0, 0, 0))
        yield line("wild cards may not be melded with natural cards", "meld.wilds", claims=(claim,))
        return
    most = count(meld.wilds, "wild card")
    ratio = meld_words.RATIO[meld.ratio]
    text = ratio.sentence + (ratio.pairs if meld.wilds >= 2 else "")
    if meld.wilds < t.rules.packs * (4 + t.rules.deck.jokers):
        yield line(f"a meld with natural cards may have at most {most}", "meld.wilds")
    else:
        yield line("a meld with natural cards may have any number of wild cards, with one limit", "meld.wilds")
    yield line(text, "meld.ratio", claims=(_most_wilds(t),))
    if meld.wild_base > 2:
        text = f"after the opening, a wild card may join only a meld that has at least {number(meld.wild_base)} natural cards"
        yield line(text, "meld.wild_base")


@writes("meld.wild_melds")
def _wild_melds(t: RulesText) -> Lines:
    if t.rules.meld.wild_melds:
        size = number(t.rules.meld.size)
        kinds = "any mix of jokers and twos" if t.rules.deck.jokers else "all of them twos"
        text = f"three or more wild cards, {kinds}, form a meld of their own"
        text += f"; {size} make a {t.words.wild} {t.words.canasta}"
    else:
        text = "wild cards alone are not a meld"
    yield line(text, "meld.wild_melds", claims=(Claim("wild melds", t.rules.meld.wild_melds),))
    if t.rules.meld.wilds_kept:
        text = f"{unfinished_wilds(t)}, wild cards may join no other meld"
        yield line(f"{text}; of melds laid together, it counts as the last", "meld.wilds_kept")


def unfinished_wilds(t: RulesText) -> str:
    """Return the time in which there is an unfinished meld of wild cards, as a clause of a sentence."""
    whose = "your side has" if t.partners else "you have"
    return f"while {whose} a meld of fewer than {number(t.rules.meld.size)} wild cards"


@writes("specials.wilds")
def _special_wilds(t: RulesText) -> Lines:
    for wilds in (False, True):
        those = [special for special in t.rules.specials if special.wilds is wilds]
        if not those:
            continue
        paths = [f"specials.{special.rank}.wilds" for special in those]
        ranks = listed(cards(special.rank) for special in those)
        if wilds:
            yield line(
                f"wild cards may be added to {ranks}; the {t.words.canasta} is then an ordinary {t.words.mixed} one",
                *paths,
            )
        else:
            yield line(f"{ranks} may not be melded with wild cards", *paths)
    for special in t.rules.specials:
        if not special.late_wilds:
            text = f"after the opening, a meld of {cards(special.rank)} without wild cards takes none"
            yield line(text, f"specials.{special.rank}.late_wilds")


@writes("opening.minimum")
def _minimum(t: RulesText) -> Lines:
    opening = t.rules.opening
    rows = opening.minimums
    last = t.rules.match.deals if opening.by == "deal" else 0
    first, theirs = ("your side's first melds", "its") if t.partners else ("your first melds", "your")
    yield line(
        f"{first} in a {t.words.deal} are {theirs} opening: one or more melds laid in one turn, together worth a minimum"
    )
    yield line(f"the minimum depends on {t.fill(meld_words.BY[opening.by].sentence)}", "opening.by")
    parts = []
    for at, (start, minimum) in enumerate(rows):
        until = rows[at + 1][0] if at + 1 < len(rows) else None
        row = _rows(opening.by, start, until, at == 0, last)
        if at == 0 and until is not None and opening.by == "deal":
            row += f" {t.words.deal}"
        parts.append(f"{_minimum_text(minimum)} {row}".strip())
    yield line(f"the minimum is {listed(parts)}", "opening.minimums")
    needed = meld_words.TRIPLE[opening.triple].sentence
    if needed:
        yield line(f"an opening must include {needed}", "opening.triple")
    if opening.round > 1:
        text = f"nobody lays cards or takes the pile before the {place(opening.round)} round of turns"
        yield line(text, "opening.round", claims=(Claim("first round of turns with melds", opening.round),))
    if not opening.bonuses:
        yield line(f"card values count toward it; red threes and the bonuses of {t.words.canastas} do not")


@writes("opening.bonuses")
def _bonuses(t: RulesText) -> Lines:
    if t.rules.opening.bonuses:
        text = f"card values count toward it, and so do the bonuses of {t.words.canastas}; red threes do not"
        yield line(text, "opening.bonuses")


def _minimum_text(minimum: int) -> str:
    return f"{minimum:,}" if minimum else "nothing"


def _rows(by: str, start: int, until: int | None, first: bool, last: int) -> str:
    if until is None:
        if first:
            return "always"
        if start == last:
            return f"in the {place(start)}"
        return f"from the {place(start)} on" if by == "deal" else f"from {start:,} on"
    if by == "deal":
        if first:
            return f"before the {place(until)}" if until > 2 else "in the first"
        return f"in the {place(start)}" if until == start + 1 else f"from the {place(start)} to the {place(until - 1)}"
    if first:
        return f"below {until:,}"
    return f"from {start:,} to {until - 1:,}"


@writes("opening.canasta")
def _opening_canasta(t: RulesText) -> Lines:
    if not t.rules.opening.canasta:
        text = f"an opening may not contain a finished {t.words.canasta}"
        yield line(f"{text}; once it is complete, melds may grow into one in the same turn", "opening.canasta")
    elif not t.rules.opening.mixed:
        canasta = f"{t.words.mixed} {t.words.canasta}"
        text = f"an opening may not contain {article(canasta)}"
        yield line(f"{text}; once it is complete, melds may grow into one in the same turn", "opening.mixed")


@writes("opening.top_card")
def _top_card(t: RulesText) -> Lines:
    if t.rules.opening.pile != "any time":
        return
    yield line(
        f"if you take the pile to open, {meld_words.TOP_CARD[t.rules.opening.top_card].sentence}", "opening.top_card"
    )
    yield line("you get the rest of the pile after the opening, so it cannot help")


@writes("opening.concealed")
def _concealed(t: RulesText) -> Lines:
    who = t.rules.opening.concealed
    if who == "no":
        return
    before = t.fill(meld_words.CONCEALED[who].sentence)
    whole = listed([f"your whole {t.words.hand}", *(f"your {reserve.name}" for reserve in t.rules.reserves)])
    text = f"if {before} laid nothing yet except red threes, and you lay {whole} in one turn"
    own = (
        " and nothing on your partner's melds"
        if t.partners == 1
        else " and nothing on your partners' melds"
        if t.partners
        else ""
    )
    text += f", with {article(t.words.canasta)} of your own{own}, you go out concealed"
    yield line(f"{text}, and no minimum is needed", "opening.concealed")
    if t.rules.opening.concealed_pile:
        text = "you may use the cards of a pile that you took to open: your opening may then be below its minimum, but you must go out"
    else:
        text = "you may not use the cards that come with a pile you took to open: such an opening needs its minimum"
    yield line(text, "opening.concealed_pile")


@writes("reserves.trigger")
def _trigger(t: RulesText) -> Lines:
    for reserve in t.rules.reserves:
        yield _trigger_line(t, reserve)


def _trigger_line(t: RulesText, reserve: Reserve) -> RuleLine:
    name, path = reserve.name, f"reserves.{reserve.name}"
    when = t.fill(meld_words.TRIGGER[reserve.trigger].sentence)
    if when:
        return line(f"{when}, you pick up your {name} and play on", f"{path}.trigger")
    after = meld_words.AFTER_DISCARD[reserve.after_discard].sentence
    others = [each.name for each in t.rules.reserves[: t.rules.reserves.index(reserve)]]
    have = f"have your {listed(others)} and " if others else ""
    text = f"when you {have}meld your last card, you pick up your {name} and play on"
    return line(
        f"{text}; when you discard it, you pick up the {name} {after}", f"{path}.trigger", f"{path}.after_discard"
    )


@writes("reserves.rest")
def _rest(t: RulesText) -> Lines:
    for reserve in t.rules.reserves:
        if not t.partners or reserve.rest == "own" or (reserve.manual and not reserve.penalty):
            continue
        whose = f"your partner's {reserve.name} is"
        if t.partners > 1:
            whose = f"your partners' {plural(reserve.name)} are"
        yield line(
            f"{whose} picked up {t.fill(meld_words.REST[reserve.rest].sentence)}", f"reserves.{reserve.name}.rest"
        )


@writes("reserves.manual")
def _manual(t: RulesText) -> Lines:
    for reserve in t.rules.reserves:
        if reserve.manual and not reserve.penalty:
            text = f"you may wait, and pick up a {reserve.name} that is due on any of your turns, after the draw"
            yield line(text, f"reserves.{reserve.name}.manual")
        elif reserve.manual:
            text = f"players must remember to pick up their {reserve.name}, and nobody may remind them"
            yield line(text, f"reserves.{reserve.name}.manual")


@writes("reserves.penalty")
def _penalty(t: RulesText) -> Lines:
    for reserve in t.rules.reserves:
        if reserve.penalty:
            text = f"if you end a turn without picking up a {reserve.name} that is due"
            loses = "your side loses" if t.partners else "you lose"
            yield line(f"{text}, {loses} {reserve.penalty:,} points, once", f"reserves.{reserve.name}.penalty")


@writes("reserves.red_threes")
def _reserve_reds(t: RulesText) -> Lines:
    if t.rules.threes.red != "laid":
        return
    told = None
    for reserve in t.rules.reserves:
        path = f"reserves.{reserve.name}.red_threes"
        kept = "replaced as before" if reserve.red_threes else "no longer replaced"
        if told is not None and kept in told.text:
            told = replace(told, paths=(*told.paths, path))
            continue
        if told is not None:
            yield told
        told = line(f"once you have your {reserve.name}, red threes are laid and {kept}", path)
    if told is not None:
        yield told


@writes("threes.red")
def _red(t: RulesText) -> Lines:
    yield line(meld_words.RED[t.rules.threes.red].sentence, "threes.red")
    if meld_words.BLACK[t.rules.threes.black].sentence:
        yield line(meld_words.BLACK[t.rules.threes.black].sentence, "threes.black")
    if t.rules.threes.red == "laid":
        dealt = t.fill(meld_words.RED_DEALT[t.rules.threes.red_dealt].sentence)
        if dealt:
            yield line(dealt, "threes.red_dealt")
        if t.rules.threes.red_dealt == "after the opening":
            text = "when you open, you lay those you hold and replace them"
            if t.partners:
                text += f"; {'your partner does' if t.partners == 1 else 'your partners do'} so at the start of their next turn"
            yield line(text, "threes.red_dealt")
        discarded = t.rules.threes.red_dealt == "after the opening"
        covered = t.rules.deal.rejected == "covered" or "red three" not in t.rules.deal.reject
        if discarded or (covered and t.rules.deal.upcard):
            replaced = "is replaced, too" if t.rules.threes.red_pile_replaced else "is laid without being replaced"
            yield line(f"a red three that comes with the discard pile {replaced}", "threes.red_pile_replaced")


@writes("threes.red_canasta")
def _red_canasta(t: RulesText) -> Lines:
    bonus = t.rules.threes.red_canasta
    if bonus:
        text = f"one red three may be put on each finished {t.words.natural} {t.words.canasta} of {t.your_side if t.partners else 'your own'}"
        yield line(f"{text}, which then earns {bonus:,} instead of {t.rules.score.natural:,}", "threes.red_canasta")


@writes("threes.red_value")
def _red_value(t: RulesText) -> Lines:
    threes = t.rules.threes
    if threes.red == "held":
        return
    earns = "costs" if threes.red_against == "always" else "earns"
    which = "" if threes.black == "laid" else "red "
    yield line(f"each {which}three laid {earns} {threes.red_value:,}", "threes.red_value")
    rows = threes.red_sets
    if rows:
        colour = "threes of one colour" if threes.black == "laid" else "red threes"
        (many, worth), *others = rows
        parts = [f"{number(many)} {colour} of {t.a_side} earn {worth:,} in all"]
        text = listed([*parts, *(f"{number(more)} earn {points:,}" for more, points in others)])
        if 2 * t.rules.packs > rows[-1][0]:
            text += f", and each further one {threes.red_value:,}"
        yield line(text, "threes.red_sets")


@writes("threes.red_sign")
def _red_sign(t: RulesText) -> Lines:
    text = meld_words.RED_AGAINST[t.rules.threes.red_against].sentence
    if text:
        yield line(t.fill(text), "threes.red_against")


@writes("threes.red_caught")
def _red_caught(t: RulesText) -> Lines:
    threes = t.rules.threes
    last = t.rules.exhaustion.three
    if threes.red == "laid" and not t.rules.reserves and not last:
        return
    where = f"in {t.unopened}" if threes.red == "laid" and not last else t.held
    cost = f"costs {threes.red_caught:,}" if threes.red_caught else "costs nothing"
    yield line(f"each red three left {where} {cost}", "threes.red_caught")


@writes("threes.black_caught")
def _black_caught(t: RulesText) -> Lines:
    if t.rules.threes.black == "laid" and not t.rules.reserves and not t.rules.exhaustion.three:
        return
    caught, value = t.rules.threes.black_caught, dict(t.rules.score.cards)["black three"]
    cost = f"costs {caught:,}" if caught else "costs nothing"
    instead = ", which is its value" if caught == value != 0 else f" instead of its value of {value:,}" if value else ""
    yield line(f"each black three left {t.held} {cost}{instead}", "threes.black_caught")


@writes("threes.black_meld")
def _black_meld(t: RulesText) -> Lines:
    held = 2 * t.rules.packs
    sizes = [size for size in sorted(t.rules.threes.black_meld) if size <= held]
    if not sizes:
        text = "black threes are never melded"
        if t.rules.threes.black_meld:
            needed = numbers(t.rules.threes.black_meld)
            text += f": a meld of them needs {needed}, and the deck holds only {number(held)}"
        yield line(text, "threes.black_meld", claims=(Claim("sizes of a meld of black threes", ()),))
        return
    exactly = "exactly " if len(sizes) == 1 else ""
    text = f"{exactly}{numbers(sizes)} black threes, without wild cards, may be melded"
    last = meld_words.BLACK_LAST[t.rules.threes.black_last].sentence
    alone = t.rules.threes.black_last == "last cards"
    claims = (Claim("sizes of a meld of black threes", tuple(sizes)), Claim("a discard after black threes", not alone))
    yield line(f"{text} as {last}", "threes.black_meld", "threes.black_last", claims=claims)


@writes("specials.bonus")
def _special_bonus(t: RulesText) -> Lines:
    for special in t.rules.specials:
        path = f"specials.{special.rank}"
        text = f"{article(t.words.natural)} {t.words.canasta} of {cards(special.rank)} earns {special.bonus:,}"
        yield line(text, f"{path}.bonus", f"{path}.rank")
        if special.unfinished:
            text = f"a meld of {cards(special.rank)} without wild cards that is not {article(t.words.canasta)} at the end costs {special.unfinished:,}"
            yield line(text, f"{path}.unfinished")
        if special.held:
            text = f"three or more {cards(special.rank)} left in a hand cost {special.held:,} beside their values"
            yield line(text, f"{path}.held")


@writes("specials.discard")
def _special_discard(t: RulesText) -> Lines:
    for special in t.rules.specials:
        path = f"specials.{special.rank}"
        until = t.fill(meld_words.SPECIAL_DISCARD[special.discard].sentence)
        if until:
            claim = Claim("special ranks that cannot be discarded", (f"{special.rank} before {special.discard}",))
            text = f"{cards(special.rank)} may not be discarded until {until}"
            yield line(text, f"{path}.discard", claims=(claim,))
            if special.left_over:
                text = f"you may meld until you hold nothing but {cards(special.rank)}, and then end your turn without a discard"
                yield line(f"{text}; not in the turn in which {t.your_side} {_opens(t)}", f"{path}.left_over")
        if not special.last_discard and t.rules.out.discard != "forbidden":
            claim = Claim("special ranks that are no last discard", (special.rank,))
            text = f"nobody goes out by discarding {card(special.rank)}"
            yield line(text, f"{path}.last_discard", claims=(claim,))


def _opens(t: RulesText) -> str:
    return "opens" if t.partners else "open"
