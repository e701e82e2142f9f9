"""``python -m scripts.faults``: make every fault under load, and print one line for each. Fails where anything is lost."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Final

from scripts.faults import killing, network, storage
from scripts.faults.load import Outcome
from scripts.faults.program import PLACES
from scripts.faults.slowness import slowness
from scripts.faults.world import FULL, QUICK, Size, Skipped

LONGEST_SECONDS: Final = {FULL: 240.0, QUICK: 60.0}
"""After which a fault is given up, on a machine with nothing else to do."""

Fault = Callable[[Size], Awaitable[Outcome]]
_SPOILED = {
    "deleted": "DELETE FROM checkpoint WHERE rowid % 2",
    "truncated": "UPDATE checkpoint SET body = substr(body, 1, length(body) / 2) WHERE rowid % 2",
    "newer": "UPDATE checkpoint SET body = replace(body, '\"format\":1,', '\"format\":99,') WHERE rowid % 2",
}

FAULTS: dict[str, tuple[str, Fault]] = {
    "calm": ("no fault, for long", network.calm),
    **{
        f"kill-{place}-{'postgresql' if on_postgres else 'sqlite'}": (
            f"kill -9 {meaning}, {'PostgreSQL' if on_postgres else 'SQLite'}",
            partial(killing.kill_at, place=place, on_postgres=on_postgres),
        )
        for on_postgres in (False, True)
        for place, meaning in PLACES.items()
    },
    "kill-all": ("kill -9 of all processes", killing.kill_all),
    "kill-child": ("kill -9 of one of --processes 3", killing.kill_child),
    "kill-postgresql": ("kill -9 of PostgreSQL", killing.kill_postgres),
    "kill-bots": ("kill -9 of the processes of bots", killing.kill_bots),
    "stop": ("SIGSTOP of a process, then SIGCONT", killing.stop),
    "stop-insert-postgresql": (
        "SIGSTOP between INSERT and COMMIT, PostgreSQL",
        partial(killing.stop_inside, on_postgres=True),
    ),
    "stop-insert-sqlite": (
        "SIGSTOP between INSERT and COMMIT, SQLite",
        partial(killing.stop_inside, on_postgres=False),
    ),
    "full-disk": ("disk full", storage.full_disk),
    "file-limit": ("files that may not grow", storage.file_limit),
    "locked": ("SQLite locked by another connection", storage.locked),
    **{
        f"checkpoint-{name}": (f"checkpoints {name}", partial(storage.spoiled_checkpoints, statement=statement))
        for name, statement in _SPOILED.items()
    },
    "migrate-sqlite": ("four processes migrate at once, SQLite", partial(storage.migrate_together, on_postgres=False)),
    "migrate-postgresql": (
        "four processes migrate at once, PostgreSQL",
        partial(storage.migrate_together, on_postgres=True),
    ),
    "changed-byte": ("one changed byte in a log", storage.changed_byte),
    "no-json": ("an entry that is not JSON", storage.no_json),
    "bad-network": ("messages lost, delayed, doubled; silent lines", network.bad_network),
    "clock-ahead": ("a clock one hour ahead", partial(network.wrong_clock, seconds=3600)),
    "clock-behind": ("a clock one hour behind", partial(network.wrong_clock, seconds=-3600)),
    "same-command": ("a command sent to two processes", network.same_command),
    "cut-all": ("every connection cut at once", network.cut_all),
    "storm": ("all processes killed under many clients", network.storm),
}


def main() -> int:
    """Make the faults that were asked for; return 1 if one of them did harm."""
    parser = argparse.ArgumentParser(prog="python -m scripts.faults", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="with few tables and short times, to see that it works")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"only these of {', '.join(FAULTS)}")
    told = parser.parse_args()
    unknown = [name for name in told.faults if name not in FAULTS]
    if unknown:
        parser.error(f'there is no fault "{unknown[0]}"; they are {", ".join(FAULTS)}')
    began = monotonic()
    harmful = [name for name in told.faults or FAULTS if not _run(name, QUICK if told.quick else FULL)]
    print(
        f"{len(told.faults or FAULTS)} faults in {monotonic() - began:.0f} s; harmful: {', '.join(harmful) or 'none'}"
    )
    return int(bool(harmful))


def _run(name: str, size: Size) -> bool:
    """Make one fault and print its line; return whether it did no harm."""
    what, fault = FAULTS[name]
    began = monotonic()
    try:
        outcome = asyncio.run(_awaited(fault, size))
    except Skipped as skipped:
        print(f"{what:<62} skipped: {skipped}", flush=True)
        return not os.environ.get("CI")
    except asyncio.CancelledError:
        sys.exit("Stopped.")
    except RuntimeError as error:
        print(f"{what:<62} failed: {error}", flush=True)
        return False
    print(
        f"{what:<62} {outcome.load:<26} acknowledged {outcome.acknowledged:>6,}  lost {outcome.lost}  "
        f"holes {outcome.holes}  behind {outcome.behind}  current after {outcome.seconds:>5.1f} s"
        f"  ({'; '.join([*outcome.notes, f'{monotonic() - began:.0f} s in all'])})",
        flush=True,
    )
    for problem in outcome.problems:
        print(f"    {problem}", flush=True)
    return outcome.ok


async def _awaited(fault: Fault, size: Size) -> Outcome:
    """Make *fault*; when this process is asked to end, everything that was started ends first."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    limit = LONGEST_SECONDS[size] * slowness()
    try:
        async with asyncio.timeout(limit):
            return await fault(size)
    except TimeoutError as error:
        so_far = "; ".join(getattr(error.__cause__, "__notes__", ()))
        raise RuntimeError(
            f"it has no end after {limit:.0f} s: clients or processes wait for something that never comes: {so_far}"
        ) from error


if __name__ == "__main__":
    sys.exit(main())
