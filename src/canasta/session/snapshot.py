"""The table as people may know it, as JSON: one public part for all, and an own part for each seat.

Seats, sides and deals count from 1. Cards of hands and melds are sorted, so that no order of the deck shows; nothing here is
null, so that a JSON merge patch can take any of it away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from canasta.base.cards import Face, face_text, rank_text, sorted_faces
from canasta.base.seats import Seat
from canasta.deal.match import Match
from canasta.deal.view import View, view
from canasta.engine.count import laid_points
from canasta.engine.position import TO_ANSWER
from canasta.engine.rule_table import BLACK, MIXED, NATURAL, SPECIAL, WILD
from canasta.rules.groups import Rules
from canasta.scoring.standing import minimum
from canasta.session.judging_tally import questions_json
from canasta.session.offers import fresh_cards, offers
from canasta.session.seating import Person, TableSeat
from canasta.session.settings import Settings
from canasta.session.settings import told as settings_told
from canasta.session.sheets import sheet_json
from canasta.session.state import State
from canasta.tally.before import before_deal
from canasta.wording.contract import lacks
from canasta.wording.names import canasta_class, special_rank
from canasta.wording.pile_state import frozen_because
from canasta.wording.seat_draw import stakes_line
from canasta.wording.spans import plain

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that can be known of a table.

    The next snapshot is made from this one: what is the same in both is the same object.
    """

    public: Json
    """What everyone may know."""

    own: Mapping[Seat, Json]
    """What only the seat may know, by seat from 0."""

    people: Mapping[str, Seat]
    """The seat of each person who has one, by the person's id."""

    who: tuple[object, ...] = field(default=(), compare=False, repr=False)
    """What the public part says of the people was made from this."""

    course: tuple[object, ...] = field(default=(), compare=False, repr=False)
    """What the public part says of the standing of the match was made from this."""

    pile: tuple[Face, ...] = field(default=(), compare=False, repr=False)
    """The cards of the pile."""

    lying: tuple[object, ...] = field(default=(), compare=False, repr=False)
    """What the public part says of what lies before the sides was made from this."""


def cards(faces: tuple[Face, ...] | list[Face]) -> str:
    """*faces*, sorted, without blanks."""
    return _cards(tuple(faces))


@lru_cache(maxsize=4096)
def _cards(faces: tuple[Face, ...]) -> str:
    return "".join(map(face_text, sorted_faces(faces)))


def snapshot(state: State, before: Snapshot | None = None) -> Snapshot:
    """Return the picture of *state*; parts that are as *before* are taken over as they are."""
    who, course = _who(state), _course(state)
    known = before is not None and who == before.who
    deal = state.deal
    public: Json = {
        "state": state.phase,
        **(_taken_over(before, _WHO) if known else _told_who(state)),
        "settings": _settings(state.settings),
        **(_taken_over(before, _COURSE) if before is not None and course == before.course else _match(state, before)),
    }
    if state.paused:
        public["paused"] = True
    if state.ready:
        public["ready"] = [seat + 1 for seat in sorted(state.ready)]
    if state.vote:
        public["vote"] = {"for": state.vote, "agreed": [seat + 1 for seat in sorted(state.agreed)]}
    if state.shuffle is not None and state.shuffle.secret:
        # While a deal is played, no number is given any more.
        old = (
            before.public.get("shuffle")
            if before is not None and course == before.course and deal is not None
            else None
        )
        public["shuffle"] = old or state.shuffle.as_told(state.rules.seats, over=False)
    if state.told:
        public["told"] = {str(number): told for number, told in enumerate(state.told, 1)}
    if state.given or state.script or state.record or state.seed is not None:
        public["given"] = True
    public |= _around(state, before)
    pile: tuple[Face, ...] = ()
    lying: tuple[object, ...] = ()
    if deal is not None:
        seen = view(deal, -1)
        pile, lying = seen.pile, _lying(seen)
        same = before is not None and lying == before.lying
        public["table"] = table(state, seen, before, same_sides=same)
    acting = deal.seats_to_act() if deal is not None else ()
    own = {seat: _own(state, seat, acting) for seat in range(state.rules.seats)}
    seated = {place.person: seat for seat, place in enumerate(state.places) if place.person is not None}
    return Snapshot(public, own, seated, who, course, pile, lying)


