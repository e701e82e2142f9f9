"""What a player can type besides moves, refusals, and what is never seen."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from canasta.base.cards import pack
from canasta.base.errors import IllegalMove, NotationError
from canasta.base.events import Melded, Opened, TakenBack
from canasta.base.shuffle import shuffled
from canasta.deal.deal import Deal
from canasta.deal.match import Match
from canasta.deal.view import View, view
from canasta.notation.choices import choices
from canasta.notation.move_text import VERBS, parse_move
from canasta.rules.load import games, load
from canasta.terminal.dialog import Leave
from canasta.terminal.play.commands import COMMANDS, commands_of, find_command
from canasta.terminal.play.host import Host
from canasta.wording.spans import plain
from canasta.wording.state import hand_line
from tests.terminal.script import Scripted, leaving_after, sound, table

Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays lines of one person and returns what was written."""

    def run(name: str, *lines: str, seed: int = 1, players: int | None = None, ascii_only: bool = False) -> str:
        dialog = Scripted(monkeypatch, ascii_only=ascii_only)
        host = table(dialog, name, players, seed=seed)
        dialog.answer = leaving_after(["44"] * (name == "new-canasta" and players == 2) + list(lines))
        with pytest.raises(Leave):
            host.run()
        return dialog.text

    return run


def last(text: str, prompt: str) -> str:
    """Return what was written after the last *prompt*."""
    return text.rsplit(prompt, 1)[1]


def test_the_first_screen_shows_what_matters(play: Play) -> None:
    text = play("hand-and-foot")
    assert "Hand and Foot - deal 1 of 4" in text
    assert "Sam (partner) 13 cards + foot" in text
    assert "needs 50 to open" in text
    assert "to go out: 2 clean canastas, 2 dirty canastas and 1 wild canasta" in text
    assert re.search(r"Pile \w\w alone +Stock 218 cards", text)
    assert "Your hand (13)" in text
    assert text.rstrip().endswith("Now draw")


def test_refusals_name_the_rule_with_its_numbers_and_why_tells_more(play: Play) -> None:
    text = play("classic", "draw", "draw", "why", seed=4)
    assert "No. You've already drawn this turn: discard to end it. (turn.drawn)" in text
    assert "One draw per turn (turn.drawn)" in text
    assert "The rule: " in text
    # Whether you hold the cards does not matter any more.
    text = play("classic", "draw", "take 99", seed=4)
    assert "No. You've already drawn this turn: discard to end it. (turn.drawn)" in last(text, "> take 99")
    text = play("hand-and-foot", "discard 4", "why")
    assert "No. First draw from the stock or take the pile. (turn.draw)" in text


def test_an_opening_too_small_is_refused_with_both_numbers(play: Play) -> None:
    text = play("hand-and-foot", "d", "lay 666", "lay 662 QQQ")
    assert "You need 50 to open; these sixes are worth 15. Add 35 or take them back.\n(opening.minimum)" in text
    assert "all your melds on one line" in text
    assert "You hold only 1 queen." in last(text, "> ")


def test_why_tells_why_the_pile_is_not_to_be_taken(play: Play) -> None:
    text = play("hand-and-foot", "why", "take")
    assert "What takes the pile (pile.need)" in text
    assert "you hold no\nnatural sevens" in last(text, "> take")


def test_wild_cards_want_a_meld(play: Play) -> None:
    text = play("hand-and-foot", "d", "add 2")
    assert "1 wild card can't be a meld" in last(text, "> add 2")
    assert "Write wild cards together with the cards of their meld, such as: lay KKJk" in last(text, "> add 2")


def test_undo_takes_back_what_was_laid_and_nothing_else(play: Play) -> None:
    text = play("hand-and-foot", "undo", "d", "undo", "lay 666 KK2", "undo", "undo", seed=1)
    assert text.count("nothing to take back") == 3
    before, after = re.findall(r"Your hand \((\d+)\)", text.split("> lay")[0])[-1], last(text, "> lay 666 KK2")
    assert f"Your hand ({before})" in after


