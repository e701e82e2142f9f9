"""Whether a table accepts a command; here are making it, people and seats. Nothing here changes anything."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from canasta.base.cards import parse_faces
from canasta.base.english import listed
from canasta.base.errors import NotationError, RulesError
from canasta.base.seats import Seat
from canasta.base.shuffle import LARGEST_SEED
from canasta.deal.match import Match
from canasta.notation.records.replay import check_deck
from canasta.rules.groups import Rules
from canasta.session import acts, judging_tally
from canasta.session.acts import Act
from canasta.session.entries import Command, check_id, check_person
from canasta.session.judging_match import MATCH_JUDGES, Judge, as_is, check_all_seated
from canasta.session.permissions import BY_TIME, check_running, check_seat, check_who, seat_of_sender
from canasta.session.refusals import refused
from canasta.session.schedule import due_ids
from canasta.session.seating import checked_name, free_bot_name
from canasta.session.settings import changed, usual_settings, written
from canasta.session.state import State, rules_of_table
from canasta.session.unfinished import read_unfinished
from canasta.session.versions import engine_of

_MOST_SCRIPT: Final = 2000


def judge_make(command: Command, *, local: bool) -> acts.Make:
    """Return the first command of a table, as the log keeps it; only a *local* one may have a seed. Raises `Refused`."""
    check_id(command.id)
    act = command.act
    if not isinstance(act, acts.Make):
        raise refused("table.no-table")
    if command.by is None:
        raise refused("table.malformed", text="by: a table is made by a person, its host.")
    check_person(command.by)
    texts = (*act.bots, *act.given, *act.script)
    if not all(type(each) is str for each in texts):
        raise refused("table.malformed", text="bots, given and script: must be lists of texts.")
    # On one's own device a bot may be a command that starts a program.
    spelt = r"[^\0-\x1f]{1,600}" if local else r"[a-z0-9:-]{1,40}"
    if not act.bots or not all(re.fullmatch(spelt, bot) for bot in act.bots):
        raise refused(
            "table.malformed", text="bots: must be names of small letters, digits, dashes and colons, at least one."
        )
    try:
        rules = rules_of_table(act.rules)
    except (RulesError, TypeError, ValueError) as error:
        raise refused("table.rules", text=str(error)) from None
    settings = written(act.settings)
    changed(usual_settings(act.bots), settings, act.bots)
    name = checked_name(act.host, ())
    _check_given(act, rules)
    if act.record and read_unfinished(act.record).rules != rules:
        raise refused("table.record", text="its rules are not those of the table")
    if act.seed and not local:
        raise refused("table.seed")
    return replace(_seeded(act, rules), host=name, settings=settings, engine=engine_of(rules))


def _seeded(act: acts.Make, rules: Rules) -> acts.Make:
    """*act* with its seed as it is written. Raises `Refused` for what is none, and for seats that cannot deal or keep the score."""
    for key, seat in (("dealer", act.dealer), ("keeper", act.keeper)):
        if not -1 <= seat < rules.seats:
            raise refused("table.malformed", text=f"{key}: must be a seat, 1 to {rules.seats}.")
    if act.keeper >= 0 and not rules.table.score_keeper:
        raise refused("table.malformed", text="keeper: nobody keeps the score in this game.")
    try:
        Match(rules, 0, *(None if seat < 0 else seat for seat in (act.dealer, act.keeper)))
    except ValueError:
        raise refused("table.malformed", text="dealer: who keeps the score never deals.") from None
    if not act.seed:
        return act
    if not re.fullmatch(r"[0-9]{1,20}", act.seed) or int(act.seed) > LARGEST_SEED:
        raise refused("table.malformed", text=f"seed: must be a whole number from 0 to {LARGEST_SEED}, as text.")
    if act.record and int(act.seed) != read_unfinished(act.record).match.seed:
        raise refused("table.record", text="its seed is not that of the table")
    return replace(act, seed=str(int(act.seed)))


def _check_given(act: acts.Make, rules: Rules) -> None:
    """See that the decks and the script of a table are what the rules play with."""
    try:
        for text in act.given:
            check_deck(rules, parse_faces(text))
    except NotationError as error:
        raise refused("table.given", text=str(error)) from None
    if len(act.script) > _MOST_SCRIPT or not all(re.fullmatch(r"[1-8] [ -~]{1,600}", line) for line in act.script):
        raise refused("table.given", text='a script has lines such as "2 draw"')


def judge(state: State, command: Command) -> Act:
    """Return the act of *command* as the log keeps it: moves with every card, names as they are written, sheets filled in.

    Raises `Refused`.
    """
    check_id(command.id)
    act = command.act
    if isinstance(act, acts.Make):
        raise refused("table.exists")
    if state.phase == "closed":
        raise refused("table.closed")
    check_who(state, command)
    if command.by is None and isinstance(act, BY_TIME) and command.id not in due_ids(state):
        raise refused("table.not-due")
    return _JUDGES[type(act)](state, command, act)


def _person(state: State, person: str) -> str:
    if person not in state.people:
        raise refused("table.person")
    return person


def _join(state: State, command: Command, act: acts.Join) -> Act:
    if command.by in state.kept_out and not act.invited:
        raise refused("table.kept-out")
    if len(state.people) >= state.settings.spectators + state.rules.seats or state.spectators >= (
        state.settings.spectators + state.free_seats
    ):
        raise refused("table.full", number=len(state.people))
    # With real cards, a seat may have been given someone's name before they come.
    expected = {place.called for place in state.places if place.playing == "nobody"}
    taken = [
        *(name for name in state.taken_names if name not in expected),
        *(each.name for each in state.people.values()),
    ]
    return replace(act, called=checked_name(act.called, taken))


def _rename(state: State, command: Command, act: acts.Rename) -> Act:
    assert command.by is not None
    own = state.people[command.by].name
    return replace(act, called=checked_name(act.called, (name for name in state.taken_names if name != own)))


def _sit(state: State, command: Command, act: acts.Sit) -> Act:
    place = state.places[check_seat(state, act.seat)]
    _not_seated(state, command.by)
    if place.person is not None:
        raise refused("table.taken", seat=act.seat + 1, name=state.people[place.person].name)
    _not_kept(state, command.by, act.seat)
    if state.phase != "open" and not state.settings.late:
        raise refused("table.not-open")
    _unseen(state, command.by, act.seat)
    return replace(act, wait=_waits(state, command))


def _not_seated(state: State, person: str | None) -> None:
    seat = state.seat_of(person)
    if seat is not None:
        raise refused("table.seated", seat=seat + 1)


def _not_kept(state: State, person: str | None, seat: Seat) -> None:
    """See that *seat* is not kept for someone else."""
    coming = state.places[seat].coming
    if coming is not None and coming != person:
        name = state.people[coming].name
        raise refused("table.coming", seat=seat + 1, name=name, deal=state.rules.words.deal)


def _waits(state: State, command: Command) -> bool:
    """Return whether the sender gets cards only with the next deal: they have none in the deal in progress."""
    return state.phase == "playing" and command.by not in state.seen


def _unseen(state: State, person: str | None, seat: Seat) -> None:
    """See that who sits down does not know the cards of another seat."""
    if state.seen.get(person or "", seat) != seat:
        raise refused("table.seen", deal=state.rules.words.deal)


def seat_of_link(state: State, version: int, person: str | None) -> Seat:
    """Return the seat that the link *version* opens for *person* now, here or not yet. Raises `Refused` where it opens none.

    A link belongs to a place and moves with it in the draw for seats.
    """
    found = ((seat, place) for seat, place in enumerate(state.places) if place.opened < place.link == version)
    seat, place = next(found, (-1, None))
    if place is None:
        raise refused("table.link")
    _not_seated(state, person)
    _not_kept(state, person, seat)
    _unseen(state, person, seat)
    if state.phase == "playing" and place.person is not None and place.here:
        name = state.people[place.person].name
        raise refused("table.link-later", seat=seat + 1, name=name, deal=state.rules.words.deal)
    return seat


def _take_seat(state: State, command: Command, act: acts.TakeSeat) -> Act:
    return replace(act, seat=seat_of_link(state, act.version, command.by), wait=_waits(state, command))


def _put_bot(state: State, _: Command, act: acts.PutBot) -> Act:
    place = state.places[check_seat(state, act.seat)]
    if place.person is not None and place.away is None:
        raise refused("table.taken", seat=act.seat + 1, name=state.people[place.person].name)
    if act.bot not in state.bots:
        raise refused("table.bot", bot=act.bot[:40], bots=listed(state.bots))
    others = [name for name in state.taken_names if name != place.called]
    return replace(
        act, called=checked_name(act.called, others) if act.called else place.called or free_bot_name(others)
    )


def _remove_bot(state: State, _: Command, act: acts.RemoveBot) -> Act:
    if not state.places[check_seat(state, act.seat)].bot:
        raise refused("table.not-bot", seat=act.seat + 1)
    if state.phase != "open":
        raise refused("table.not-open")
    return act


def _issue_link(state: State, _: Command, act: acts.IssueLink) -> Act:
    check_seat(state, act.seat)
    return act


def _about_person(state: State, _: Command, act: acts.Mute | acts.MakeHost) -> Act:
    _person(state, act.person)
    return act


def _remove(state: State, command: Command, act: acts.Remove) -> Act:
    if _person(state, act.person) == command.by:
        raise refused("table.malformed", text="person: the host can't be sent away. Make someone else the host first.")
    return act


def _let_back(state: State, _: Command, act: acts.LetBack) -> Act:
    if act.person not in state.kept_out:
        raise refused("table.not-kept-out")
    return act


def _configure(state: State, _: Command, act: acts.Configure) -> Act:
    settings = written(act.settings)
    after = changed(state.settings, settings, state.bots)
    if state.settings.points_only and not (after.real_cards and after.points_only):
        raise refused("table.pad")
    if state.phase == "keeping" and not after.real_cards:
        assert state.match is not None
        number = state.match.number + 1
        if any(state.kept[number]):
            raise refused("table.counting-now", deal=state.rules.words.deal, number=number)
        check_all_seated(state)
    return replace(act, settings=settings)


def _away(state: State, command: Command, act: Act) -> Act:
    place = state.places[seat_of_sender(state, command)]
    if place.person is None or place.away is not None:
        raise refused("table.not-due")
    return act


def _back(state: State, command: Command, act: acts.Back) -> Act:
    seat = seat_of_sender(state, command)
    place = state.places[seat]
    if place.person is None or (place.away is None and not place.stand_in):
        raise refused("table.playing") if command.by is not None else refused("table.away", seat=seat + 1)
    return replace(act, seat=seat if command.by is None else -1)


def _stand_in(state: State, command: Command, act: acts.StandIn) -> Act:
    if command.by is not None and act.seat in (-1, state.seat_of(command.by)):
        act = replace(act, seat=-1)  # the sender's own
    elif command.by is not None:
        if command.by != state.host:
            raise refused("table.host", name=state.people[state.host].name)
        if state.places[check_seat(state, act.seat)].away is None:
            raise refused("table.away", seat=act.seat + 1)
    place = state.places[check_seat(state, act.seat) if act.seat >= 0 else seat_of_sender(state, command)]
    if place.person is None or place.stand_in:
        raise refused("table.stand-in" if act.seat < 0 else "table.has-stand-in", seat=act.seat + 1)
    check_running(state)
    return act


_JUDGES: Final[dict[type[Act], Judge]] = {
    **MATCH_JUDGES,
    acts.Join: _join,
    acts.Rename: _rename,
    acts.Leave: as_is,
    acts.Sit: _sit,
    acts.TakeSeat: _take_seat,
    acts.Stand: as_is,
    acts.PutBot: _put_bot,
    acts.RemoveBot: _remove_bot,
    acts.IssueLink: _issue_link,
    acts.Remove: _remove,
    acts.LetBack: _let_back,
    acts.Mute: _about_person,
    acts.MakeHost: _about_person,
    acts.Configure: _configure,
    acts.NameSeat: judging_tally.name_seat,
    acts.Tally: judging_tally.tally,
    acts.UndoTally: judging_tally.undo_tally,
    acts.Away: _away,
    acts.Back: _back,
    acts.StandIn: _stand_in,
    acts.Close: as_is,
}
