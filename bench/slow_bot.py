"""A bot that computes for two seconds before each decision: a program of its own, for `bench.bots`.

``python slow_bot.py GATE`` computes only while the file GATE exists, and adds a line to GATE.decisions for each decision.
"""

import json
import sys
import time
from pathlib import Path

SECONDS = 2.0
_PIECE_SECONDS = 0.001


def main() -> None:
    """Answer messages until the end."""
    gate = Path(sys.argv[1])
    for text in sys.stdin:
        message = json.loads(text)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": 1, "name": "slow", "version": "1", "deterministic": True}
            case "decide":
                compute(gate)
                answer = {"type": "move", "id": message["id"], "step": message["legal"][0]["step"]}
            case "bye":
                answer = {"type": "bye"}
            case _:
                answer = {"type": "ok"}
        print(json.dumps(answer), flush=True)
        if message["type"] == "bye":
            return


def compute(gate: Path) -> None:
    """Compute for two seconds of those in which *gate* is there."""
    spent = 0.0
    while spent < SECONDS:
        if not gate.exists():
            if not gate.parent.exists():
                sys.exit()  # the benchmark is over, and killed the server
            time.sleep(10 * _PIECE_SECONDS)
            continue
        began = time.monotonic()
        while time.monotonic() - began < _PIECE_SECONDS:
            sum(range(1_000))
        spent += time.monotonic() - began
    with gate.with_suffix(".decisions").open("a", encoding="ascii") as decisions:
        decisions.write("1\n")


if __name__ == "__main__":
    main()