def test_what_was_taken_back_is_not_told_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "hand-and-foot", seed=1)
    dialog.answer = leaving_after(["d", "lay 666 KK2", "undo"])
    with pytest.raises(Leave):
        host.run()
    assert "opened with 55: sixes 15, kings 40 (50 needed)" in dialog.text
    assert not any(isinstance(event, Melded | Opened) for event in host.deal.history)
    assert host.deal.history[-1] == TakenBack(0, 3)
    assert last(dialog.text, "> undo").count("took a move back") == 1


def test_score_counts_only_what_one_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host = table(dialog, "hand-and-foot", seed=1)
    dialog.answer = leaving_after(["score"])
    with pytest.raises(Leave):
        host.run()
    text = last(dialog.text, "> score")
    assert "13 cards left in hand" in text
    assert "unopened" not in text
    assert text.count("left in hand") == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("dance", 'Unknown command "dance".'),
        ("disacrd 4", "Did you mean discard?"),
        ("s", "The score so far"),
        ("4c", "Say what to do with the card, such as: discard 4c"),
        ("Q", "Say what to do with the card, such as: discard Q. To leave the game, type quit."),
        ("q", "To leave the game, type quit."),
        ("table", "Pile 7s alone"),
        ("look", "Pile 7s alone"),
        ("draw 2", "You drew "),
        ("draw from the stock", "You drew "),
        ("draw 3", 'leave out "3"'),
        ("add 4 to 5", "only fives and wild cards join them"),
        ("knock", "This game has no knock"),
        ("KKK 555", "Say what to do with the cards, such as: lay KKK 555"),
        ("lay KQ", "two ranks"),
        ("K", "Say what to do with the card, such as: discard K"),
        ("top", 'This game has no "top". Type help for its commands.'),
        ("pass", "You can't pass: draw from the stock."),
        ("end", "You can't end the deal yourself"),
        ("sort weight", "rank, suit or drawn"),
        ("hand", "Your hand (13)"),
        ("log", "The first card of the pile is 7"),
        ("log few", "such as: log 10"),
        ("sort suit", "Your hand"),
        ("help", "help take"),
        ("help take", "with an eight and a two"),
        ("? x", "discard (or x, dis)"),
        ("melds", "You and Sam"),
        ("pile", "The pile has 1 card, from the top: "),
        ("rules", "Players (table.players)"),
        ("rules pile.need", "To take the pile you need"),
        ("rules frog", "No rule of this game mentions"),
        ("hint", "Draw. "),
    ],
)
def test_every_word_answers(line: str, says: str, play: Play) -> None:
    assert says in last(play("hand-and-foot", line), f"> {line}\n")


def test_enter_plays_what_a_hint_advises_and_nothing_else(play: Play) -> None:
    first, second = play("hand-and-foot", "hint", "", "hint", "").split("> hint\n")[1:]
    said, drawn = (" ".join(part.split()) for part in first.split("Press Enter to play it."))
    assert said.startswith("Draw. To take the pile you need")
    assert "You drew" in drawn
    said, played = (" ".join(part.split()) for part in second.split("Press Enter to play it."))
    assert said.startswith(("Lay ", "Discard "))
    assert "discard " in said
    assert "You opened" in played or "You discarded" in played
    assert "You drew" not in last(play("hand-and-foot", "hint", "hand", ""), "> hand\n")


@pytest.mark.parametrize("name", sorted(games()))
def test_help_lists_the_words_of_the_game(name: str) -> None:
    """Whatever can be done in a game stands in its help; what its rules lack does not."""
    rng = Random(name)
    rules = load(name)
    listed = commands_of(rules)
    for seed in range(3):
        deal, _ = Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), seed))
        while not deal.over:
            if rng.random() < 0.2:
                done = {choice.doing for choice in choices(view(deal, deal.actor))}
                # Who can do nothing else may always end the turn.
                assert done <= {*listed, "stuck"}, done
            deal.step_trusted(rng.choice(deal.legal_steps(deal.actor)))
    assert ("knock" in listed) == (rules.pile.end == "knock")
    assert ("pick up" in listed) == any(reserve.manual for reserve in rules.reserves)
    assert {"draw", "take", "lay", "add", "discard", "table", "help", "quit"} <= set(listed)