def _around(state: State, before: Snapshot | None) -> Json:
    """Return what goes on around the play: the draw for seats, counts of real cards, cuts."""
    told: Json = {}
    if state.phase == "drawing" or state.seats_drawn:
        told["draw"] = _draw(state)
    if state.kept:
        told["keeping"] = keeping(state, before.public.get("keeping", {}) if before is not None else {})
    if state.phase == "cutting" and state.match is not None:
        told["cut"] = {str(seat + 1): needed for seat, needed in state.match.cutters()}
    return told


def _taken_over(before: Snapshot | None, keys: Sequence[str]) -> Json:
    """Return what the public part *before* told under *keys*."""
    return {key: before.public[key] for key in keys if key in before.public} if before is not None else {}


def _who(state: State) -> tuple[object, ...]:
    """Return everything that `people` and `seats` tell of."""
    return (
        state.host,
        state.settings,
        *map(_PLACE, state.places),
        *[(key, _PERSON(person)) for key, person in state.people.items()],
        *state.kept_out.items(),
    )


_PLACE: Final = attrgetter(*(each.name for each in fields(TableSeat)))
_PERSON: Final = attrgetter(*(each.name for each in fields(Person)))


def _course(state: State) -> tuple[object, ...]:
    """Return everything that the standing of the match follows from: what happened in it is only ever added to."""
    match = state.match
    if match is None:
        return ()
    return (
        match.dealer, match.keeper, match.number, match.totals, match.current_deal is None, len(match.acts),
        state.phase, state.shuffles, len(state.earlier), state.mark if state.kept else 0,
    )  # fmt: skip


def people(state: State) -> Json:
    """Return who is at the table, by name: people have different ones. Their ids are no secrets; keys to them are not here."""
    told: Json = {}
    for key, person in state.people.items():
        row: Json = {"id": key}
        seat = state.seat_of(key)
        if seat is not None:
            row["seat"] = seat + 1
        if key == state.host:
            row["host"] = True
        if person.muted:
            row["muted"] = True
        told[person.name] = row
    return told


def seats(state: State) -> Json:
    """Return who plays each seat."""
    told: Json = {}
    for seat, (place, name) in enumerate(zip(state.places, state.names, strict=True), 1):
        row: Json = {"plays": place.playing}
        if place.playing != "nobody" or place.called:
            row["name"] = name
        if place.bot:
            row["bot"] = state.bot_in(seat - 1)
        if place.link:
            row["link"] = place.link
        if place.coming is not None:
            row["coming"] = state.people[place.coming].name
        if place.away is not None:
            row["away"] = place.away
        if place.waited:
            row["waited"] = place.waited
        told[str(seat)] = row
    return told


@lru_cache(maxsize=16)
def _settings(settings: Settings) -> Json:
    return settings_told(settings)


def _told_who(state: State) -> Json:
    kept_out = {"kept_out": dict(state.kept_out)} if state.kept_out else {}
    return {"people": people(state), "seats": seats(state), **kept_out}


_WHO: Final = ("people", "seats", "kept_out")
_COURSE: Final = ("dealer", "totals", "deal", "minimums", "keeper", "deals", "cuts", "winners", "matches")
"""What `_who` and `_course` decide."""


def _match(state: State, before: Snapshot | None) -> Json:
    """Return how the match stands: deals counted, totals, minimums, winners."""
    match = state.match
    if match is None:
        return {}
    told: Json = {"dealer": match.dealer + 1, "totals": list(match.totals)}
    deal = match.number if match.current_deal is not None or state.phase in {"counting", "over"} else match.number + 1
    told["deal"] = deal
    # Between deals, those of the next one.
    coming = deal if match.current_deal is not None or match.over else match.number + 1
    told["minimums"] = [minimum(match.rules, coming, total) for total in match.totals]
    if match.keeper is not None and state.rules.table.score_keeper:
        told["keeper"] = match.keeper + 1
    if match.results:
        old = before.public.get("deals", {}) if before is not None else {}
        known = (
            not state.kept  # their counts can change
            and len(old) == len(match.results)
            and old[str(match.number if match.current_deal is None else match.number - 1)]
        )
        told["deals"] = old if known and known["totals"] == told["totals"] else _deals(match)
    if match.cuts:
        told["cuts"] = {str(cut.seat + 1): {"count": cut.count, "needed": cut.needed} for cut in match.cuts}
    if match.over:
        told["winners"] = [side + 1 for side in match.standing.winners]
    if state.earlier:
        told["matches"] = [
            {"totals": list(each.totals), "winners": [side + 1 for side in each.winners], "deals": each.deals}
            for each in state.earlier
        ]
    return told


