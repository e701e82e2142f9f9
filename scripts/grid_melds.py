"""Rows of the grid on melds, openings, reserves, going out and the count."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from canasta.rules.groups import Reserve, Rules
from canasta.rules.groups_rare import SpecialHand
from canasta.rules.words.end import ANSWERS, ENDS, FORCED, LAST_DISCARD, OPPONENTS, PARTNER, PERMISSION
from canasta.rules.words.melds import AFTER_DISCARD, BY, CONCEALED, OPEN_MELDS, RATIO, REST, TAKES, TRIGGER, TRIPLE
from canasta.rules.words.table import END, FIRST
from scripts.grid import row
from scripts.grid_table import NO, NONE, YES, kinds, minus, packets


@row("Size of a meld", "meld.size")
def _size(r: Rules) -> str:
    return f"3 and more, {r.meld.size} a {r.words.canasta}" if r.meld.grows else f"3–{r.meld.size}"


@row("Wilds in a mixed meld", "meld.wilds", "meld.ratio", "meld.wild_base")
def _wilds(r: Rules) -> str:
    if not r.meld.wilds:
        return NONE
    ratio = RATIO[r.meld.ratio].cell
    if r.meld.wild_base > 2:
        ratio += f", from {r.meld.wild_base} naturals on after the opening"
    # In two packs there are twelve wild cards: that many are no limit.
    return ratio if r.meld.wilds >= r.packs * (4 + r.deck.jokers) else f"≤ {r.meld.wilds}, {ratio}"


@row("Melds of wilds alone", "meld.wild_melds", "meld.wilds_kept", "meld.wilds_finished")
def _wild_melds(r: Rules) -> str:
    if not r.meld.wild_melds:
        return NO
    limits = ["all wilds to an unfinished one"] if r.meld.wilds_kept else []
    limits += ["no going out with an unfinished one"] if r.meld.wilds_finished else []
    return ", ".join([YES, *limits])


@row("Second open meld of a rank", "meld.several", "meld.another", "meld.dead")
def _several(r: Rules) -> str:
    if r.meld.dead:
        return "no, and none once any side has a canasta of it"
    return OPEN_MELDS[r.open_melds].cell.format(canastas=r.words.canastas)


@row("Finished canasta grows", "meld.grows", "meld.takes")
def _grows(r: Rules) -> str:
    return TAKES[r.meld.takes].cell if r.meld.grows else NO


@row("Minimum goes by", "opening.by")
def _by(r: Rules) -> str:
    return BY[r.opening.by].cell


@row("Minimums", "opening.minimums", "opening.round")
def _minimums(r: Rules) -> str:
    rows = r.opening.minimums
    late = f", from round {r.opening.round} on" if r.opening.round > 1 else ""
    if r.opening.by == "deal":
        return "/".join(str(minimum) for _, minimum in rows) + late
    texts = [f"{minimum} from {low:,}" for low, minimum in rows]
    if len(rows) > 1 and rows[0][0] < 0:
        texts[0] = f"{rows[0][1]} below {rows[1][0]:,}"
    return ", ".join(texts) + late


@row(
    "Canasta in an opening",
    "opening.canasta",
    "opening.mixed",
    "opening.triple",
    "opening.bonuses",
    "talon.first",
    "talon.later",
    "talon.least",
)
def _canasta(r: Rules) -> str:
    after = TRIPLE[r.opening.triple].cell
    if r.talon.first:
        least = f" if the stock has {r.talon.least}" if r.talon.least else ""
        after += f"; {r.talon.first} cards after the first opening, {r.talon.later} after later ones{least}"
    if not r.opening.canasta:
        return "forbidden" + after
    if not r.opening.mixed:
        return f"{r.words.natural} only" + after
    return ("allowed, its bonus counts" if r.opening.bonuses else "allowed, its bonus does not count") + after


def _trigger(reserve: Reserve) -> str:
    by_hand = ", to be remembered" if reserve.manual else ""
    return f"{reserve.name}: {TRIGGER[reserve.trigger].cell}{by_hand}"


@row("Reserve gained by", "reserves.trigger", "reserves.manual")
def _gained(r: Rules) -> str:
    return "; ".join(_trigger(reserve) for reserve in r.reserves) or "–"


def _continues(r: Rules, reserve: Reserve) -> str:
    if reserve.trigger == "hand empty":
        later = AFTER_DISCARD[reserve.after_discard].cell
        text = f"if emptied by a meld; after the discard {later}"
    else:
        text = YES
    if reserve.rest != "own" and r.sides < r.seats:
        text += f"; {REST[reserve.rest].cell}"
    return text if len(r.reserves) == 1 else f"{reserve.name}: {text}"


@row("Turn goes on with it", "reserves.after_discard", "reserves.rest")
def _turn_goes_on(r: Rules) -> str:
    return "; ".join(_continues(r, reserve) for reserve in r.reserves) or "–"


@row(
    "Discard at the end of a turn",
    "pile.end",
    "out.passing",
    "specials.discard",
    "specials.left_over",
    "discard.kept",
    "discard.kept_empty",
    "discard.dead_empty",
)
def _discard(r: Rules) -> str:
    text = END[r.pile.end].cell
    banned = [f"{special.rank}" for special in r.specials if special.discard != "free"]
    if banned:
        text += f", no banned {' or '.join(banned)}"
    if r.discard.kept:
        text += f", {kinds(r.discard.kept)} last"
    if r.discard.kept_empty:
        dead = " and dead ranks" if r.discard.dead_empty else ""
        text += f", {kinds(r.discard.kept_empty)}{dead} last on an empty pile"
    if any(special.left_over for special in r.specials):
        text += ", none with nothing else left"
    return text + (", passed with one card left" if r.out.passing else "")


@row(
    "Contract",
    "out.natural",
    "out.mixed",
    "out.wild",
    "out.special",
    "out.canastas",
    "out.black_counts",
    "specials.counts",
)
def _contract(r: Rules) -> str:
    out, words = r.out, r.words
    needed = [(out.natural, words.natural), (out.mixed, words.mixed), (out.wild, words.wild)]
    texts = [f"{number} {kind}" for number, kind in needed if number]
    texts += [f"{out.special} of {special.rank}s" for special in r.specials if out.special]
    texts += [f"{special.rank}s count as {words.natural}" for special in r.specials if special.counts and out.natural]
    if out.canastas:
        texts.append(f"{out.canastas} {words.canasta if out.canastas == 1 else words.canastas}")
    if out.canastas and max(r.threes.black_meld, default=0) >= r.meld.size and not out.black_counts:
        texts.append("black threes do not count")
    return ", ".join(texts) or NONE


@row("Permission", "out.permission", "out.answers", "out.ask_again")
def _permission(r: Rules) -> str:
    if r.sides == r.seats:
        return "–"
    asked = PERMISSION[r.out.permission].cell
    if r.out.permission == "none":
        return asked
    return asked + ANSWERS[r.out.answers].cell + ("" if r.out.ask_again else ", asked once a deal at most")


@row("Partner on their last reserve", "out.partner", "out.opponents")
def _partner(r: Rules) -> str:
    opponents = OPPONENTS[r.out.opponents].cell
    own = "" if r.sides == r.seats or not r.reserves else PARTNER[r.out.partner].cell
    if opponents:
        return opponents if own in {"", NO} else f"{own}; {opponents}"
    return own or "–"


@row("Last discard", "out.discard", "specials.last_discard")
def _last_discard(r: Rules) -> str:
    never = [special.rank for special in r.specials if not special.last_discard]
    return LAST_DISCARD[r.out.discard].cell + (f", not a {' or '.join(never)}" if never else "")


@row("Going out concealed", "opening.concealed", "opening.concealed_pile", "score.concealed")
def _concealed(r: Rules) -> str:
    if r.opening.concealed == "no":
        return "–"
    who = "" if r.sides == r.seats else CONCEALED[r.opening.concealed].cell
    pile = ", with a larger pile too" if r.opening.concealed_pile else ""
    return f"+{r.score.concealed}, no minimum{pile}{who}"


_SHOWN: Final = tuple(f"special_hands.{each.name}" for each in fields(SpecialHand))


@row("Going out", "score.out", "exhaustion.bonus", *_SHOWN)
def _out(r: Rules) -> str:
    hands = f"; {len(r.special_hands)} special hands" if r.special_hands else ""
    return f"{r.score.out}" + ("" if r.exhaustion.bonus else ", none after the stock") + hands


@row("Stock empty", "exhaustion.ends", "exhaustion.pile", "exhaustion.forced", "exhaustion.three")
def _stock(r: Rules) -> str:
    three = "; a last three ends it at once" if r.exhaustion.three else ""
    if r.exhaustion.ends == "at draw" and not r.exhaustion.pile:
        return f"ends with the next turn{three}"
    return ENDS[r.exhaustion.ends].cell.format(forced=FORCED[r.exhaustion.forced].cell) + three


@row(
    "Canasta bonuses",
    "score.natural",
    "score.mixed",
    "score.wild",
    "score.black",
    "wild_canastas.jokers",
    "wild_canastas.twos",
    "specials.bonus",
    "threes.red_canasta",
)
def _bonuses(r: Rules) -> str:
    score, words = r.score, r.words
    texts = [f"{words.natural} {score.natural:,}", f"{words.mixed} {score.mixed:,}"]
    if r.meld.wild_melds:
        texts.append(f"{words.wild} {score.wild:,}")
        own = ((r.wild_canastas.jokers, "with four jokers"), (r.wild_canastas.twos, "of twos"))
        texts += [f"{which} {worth:,}" for worth, which in own if worth]
    texts += [f"{special.rank}s {special.bonus:,}" for special in r.specials]
    if r.threes.red_canasta:
        texts.append(f"with red three {r.threes.red_canasta:,}")
    if max(r.threes.black_meld, default=0) >= r.meld.size:
        texts.append(f"black threes {score.black:,}")
    return ", ".join(texts)


@row(
    "Other penalties",
    "reserves.penalty",
    "pile.restore",
    "threes.red_caught",
    "threes.black_caught",
    "score.canastas_needed",
    "score.unfinished_wild",
    "score.canasta_needed",
    "specials.unfinished",
    "specials.held",
)
def _penalties(r: Rules) -> str:
    texts = [f"unfinished meld of wilds {minus(r.score.unfinished_wild)}"] if r.score.unfinished_wild else []
    texts += [f"unfinished meld of {each.rank}s {minus(each.unfinished)}" for each in r.specials if each.unfinished]
    texts += [f"three {each.rank}s in hand {minus(each.held)}" for each in r.specials if each.held]
    texts += ["melds without a canasta count against"] if r.score.canasta_needed else []
    texts += [f"{reserve.name} not taken {minus(reserve.penalty)}" for reserve in r.reserves if reserve.penalty]
    if r.pile.restore:
        texts.append(f"pile put back {minus(r.pile.restore)}")
    if r.threes.red == "held" and r.threes.red_caught:
        texts.append(f"red three {minus(r.threes.red_caught)}")
    if r.threes.black_caught != dict(r.score.cards)["black three"]:
        texts.append(f"black three {minus(r.threes.black_caught)}")
    if r.score.canastas_needed:
        texts.append("melds without the contract count against")
    return ", ".join(texts) or "–"


@row("End of the match", "match.deals", "match.target", "match.ties")
def _match(r: Rules) -> str:
    ends = [f"{r.match.deals} {r.words.deal}s" if r.match.deals else ""]
    ends.append(f"{r.match.target:,}" if r.match.target else "")
    return " or ".join(filter(None, ends))


@row("Melded cards count", "score.melded")
def _melded(r: Rules) -> str:
    return YES if r.score.melded else NO


@row("First player", "deal.first", "table.score_keeper")
def _first(r: Rules) -> str:
    text = FIRST[r.deal.first].cell.format(packets=packets(r))
    return f"{text}, never the Score Writer" if r.table.score_keeper and r.seats > 2 else text
