"""Live tables: what a command costs with its frames, how long frames are, how fast a cold table is folded."""

from collections.abc import Iterator

from bench.measure import Row, cpu_time, limit_row
from canasta.rules.load import load
from canasta.server.frames import Frames
from canasta.session.acts import Play, Start
from canasta.session.entries import Entry
from canasta.session.table import Table
from tests.session.live import Live

COMMANDS = (("hand-and-foot", 4, 2.5), ("hand-knee-and-foot", 8, 3.2))
"""Games, numbers of players, and how many times the cost of judge and apply a command with all its frames may have."""
FRAMES = (("hand-and-foot", 4), ("classic", 2), ("classic", 4), ("new-canasta", 8), ("hand-knee-and-foot", 8))
MEDIAN, P99 = 300, 1500
COLD = 1 / 5
ROUNDS = 3


def log_of(game: str, players: int) -> list[Entry]:
    """The log of a table of two people, the others bots, up to the count of its first deal."""
    live = Live(load(game, players), checking=False, settings={"draw": False})
    live.seat(("Ann", "Bob"))
    live.do("p1", Start())
    live.play_deal()
    return live.log


def command_rows() -> Iterator[Row]:
    """CPU of an accepted move with the frames of all seats, against judging and folding it alone."""
    for game, players, budget in COMMANDS:
        log = log_of(game, players)
        alone = min(_alone(log) for _ in range(ROUNDS))
        whole = min(_with_frames(log, players) for _ in range(ROUNDS))
        moves = sum(isinstance(entry.command.act, Play) for entry in log)
        note = f"{whole / moves * 1000:.2f} ms a move, {alone / moves * 1000:.2f} ms alone"
        yield limit_row(
            f"a move with all frames ÷ judge and apply: {game}, {players} players", "×", whole / alone, budget, note
        )


def _alone(log: list[Entry]) -> float:
    table, spent = Table(), 0.0
    for entry in log:
        if not isinstance(entry.command.act, Play):
            table.follow(entry)
            continue
        began = cpu_time()
        table.follow(table.judge(entry.command, entry.at))
        spent += cpu_time() - began
    return spent


def _with_frames(log: list[Entry], players: int) -> float:
    table, spent = Table(), 0.0
    for entry in log:
        if not isinstance(entry.command.act, Play):
            table.apply(entry)
            continue
        began = cpu_time()
        heard = table.apply(table.judge(entry.command, entry.at))
        frames = Frames(heard, range(players), events=False)
        for seat in range(players):
            frames.of(seat, events=False)
        spent += cpu_time() - began
    return spent


def frame_rows() -> Iterator[Row]:
    """Bytes of the frames of moves, to every seat, over a whole deal."""
    for game, players in FRAMES:
        table, sizes = Table(), []
        for entry in log_of(game, players):
            heard = table.apply(entry)
            if isinstance(entry.command.act, Play):
                frames = Frames(heard, range(players), events=False)
                sizes += [len((frames.of(seat, events=False) or "").encode()) for seat in range(players)]
        sizes.sort()
        note = f"{len(sizes):,} frames, the longest {sizes[-1]:,}"
        what = f"{game}, {players} players"
        yield limit_row(f"frame of a move, median: {what}", "bytes", sizes[len(sizes) // 2], MEDIAN + 1, note)
        yield limit_row(f"frame of a move, 99 of 100: {what}", "bytes", sizes[len(sizes) * 99 // 100], P99 + 1)


def cold_rows() -> Iterator[Row]:
    """Folding a table from the latest possible checkpoint, with history as the server writes it, against its whole log."""
    for game, players, _ in COMMANDS:
        log = log_of(game, players)[:-1]
        table, kept = Table(), (0, "")
        for entry in log:
            table.follow(entry)
            text = table.checkpoint()
            if text is not None:
                kept = entry.seq, text
        rest = log[kept[0] :]
        whole = min(_folding(log, None) for _ in range(ROUNDS))
        short = min(_folding(rest, kept[1]) for _ in range(ROUNDS))
        note = f"{short * 1000:.1f} ms against {whole * 1000:.1f} ms; {len(rest)} of {len(log)} entries"
        yield limit_row(
            f"cold table from the latest checkpoint ÷ whole log: {game}, {players} players",
            "×",
            short / whole,
            COLD,
            note,
        )


def _folding(log: list[Entry], checkpoint: str | None) -> float:
    began = cpu_time()
    Table.fold(log, checkpoint)
    return cpu_time() - began
