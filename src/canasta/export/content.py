"""What a page holds of a match: its deals as the replay room of the table reads them, ready to be written as JSON.

Nothing goes in that the page may not show: not the seed, no deck, no reserve that nobody picked up, and for the
public no hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from canasta.base.seats import Seat
from canasta.notation.records.playback import Watched, shown_hands
from canasta.notation.records.record import Heading
from canasta.rules.shapes import clean
from canasta.session.replays import match_json, watched_json


def match_content(
    heading: Heading, deals: Iterable[Watched], asked: Seat | None = None, *, public: bool, comments: bool
) -> dict[str, Any]:
    """Return the *deals* of the match of *heading*, as the page wants them.

    *public* leaves out what not everyone saw, *comments* says whether the remarks in the record go in. While people are
    still playing a deal it has their own hands only, and that of a seat that was *asked* for.
    """
    told = [
        watched_json(heading, each, [] if public else shown_hands(heading, each.record, asked), comments=comments)
        for each in deals
    ]
    remark = clean(heading.comment) if comments else ""
    return match_json(heading) | {"date": clean(heading.date), "comment": remark, "watched": told}