def _deals(match: Match) -> Json:
    """Return the deals counted so far, by number: score sheets by side, and the totals after them."""
    return {
        str(result.number): {"sheets": [sheet_json(each) for each in result.sheets], "totals": list(result.totals)}
        for result in match.results
    }


def keeping(state: State, before: Json) -> Json:
    """Return what was counted with real cards: each deal by number, with what its sides said; for the deal in progress, what there is to do.

    *before* is what was told last.
    """
    match = state.match
    assert match is not None
    deals = {
        str(number): {
            str(side): {"answers": each.tally.as_json(), "by": each.by, "seq": each.seq}
            for side, each in enumerate(sides, 1)
            if each is not None
        }
        for number, sides in state.kept.items()
    }
    told: Json = {"questions": before.get("questions") or questions_json(state, min(state.kept)), "counts": deals}
    if state.phase == "keeping":
        told["before"] = list(
            before_deal(
                match.rules.in_deal(match.number + 1),
                match.dealer,
                match.keeper,
                match.minimums(),
                state.called,
                pad=state.settings.points_only,
            )
        )
    if state.kept_before:
        told["undo"] = True
    return told


def _draw(state: State) -> Json:
    """Return the draw for seats, until the first deal: what for, who has still to draw, and the cards that lie open by their places."""
    spread = state.spread
    return {
        "stakes": plain(stakes_line(state.rules)),
        "waiting": [seat + 1 for seat in state.to_draw()] if state.phase == "drawing" else [],
        "cards": len(spread),
        "picked": {str(place + 1): {"seat": seat + 1, "card": face_text(spread[place])} for seat, place in state.picks},
    }


def table(state: State, seen: View, before: Snapshot | None = None, *, same_sides: bool = False) -> Json:
    """Return the deal in progress as an onlooker sees it; everyone waits for the one who has the *turn* unless *waiting* is there.

    On the last lap, *lap* is how many turns follow this one. With *same_sides*, what lies before the sides is as *before*.
    """
    old = before.public.get("table", {}) if before is not None else {}
    position, rules = seen.position, seen.rules
    over = state.deal is not None and state.deal.over
    told: Json = {
        "turn": int(seen.turn) + 1,
        "stock": list(seen.stock_piles),
        "pile": _pile(seen, before.pile if before is not None else (), old.get("pile", {})),
        "sides": old["sides"] if same_sides else _sides(seen),
        "hands": {
            str(seat + 1): _hand(rules, seen.hand_sizes[seat], seen.reserves_left[seat]) for seat in range(rules.seats)
        },
    }
    if over or seen.actor != seen.turn:
        told["waiting"] = [] if over else [int(seen.actor) + 1]
    aside = [seat + 1 for seat in range(rules.seats) if position.aside(seat)]
    if aside:
        told["aside"] = aside
    if position.phase == TO_ANSWER:
        told["asked"] = {"by": int(seen.turn) + 1, "seat": int(seen.actor) + 1}
    if position.staging:
        told["staged"] = int(position.staged)
    if position.lap >= 0:
        told["lap"] = int(position.lap)
    if seen.returned:
        told["returned"] = cards(seen.returned)
    if state.settings.clock:
        told["clock"] = state.turn_at + 1000 * state.settings.clock - state.used
    return told


