"""What players call things, in a sentence or two each: the words that every handbook takes for granted."""

from __future__ import annotations

from typing import Final

TERMS: Final[dict[tuple[str, ...], str]] = {
    ("canasta", "canastas", "book", "books"): (
        "A canasta is a full meld, seven cards in most games. Canastas earn the most points, and you need some of them to go out."
    ),
    ("clean", "natural", "red canasta"): (
        "A clean, natural or red canasta has no wild cards. It is worth more than one with wild cards."
    ),
    ("deal", "round"): "A deal lasts from the shuffle to the count. A match has several.",
    ("dirty", "mixed", "black canasta"): "A dirty, mixed or black canasta has wild cards beside its natural ones.",
    ("foot", "feet", "knee", "reserve", "down", "pony"): (
        "A foot is a second hand that is dealt to you face down. You pick it up and play it later, as the game says. Some games call it "
        "down or pony, and some have a knee to play before it."
    ),
    ("freeze", "frozen", "freezing"): (
        "A frozen pile can be taken only with two natural cards of the top card's rank from your hand. In most games a wild card on the "
        "pile freezes it for everyone."
    ),
    ("going out", "go out", "out"): (
        "You go out by playing your last card, which ends the deal. Your side must have the canastas that the game asks for."
    ),
    ("hand",): "Your hand is the cards you hold. What is left in it at the end of a deal counts against you.",
    ("meld", "melds", "melding"): (
        "A meld is three or more cards of one rank that your side has on the table. Wild cards can stand in for some of them."
    ),
    ("minimum",): "The minimum is the number of points that your side's first melds must be worth together.",
    ("opening", "open", "initial meld"): (
        "The opening is your side's first melds in a deal. Together they must be worth at least the minimum. After it, your side may lay "
        "any melds."
    ),
    ("partner", "partners", "side"): "Partners form a side: they share their melds and score together.",
    ("pile", "discard pile", "pack"): (
        "The pile is the discards, face up. Instead of drawing you may take it, if you can use its top card at once as the game says."
    ),
    ("red three", "red threes", "three", "threes"): (
        "In most games you lay red threes face up at once and draw replacements; they earn points. A black three on the pile blocks it for the next player."
    ),
    ("stock",): "The stock is the face-down cards that you draw from.",
    ("talon",): (
        "A talon is a bonus for opening: in games that have one, you draw some more cards from the stock when you open without taking the "
        "pile, and play them from your next turn on."
    ),
    ("upcard",): "The upcard is the first card of the pile, turned up when the cards are dealt.",
    ("wild", "wild card", "wild cards", "wilds", "joker", "jokers", "two", "twos"): (
        "Jokers and twos are wild: they can stand in for natural cards in a meld, as many as the game allows."
    ),
}
"""The words for each thing, the usual one first, and what it is."""


def explained(word: str) -> str:
    """Return what *word* means to players; empty for a word that is not in the glossary.

    >>> explained("Foot")[:24], explained("xyz")
    ('A foot is a second hand ', '')
    """
    asked = " ".join(word.lower().split())
    return next((says for words, says in TERMS.items() if asked in words), "")
