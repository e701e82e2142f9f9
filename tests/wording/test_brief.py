"""Sentences of the story shortened for a glance: the middle is left out, the discard never."""

from __future__ import annotations

from canasta.base.cards import parse_faces
from canasta.base.events import Discarded, Drew, Melded, Opened, ReserveTaken, TookPile
from canasta.rules.load import load
from canasta.wording.brief import BRIEF, BRIEFEST, Deed, Sentence, Spared, length
from canasta.wording.names import Names
from canasta.wording.spans import line, plain
from canasta.wording.story import tell_sentences

RULES = load("hand-and-foot")
NAMES = Names(("Ruth", "Alex", "Bob", "Cyd"))


def test_a_short_sentence_stays_as_it_is() -> None:
    (said,) = tell_sentences([Drew(1, 2, None), Discarded(1, 9)], NAMES, RULES)
    assert said.within(BRIEFEST) is said.line
    assert plain(said.line) == "Alex drew 2 and discarded 10♣."


def test_cards_of_the_pile_go_first() -> None:
    under = parse_faces("7sTc3c")
    took = [Melded(1, 13, parse_faces("KhKh"), 3, parse_faces("Kc")[0]), TookPile(1, under, ())]
    laid = Melded(1, 14, parse_faces("AcAdAs"), 3, None)
    (said,) = tell_sentences([*took, laid, Discarded(1, 9)], NAMES, RULES)
    assert plain(said.line).startswith("Alex took the K♣ with K♥ K♥ and 3 more cards: ")
    assert plain(said.within(BRIEFEST)) == "Alex took the pile, laid AAA, and discarded 10♣."


def test_an_opening_is_left_with_its_worth_and_a_reserve_with_its_name() -> None:
    events = [
        Drew(1, 2, None),
        Melded(1, 13, parse_faces("KcKdKh"), 3, None, 30, 30),
        Melded(1, 8, parse_faces("8c8d8h"), 3, None, 30, 60),
        Opened(1, 60, 50),
        Discarded(1, 9),
        ReserveTaken(1, 13, None, 0),
    ]
    (said,) = tell_sentences(events, NAMES, RULES)
    assert plain(said.line).endswith(" (50 needed), discarded 10♣, and picked up the foot (13 cards).")
    assert plain(said.within(BRIEF)) == (
        "Alex laid KKK and 888, opened with 60, discarded 10♣, and picked up the foot."
    )
    # What is laid goes before what is picked up, and both before the opening.
    assert plain(said.within(70)) == "Alex opened with 60, discarded 10♣, and picked up the foot."
    assert plain(said.within(45)) == "Alex opened with 60 and discarded 10♣."
    assert plain(said.within(0)) == "Alex discarded 10♣."


def test_every_deed_stays_that_is_never_spared() -> None:
    deeds = (Deed(line("made a canasta"), Spared.MADE), Deed(line("knocked")), Deed(line("went out")))
    said = Sentence(line("Alex made a canasta, knocked and went out."), line("Alex"), deeds)
    assert plain(said.within(0)) == "Alex knocked and went out."
    ended = Sentence(line("The stock has run out. The deal is over."))
    assert ended.within(0) is ended.line


def test_the_length_is_that_for_the_eye() -> None:
    (said,) = tell_sentences([Drew(1, 2, parse_faces("KcJk"))], Names(NAMES.names, 1), RULES)
    assert length(said.line) == len("You drew ") + 2 * len("K♣  ") + len(".")
