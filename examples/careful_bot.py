#!/usr/bin/env python3
"""A bot in one file that needs nothing but Python: it reads what the legal steps say, and plays by a few rules of thumb.

    canasta exam -- python3 examples/careful_bot.py

It takes the pile where it can, lays what it can, keeps pairs and wild cards, and discards what it has least of.
"""

import json
import re
import sys
from typing import Any

CARD = re.compile(r"Jk|[A23456789TJQK][cdhs]")
POINTS = {"Jk": 50, "2": 20, "A": 20, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 10, "8": 10}
LONGEST = 1 << 16  # bytes of a line


def rank(card: str) -> str:
    """Return the rank of *card*, such as ``K``; a joker is ``Jk``."""
    return card if card == "Jk" else card[0]


def wild(card: str) -> bool:
    """Tell whether *card* is a joker or a two."""
    return rank(card) in {"Jk", "2"}


def own_hand(position: str) -> list[str]:
    """Return the cards of the seat that *position* was made for."""
    fields = dict(word.split("=", 1) for word in position.split()[4:] if "=" in word)
    hands = fields["hands"].split("/")
    return CARD.findall(hands[int(fields["eyes"]) - 1])


def worth(text: str, hand: list[str]) -> float:
    """Return how good the step *text* looks; only the order of these numbers matters."""
    verb = text.split(maxsplit=1)[0]
    cards = CARD.findall(text)
    wilds = sum(map(wild, cards))
    if verb in {"open", "yes", "top", "pick"}:
        return 900
    if verb == "take":
        return 800 - 100 * wilds
    if verb == "draw":
        return 700
    if verb == "lay":
        return 500 + 10 * len(cards) - 60 * wilds
    if verb == "ask":
        return 400
    if verb == "discard":
        return 300 - keeping(cards[0], hand)
    return 100  # knock, end, lift and the like: where nothing else is left


def keeping(card: str, hand: list[str]) -> float:
    """Return what *card* is worth in *hand*."""
    if wild(card):
        return 200
    alike = sum(rank(each) == rank(card) for each in hand)
    return 40 * (alike - 1) - POINTS.get(rank(card), 5) / 2


def decide(message: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a decision: the best legal step, the first one of equals."""
    hand = own_hand(message["position"])
    best = max(message["legal"], key=lambda step: worth(step["text"], hand))
    return {"type": "move", "id": message["id"], "step": best["step"]}


def reply(message: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to *message*. Raises `ValueError` for a type that there is not."""
    kind = message["type"]
    if kind == "hello":
        return {"type": "hello", "protocol": 1, "name": "careful", "version": "1", "deterministic": True}
    if kind == "decide":
        return decide(message)
    if kind in {"rules", "over"}:
        return {"type": "ok"}
    if kind == "bye":
        return {"type": "bye"}
    raise ValueError(f"unknown type {kind!r}")


def answer(line: bytes) -> dict[str, Any]:
    """Return the answer to *line*, whatever it is."""
    if len(line) > LONGEST:
        return {"type": "error", "text": f"A line has {LONGEST} bytes at most."}
    try:
        return reply(json.loads(line))
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        return {"type": "error", "text": f"I cannot answer this: {type(error).__name__}."}


def main() -> None:
    """Answer every line until the goodbye, or until there are no more."""
    for line in sys.stdin.buffer:
        said = answer(line)
        print(json.dumps(said), flush=True)
        if said["type"] == "bye":
            break


if __name__ == "__main__":
    main()
