"""Bots by their names as programs that speak the protocol of ``docs/writing-a-bot.md``: ``python -m canasta.bots.worker``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from typing import BinaryIO, Final

from canasta.base.errors import CanastaError
from canasta.bots.process.decisions import ViewReader, told_rules
from canasta.bots.process.messages import (
    LONGEST_REQUEST,
    PROTOCOL,
    AskHint,
    BotHello,
    Bye,
    Chosen,
    Decide,
    Hello,
    NewRules,
    Ok,
    Over,
    ProtocolError,
    Reply,
    Wrong,
    format_message,
    read_request,
)
from canasta.bots.registry import make_here, own_names
from canasta.deal.view import View
from canasta.rules.shapes import clean

_SHORT: Final = 300


class Worker:
    """Answers messages with the bot *name*. It plays alike whatever it was asked before."""

    def __init__(self, name: str) -> None:
        """Make a worker that knows no rules yet. Raises `UnknownBot`, and `canasta.bots.entry_points.UnusableBot`."""
        self.name = name
        self.version = make_here(name, 0, 0).version
        self._reader: ViewReader | None = None

    def answer(self, line: bytes) -> Reply:
        """Return the answer to *line*, whatever it is."""
        try:
            return self._answer(line)
        except CanastaError as error:
            return Wrong(clean(str(error))[:_SHORT])

    def _answer(self, line: bytes) -> Reply:
        match read_request(line):
            case Hello(protocol):
                if protocol != PROTOCOL:
                    raise ProtocolError(f"This bot speaks version {PROTOCOL} of the protocol, not {protocol}.")
                return BotHello(PROTOCOL, self.name, self.version, deterministic=self.name in own_names())
            case NewRules() as told:
                self._reader = ViewReader(told_rules(told))
                return Ok()
            case AskHint(position):
                return self.hint(self._read(position))
            case Decide() as asked:
                return Chosen(asked.id, self._choose(asked))
            case Over():
                return Ok()
            case Bye():
                return Bye()

    def hint(self, seen: View) -> Reply:  # noqa: ARG002 - for those that can
        """Return a hint for the player of *seen*. Bots give none: see `canasta.tables.hint_program`."""
        raise ProtocolError("Bots give no hints.")

    def _read(self, position: str) -> View:
        if self._reader is None:
            raise ProtocolError("The rules must come before the first decision.")
        return self._reader.view(position)

    def _choose(self, asked: Decide) -> int:
        seen = self._read(asked.position)
        if [each.step for each in asked.legal] != list(seen.legal):
            raise ProtocolError("The legal steps are not those of the position.")
        return make_here(self.name, asked.seed, seen.seat).choose(seen)


def requests(stream: BinaryIO) -> Iterator[bytes]:
    """Give the lines of *stream*; of one that is too long only the beginning, which is too long as well."""
    while line := stream.readline(LONGEST_REQUEST + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_REQUEST)
        yield line


def main(args: Sequence[str] | None = None) -> int:
    """Answer the lines of the input until a goodbye or its end; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m canasta.bots.worker", description=__doc__)
    parser.add_argument("--bot", default="greedy", metavar="NAME", help="the bot that decides (default: greedy)")
    name = parser.parse_args(args).bot
    return answer_lines(lambda: Worker(name))


def answer_lines(make: Callable[[], Worker]) -> int:
    """Let the worker that *make* makes answer the lines of the input; return the exit code."""
    output = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # whatever the package of a bot prints is no message
        try:
            worker = make()
        except CanastaError as error:
            sys.stderr.write(f"{error}\n")
            return 2
        try:
            for line in requests(sys.stdin.buffer):
                reply = worker.answer(line)
                output.write(format_message(reply))
                output.flush()
                if isinstance(reply, Bye):
                    break
        except (BrokenPipeError, KeyboardInterrupt):
            sys.stderr.close()  # nobody is left to be told
    return 0


if __name__ == "__main__":
    sys.exit(main())
