"""Write tests/walks anew and show what changed: ``make walks``, or ``python -m scripts.walks [--write]``.

Each file is written again from its own first lines and those of its deals. New files are added for games, numbers of
players and options that no walk shows yet. Files that would change, or are of no use any more, are left as they are
without ``--write``.

Exit status: 0 if nothing differs or all was written, 1 if files differ or something cannot be shown by any walk.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from canasta.notation.walk import StartError, WalkError, read_walk
from scripts.walk_plan import FOLDER, UNSEEN, Written, additions, missing


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file: "unchanged", "changed", "new" or "useless", more about it, and the text it should have."""

    file: str
    state: str
    more: str = ""
    written: Written | None = None


def again(path: Path) -> Outcome:
    """What becomes of the walk at *path* when it is written again."""
    lines = path.read_text(encoding="utf-8").splitlines()
    try:
        new = Written.of(path.name, read_walk(lines))
    except (WalkError, StartError) as error:
        return Outcome(path.name, "useless", str(error))
    if new.text == path.read_text(encoding="utf-8"):
        return Outcome(path.name, "unchanged", written=new)
    return Outcome(path.name, "changed", _first(lines, new.lines), new)


def _first(before: Sequence[str], after: Sequence[str]) -> str:
    """How many lines differ, and the first of them."""
    pairs = [(list(before)[at : at + 1], list(after)[at : at + 1]) for at in range(max(len(before), len(after)))]
    differing = [at for at, (old, new) in enumerate(pairs) if old != new]
    if not differing:
        return "the end of the file"
    at = differing[0]
    old, new = ("".join(part) or "(nothing)" for part in pairs[at])
    return f"{len(differing)} of {len(after)} lines; line {at + 1}\n    - {old}\n    + {new}"


def outcomes(folder: Path) -> Iterator[Outcome]:
    """What becomes of every file of *folder*, then of those that are new."""
    kept = []
    for path in sorted(folder.glob("*.walk")):
        outcome = again(path)
        if outcome.written:
            kept.append(outcome.written)
        yield outcome
    for new in additions(kept):
        yield Outcome(new.file, "new", f"{len(new.walk.starts)} deals", new)


def settle(outcome: Outcome, folder: Path, *, write: bool) -> None:
    """Write what is new, and with *write* also what changed; files of no use are removed then."""
    path = folder / outcome.file
    if outcome.written and (outcome.state == "new" or (write and outcome.state == "changed")):
        path.write_text(outcome.written.text, encoding="utf-8")
    elif write and outcome.state == "useless":
        path.unlink()


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    """Write the walks of *folder* again."""
    parser = argparse.ArgumentParser(prog="walks", description="Write tests/walks anew and show what changed.")
    parser.add_argument("--write", action="store_true", help="write the files that changed, too")
    asked = parser.parse_args(arguments)
    folder.mkdir(exist_ok=True)
    found: list[Outcome] = []
    try:
        for outcome in outcomes(folder):
            settle(outcome, folder, write=asked.write)
            found.append(outcome)
            print(f"{outcome.state:<10} {outcome.file}{': ' * bool(outcome.more)}{outcome.more}", flush=True)
    except KeyboardInterrupt:
        print("\nwalks: stopped; what was told is done", file=sys.stderr)
        return 130
    every = [outcome.written for outcome in found if outcome.written]
    lacking = missing(every)
    for sentence in lacking:
        print(f"missing    {sentence}")
    for game, option in UNSEEN:
        print(f"unseen     {game}: {option}: {UNSEEN[game, option]}")
    open_ = [] if asked.write else [outcome for outcome in found if outcome.state in {"changed", "useless"}]
    size = sum(len(each.text.encode()) for each in every)
    print(f"walks: {len(every)} files, {sum(len(each.walk.starts) for each in every)} deals, {size:,} bytes")
    if open_:
        print(f"walks: {len(open_)} files are left as they are; make walks WRITE=1 writes them")
    return 1 if open_ or lacking else 0


if __name__ == "__main__":
    sys.exit(main())
