"""What a page holds of a match: its deals as scenes, changes, sentences and sheets, ready to be written as JSON.

Nothing goes in that the page may not show: not the seed, no deck, no packet that nobody picked up, and for the
public no hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from canasta.engine.table import BLACK, MIXED, NATURAL, SPECIAL, WILD
from canasta.export.changes import change, hushed
from canasta.export.scene import LETTERS, scene
from canasta.export.sentences import sentences
from canasta.notation.actions import read_line
from canasta.notation.playback import Moment, Watched
from canasta.notation.record import UNKNOWN, DealRecord, Heading, cards_text
from canasta.rules.groups import Rules
from canasta.score import Sheet, sheet, standing
from canasta.seats import Seat
from canasta.tableau import tableaus
from canasta.terminal.naming import Names, canasta_class
from canasta.terminal.sheets import winners_text


def match_content(heading: Heading, deals: Iterable[Watched], *, public: bool, comments: bool) -> dict[str, Any]:
    """The match with *heading* and *deals*, as the page wants it.

    *public* leaves out what not everybody saw, *comments* says whether the remarks in the record go in.
    """
    rules = heading.rules
    return {
        "title": rules.title,
        "date": heading.date,
        "comment": heading.comment if comments else "",
        "players": [{"name": player.name, "bot": player.bot} for player in heading.players],
        "sides": rules.sides,
        "size": rules.meld.size,
        "letters": LETTERS,
        "words": {
            "deal": rules.words.deal,
            "canasta": rules.words.canasta,
            "canastas": rules.words.canastas,
            "reserves": [reserve.name for reserve in rules.reserves],
            "classes": [canasta_class(rules, sort) for sort in _sorts(rules)],
        },
        "goal": _goal(rules),
        "deals": [deal_content(heading, deal, public=public, comments=comments) for deal in deals],
    }


def _sorts(rules: Rules) -> list[int]:
    """The classes of canastas, in the order of their numbers."""
    return [NATURAL, MIXED, WILD, BLACK, *range(SPECIAL, SPECIAL + len(rules.specials))]


def _goal(rules: Rules) -> str:
    if rules.match.target:
        return f"to {rules.match.target:,}"
    return f"{rules.match.deals} {rules.words.deal}s" if rules.match.deals else ""


def deal_content(heading: Heading, watched: Watched, *, public: bool, comments: bool) -> dict[str, Any]:
    """One deal."""
    rules, record, moments = heading.rules, watched.record, watched.moments
    played = watched.played
    shown = [] if public else known_hands(rules, record)
    first = scene(moments[0].deal, shown)
    content: dict[str, Any] = {
        "number": record.number,
        "dealer": record.dealer,
        "totals": record.totals,
        "shown": shown,
        "zones": first.zones,
        "facts": first.facts,
        "moments": list(_moments(rules, moments, shown, comments=comments)),
        "sheets": [],
        "ends": played.broken,
    }
    if comments and record.comment:
        content["comment"] = record.comment
    if record.keeper is not None:
        content["keeper"] = record.keeper
    if played.after is not None:
        last = moments[-1].deal
        counted = [sheet(rules, each) for each in tableaus(last.position, played.replay.cuts)]
        content |= {"sheets": [_sheet(each) for each in counted], "after": played.after}
        content["winners"] = _winners(heading, record.number, played.after)
    return content


def known_hands(rules: Rules, record: DealRecord) -> list[Seat]:
    """The seats of whose cards *record* knows every one.

    Where it does not give the deck, its lines tell what came to each hand; other cards are a guess that nobody
    should see.
    """
    seats = range(rules.seats)
    if record.deck and UNKNOWN not in record.deck:
        return list(seats)
    unknown = cards_text([UNKNOWN])
    lines = [line for written in record.actions if (line := read_line(written)) is not None and unknown in line.text]
    guessed = {line.seat for line in lines}
    guessed |= {int(line.text.split()[1]) - 1 for line in lines if line.seat < 0 and line.text.startswith("deal ")}
    return [seat for seat in seats if seat not in guessed]


def _moments(
    rules: Rules, moments: Sequence[Moment], shown: Collection[Seat], *, comments: bool
) -> Iterator[list[Any]]:
    """For each moment its change, its sentences, and comments if there are any."""
    before = None
    for moment in moments:
        now = scene(moment.deal, range(rules.seats))
        words = "" if before is None else change(before, now)
        yield [hushed(words, shown), sentences(moment.events, rules, shown), *(moment.comments if comments else ())]
        before = now


def _sheet(counted: Sheet) -> list[list[Any]]:
    """Lines of text and points; a heading is a line with a third entry."""
    rows: list[list[Any]] = []
    for part in counted.parts:
        if part.title:
            rows.append([part.title, part.points, 1])
        rows += [[str(line), line.points] for line in part.lines]
    return rows


def _winners(heading: Heading, number: int, after: tuple[int, ...]) -> str:
    """Who has won, if the match is over with this deal."""
    now = standing(heading.rules, after, number)
    if not now.over:
        return ""
    names = Names(tuple(player.name for player in heading.players))
    return winners_text(heading.rules, now, after, names).plain
