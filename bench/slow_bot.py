"""A bot that computes for two seconds before each decision: a program of its own, for `bench.latency`."""

import json
import sys
import time

SECONDS = 2.0


def main() -> None:
    """Answer messages until the end."""
    for text in sys.stdin:
        message = json.loads(text)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": 1, "name": "slow", "version": "1", "deterministic": True}
            case "decide":
                began = time.monotonic()
                while time.monotonic() - began < SECONDS:
                    sum(range(10_000))
                answer = {"type": "move", "id": message["id"], "step": message["legal"][0]["step"]}
            case "bye":
                answer = {"type": "bye"}
            case _:
                answer = {"type": "ok"}
        print(json.dumps(answer), flush=True)
        if message["type"] == "bye":
            return


if __name__ == "__main__":
    main()
