"""What a page holds of a match: its deals as scenes, changes, sentences and sheets, ready to be written as JSON.

Nothing goes in that the page may not show: not the seed, no deck, no reserve that nobody picked up, and for the
public no hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from canasta.base.seats import Seat
from canasta.base.sheets import Sheet
from canasta.engine.rule_table import BLACK, MIXED, NATURAL, SPECIAL, WILD
from canasta.export.changes import change
from canasta.export.scene import LETTERS, scene
from canasta.export.sentences import sentences
from canasta.notation.records.playback import Moment, Watched, shown_hands
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.scoring.standing import standing
from canasta.terminal.replay.recording import OpenRecording
from canasta.terminal.replay.sheets import counted
from canasta.terminal.replay.table import ALL
from canasta.wording.announcements import winners_line
from canasta.wording.names import canasta_class
from canasta.wording.spans import plain


def match_content(
    recording: OpenRecording, deals: Iterable[Watched], asked: Seat | None = None, *, public: bool, comments: bool
) -> dict[str, Any]:
    """Return the *deals* of *recording*, as the page wants them.

    *public* leaves out what not everyone saw, *comments* says whether the remarks in the record go in. While people are
    still playing a deal it has their own hands only, and that of a seat that was *asked* for.
    """
    rules, heading = recording.rules, recording.heading
    players = zip(recording.names.names, heading.players, strict=True)
    return {
        "title": rules.title,
        "date": clean(heading.date),
        "comment": clean(heading.comment) if comments else "",
        "players": [{"name": name, "bot": clean(player.bot)} for name, player in players],
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
        "deals": [deal_content(recording, deal, asked, public=public, comments=comments) for deal in deals],
    }


def _sorts(rules: Rules) -> list[int]:
    """Return the classes of canastas, in the order of their numbers."""
    return [NATURAL, MIXED, WILD, BLACK, *range(SPECIAL, SPECIAL + len(rules.specials))]


def _goal(rules: Rules) -> str:
    if rules.match.target:
        return f"to {rules.match.target:,}"
    return f"{rules.match.deals} {rules.words.deal}s" if rules.match.deals else ""


def deal_content(
    recording: OpenRecording, watched: Watched, asked: Seat | None = None, *, public: bool, comments: bool
) -> dict[str, Any]:
    """Return one deal, whose page may be for someone who *asked* to see a seat."""
    record, moments = watched.record, watched.moments
    played = watched.played
    shown = [] if public else shown_hands(recording.heading, record, asked)
    first = scene(moments[0].deal, shown)
    content: dict[str, Any] = {
        "number": record.number,
        "totals": record.totals,
        "shown": shown,
        "zones": first.zones,
        "facts": first.facts,
        "moments": list(_moments(moments, shown, comments=comments)),
        "ends": played.broken,
    }
    if comments and record.comment:
        content["comment"] = clean(record.comment)
    if played.after is not None:
        last = counted(watched, moments[-1], ALL)
        content |= {"sheets": [_sheet(each) for each in last], "after": played.after}
        content["winners"] = _winners(recording, record.number, played.after)
    return content


def _moments(moments: Sequence[Moment], shown: Collection[Seat], *, comments: bool) -> Iterator[list[Any]]:
    """For each moment its change, its sentences, and comments if there are any."""
    before = None
    for moment in moments:
        now = scene(moment.deal, shown)
        seen = [event.seen_by(event.seat if event.seat in shown else -1) for event in moment.events]
        words = "" if before is None else change(before, seen, now)
        remarks = map(clean, moment.comments) if comments else ()
        yield [words, sentences(moment, shown), *remarks]
        before = now


def _sheet(counted: Sheet) -> list[list[Any]]:
    """Return lines of text and points; a heading is a line with a third entry."""
    rows: list[list[Any]] = []
    for part in counted.parts:
        if part.title:
            rows.append([part.title, part.points, 1])
        rows += [[str(line), line.points] for line in part.lines]
    return rows


def _winners(recording: OpenRecording, number: int, after: tuple[int, ...]) -> str:
    """Return who has won, if the match is over with this deal."""
    now = standing(recording.rules, after, number)
    return plain(winners_line(now.winners, after, recording.rules, recording.names)) if now.over else ""
