"""Fuzzes what people and programs may hand us: texts for every reader, and whole moves for a deal.

Every reader must answer with a result or a sentence. A move is made with just the cards it names, or refused.

    python -m scripts.fuzz record FOLDER [options of libFuzzer]

The folder keeps the texts that reached something new; it is filled with good ones first. `make fuzz` runs this.
"""

from __future__ import annotations

import hashlib
import io
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["canasta"]):
    from canasta import bots
    from canasta.base.errors import CanastaError
    from canasta.bots.process.decisions import decide_message, rules_message
    from canasta.bots.process.messages import Chosen, format_message, read_reply
    from canasta.bots.worker import Worker
    from canasta.deal.match import Match
    from canasta.deal.view import view
    from canasta.notation.cases.case import cases_of
    from canasta.notation.move_text import parse_move
    from canasta.notation.positions.line import position_text, read_position
    from canasta.notation.records.match_replay import MatchReplay
    from canasta.notation.records.reader import RecordReader
    from canasta.notation.records.record import Player, heading_of
    from canasta.notation.records.recorder import Recorder, next_deal
    from canasta.notation.records.replay import Mending
    from canasta.notation.walks.walk import read_walk
    from canasta.rules.load import load
    from scripts.fuzz_moves import try_moves

GAMES = ("classic", "hand-and-foot", "new-canasta", "pennies-from-heaven")


def record(data: bytes) -> None:
    """Read and replay a record, strictly and leniently."""
    for mending in (None, Mending()):
        reader = RecordReader(io.BytesIO(data), mending)
        replay = MatchReplay(reader.heading, mending)
        for deal in reader:
            replay.deal(deal)


def position(data: bytes) -> None:
    """Read a position line."""
    read_position(data.decode(errors="replace"))


def move(data: bytes) -> None:
    """Read a move."""
    parse_move(data.decode(errors="replace"))


def message(data: bytes) -> None:
    """Answer the messages of a conversation, a line each, and read each as one of a bot."""
    worker = Worker("chance")
    for line in data.splitlines():
        worker.answer(line)
        with suppress(CanastaError):
            read_reply(line)


def walk(data: bytes) -> None:
    """Read a walk."""
    read_walk(data.decode(errors="replace").splitlines())


def case(data: bytes) -> None:
    """Read a case file."""
    try:
        table = tomllib.loads(data.decode(errors="replace"))
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return
    cases_of(table, "fuzz")


def moves(data: bytes) -> None:
    """Try whole moves of any numbers and faces on deals in progress."""
    try_moves(atheris.FuzzedDataProvider(data))


READERS: dict[str, Callable[[bytes], None]] = {
    "record": record,
    "position": position,
    "move": move,
    "moves": moves,
    "message": message,
    "walk": walk,
    "case": case,
}


class _Paper:
    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def take_back(self, length: int) -> None:
        self.text = self.text[:-length]


def _records() -> list[tuple[str, list[str]]]:
    """Return a record of one deal of several games, and position lines on the way."""
    written = []
    for name in GAMES:
        match, output, lines = Match(load(name), 1), _Paper(), []
        players = [bots.make("greedy", 1, seat) for seat in range(match.rules.seats)]
        recorder = Recorder(output, heading_of(match.rules, [Player("A")] * match.rules.seats))
        recorder.begin_match()
        recorder.begin_deal(next_deal(match))
        match.begin_deal()
        recorder.dealt()
        deal = match.deal
        assert deal is not None
        while not deal.over and deal.position.turns < 12:
            seat, before = deal.actor, deal.position.copy()
            step = players[seat].choose(view(deal, seat))
            recorder.stepped(seat, step, before, deal.step_trusted(step))
            lines.append(position_text(deal, history=deal.position.turns % 2 == 0))
        recorder.flush()
        written.append((output.text, lines))
    return written


def _conversations() -> list[str]:
    """Return the rules and the first decision of a match of each game, and an answer."""
    conversations = []
    for name in GAMES:
        match = Match(load(name), 1)
        match.begin_deal()
        seen = view(match.deal, match.deal.actor)
        rules, asked, chosen = rules_message(match.rules), decide_message(seen, 1, 100, 1), Chosen(1, move="discard 4c")
        lines = format_message(rules) + format_message(asked) + format_message(chosen)
        conversations.append(lines.decode())
    return conversations


def seeds(what: str) -> list[str]:
    """Good texts to begin with."""
    root = Path(__file__).resolve().parents[1] / "tests"
    if what == "walk":
        return [path.read_text(encoding="utf-8") for path in sorted((root / "walks").glob("*.walk"))[::9]]
    if what == "case":
        return [path.read_text(encoding="utf-8") for path in sorted((root / "cases").glob("*/*.toml"))[::9]]
    if what == "moves":
        return [hashlib.sha512(bytes([number])).hexdigest() * 8 for number in range(40)]
    if what == "message":
        return _conversations()
    records = _records()
    if what == "position":
        return [line for _, lines in records for line in lines[::7]]
    if what == "move":
        return [line.partition(" ")[2] for text, _ in records for line in text.splitlines() if line[:1].isdecimal()]
    return [text for text, _ in records]


def main() -> None:
    """Fill the folder, then mutate until libFuzzer is told to stop."""
    if len(sys.argv) < 3 or sys.argv[1] not in READERS:
        sys.exit(f"usage: python -m scripts.fuzz {'|'.join(READERS)} FOLDER [options of libFuzzer]")
    what, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(seeds(what)):
        (folder / f"good-{number}").write_text(text, encoding="utf-8")
    reader = READERS[what]

    def once(data: bytes) -> None:
        try:
            reader(data)
        except CanastaError as error:
            assert str(error), "an error without a sentence"  # noqa: PT017

    atheris.Setup([sys.argv[0], *sys.argv[2:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
