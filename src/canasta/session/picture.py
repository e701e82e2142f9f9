"""The table as people may know it, as JSON: one public part for all, and an own part for each seat.

Seats, sides and deals count from 1. Cards of hands and melds are sorted, so that no order of the deck shows; nothing here is
null, so that a JSON merge patch can take any of it away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from canasta.base.cards import Face, face_text, rank_text, sorted_faces
from canasta.base.seats import Seat
from canasta.deal.match import Match
from canasta.deal.view import MeldView, View, view
from canasta.engine.position import TO_ANSWER
from canasta.scoring.standing import minimum
from canasta.session.offers import fresh_cards, offers
from canasta.session.settings import Settings
from canasta.session.settings import told as settings_told
from canasta.session.sheets import sheet_json
from canasta.session.state import State
from canasta.wording.contract import lacks
from canasta.wording.names import canasta_class
from canasta.wording.pile_state import frozen_because

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Picture:
    """All that can be known of a table: *public*, and *own* by seat (from 0); *people* says who sits where."""

    public: Json
    own: Mapping[Seat, Json]
    people: Mapping[str, Seat]


def cards(faces: tuple[Face, ...] | list[Face]) -> str:
    """*faces*, sorted, without blanks."""
    return "".join(map(face_text, sorted_faces(faces)))


def picture(state: State, before: Picture | None = None) -> Picture:
    """The picture of *state*; parts that are as *before* are taken over as they are."""
    public: Json = {
        "state": state.phase,
        "people": people(state),
        "seats": seats(state),
        "settings": _settings(state.settings),
        **_match(state, before),
    }
    if state.paused:
        public["paused"] = True
    if state.ready:
        public["ready"] = [seat + 1 for seat in sorted(state.ready)]
    if state.vote:
        public["vote"] = {"for": state.vote, "agreed": [seat + 1 for seat in sorted(state.agreed)]}
    if state.shuffle is not None and state.shuffle.secret:
        public["shuffle"] = state.shuffle.as_told(state.rules.seats, over=False)
    if state.told:
        public["told"] = {str(number): told for number, told in enumerate(state.told, 1)}
    if state.given or state.script:
        public["given"] = True
    if state.phase == "drawing":
        public["draw"] = _draw(state)
    if state.phase == "cutting" and state.match is not None:
        public["cut"] = {str(seat + 1): needed for seat, needed in state.match.cutters()}
    deal = state.deal
    if deal is not None:
        seen = view(deal, -1)
        public["table"] = table(state, seen)
    own = {seat: _own(state, seat, before) for seat in range(state.rules.seats)}
    seated = {place.person: seat for seat, place in enumerate(state.places) if place.person is not None}
    return Picture(public, own, seated)


def people(state: State) -> Json:
    """Who is at the table, by name: people have different ones. Their ids are no secrets; keys to them are not here."""
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
    """Who plays each seat."""
    told: Json = {}
    for seat, (place, name) in enumerate(zip(state.places, state.names, strict=True), 1):
        row: Json = {"plays": place.playing}
        if place.playing != "nobody":
            row["name"] = name
        if place.bot:
            row["bot"] = state.bot_in(seat - 1)
        if place.link:
            row["link"] = place.link
        if place.away is not None:
            row["away"] = place.away
        if place.waited:
            row["waited"] = place.waited
        told[str(seat)] = row
    return told


@lru_cache(maxsize=16)
def _settings(settings: Settings) -> Json:
    return settings_told(settings)


def _match(state: State, before: Picture | None) -> Json:
    """How the match stands: deals counted, totals, minimums, winners."""
    match = state.match
    if match is None:
        return {}
    told: Json = {"dealer": match.dealer + 1, "totals": list(match.totals)}
    deal = match.number if match.deal is not None or state.phase in {"counting", "over"} else match.number + 1
    told["deal"] = deal
    # Between deals, those of the next one.
    coming = deal if match.deal is not None or match.over else match.number + 1
    told["minimums"] = [minimum(match.rules, coming, total) for total in match.totals]
    if match.keeper is not None and state.rules.table.score_keeper:
        told["keeper"] = match.keeper + 1
    if match.results:
        old = before.public.get("deals", {}) if before is not None else {}
        known = len(old) == len(match.results) and old[str(match.number if match.deal is None else match.number - 1)]
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
    """The deals counted so far, by number: score sheets by side, and the totals after them."""
    return {
        str(result.number): {"sheets": [sheet_json(each) for each in result.sheets], "totals": list(result.totals)}
        for result in match.results
    }


def _draw(state: State) -> Json:
    """The draw for seats: who has still to draw, and the cards that lie open by their places."""
    assert state.shuffle is not None
    spread = state.shuffle.spread(state.rules.seats)
    return {
        "waiting": [seat + 1 for seat in state.to_draw()],
        "cards": len(spread),
        "picked": {str(place + 1): {"seat": seat + 1, "card": face_text(spread[place])} for seat, place in state.picks},
    }


def table(state: State, seen: View) -> Json:
    """The deal in progress as an onlooker sees it; everybody waits for the one who has the *turn* unless *waiting* is there.

    On the last lap, *lap* is how many turns follow this one.
    """
    position, rules = seen.position, seen.rules
    over = state.deal is not None and state.deal.over
    told: Json = {
        "turn": int(seen.turn) + 1,
        "stock": list(seen.stock_piles),
        "pile": _pile(seen),
        "sides": {str(side + 1): _side(seen, side) for side in range(rules.sides)},
        "hands": {str(seat + 1): _hand(seen, seat) for seat in range(rules.seats)},
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


def _pile(seen: View) -> Json:
    """The pile, its cards numbered from the bottom, so that a discard is a small patch; for which sides it is frozen, and why."""
    told: Json = {}
    if seen.pile:
        told["cards"] = {str(number): face_text(face) for number, face in enumerate(seen.pile, 1)}
    position = seen.position
    frozen = [side for side in range(seen.rules.sides) if position.frozen(side)]
    if frozen:
        told["frozen"] = [side + 1 for side in frozen]
        told["because"] = f"Frozen{frozen_because(seen.rules, position)}."
    if seen.pile and position.rule_table.blocked[int(position.top())]:
        told["blocked"] = True
    return told


def _side(seen: View, side: int) -> Json:
    position, rules = seen.position, seen.rules
    told: Json = {"opened": seen.opened[side], "needs": int(position.minimum(side)), "melds": {}}
    made: dict[str, int] = {}
    for meld in seen.melds:
        if meld.side == side:
            rank = rank_text(meld.rank)
            made[rank] = made.get(rank, 0) + (meld.slot is None)
            key = f"{rank}.c{made[rank]}" if meld.slot is None else f"{rank}.{meld.slot + 1}"
            told["melds"][key] = _meld(seen, meld)
    if seen.red_threes[side]:
        told["reds"] = cards(seen.red_threes[side])
    missing = [
        {"count": lack.count} | ({"class": canasta_class(rules, lack.sort)} if lack.sort >= 0 else {})
        for lack in lacks(rules, position, side)
    ]
    if missing:
        told["lacks"] = missing
    return told


def _meld(seen: View, meld: MeldView) -> Json:
    told: Json = {"cards": cards(meld.cards)}
    if meld.sort >= 0:
        told["class"] = canasta_class(seen.rules, meld.sort)
    if meld.red_three is not None:
        told["red"] = face_text(meld.red_three)
    return told


def _hand(seen: View, seat: Seat) -> Json:
    told: Json = {"cards": seen.hand_sizes[seat]}
    left = seen.reserves_left[seat]
    if left:
        told["reserves"] = [reserve.name for reserve in seen.rules.reserves[len(seen.rules.reserves) - left :]]
    return told


def _own(state: State, seat: Seat, before: Picture | None) -> Json:
    """What only the person in *seat* may know: the hand, what came to it in this turn, and what they may do."""
    told: Json = {"seat": seat + 1}
    if state.shuffle is not None and state.phase == "numbers":
        told["number"] = seat in state.shuffle.numbers
    deal = state.deal
    place = state.places[seat]
    if deal is None or place.person is None:
        return told
    hand = cards(deal.tabletop.hands[seat])
    old = before.own[seat] if before is not None else {}
    told["hand"] = old["hand"] if old.get("hand") == hand else hand
    fresh = fresh_cards(state, seat)
    if fresh:
        told["fresh"] = cards(fresh)
    if state.paused or place.playing != "person":
        return told
    if seat in deal.seats_to_act():
        told["choices"] = offers(view(deal, seat))
    if state.settings.undo and deal.can_undo(seat):
        told["undo"] = True
    return told
