"""Replay tests/walks and show what changed: ``make walks``, or ``python -m scripts.walks [GAME…] [--write]``.

Each file is written again from its own first lines and those of its deals; so are the made parts of the pages on walks.
New files are added for games, numbers of players and options that no walk shows yet. Files that would change, or are
of no use any more, are left as they are without ``--write``.

Exit status: 0 if all is as it should be or was written, 1 if files differ or something cannot be shown by any walk,
2 for a game that there is not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from canasta.notation.walks.walk import StartError, WalkError, read_walk
from canasta.rules.load import games
from scripts.walk_plan import FOLDER, UNSEEN, Written, additions, missing
from scripts.walks_page import PAGES, page


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file: "unchanged", "changed", "new" or "useless", more about it, and what it should hold."""

    path: Path
    state: str
    more: str = ""
    text: str = ""
    written: Written | None = None

    def settle(self, *, write: bool) -> bool:
        """Write what is new, and with *write* what changed, and remove what is useless; says whether all is settled."""
        if self.state == "new" or (write and self.state == "changed"):
            self.path.write_text(self.text, encoding="utf-8")
        elif write and self.state == "useless":
            self.path.unlink()
        return write or self.state in {"unchanged", "new"}


def again(path: Path) -> Outcome:
    """Return what becomes of the walk at *path* when it is written again."""
    text = path.read_text(encoding="utf-8")
    try:
        new = Written.of(path.name, read_walk(text.splitlines()))
    except (WalkError, StartError) as error:
        return Outcome(path, "useless", str(error))
    return compared(path, text, new.text, new)


def compared(path: Path, before: str, after: str, written: Written | None = None) -> Outcome:
    """Return whether the file at *path* changes, and where first."""
    if before == after:
        return Outcome(path, "unchanged", text=after, written=written)
    old, new = before.splitlines(), after.splitlines()
    parts = [part for part in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if part[0] != "equal"]
    lines = sum(max(end - start, end_new - start_new) for _, start, end, start_new, end_new in parts)
    more = f"{lines} of {max(len(old), len(new))} lines"
    for _, start, end, start_new, end_new in parts:
        was, becomes = "".join(old[start:end][:1]), "".join(new[start_new:end_new][:1])
        more += f"\n    line {start + 1}\n    - {was}\n    + {becomes}"
        # Other rules are only the beginning: what they change is told next.
        if not was.startswith("rules "):
            break
    return Outcome(path, "changed", more, after, written)


def outcomes(folder: Path, names: Collection[str]) -> Iterator[Outcome]:
    """Yield what becomes of the files of *folder* that are walks of the games *names*, then of those that are new."""
    kept = []
    for path in sorted(folder.glob("*.walk")):
        if path.name.rpartition("-")[0] in names or path.name.rpartition("-")[0] not in games():
            outcome = again(path)
            if outcome.written:
                kept.append(outcome.written)
            yield outcome
    for new in additions(kept, names):
        yield Outcome(folder / new.file, "new", _deals(len(new.walk.starts)), new.text, new)


def _deals(number: int) -> str:
    return "1 deal" if number == 1 else f"{number} deals"


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER, documents: Sequence[Path] = PAGES) -> int:
    """Write the walks of *folder* again, and the made parts of *documents*."""
    parser = argparse.ArgumentParser(prog="walks", description="Replay tests/walks and show what changed.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games; without any, all of them")
    parser.add_argument("--write", action="store_true", help="write the files that changed, too")
    asked = parser.parse_args(arguments)
    names = asked.games or list(games())
    for name in names:
        if name not in games():
            print(f"walks: there is no game {name}; there are {', '.join(games())}", file=sys.stderr)
            return 2
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Outcome] = []
    left = 0
    try:
        for outcome in outcomes(folder, names):
            found.append(outcome)
            left += _told(outcome, write=asked.write)
    except KeyboardInterrupt:
        print("\nwalks: stopped; what was told is done", file=sys.stderr)
        return 130
    for document in documents:
        text = document.read_text(encoding="utf-8")
        left += _told(compared(document, text, page(text)), write=asked.write)
    every = [outcome.written for outcome in found if outcome.written]
    lacking = missing(every, names)
    for sentence in lacking:
        print(f"missing    {sentence}")
    for (game, option), why in UNSEEN.items():
        if game in names:
            print(f"not shown  {game}, option {option}: {why}")
    size = sum(len(each.text.encode()) for each in every)
    print(f"walks: {len(every)} files, {_deals(sum(len(each.walk.starts) for each in every))}, {size:,} bytes")
    if left:
        files = "1 file is left as it is" if left == 1 else f"{left} files are left as they are"
        print(f"walks: {files}; make walks WRITE=1 writes what changed")
    return 1 if left or lacking else 0


def _told(outcome: Outcome, *, write: bool) -> int:
    """Settle *outcome* and tell it; gives 1 if the file is left as it should not be."""
    settled = outcome.settle(write=write)
    print(f"{outcome.state:<10} {outcome.path.name}{': ' * bool(outcome.more)}{outcome.more}", flush=True)
    return not settled


if __name__ == "__main__":
    sys.exit(main())
