"""Records: how fast they are read and played again, and how long they are."""

import io
import tempfile
from pathlib import Path

from bench.measure import Row, best_rates, cpu_time, limit_row
from canasta.notation.records.match_replay import MatchReplay
from canasta.notation.records.reader import RecordReader
from canasta.rules.load import load
from canasta.sim.playing import play_match

LIMITS = {"hand-and-foot": 10.0, "new-canasta": None}
"""Games, and the most milliseconds a deal may take: a hundred deals of Hand and Foot a second."""


def replay_rows(matches: int = 3) -> list[Row]:
    """Milliseconds to read a deal and play it again strictly, in matches of greedy bots."""
    rows = []
    for name, budget in LIMITS.items():
        texts = _texts(name, matches)

        def run(texts: list[bytes] = texts) -> tuple[int, float]:
            began, deals = cpu_time(), 0
            for text in texts:
                reader = RecordReader(io.BytesIO(text))
                replay = MatchReplay(reader.heading)
                for record in reader:
                    replay.deal(record)
                    deals += 1
            return deals, cpu_time() - began

        (rate,) = best_rates([run])
        deals, _ = run()
        size = sum(map(len, texts)) / deals
        note = f"{size:,.0f} bytes a deal"
        rows.append(
            limit_row(f"a recorded deal, read and played again: {name}", "ms", 1000 / (rate or 1), budget, note)
        )
    return rows


def _texts(name: str, matches: int) -> list[bytes]:
    rules = load(name)
    with tempfile.TemporaryDirectory() as folder:
        texts = []
        for number in range(1, matches + 1):
            path = Path(folder) / f"{number}.chh"
            play_match(rules, ["greedy"] * rules.seats, 1, number, 100, path)
            texts.append(path.read_bytes())
    return texts
