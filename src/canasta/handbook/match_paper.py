"""The score sheet of a recorded match, filled with its counted deals, as a page to print."""

from __future__ import annotations

from collections.abc import Sequence

from canasta.handbook.score_paper import PaperDeal, score_paper
from canasta.notation.records.playback import Watched, final_sheets, player_names
from canasta.notation.records.record import Heading
from canasta.rules.groups import Rules
from canasta.rules.shapes import clean
from canasta.tally.pad import REMARK
from canasta.wording.names import Names


def match_paper(heading: Heading, deals: Sequence[Watched]) -> str:
    """Return the score sheet of the match of *heading*, filled with *deals*, at least one, that were counted; see `score_paper`."""
    names, rules = Names(player_names(heading)), heading.rules
    sides = [names.side(side, rules.sides) for side in range(rules.sides)]
    filled = [_on_paper(rules, each, sides) for each in deals]
    return score_paper(
        rules,
        names.names,
        filled[0].dealer,
        deals[-1].record.keeper,
        filled,
        clean(heading.date),
        pad=heading.comment == REMARK,
    )


def _on_paper(rules: Rules, deal: Watched, sides: Sequence[str]) -> PaperDeal:
    record, after = deal.record, deal.played.after
    assert after is not None
    begins = f"{rules.words.deal.capitalize()} {record.number}"
    notes = [f"{side}: {each.note}" for side, each in zip(sides, record.counts, strict=False) if each.note]
    told = (*(f"{begins}. {note}" for note in notes), *map(clean, record.corrections))
    return PaperDeal(record.number, record.dealer, tuple(final_sheets(rules, deal)), after, told)
