"""`Child`: a program started with limits, which is spoken to line by line and can always be stopped."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import weakref
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from time import monotonic
from typing import IO, Final

from canasta.base.errors import CanastaError
from canasta.bots.process.messages import LONGEST_REPLY
from canasta.rules.shapes import clean

KEPT_ENVIRONMENT: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "PYTHONPATH", "CANASTA_KERNEL")
"""The environment variables that a program gets to see, where they are set."""

MARK: Final = "CANASTA_BOT"
"""The environment variable by which whatever a program has started is found, also outside its process group."""

MOST_ERRORS: Final = 1 << 12
"""How many bytes of what a program last wrote to its errors are kept."""

# Without Python, and before the program's first instruction: limits, then niceness, then the program itself.
_LAUNCH: Final = 'ulimit -c 0; [ "$1" = 0 ] || ulimit -v "$1" 2>/dev/null; n=$2; shift 2; exec nice -n "$n" "$@"'
_MOST_WAITING: Final = 16 * LONGEST_REPLY
_SWEEPS: Final = 5
"""How often what a program has started is looked for: it may start more meanwhile."""

_EXIT_SECONDS: Final = 0.5
_ERROR: Final = re.compile(r"\w*(?:Error|Exception)\b")


class ChildError(CanastaError):
    """A program that could not be started, ended, was late or wrote too much; its text says what it did."""


class ChildKilled(ChildError):
    """A program that someone else killed: an operator, or a system without memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use.

    *memory* is its address space in bytes, 0 for no limit; systems without such a limit (macOS) ignore it. *nice* is
    added to its niceness. It has *start* milliseconds for its first answer, and *grace* milliseconds beyond the
    deadline of each answer, for the time that the way there and back takes.
    """

    memory: int = 2 << 30
    nice: int = 10
    start: int = 10_000
    grace: int = 250


class Child:
    """A running program with its input, its output and the end of its errors.

    It is the leader of a process group of its own, which is killed as a whole, and on Linux with all that it has started
    elsewhere, unless that has taken the mark out of its environment.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start *command*. Raises `ChildError` where there is no such program."""
        program = find_program(command)
        launch = ["/bin/sh", "-c", _LAUNCH, "sh", str(limits.memory >> 10), str(limits.nice), program, *command[1:]]
        environment = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
        mark = os.urandom(8).hex()
        environment[MARK] = mark
        try:
            process = Popen(  # noqa: S603 - the user's own choice of a program, run without interpreting it
                launch, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, env=environment, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise ChildError(f'The program "{clean(command[0])}" cannot be started: {error}.') from None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._input, self._output, self._error_output = process.stdin, process.stdout, process.stderr
        for pipe in (self._input, self._output, self._error_output):
            os.set_blocking(pipe.fileno(), False)
        self._waiting = bytearray()
        self._errors = bytearray()
        self._end = weakref.finalize(self, _kill, process, mark, os.getpid())

    @property
    def pid(self) -> int:
        """The number of its process, which is that of its process group as well."""
        return self._process.pid

    @property
    def last_error(self) -> str:
        """The last line of its errors that names an error, as not every language ends with that one; else the last line, if any."""
        lines = [line.strip() for line in self._errors.decode("utf-8", "replace").split("\n") if line.strip()]
        named = [line for line in lines if _ERROR.match(line)]
        return clean((named or lines or [""])[-1])

    def send(self, data: bytes, deadline: float) -> None:
        """Write *data* before *deadline*, in seconds of `time.monotonic`.

        Raises `ChildError` where it has ended, is late in reading, or has written something unasked.
        """
        self._pass(memoryview(b""), monotonic())
        if self._waiting:
            raise ChildError("It wrote a line that nobody had asked for.")
        self._pass(memoryview(data), deadline)

    def receive(self, deadline: float) -> bytes:
        """Return its next line, with its end, before *deadline*.

        Raises `ChildError` where it has ended, is late, or writes a line longer than `LONGEST_REPLY`.
        """
        while True:
            end = self._waiting.find(b"\n", 0, LONGEST_REPLY)
            if end >= 0:
                line = bytes(self._waiting[: end + 1])
                del self._waiting[: end + 1]
                return line
            if len(self._waiting) >= LONGEST_REPLY:
                raise ChildError(f"It wrote a line of more than {LONGEST_REPLY:,} bytes.")
            if not self._pass(None, deadline):
                raise ChildError("It did not answer in time.")

    def wait(self, seconds: float) -> int | None:
        """Return its exit code if it ends within *seconds*; None where it goes on. Its input is closed first."""
        with suppress(OSError):
            self._input.close()
        with suppress(TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def kill(self) -> None:
        """Kill it and all of its process group, and wait for its end. Killing it again does nothing."""
        self._end()

    def interrupt(self) -> None:
        """Kill it while another thread may be waiting for it, which then raises `ChildError`; nothing is cleaned up."""
        if self._process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _pass(self, data: memoryview | None, deadline: float) -> bool:
        """Write *data*, or read something where it is None, before *deadline*; return whether that was done.

        What arrives meanwhile is kept.
        """
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if not self._error_output.closed:
            poll.register(self._error_output, select.POLLIN)
        if data:
            poll.register(self._input, select.POLLOUT)
        while True:
            left = max(0.0, deadline - monotonic())
            ready = {file for file, _ in poll.poll(left * 1000)}
            if self._arrived(ready, poll) and data is None:
                return True
            if data and self._input.fileno() in ready:
                data = data[self._written(data) :]
                if not data:
                    return True
            if left == 0:
                if data:
                    raise ChildError("It did not read its input in time.")
                return False

    def _arrived(self, ready: AbstractSet[int], poll: select.poll) -> bool:
        """Keep what has arrived in the pipes that are *ready*; return whether its output was among them."""
        if not self._error_output.closed and self._error_output.fileno() in ready:
            self._keep_errors(poll)
        if self._output.fileno() not in ready:
            return False
        self._keep_output()
        return True

    def _written(self, data: memoryview) -> int:
        try:
            return os.write(self._input.fileno(), data)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise self._ended() from None

    def _keep_output(self) -> None:
        data = _read(self._output)
        if data == b"":
            raise self._ended()
        self._waiting += data or b""
        if len(self._waiting) > _MOST_WAITING:
            raise ChildError("It wrote lines that nobody had asked for.")

    def _keep_errors(self, poll: select.poll) -> None:
        data = _read(self._error_output)
        if data == b"":
            poll.unregister(self._error_output)
            self._error_output.close()
        self._errors += data or b""
        del self._errors[:-MOST_ERRORS]

    def _ended(self) -> ChildError:
        """Say how it ended; what it last wrote to its errors is read as well."""
        code = self.wait(_EXIT_SECONDS)
        if not self._error_output.closed:
            self._errors += _read(self._error_output) or b""
            del self._errors[:-MOST_ERRORS]
        if code is None:
            return ChildError("It closed its output.")
        if code == -signal.SIGKILL:
            return ChildKilled("It was killed.")
        if code < 0:
            return ChildError(f"It was ended by the signal {_signal_name(-code)}.")
        return ChildError(f"It ended by itself, with exit code {code}.")


def find_program(command: Sequence[str]) -> str:
    """Return the path of the program that *command* starts. Raises `ChildError` where there is none."""
    if not command:
        raise ChildError("No command was given.")
    program = shutil.which(command[0])
    if program is None:
        raise ChildError(f'There is no program "{clean(command[0])}", or it may not be run.')
    return program


def _read(pipe: IO[bytes]) -> bytes | None:
    """Return what has arrived in *pipe*: nothing at its end, None where it has just gone."""
    try:
        return os.read(pipe.fileno(), 1 << 16)
    except BlockingIOError:
        return None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _kill_marked(mark: bytes) -> int:
    """Kill every process with *mark* in its environment; return how many there were. Only Linux tells environments."""
    killed = 0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or is someone else's
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGKILL)
                killed += 1
    return killed


def _kill(process: Popen[bytes], mark: str, owner: int) -> None:
    if os.getpid() != owner:  # a copy of the process that started it
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for _ in range(_SWEEPS):
        if not _kill_marked(f"{MARK}={mark}".encode()):
            break
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
