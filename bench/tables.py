"""Live tables: what a command costs with its frames, how long frames are, how fast a cold table is folded."""

from collections.abc import Iterator
from statistics import median

from bench.measure import Row, cpu_time, limit_row
from canasta.rules.load import games, load
from canasta.session.acts import Play, Start
from canasta.session.entries import Entry, entry_text, parse_entry
from canasta.session.table import Table
from canasta.tables.frames import Frames
from tests.session.live import Live

COMMANDS = (("hand-and-foot", 4, 2.5), ("hand-knee-and-foot", 8, 3.2))
"""Games, numbers of players, and how many times the cost of judge and apply a command with all its frames may have."""
MEDIAN, P99 = 290, 1200
COLD = 1 / 5
BEGAN = 1_795_289_412_318
"""When tables begin: times in frames have as many digits as today's."""
ROUNDS = 10


def log_of(game: str, players: int, people: int = 2) -> list[Entry]:
    """Return the log of a table of that many *people*, the others bots, up to the count of its first deal."""
    live = Live(load(game, players), checking=False, settings={"draw": False})
    live.now = BEGAN
    live.seat([f"Player {seat + 1}" for seat in range(people)])
    live.do("p1", Start())
    live.play_deal()
    return live.log


def command_rows() -> Iterator[Row]:
    """CPU of an accepted move with the frames of all seats, against judging and folding it alone."""
    for game, players, budget in COMMANDS:
        log = log_of(game, players)
        # In turn, so that a busy machine slows both alike.
        spent = [(_alone(log), _with_frames(log, players)) for _ in range(ROUNDS)]
        alone, whole = map(min, zip(*spent, strict=True))
        moves = sum(isinstance(entry.command.act, Play) for entry in log)
        note = f"{whole / moves * 1000:.2f} ms a move, {alone / moves * 1000:.2f} ms alone"
        ratio = median(each / least for least, each in spent)
        what = f"a move with all frames ÷ judge and apply: {game}, {players} players"
        yield limit_row(what, "×", ratio, budget, note)


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
    """Bytes of the frames of moves that pages get, over a deal of every game with the fewest and the most players, all people."""
    longest: dict[str, tuple[int, str]] = {}
    for name, game in games().items():
        for players in sorted({min(game.players), max(game.players)}):
            sizes = _sizes(log_of(name, players, people=players), players)
            figures = {"median": sizes[len(sizes) // 2], "99 of 100": sizes[len(sizes) * 99 // 100]}
            for what, figure in figures.items():
                longest[what] = max(longest.get(what, (0, "")), (figure, f"{name}, {players} players"))
    for (what, (figure, table)), budget in zip(longest.items(), (MEDIAN, P99), strict=True):
        yield limit_row(f"frame of a move, {what}: the longest of every game", "bytes", figure, budget + 1, table)


def _sizes(log: list[Entry], players: int) -> list[int]:
    """Return the bytes of the frames of moves in *log*, to every seat, ascending."""
    table, sizes = Table(), []
    for entry in log:
        heard = table.apply(entry)
        if isinstance(entry.command.act, Play):
            frames = Frames(heard, range(players), events=False)
            sizes += [len((frames.of(seat, events=False) or "").encode()) for seat in range(players)]
    return sorted(sizes)


def cold_rows() -> Iterator[Row]:
    """Folding a table from the latest possible checkpoint, both as texts, against its whole log."""
    for game, players, _ in COMMANDS:
        log = log_of(game, players)[:-1]
        table, kept = Table(), (0, "")
        for entry in log:
            table.follow(entry)
            text = table.checkpoint()
            if text is not None:
                kept = entry.seq, text
        texts = [entry_text(entry) for entry in log]
        rest = texts[kept[0] :]
        folded = [(_folding(texts, None), _folding(rest, kept[1])) for _ in range(ROUNDS)]
        whole, short = map(min, zip(*folded, strict=True))
        note = f"{short * 1000:.1f} ms against {whole * 1000:.1f} ms; {len(rest)} of {len(log)} entries"
        yield limit_row(
            f"cold table from the latest checkpoint ÷ whole log: {game}, {players} players",
            "×",
            short / whole,
            COLD,
            note,
        )


def _folding(log: list[str], checkpoint: str | None) -> float:
    began = cpu_time()
    Table.fold(map(parse_entry, log), checkpoint)
    return cpu_time() - began
