"""A rematch at the keyboard: dealt on from the match before it, with a record of its own."""

from __future__ import annotations

import re
from pathlib import Path

from canasta.base.shuffle import next_seed
from canasta.deal.match import Match
from canasta.notation.records.reader import parse_record
from canasta.notation.records.record import Record
from canasta.rules.load import load
from tests.terminal.played import RECORD, Sitting, play

SHORT = 'base = "classic"\ntitle = "Short"\n[match]\ntarget = 300\n'


def test_a_rematch_is_dealt_on_with_other_cards(tmp_path: Path) -> None:
    house = tmp_path / "short.toml"
    house.write_text(SHORT, encoding="utf-8")
    args = ("--house", house.name, "--players", "2", "--seed", "5", "--names", "Ann", "--record", RECORD)
    lines = play((Sitting(args, screen=True, rematches=1),), tmp_path)
    assert [typed for _, typed in lines if "rematch" in typed] == [
        "Do you want a rematch? [y/N] y",
        "Do you want a rematch? [y/N]",
    ]
    first, second = (_record(path) for path in (tmp_path / RECORD, *tmp_path.glob("canasta/matches/*.chh")))
    assert (first.heading.seed, second.heading.seed) == (5, next_seed(5))
    assert [player.name for player in second.heading.players] == [player.name for player in first.heading.players]
    last, begun = first.deals[-1], second.deals[0]
    assert begun.dealer == 1 - last.dealer
    assert begun.deck == Match(load("classic", 2), next_seed(5)).deck(1)
    shown = "".join(text for text, _ in lines)
    again = rf"--seed {next_seed(5)} --dealer {begun.dealer + 1} --house short.toml --seats you,\w+ --names Ann,"
    assert re.search(again, shown)


def _record(path: Path) -> Record:
    return parse_record(path.read_text(encoding="utf-8"))