@pytest.mark.parametrize("seed", [6, 12, 1199227968685330])
def test_advice_to_take_the_pile_for_an_opening_is_accepted(play: Play, seed: int) -> None:
    text = play("classic", "why", "take", seed=seed)
    assert "type take." not in text
    assert "your best melds are worth" not in text
    refused = last(text, "> take")
    assert "take them back" not in refused
    advice = re.search(r"Take and open in one line: (.*)\.", refused)
    assert advice
    assert advice[0] in text.split("> take")[0]
    assert "opened with" in last(play("classic", advice[1], seed=seed), f"> {advice[1]}")


def test_commands_work_where_only_enter_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog, lines = Scripted(monkeypatch), ["help", "d", "", "quit"]
    dialog.answer = lambda _: lines.pop(0)
    dialog.wait("Press Enter for the next deal. ")
    assert "Press Enter to continue, or type quit to leave." in dialog.text
    assert "Only Enter and the commands help and quit work here." in dialog.text
    with pytest.raises(Leave):
        dialog.wait("Press Enter for the next deal. ")
    assert not lines


def leave(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[tuple[str, str]]:
    """Return the questions and answers of a person at a keyboard who types *lines* in a match that is not recorded."""
    dialog = Scripted(monkeypatch)
    dialog.typed = True
    host = table(dialog, "classic", seed=1)
    dialog.answer = leaving_after(list(lines))
    with pytest.raises(Leave):
        host.run()
    return dialog.asked


def test_leaving_an_unrecorded_match_asks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = leave(monkeypatch, "quit", "n", "draw", "quit", "y", "never typed")
    questions = [line for prompt, line in asked if "isn't recorded" in prompt]
    assert questions == ["n", "y"]
    assert asked[-1][1] == "y"


def test_a_closed_keyboard_leaves_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leave(monkeypatch, "draw")[-1] == ("> ", "draw")


def test_5s_is_a_card_and_not_several(play: Play) -> None:
    text = last(play("hand-and-foot", "d", "meld 5s"), "> meld 5s")
    assert "You don't hold the five of spades." in text
    assert "5s is the five of spades. Type 555 for three cards of the rank." in text
    assert "Type KKK for three of them." in last(play("hand-and-foot", "d", "lay kings"), "> lay kings")


def test_what_is_wrong_with_a_typed_line_is_the_first_thing_said(play: Play) -> None:
    answers = {
        "lay 666 5": "No. A new meld has at least three cards, and this one would have one five.",
        "lay 666 77": "No. You hold no sevens.",
        "add 5": "No. Your side has no meld of fives to add to. To begin one, use lay.",
        "draw": "No. You've already drawn this turn: discard to end it.",
        "pass": "No. You can't pass: discard a card to end your turn.",
    }
    text = play("hand-and-foot", "d", *answers)
    for line, says in answers.items():
        assert " ".join(last(text, f"> {line}\n").split()).startswith(says), line


def test_an_empty_line_shows_the_table_again(play: Play) -> None:
    assert play("hand-and-foot", "").count("Pile 7s alone") == 2


def test_beginnings_of_words_will_do() -> None:
    rules = load("hand-and-foot")
    assert find_command("dr", rules)[0].name == "draw"
    assert find_command("DISC 4c", rules) == (COMMANDS["discard"], "4c")
    with pytest.raises(NotationError, match="could be"):
        find_command("ta", rules)
    # A king is no knock where nobody knocks; the whole word gets the rule as its answer.
    with pytest.raises(NotationError, match="Unknown command"):
        find_command("K", rules)
    assert find_command("knock", rules)[0].name == "knock"


def test_every_move_is_in_the_help() -> None:
    assert {command.name for command in COMMANDS.values() if command.is_move} == set(VERBS)
    for command in COMMANDS.values():
        for example, _ in command.examples:
            assert find_command(example, load("new-canasta"))[0] is command
            if command.is_move:
                parse_move(example, _some_view())


def test_ending_and_showing_are_commands_where_the_game_has_them() -> None:
    shapes = {"classic": "[2, 6]", "hand-and-foot": "[3, 5]"}
    words = {
        (name, special): {"end", "show"} & {*commands_of(load(name, 4, [option] * special))}
        for name, shape in shapes.items()
        for option in (f"special_hands.big={{groups=[{shape}],points=2500}}",)
        for special in (False, True)
    }
    assert words == {
        ("classic", False): {"end"},
        ("classic", True): {"end", "show"},
        ("hand-and-foot", False): set(),
        ("hand-and-foot", True): {"show"},
    }


def _some_view() -> View:
    match = Match.new("new-canasta", seed=1)
    match.begin_deal()
    return view(match.deal, match.deal.actor)


@pytest.mark.parametrize("name", sorted(games()))
def test_help_has_every_command_of_the_game_and_fits_a_window(name: str, play: Play) -> None:
    text = last(play(name, "help"), "> help\n")
    assert text.count("\n") < 23
    words = {word.strip() for row in text.splitlines() for word in row.strip().split("  ")[0].split(",")}
    assert set(commands_of(load(name))) <= words
    assert text.index("draw, d") < text.index("table, hand, log") < text.index("quit")


def test_letters_for_suits_where_the_terminal_knows_no_others(play: Play) -> None:
    assert play("classic", "d", "help", "rules", "score", ascii_only=True).isascii()


@pytest.mark.parametrize("name", sorted(games()))
def test_any_text_is_a_move_or_gets_a_sentence(name: str) -> None:
    rng = Random(name)
    words = [*VERBS, "K", "KKK", "KK2", "888", "2", "22", "Jk", "JkJk2", "33", "3h3d3h", "4c", "@1", "@2", "to", "K@3"]
    words += ["+K", "2+K", "Q+Q", ",", "onto", "card", "3", "wild", "5", "10h", "ask", "44444444", "@8", "A", "up"]
    for seed in range(3):
        match = Match.new(name, seed=seed)
        match.begin_deal()
        for _ in range(150):
            deal = match.deal
            if deal.over:
                break
            seen = view(deal, deal.actor)
            for _ in range(12):
                text = " ".join(rng.choices(words, k=rng.randint(1, 5)))
                with suppress(NotationError, IllegalMove):
                    deal.copy().play(rng.choice([deal.actor, 0]), parse_move(text, seen))
            deal.step_trusted(rng.choice(seen.legal))


def test_a_person_asked_for_permission_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(1, 12):
        dialog = Scripted(monkeypatch)
        host = table(dialog, "hand-and-foot", seed=seed)
        dialog.answer = sound(host)
        host.run()
        if "asks: may I go out?" in dialog.text:
            assert re.search(r"asks: may I go out\?\nNow yes - no\n> (yes|no)", dialog.text)
            return
    pytest.fail("nobody asked in eleven matches")


def test_exact_cuts_are_asked_of_people_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    host: Host = table(dialog, "new-canasta", 4, seed=2)
    script = sound(host)
    answers = iter(["many", "0", "44"])

    def answer(prompt: str) -> str:
        return next(answers, "44") if prompt.startswith("How many") else script(prompt)

    dialog.answer = answer
    host.run()
    assert "cards are needed" in dialog.text
    assert dialog.text.count("Type a number from 1 to") == 2
    assert re.search(r"You cut \d+", dialog.text)
    assert len(re.findall(r"\w+ cut \d+", dialog.text)) == 2 * len(host.match.results)


def test_sorting_says_what_it_sorts_by(play: Play) -> None:
    text = play("hand-and-foot", "sort", "sort drawn", "sort r")
    said = [line for line in text.splitlines() if "orted by" in line or "order you drew" in line]
    assert said == ["Sorted by suit.", "In the order you drew the cards.", "Sorted by rank."]


def test_the_cut_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Scripted(monkeypatch)
    answers = iter(["help", "bye"])
    dialog.answer = lambda _: next(answers)
    with pytest.raises(Leave):
        table(dialog, "new-canasta", 2, seed=1).run()
    assert dialog.text.count("Type a number from 1 to") == 1


def test_the_word_for_the_first_hand_is_not_that_for_what_is_picked_up_later() -> None:
    rules = load("new-canasta")
    seen = view(Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), 3))[0], 0)
    assert plain(hand_line(seen)).startswith("Your looking hand (")
    assert plain(hand_line(replace(seen, reserves_left=(0, *seen.reserves_left[1:])))).startswith("Your hand (")