def _pile(seen: View, before: tuple[Face, ...], old: Json) -> Json:
    """Return the pile, its cards numbered from the bottom, so that a discard is a small patch; for which sides it is frozen, and why.

    *old* is what was told of the pile when its cards were those of *before*.
    """
    told: Json = {}
    if seen.pile == before and before:
        told["cards"] = old["cards"]
    elif seen.pile:
        told["cards"] = {str(number): face_text(face) for number, face in enumerate(seen.pile, 1)}
    position = seen.position
    frozen = [side for side in range(seen.rules.sides) if position.frozen(side)]
    if frozen:
        told["frozen"] = [side + 1 for side in frozen]
        told["because"] = f"Frozen{frozen_because(seen.rules, position)}."
    if seen.pile and position.rule_table.blocked[int(position.top())]:
        told["blocked"] = True
    return told


def _lying(seen: View) -> tuple[object, ...]:
    """Return what `_sides` looks at; points can change without a card moving, as where a pile is put back."""
    return seen.melds, seen.red_threes, seen.opened, seen.minimums, *laid_points(seen.position)


def _sides(seen: View) -> Json:
    return {str(side + 1): _side(seen, side, points) for side, points in enumerate(laid_points(seen.position))}


def _side(seen: View, side: int, points: int) -> Json:
    position, rules = seen.position, seen.rules
    told: Json = {"opened": seen.opened[side], "needs": seen.minimums[side], "melds": {}}
    if points:
        told["points"] = points
    made: dict[str, int] = {}
    for meld in seen.melds:
        if meld.side == side:
            rank = rank_text(meld.rank)
            made[rank] = made.get(rank, 0) + (meld.slot is None)
            key = f"{rank}.c{made[rank]}" if meld.slot is None else f"{rank}.{meld.slot + 1}"
            name = canasta_class(rules, meld.sort) if meld.sort >= 0 else ""
            told["melds"][key] = _meld(meld.cards, name, _band(meld.sort), meld.red_three)
    if seen.red_threes[side]:
        told["reds"] = cards(seen.red_threes[side])
    missing = [_lack(rules, lack.count, lack.sort) for lack in lacks(rules, position, side)]
    if missing:
        told["lacks"] = missing
    return told


def _lack(rules: Rules, count: int, sort: int) -> Json:
    if sort < 0:
        return {"count": count}
    rank = {"rank": rank_text(special_rank(rules, sort))} if sort >= SPECIAL else {}
    return {"count": count, "class": canasta_class(rules, sort), "band": _band(sort)} | rank


def _band(sort: int) -> str:
    """Return the class *sort* of a canasta in the same word in every game."""
    return _BANDS[min(sort, SPECIAL)]


_BANDS: Final = {NATURAL: "natural", MIXED: "mixed", WILD: "wild", BLACK: "mixed", SPECIAL: "special", -1: ""}


@lru_cache(maxsize=4096)
def _meld(faces: tuple[Face, ...], name: str, band: str, red_three: Face | None) -> Json:
    """Return a meld, the same object as long as it is the same; *name* is the class of a canasta."""
    told: Json = {"cards": cards(faces)}
    if name:
        told |= {"class": name, "band": band}
    if red_three is not None:
        told["red"] = face_text(red_three)
    return told


def _hand(rules: Rules, held: int, left: int) -> Json:
    told: Json = {"cards": held}
    if left:
        told["reserves"] = [reserve.name for reserve in rules.reserves[len(rules.reserves) - left :]]
    return told


def _own(state: State, seat: Seat, acting: Sequence[Seat]) -> Json:
    """Return what only the person in *seat* may know: the hand, what came to it in this turn, and what they may do.

    *acting* are the seats that may act now.
    """
    told: Json = {"seat": seat + 1}
    if state.shuffle is not None and state.phase == "numbers":
        told["number"] = seat in state.shuffle.numbers
    deal = state.deal
    place = state.places[seat]
    if deal is None or place.person is None:
        return told
    told["hand"] = cards(deal.tabletop.hands[seat])
    fresh = fresh_cards(state, seat)
    if fresh:
        told["fresh"] = cards(fresh)
    if state.paused or place.playing != "person":
        return told
    if seat in acting:
        told["choices"] = offers(view(deal, seat))
    if state.settings.undo and deal.can_undo(seat):
        told["undo"] = True
    if state.can_take_back(seat):
        told["take_back"] = True
    return told
