"""What the judge is asked about the draw and the pile."""

from canasta.base.cards import BLACK_THREE, FACES_OF, JOKER, KIND_KEYS, KINDS, RED_THREE, TWO, Kind
from canasta.deal.deal import Deal
from canasta.engine import steps as s
from canasta.engine.fields import OPENED, SIDE
from canasta.engine.position import PILE
from canasta.notation.cases.arrangement import arrange
from canasta.notation.cases.outline import Outline
from canasta.notation.reading import USUAL, Packet
from canasta.rules.groups import Rules
from tests.wording.questions import asks
from tests.wording.situation import SEAT, Situation, judged, plain, quiet_turns


def takeable(rules: Rules) -> Situation:
    """Return a pile that is not frozen, with a top card that nothing blocks, and the cards for any way of taking it."""
    top, low, *others = plain(rules)
    return Situation(rules=rules, hand=[top, top, TWO, *others[:5]], pile=[low, top])


def frozen(deal: Deal, rules: Rules) -> bool:
    """Return whether the pile is frozen for the player to move, who holds one natural card like its top card and a two."""
    position = deal.position
    said = bool(position.frozen(position.side_of(deal.actor)))
    if "natural and wild" in rules.pile.need:
        refused = judged(deal, deal.actor, s.TAKE_WITH_TWO)
        assert refused == "pile.small" or (refused == "pile.frozen") is said
    return said


def open_all(deal: Deal) -> None:
    """Let every side have opened, in rounds of turns after those without melds."""
    for side in range(deal.rules.sides):
        deal.position.sides[side * SIDE + OPENED] = 1
    deal.position.turns = quiet_turns(deal.rules)


def hold(deal: Deal, top: Kind) -> None:
    """Let the player to move hold one card of *top*, one two and no joker, whatever else."""
    hands, at = deal.position.hands, deal.actor * KINDS
    hands[at + JOKER], hands[at + TWO], hands[at + top] = 0, 1, 1


@asks("cards drawn")
def _drawn(rules: Rules) -> int:
    others = plain(rules)
    deal = Situation(rules=rules, hand=others[:3], pile=others[:1], stock=others * 2).deal()
    deal.step(SEAT, s.DRAW)
    return int(deal.position.held(SEAT)) - 3


@asks("cards taken with the pile")
def _taken(rules: Rules) -> int:
    top, *others = plain(rules)
    pile = [*others[:7], *others[:7], top]
    situation = Situation(rules=rules, hand=[top, top, *others[:5]], pile=pile)
    deal = situation.deal()
    deal.step(SEAT, s.TAKE_PAIR)
    left = len(deal.position.pile)
    return len(pile) - left if left else 0


@asks("cards that freeze the pile")
def _freezing(rules: Rules) -> tuple[str, ...]:
    return tuple(KIND_KEYS[kind] for kind in range(KINDS) if _discard_freezes(rules, kind))


def _discard_freezes(rules: Rules, kind: Kind) -> bool:
    """Return whether a card of *kind*, discarded by one player and covered by the next one, freezes the pile."""
    top, low, *others = plain(rules)
    if (kind == RED_THREE and rules.threes.red == "laid") or (kind == BLACK_THREE and rules.threes.black == "laid"):
        return False  # it is never discarded
    loose = [each for each in others if each != kind][:4]
    situation = Situation(rules=rules, hand=[kind, top, TWO, *loose], others=[top, *loose], pile=[low], playing=True)
    deal = situation.deal()
    if judged(deal, SEAT, s.DISCARD + kind):
        assert KIND_KEYS[kind] in {*(special.rank for special in rules.specials), *rules.discard.kept}
        return False
    deal.step(SEAT, s.DISCARD + kind)
    deal.step(1, s.DRAW)
    deal.step(1, s.DISCARD + top)
    hold(deal, top)
    return frozen(deal, rules)


@asks("first cards that freeze the pile")
def _freezing_upcards(rules: Rules) -> tuple[str, ...]:
    anyway = _freezing(rules)
    found = [KIND_KEYS[kind] for kind in range(KINDS) if _upcard_freezes(rules, kind)]
    assert {kind for kind in anyway if _stays(rules, kind)} <= set(found)
    return tuple(kind for kind in found if kind not in anyway)


def _stays(rules: Rules, kind: str) -> bool:
    return kind not in rules.deal.reject or rules.deal.rejected == "covered"


def _upcard_freezes(rules: Rules, kind: Kind) -> bool:
    """Return whether the pile is frozen after a card of *kind* was turned up, and another one if that is not accepted."""
    top, _, *others = plain(rules)
    if kind == JOKER and not rules.deck.jokers:
        return False
    hand = [FACES_OF[top][1], FACES_OF[TWO][0], *(FACES_OF[each][0] for each in others[:4])]
    outline = Outline(
        hands={SEAT: Packet(tuple(hand), USUAL)},
        upcards=(FACES_OF[kind][-1], FACES_OF[top][0]),
        totals=(0,) * rules.sides,
    )
    deal = arrange(rules, outline)[0]
    open_all(deal)
    position = deal.position
    if position.top() == top:
        hold(deal, top)
        return frozen(deal, rules)
    return bool(position.frozen(position.side_of(deal.actor)))


@asks("frozen until you open")
def _frozen_until_open(rules: Rules) -> bool:
    return frozen(takeable(rules).but(hand=_rich(rules, pair=False), opened=False).deal(), rules)


