"""What the judge is asked about melds, black threes and special ranks."""

from collections.abc import Sequence

from canasta.base.cards import BLACK_THREE, KIND_KEYS, TWO, Kind
from canasta.engine import steps as s
from canasta.engine.rule_table import SPECIAL
from canasta.rules.groups import Rules
from tests.wording.questions import asks, give, leaving, plenty
from tests.wording.situation import SEAT, Situation, full, judged, plain


@asks("most wild cards with two, three, four, five naturals")
def _most_wilds(rules: Rules) -> tuple[int, ...]:
    top, _, *others = plain(rules)
    found = []
    for naturals in range(2, 6):
        most = 0
        while True:
            meld = [top] * naturals + [TWO] * most
            closed = not rules.meld.grows or rules.meld.takes == "natural cards"
            if len(meld) >= rules.meld.size and closed:
                break
            if len(meld) < 3:
                step = s.step_of(s.Action(s.START, top, naturals=2, twos=1))
                refused = Situation(rules=rules, hand=[*meld, TWO, *others[:5]], playing=True).refused(step)
            else:
                step = s.step_of(s.Action(s.ADD, top, 0, TWO, twos=1))
                hand = [TWO, *others[:5]]
                refused = Situation(rules=rules, hand=hand, melds=[meld], playing=True).refused(step)
            assert refused in ("", "meld.wilds", "meld.base")
            if refused:
                break
            most += 1
        found.append(most)
    return tuple(found)


@asks("wild melds")
def _wild_melds(rules: Rules) -> bool:
    refused = Situation(rules=rules, hand=[TWO] * 3 + plain(rules)[:5], playing=True).refused(s.START_WILD + 3)
    assert refused in ("", "meld.wild_melds")
    return not refused


@asks("first round of turns with melds")
def _first_round(rules: Rules) -> int:
    top, _, *others = plain(rules)
    deal = Situation(rules=rules, hand=[top] * 3 + others[:5], playing=True).deal()
    for earlier in range(6):
        deal.position.turns = earlier * rules.seats
        refused = judged(deal, SEAT, s.START + (top - s.LOW_RANK) * 3)
        assert refused in ("", "opening.early")
        if not refused:
            return earlier + 1
    raise AssertionError("nobody may ever lay cards")


@asks("several melds of a rank")
def _several(rules: Rules) -> bool:
    top, _, *others = plain(rules)
    situation = Situation(rules=rules, hand=[top] * 3 + others[:5], melds=[[top] * 3], playing=True)
    refused = situation.refused(s.START + (top - s.LOW_RANK) * 3)
    assert refused in ("", "meld.same_rank")
    return not refused


@asks("a meld beside a canasta")
def _beside(rules: Rules) -> bool:
    top, _, *others = plain(rules)
    # Few packs have too few naturals for both melds.
    wilds = 0 if rules.meld.grows else max(0, rules.meld.size + 3 - 4 * rules.packs)
    situation = Situation(rules=rules, hand=[top] * 3 + others[:5], melds=[full(rules, top, wilds)], playing=True)
    refused = situation.refused(s.START + (top - s.LOW_RANK) * 3)
    assert refused in ("", "meld.same_rank", "meld.dead")
    return not refused


@asks("adding to a canasta")
def _grows(rules: Rules) -> bool:
    top, _, *others = plain(rules)
    situation = Situation(rules=rules, hand=[top, *others[:5]], melds=[full(rules, top)], playing=True)
    return not situation.refused(s.ADD + (top - s.LOW_RANK) * s.SLOTS * 3)


@asks("sizes of a meld of black threes")
def _black_sizes(rules: Rules) -> tuple[int, ...]:
    most = min(4 * rules.packs // 2, 9)
    return tuple(many for many in range(1, most + 1) if _blacks_go(rules, many, loose=False))


@asks("a discard after black threes")
def _black_discard(rules: Rules) -> bool:
    sizes = _black_sizes(rules)
    return bool(sizes) and _blacks_go(rules, sizes[0], loose=True)


def _blacks_go(rules: Rules, many: int, *, loose: bool) -> bool:
    """Return whether that many black threes go down in going out, with a card to discard beside them where *loose*."""
    if rules.threes.black == "laid":
        return False  # none is ever held
    card = plain(rules)[0]
    loose = loose or rules.out.discard == "required"
    deal = give(leaving(rules, [BLACK_THREE] * many + ([card] if loose else [])).deal(), plenty(rules))
    for step in [s.START_BLACK, *[s.ADD_BLACK] * many, *([s.DISCARD + card] if loose else [])]:
        if step == s.ADD_BLACK and deal.position.count(SEAT, BLACK_THREE) == 0:
            continue
        if deal.over or judged(deal, SEAT, step):
            return False
        deal.step(SEAT, step)
    return deal.over


@asks("special ranks that cannot be discarded")
def _banned(rules: Rules) -> tuple[str, ...]:
    found = [
        (special.rank, _until(rules, at, KIND_KEYS.index(special.rank))) for at, special in enumerate(rules.specials)
    ]
    return tuple(f"{rank} before {until}" for rank, until in found if until != "free")


def _until(rules: Rules, at: int, rank: Kind) -> str:
    """Return when a card of *rank*, the special rank *at*, may be discarded, as `Special.discard` says it."""
    mixed = 0 << 40 | rank << 32 | (rules.meld.size - 1) << 16 | 1 << 8

    def refused(sides: Sequence[int], *, natural: bool) -> bool:
        low, *others = plain(rules)
        deal = Situation(rules=rules, hand=[rank, *others[:5]], pile=[low], playing=True).deal()
        for side in sides:
            if natural:
                deal.position.count_canasta(side, SPECIAL + at)
            else:
                deal.position.add_closed(side << 40 | mixed)
        code = judged(deal, SEAT, s.DISCARD + rank)
        assert code in ("", "specials.discard")
        return bool(code)

    everyone = range(rules.sides)
    if not refused((), natural=True):
        return "free"
    if not refused([0], natural=True):
        return "own canasta"
    assert not refused(everyone, natural=True)
    return "all sides" if refused(everyone, natural=False) else "any canasta"


@asks("special ranks that are no last discard")
def _no_last(rules: Rules) -> tuple[str, ...]:
    found: list[str] = []
    if rules.out.discard == "forbidden":
        return ()  # no card of any rank is
    for special in rules.specials:
        rank = KIND_KEYS.index(special.rank)
        deal = give(leaving(rules, [rank]).deal(), plenty(rules))
        for side in range(1, rules.sides):
            for at, _ in enumerate(rules.specials):
                deal.position.count_canasta(side, SPECIAL + at)
        refused = judged(deal, SEAT, s.DISCARD + rank)
        assert refused in ("", "specials.discard")
        if refused:
            found.append(special.rank)
    return tuple(found)
