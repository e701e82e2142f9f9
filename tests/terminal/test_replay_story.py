"""The story of a record without a terminal, in lines and in JSON, and what one seat may see of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from canasta.cli import cli
from canasta.notation.records.record import cards_text
from canasta.terminal.replay.recording import acted
from canasta.terminal.replay.table import ONLOOKER, Eyes
from tests.notation.written import match_text
from tests.terminal.watching import Watcher, hand_and_foot, opened


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    return Watcher(monkeypatch)


def test_repairs_are_told(tmp_path: Path) -> None:
    path = tmp_path / "mended.chh"
    path.write_text(re.sub(r"(?m)^digest.*\n", "", hand_and_foot()), encoding="utf-8")
    found = CliRunner().invoke(cli, ["replay", str(path), "--lenient", "--deal", "1", "--turn", "1"])
    assert found.exit_code == 0
    assert "Repaired: the digest of the rules was left out" in found.stdout


def told(path: Path, *words: str) -> str:
    found = CliRunner().invoke(cli, ["replay", str(path), *words], prog_name="canasta")
    assert found.exit_code == 0, found.output
    return found.stdout


def test_the_whole_story_without_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "match.chh"
    path.write_text(hand_and_foot(), encoding="utf-8")
    text = told(path)
    assert text.startswith("Hand and Foot for 4 players: Ann and Cyd; Bea and Dan\n")
    assert re.findall(r"(?m)^Deal (\d): \w+ deals", text) == ["1", "2", "3", "4"]
    recording = opened(hand_and_foot())
    turns = 0
    for number in range(4):
        watched = recording.deal(number)
        assert watched
        turns += max(acted(watched, at) for at in range(len(watched.moments)))
    assert len(re.findall(r"(?m)^ *\d+  (?:Ann|Bea|Cyd|Dan|The) ", text)) == turns
    assert re.search(r"win with [\d,]+\.\n$", text)
    assert max(map(len, text.splitlines())) <= 80
    second = told(path, "--deal", "2")
    assert second.split("\n\n", 1)[1].strip() in text
    assert re.findall(r"(?m)^Deal (\d): \w+ deals", second) == ["2"]
    turn = told(path, "--deal", "2", "--turn", "14", "--ascii")
    assert turn.isascii()
    assert re.findall(r"(?m)^ +(\d+)  \w+ ", turn) == ["14"]
    assert "Pile " in turn


class World:
    """The beginning of a record, in which cards that *seat* holds to its end can be changed for cards of the stock."""

    def __init__(self, text: str, seat: int) -> None:
        lines = text.split("\n")
        self.seat = seat
        self.begin = lines.index("actions = '''") + 1
        discards = [at for at, line in enumerate(lines) if at > self.begin and re.match(r"\d discard", line)]
        self.lines = lines[: discards[opened(text).rules.seats + 1] + 1]
        self.deck_at = next(at for at, line in enumerate(lines) if line.startswith("deck = "))
        self.deck = re.findall("..", lines[self.deck_at].split('"')[1])
        watched = opened(self.text()).deal(0)
        assert watched
        self.kept = re.findall("..", cards_text(watched.moments[-1].deal.tabletop.hands[seat]))

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def others(self, line: str) -> Iterator[str]:
        """Return records in which a card of the *line*, such as ``draw``, is another one, and no move is."""
        for at in range(self.begin, len(self.lines)):
            if re.match(line, self.lines[at]):
                yield from self._others(at)

    def _others(self, at: int) -> Iterator[str]:
        words = self.lines[at].split()
        cards = re.findall("..", words[2])
        for number, card in enumerate(cards):
            for place in [place for place, each in enumerate(self.deck) if each == card and card in self.kept]:
                for deep in range(len(self.deck) - 12, len(self.deck)):
                    if self.deck[deep][0] == card[0] or "3" in card + self.deck[deep]:
                        continue
                    deck, written = list(self.deck), list(self.lines)
                    deck[place], deck[deep] = deck[deep], card
                    written[self.deck_at] = f'deck = "{"".join(deck)}"'
                    told_cards = [*cards[:number], self.deck[deep], *cards[number + 1 :]]
                    written[at] = " ".join([*words[:2], "".join(told_cards)])
                    other = "\n".join(written) + "\n"
                    recording = opened(other)
                    if recording.deal(0) and not recording.problem:
                        yield other


@pytest.mark.parametrize("line", ["deal {}", "{} draw"], ids=["dealt", "drawn"])
@pytest.mark.parametrize(("name", "players"), [("hand-and-foot", 4), ("classic", 3), ("hand-knee-and-foot", 8)])
def test_what_a_seat_did_not_see_changes_nothing_that_is_shown_to_it(
    name: str, players: int, line: str, watch: Watcher, tmp_path: Path
) -> None:
    text = match_text(name, players, seed=1, deals=1)
    seat, one, two = next(
        (seat, world.text(), other)
        for seat in range(1, players)
        for world in [World(text, seat)]
        for other in world.others(line.format(seat + 1))
    )
    steps = [line for page in range(30) for line in ("", *(["sheet", "pile"] if page % 9 == 0 else []))]
    steps += ["end", "pile", "sheet", "start", "find Kh", "find", "start", "find drew"]

    def shown(text: str, looking: int) -> list[str]:
        path = tmp_path / "match.chh"
        path.write_text(text, encoding="utf-8")
        words = ["--seat", str(looking + 1)]
        seen = [told(path, *words), told(path, *words, "--json")]
        return [*seen, *(watch(*steps, text=text, eyes=Eyes(looking), screens=each) for each in (False, True))]

    for looking in (seat, 0, (seat + 1) % players):
        views = [shown(text, looking) for text in (one, two)]
        same = [first == second for first, second in zip(*views, strict=True)]
        assert same == [looking != seat] * 4
    onlookers = [
        [watch(*steps, text=text, eyes=ONLOOKER, screens=each) for each in (False, True)] for text in (one, two)
    ]
    assert onlookers[0] == onlookers[1]
    assert told_all(one, tmp_path) != told_all(two, tmp_path)


def told_all(world: str, folder: Path) -> str:
    path = folder / "match.chh"
    path.write_text(world, encoding="utf-8")
    return told(path)


def test_json_is_one_object_a_line(tmp_path: Path) -> None:
    path = tmp_path / "match.chh"
    path.write_text(hand_and_foot(), encoding="utf-8")

    def read(*words: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in told(path, "--json", *words).splitlines()]

    everything = read()
    kinds = [each["what"] for each in everything]
    assert kinds[0] == "match"
    assert kinds[-1] == "end"
    assert kinds.count("deal") == kinds.count("count") == 4
    assert everything[0]["seed"] == 2
    actions = [each for each in everything if each["what"] == "action" and "move" in each]
    lines = hand_and_foot().split("\n")
    for action in actions:
        assert lines[action["line"] - 1] == f"{action['seat']} {action['move']}"
    totals = [each["totals"] for each in everything if each["what"] == "count"]
    assert totals == [json.loads(line.removeprefix("after = ")) for line in lines if line.startswith("after = ")]
    assert everything[-1]["state"] == "over"
    mine = read("--seat", "2", "--deal", "1")
    assert "seed" not in mine[0]
    assert {each["move"] for each in mine if each.get("seat") == 1 and each["move"].startswith("draw")} == {"draw"}
    assert any(len(each["move"]) > 5 for each in mine if each.get("seat") == 2 and each["move"].startswith("draw"))
    assert {each["turn"] for each in read("--deal", "2", "--turn", "3") if each["what"] == "action"} == {3}


def test_unknown_cards_are_said_to_be_so_and_sheets_are_those_of_the_record(tmp_path: Path) -> None:
    whole = match_text("classic", 4, seed=1, deals=1)
    hidden = re.compile(r"(?m)^(deal \d|\d (?:draw|drew)) (\S+)$")
    text = re.sub(r"(?m)^deck = .*\n", "", whole)
    text = hidden.sub(lambda found: f"{found[1]} {'??' * (len(found[2]) // 2)}", text)
    text = re.sub(r'text = "\d+ melded cards"', 'text = "\\\\u001b[2Jmelded"', text, count=1)
    path = tmp_path / "seen.chh"
    path.write_text(text, encoding="utf-8")
    said = told(path)
    assert "The record does not have all cards. Possible cards are shown in their place." in said.replace("\n", " ")
    assert r"\x1b[2Jmelded" in said
    (tmp_path / "whole.chh").write_text(whole, encoding="utf-8")
    full = told(tmp_path / "whole.chh")
    assert "does not know" not in full
    assert said.splitlines()[-1] == full.splitlines()[-1]
    totals = re.compile(r"(?m)^.* in all$")
    assert totals.findall(said) == totals.findall(full) != []


def test_a_wrong_record_is_told_up_to_its_mistake(tmp_path: Path) -> None:
    path = tmp_path / "wrong.chh"
    path.write_text(hand_and_foot().replace("totals = [0, 0]", "totals = [10, 0]", 1), encoding="utf-8")
    for more in ((), ("--json",)):
        found = CliRunner().invoke(cli, ["replay", str(path), *more], prog_name="canasta")
        assert found.exit_code == 1
        assert re.fullmatch(rf"{path}:\d+: the new totals are .*\n", found.stderr)
        assert ("went out" in found.stdout) or ("deal ended out" in found.stdout)


def test_a_record_without_deals(tmp_path: Path) -> None:
    path = tmp_path / "begun.chh"
    path.write_text(hand_and_foot().split("[[deal]]")[0], encoding="utf-8")
    assert told(path) == f"{path}: The record has no deals yet.\n"