def _rich(rules: Rules, *, pair: bool) -> list[Kind]:
    """Return a hand that can open, with two or one of the top card of `takeable` and a two."""
    top, _, *others = plain(rules)
    return [top, *([top] if pair else []), TWO, *(kind for kind in others[:5] for _ in range(4))]


@asks("what takes the pile")
def _ways(rules: Rules) -> tuple[str, ...]:
    return _ways_of(takeable(rules))


@asks("what takes a frozen pile")
def _frozen_ways(rules: Rules) -> tuple[str, ...]:
    situation = takeable(rules)
    _, low, *_ = plain(rules)
    for kind in range(KINDS):
        if _discard_freezes(rules, kind):
            return _ways_of(situation.but(pile=[low, kind, situation.pile[-1]]))
    for kind in range(KINDS):
        if _upcard_freezes(rules, kind):
            return _ways_of(situation.but(pile=[kind, low, situation.pile[-1]], frozen=True))
    if _frozen_until_open(rules):
        return _ways_of(situation.but(hand=_rich(rules, pair=True), opened=False))
    return ("pair",)


def _ways_of(situation: Situation) -> tuple[str, ...]:
    top = situation.pile[-1]
    single = situation.but(hand=[kind for at, kind in enumerate(situation.hand) if kind != top or at == 0])
    without = situation.but(hand=[kind for kind in situation.hand if kind != top])
    found = {"pair": situation.refused(s.TAKE_PAIR), "natural and wild": single.refused(s.TAKE_WITH_TWO)}
    if situation.opened:
        found["onto meld"] = without.but(melds=[[top] * 3]).refused(s.TAKE_ONTO)
        if found["onto meld"]:
            found["natural onto meld"] = single.but(melds=[[top] * 3]).refused(s.TAKE_ONTO)
    assert set(found.values()) <= {"", "pile.need", "pile.frozen"}, found
    return tuple(way for way, refused in found.items() if not refused)


@asks("taking cards are melded")
def _melded(rules: Rules) -> bool:
    situation = takeable(rules)
    deal = situation.deal()
    deal.step(SEAT, s.TAKE_PAIR)
    return int(deal.position.count(SEAT, situation.pile[-1])) == 0


@asks("cards that block the pile")
def _blocking(rules: Rules) -> tuple[str, ...]:
    found = []
    for kind in range(KINDS):
        situation = takeable(rules)
        deal = situation.but(hand=[kind, kind, *situation.hand] if kind > BLACK_THREE else situation.hand).deal()
        deal.position.set_pile([situation.pile[0], kind])
        refused = {judged(deal, SEAT, step) for step in range(s.TAKE_PAIR, s.START)}
        if refused == {"pile.blocked"}:
            found.append(KIND_KEYS[kind])
        else:
            assert "pile.blocked" not in refused
    return tuple(found)


@asks("what takes a joker")
def _takes_joker(rules: Rules) -> tuple[str, ...]:
    return _wild_pairs(rules, JOKER) if rules.deck.jokers else ()


@asks("what takes a two")
def _takes_two(rules: Rules) -> tuple[str, ...]:
    return _wild_pairs(rules, TWO)


def _wild_pairs(rules: Rules, top: Kind) -> tuple[str, ...]:
    low, *others = plain(rules)
    pairs = {"two jokers": [JOKER, JOKER], "a joker and a two": [JOKER, TWO], "two twos": [TWO, TWO]}
    situation = Situation(rules=rules, hand=others[:5], pile=[low, top])
    found = []
    for at, (name, pair) in enumerate(pairs.items()):
        if JOKER in pair and not rules.deck.jokers:
            continue
        if not situation.but(hand=[*pair, *others[:5]]).refused(s.TAKE_WILDS + at):
            found.append(name)
    return tuple(found)


@asks("twice running")
def _twice(rules: Rules) -> bool:
    refused = takeable(rules).but(took=True).refused(s.TAKE_PAIR)
    assert refused in ("", "pile.consecutive")
    return not refused


@asks("one card for one card")
def _single(rules: Rules) -> bool:
    top, low, *_ = plain(rules)
    situation = Situation(rules=rules, hand=[low], pile=[top], melds=[[top] * 3])
    return situation.refused(s.TAKE_ONTO) != "pile.last_card"


@asks("lifting the top card")
def _lifting(rules: Rules) -> bool:
    return not takeable(rules).refused(s.LIFT)


@asks("after taking, a turn ends with")
def _end(rules: Rules) -> str:
    situation = takeable(rules).but(playing=True, source=PILE)
    ends = {"discard": s.DISCARD + situation.hand[-1], "knock": s.KNOCK}
    (end,) = [name for name, step in ends.items() if not situation.refused(step)]
    return end


@asks("taking the pile without a stock")
def _without_stock(rules: Rules) -> bool:
    refused = takeable(rules).but(empty=True).refused(s.TAKE_PAIR)
    assert refused in ("", "exhaustion.no_pile", "turn.over"), refused
    return not refused


@asks("taking must")
def _forced(rules: Rules) -> str:
    top, low, *others = plain(rules)
    situation = Situation(rules=rules, hand=others[:5], pile=[low, top], melds=[[top] * 3], empty=True)
    if situation.refused(s.END) != "exhaustion.forced":
        return "no"
    if situation.refused(s.TAKE_CARD):
        return "onto meld"
    return "top card alone" if situation.refused(s.TAKE_ONTO) else "top card"
