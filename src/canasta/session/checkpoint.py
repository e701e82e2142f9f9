"""A table in one line of text, and back. Checkpoints save time and are never needed: the log alone is the table.

Behind a checksum stands JSON. A deal in progress is in it as `canasta.deal.snapshot` has it, so only the program that wrote a
checkpoint can read it; another one folds the log.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final
from zlib import crc32

from canasta.base.cards import faces_text, parse_faces
from canasta.base.errors import CanastaError
from canasta.base.events import DealCounted
from canasta.deal.match import Match
from canasta.deal.snapshot import deal_of_snapshot, snapshot_of
from canasta.engine.position import TO_DRAW
from canasta.rules.groups import Rules
from canasta.session.fairness import Shuffle
from canasta.session.offers import fresh_cards
from canasta.session.refusals import refused
from canasta.session.seating import Person, TableSeat
from canasta.session.settings import Settings
from canasta.session.sheets import parse_sheet, sheet_json
from canasta.session.state import Kept, Result, State, rules_of_text, rules_text
from canasta.tally.tally import Tally

FORMAT: Final = 6
"""The number of the format; a checkpoint of another one is not used."""

_PLAIN: Final = (
    "host", "phase", "shuffles", "vote", "paused", "since", "turn_at", "used", "mark", "undone", "head", "at", "record",
    "seed", "dealer", "keeper",
)  # fmt: skip
_BY_SEAT: Final = ("acted", "cursor")
_SEATS: Final = ("ready", "agreed")
_TEXTS: Final = ("bots", "given", "script")


def checkpoint_text(state: State) -> str | None:
    """*state* in one line; None where moves might still be taken back, as amid a turn."""
    deal = state.deal
    if deal is not None and (deal.over or deal.position.phase != TO_DRAW or state.undoable or state.taking_back):
        return None
    told: dict[str, Any] = {"format": FORMAT, "rules": rules_text(state.rules), "engine": dict(state.engine)}
    told |= {key: getattr(state, key) for key in _PLAIN}
    told |= {key: {str(seat): value for seat, value in getattr(state, key).items()} for key in _BY_SEAT}
    told |= {key: sorted(getattr(state, key)) for key in _SEATS}
    told |= {key: list(getattr(state, key)) for key in _TEXTS}
    told |= {
        "settings": asdict(state.settings),
        "places": [asdict(place) for place in state.places],
        "people": {key: asdict(person) for key, person in state.people.items()},
        "kept_out": state.kept_out,
        "told": state.told,
        "picks": state.picks,
        "seen": state.seen,
        "fresh": {
            str(seat): faces_text(sorted(cards))
            for seat in range(state.rules.seats)
            if (cards := fresh_cards(state, seat))
        },
        "earlier": [asdict(result) for result in state.earlier],
        "kept": {str(deal): list(map(_kept_json, sides)) for deal, sides in state.kept.items()},
        "kept_before": [[deal, side, _kept_json(before)] for deal, side, before in state.kept_before],
        "ids": list(state.ids),
        "shuffle": _shuffle_json(state.shuffle),
        "match": _match_json(state.match),
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"{crc32(text.encode()):08x} {text}"


def parse_checkpoint(text: str) -> State:
    """Return the table that `checkpoint_text` wrote. Raises `Refused` (table.malformed) for anything else: then fold the whole log."""
    try:
        checksum, _, body = text.partition(" ")
        if int(checksum, 16) != crc32(body.encode()):
            raise refused("table.malformed", text="This checkpoint is damaged: its checksum is another one.")
        told = json.loads(body)
        if told["format"] != FORMAT:
            raise refused("table.malformed", text=f"This checkpoint has format {told['format']}, not {FORMAT}.")
        return _state(told)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise refused("table.malformed", text=f"This checkpoint can't be read: {error!r}.") from None
    except CanastaError as error:
        raise refused("table.malformed", text=f"This checkpoint can't be read: {error}") from None


def _state(told: dict[str, Any]) -> State:
    rules = rules_of_text(told["rules"])
    state = State(
        rules=rules,
        host=told["host"],
        settings=Settings(**told["settings"]),
        bots=tuple(told["bots"]),
        engine=told["engine"],
        places=[TableSeat(**place) for place in told["places"]],
    )
    for key in _PLAIN:
        setattr(state, key, told[key])
    for key in _BY_SEAT:
        setattr(state, key, {int(seat): value for seat, value in told[key].items()})
    for key in _SEATS:
        setattr(state, key, frozenset(told[key]))
    for key in _TEXTS:
        setattr(state, key, tuple(told[key]))
    state.people = {key: Person(**person) for key, person in told["people"].items()}
    state.kept_out = told["kept_out"]
    state.told = told["told"]
    state.picks = [(seat, place) for seat, place in told["picks"]]
    state.seen = told["seen"]
    state.fresh = {int(seat): parse_faces(cards) for seat, cards in told["fresh"].items()}
    state.earlier = [Result(tuple(each["totals"]), tuple(each["winners"]), each["deals"]) for each in told["earlier"]]
    for number, sides in told["kept"].items():
        state.kept[int(number)] = [_kept(rules, int(number), side) for side in sides]
    state.kept_before = [(deal, side, _kept(rules, deal, before)) for deal, side, before in told["kept_before"]]
    state.ids.extend((by, name, seq) for by, name, seq in told["ids"])
    state.shuffle = _shuffle(told["shuffle"])
    state.match = _match(rules, told["match"])
    state.began = state.said = len(state.deal.history) if state.deal is not None else 0
    return state


def _kept_json(kept: Kept | None) -> list[Any] | None:
    return [kept.tally.as_json(), kept.by, kept.seq] if kept is not None else None


def _kept(rules: Rules, deal: int, told: list[Any] | None) -> Kept | None:
    if told is None:
        return None
    answers, by, seq = told
    return Kept(Tally.of_json(answers, rules.in_deal(deal)), by, seq)


def _shuffle_json(shuffle: Shuffle | None) -> dict[str, Any] | None:
    return asdict(shuffle) | {"numbers": {str(seat): n for seat, n in shuffle.numbers.items()}} if shuffle else None


def _shuffle(told: dict[str, Any] | None) -> Shuffle | None:
    if told is None:
        return None
    return Shuffle(**{**told, "numbers": {int(seat): number for seat, number in told["numbers"].items()}})


def _match_json(match: Match | None) -> dict[str, Any] | None:
    if match is None:
        return None
    return {
        "seed": match.seed,
        "keeper": match.keeper,
        "dealer": match.dealer,
        "number": match.number,
        "results": [
            [result.dealer, result.number, list(map(sheet_json, result.sheets)), result.totals]
            for result in match.results
        ],
        "cuts": [[cut.seat, cut.count] for cut in match.cuts],
        "deal": snapshot_of(match.deal) if match.current_deal is not None else None,
    }


def _match(rules: Rules, told: dict[str, Any] | None) -> Match | None:
    if told is None:
        return None
    match = Match(rules, told["seed"], told["dealer"], told["keeper"])
    match.keeper = told["keeper"]
    for dealer, number, sheets, totals in told["results"]:
        match.take_over(DealCounted(dealer, number, tuple(map(parse_sheet, sheets)), tuple(totals)))
    match.dealer = told["dealer"]
    for seat, count in told["cuts"]:
        match.cut(seat, count)
    match.number = told["number"]
    if told["deal"] is not None:
        match.current_deal = deal_of_snapshot(rules.in_deal(match.number), told["deal"])
    return match
