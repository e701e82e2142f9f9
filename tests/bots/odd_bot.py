"""A bot that misbehaves in the way its argument says; run as a program, with nothing but the standard library."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HELLO = {"type": "hello", "protocol": 1, "name": "odd", "version": "7", "deterministic": True}


def write(value: object) -> None:
    os.write(1, (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n")


def first_time(path: str) -> bool:
    """Return whether *path* is not there yet; then it is."""
    if Path(path).exists():
        return False
    Path(path).touch()
    return True


def decided(mode: str, argument: str, message: dict[str, Any]) -> object:
    move = {"type": "move", "id": message["id"], "step": message["legal"][0]["step"]}
    odd = {
        "illegal step": {**move, "step": 418 if move["step"] != 418 else 417},
        "illegal move": {"type": "move", "id": message["id"], "move": "lay 4c5d6h"},
        "no move": {"type": "move", "id": message["id"], "move": "dance"},
        "both": {**move, "move": message["legal"][0]["text"]},
        "wrong id": {**move, "id": message["id"] + 1},
        "unknown key": {**move, "why": "because"},
        "not JSON": b"step 7",
        "long line": b" " * 10_000,
        "no UTF-8": b'{"type":"error","text":"\xff"}',
        "says error": {"type": "error", "text": "I give up."},
        "wrong type": {"type": "ok"},
        "move": {"type": "move", "id": message["id"], "move": message["legal"][-1]["text"]},
        "seed": {**move, "step": message["legal"][message["seed"] % len(message["legal"])]["step"]},
    }
    if mode in odd:
        return odd[mode]
    if mode in {"late", "slow"}:
        time.sleep(float(argument or 60))
    if mode == "late once" and first_time(argument):
        time.sleep(60)
    if mode == "crash" or (mode == "crash once" and first_time(argument)):
        sys.stderr.write("first line\nno luck today\n")
        sys.exit(3)
    if mode == "memory":
        bytearray(int(argument))
    if mode == "two lines":
        write(move)
    if mode == "noisy":
        sys.stderr.write("x" * 1_000_000 + "\nthe end\n")
        sys.stderr.flush()
    if mode == "chance":
        return {**move, "step": message["legal"][os.urandom(1)[0] % len(message["legal"])]["step"]}
    if mode == "counts":
        Path(argument).touch()
        counted = len(Path(argument).read_text()) + 1
        Path(argument).write_text("x" * counted)
        return {**move, "step": message["legal"][counted % len(message["legal"])]["step"]}
    return move


def answer(mode: str, argument: str, message: dict[str, Any]) -> object:
    match message["type"]:
        case "decide" if mode == "crash as Node does":
            sys.stderr.write("Error: no cards\n    at Object.<anonymous> (bot.js:3:9)\n\nNode.js v20.20.2\n")
            sys.exit(1)
        case "decide":
            if mode == "seeds":
                with Path(argument).open("a", encoding="utf-8") as notes:
                    notes.write(f"{message['seed']} {message['position']}\n")
            return decided(mode, argument, message)
        case "hello":
            return {**HELLO, "protocol": 2 if mode == "version 2" else 1}
        case "bye" if mode != "stays":
            return {"type": "bye"}
        case "over" if mode == "notes":
            with Path(argument).open("a", encoding="utf-8") as notes:
                notes.write(f"{message['points']} {message['position'].split()[4]}\n")
            return {"type": "ok"}
        case "over" if mode == "fails at the end":
            return {"type": "error", "text": "I do not want to know."}
        case "rules" | "over":
            return {"type": "ok"}
    raise ValueError(message)


def begin(mode: str, argument: str) -> None:
    if mode == "says nothing":
        time.sleep(60)
    if mode == "reads nothing":
        write(HELLO)
        time.sleep(60)
    if mode == "child":
        child = subprocess.Popen(["sleep", "60"])
        Path(argument).write_text(str(child.pid))
    if mode == "stray":
        # As a daemon does: another session, and its parent ends.
        script = "import subprocess, sys; print(subprocess.Popen(['sleep', '60'], **dict.fromkeys(('stdin', 'stdout', 'stderr'), -3), start_new_session=True).pid)"
        run = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, start_new_session=True, check=True)
        Path(argument).write_bytes(run.stdout)
    if mode == "environment":
        sys.exit(f"{sorted(os.environ)} {os.nice(0)}")


def main() -> None:
    mode, argument = [*sys.argv[1:], "", ""][:2]
    begin(mode, argument)
    for line in sys.stdin.buffer:
        try:
            said = answer(mode, argument, json.loads(line if len(line) <= 1 << 16 else b""))
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            if mode == "trusting":
                raise
            said = {"type": "error", "text": "I do not know this."}
        write(said)
        if said == {"type": "bye"}:
            sys.exit(5 if mode == "bad exit" else 0)
    if mode == "stays":
        time.sleep(60)


if __name__ == "__main__":
    main()
