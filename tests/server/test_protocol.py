"""The messages: strict, documented, and their schema and types up to date."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from canasta.base import events
from canasta.protocol import commands
from canasta.protocol import messages as protocol
from canasta.protocol.base import Message
from canasta.protocol.commands import ACTS
from canasta.protocol.events import Happening
from canasta.protocol.messages import CLIENT, KINDS, SERVER
from canasta.protocol.state import Phase, SettingsState
from canasta.rules.load import load
from canasta.server.http.parsing import sentences_of
from canasta.session import notices
from canasta.session.acts import EVERY
from canasta.session.entries import parse_command
from canasta.session.permissions import WHO
from canasta.session.settings import Settings
from canasta.session.state import Phase as StatePhase
from canasta.tables.messages import PATTERNS, read_message
from scripts.protocol_types import SCHEMA, TYPES, schema_text, types_text
from tests.session.live import Live

DOCS = Path(__file__).resolve().parents[2] / "docs"
BY_LINK = {"take-seat"}
"""What people do over HTTP, with the key of a seat link."""


def test_the_schema_and_the_types_are_those_of_the_messages() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), "make protocol"
    assert TYPES.read_text(encoding="utf-8") == types_text(), "make protocol"


def test_every_act_of_people_can_be_asked_for_and_none_of_the_server() -> None:
    people = {kind.name for kind, who in WHO.items() if who - {"server"}}
    assert set(ACTS) == people - BY_LINK
    assert set(ACTS) <= set(EVERY)


def test_every_setting_phase_and_happening_of_a_session_is_in_the_protocol() -> None:
    assert list(SettingsState.model_fields) == [each.name for each in fields(Settings)]
    assert get_args(Phase.__value__) == get_args(StatePhase)
    shapes = get_args(get_args(Happening.__value__)[0])
    words = [word for shape in shapes for word in get_args(shape.model_fields["e"].annotation)]
    played = {
        re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
        for kind in vars(events).values()
        if isinstance(kind, type) and issubclass(kind, events.Event) and not kind.__name__.startswith("_")
    }
    assert sorted(words) == sorted(played - {"event"} | set(notices._SENTENCES) | notices._SILENT)


EXAMPLES = [
    {"move": "draw"},
    {"act": "play", "move": "lay KKK"},
    {"act": "join", "called": "Ann"},
    {"act": "sit", "seat": 8},
    {"act": "stand-in"},
    {"act": "put-bot", "seat": 1, "bot": "greedy"},
    {"act": "put-bot", "seat": 1, "bot": "greedy", "called": "Robin"},
    {"act": "remove", "person": "p1"},
    {"act": "remove", "person": "p1", "ban": True},
    {"act": "let-back", "person": "p1"},
    {"act": "mute", "person": "p1", "muted": False},
    {"act": "configure", "settings": {"pace": 0, "talk": False, "stand_in": "greedy"}},
    {"act": "number", "number": "18446744073709551615"},
    {"act": "draw-card", "place": 1},
    {"act": "cut", "aim": 44},
    *({"act": act} for act in ("leave", "stand", "start", "undo", "restart", "ready", "pause", "resume", "close")),
]


@pytest.mark.parametrize("told", EXAMPLES, ids=json.dumps)
def test_what_the_protocol_lets_through_the_session_can_read(told: dict[str, object]) -> None:
    message = read_message(json.dumps({"t": "do", "cmd": "c-1", "after": 3, **told}))
    command = parse_command(message, "p1")
    assert (command.id, command.by, command.after) == ("c-1", "p1", 3)
    assert command.act.name == told.get("act", "play")


BAD: tuple[Any, ...] = (
    *(None, True, 1.5, -1, 0, 10**18, 10**400, "", "x" * 100_000, "é\n", [], {}, ["x" * 500] * 101, [7]),
    *({str(n): 1 for n in range(50)}, {"x" * 100: 1}, {"a": None}, {"a": [1]}, {"a": 1.5}),
)
OURS = re.compile(
    r"(?P<path>[a-z_]+(\.[A-Za-z0-9]+)?): (is missing|is not known here|must (be|have|not be) [^\n]{1,300}"
    r"|a name in it must have at most 40 characters)\."
)


def models() -> Iterator[type[Message]]:
    """Yield every message of clients, and every body of a request."""
    for kind in [*vars(commands).values(), *vars(protocol).values()]:
        own = {commands.__name__, protocol.__name__}
        if isinstance(kind, type) and issubclass(kind, Message) and kind.__module__ in own:
            sent = "t" in kind.model_fields and kind.model_fields["t"].annotation.__args__[0] in KINDS  # type: ignore[union-attr]
            if (sent or issubclass(kind, protocol.Body)) and kind not in {commands.Do, protocol.Body}:
                yield kind


@pytest.mark.parametrize("model", list(models()), ids=lambda model: model.__name__)
def test_every_field_of_every_message_is_refused_in_a_sentence_of_our_own(model: type[Message]) -> None:
    """No sentence of the library that reads messages shows, whatever is wrong with whichever field."""
    words = {key: get_args(field.annotation)[0] for key, field in model.model_fields.items() if key in {"t", "act"}}
    read = CLIENT.validate_json if words else model.model_validate_json
    refused = set()
    for name in (*model.model_fields, "more"):
        for value in (*BAD, ...):
            told = {**words, **({name: value} if value is not ... else {})}
            try:
                read(json.dumps(told))
            except ValidationError as error:
                for path, sentence in sentences_of(error.errors()):
                    assert (found := OURS.fullmatch(sentence)), (model, told, sentence)
                    assert found["path"] == path
                    assert not re.search("should|input|valid|what the protocol says|dictionary|string", sentence), (
                        sentence
                    )
                    refused.add(path.partition(".")[0])
    assert refused == {*model.model_fields, "more"}


def test_every_pattern_has_its_words() -> None:
    patterns = set(re.findall(r"'pattern': '([^']+)'", str([model.model_json_schema() for model in models()])))
    assert {each.replace("\\\\", "\\") for each in patterns} == set(PATTERNS)


def test_a_value_of_a_setting_is_said_once() -> None:
    for value in ("1.5", "null", "[]", "{}"):
        text = '{"t":"do","cmd":"a","act":"configure","settings":{"pace":' + value + "}}"
        with pytest.raises(ValueError, match=r"^settings\.pace: must be a whole number, true or false, or text\.$"):
            read_message(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(["hello", "do", "try", "hint", "view", "clause", "say", "ping", "x"]),
    st.dictionaries(st.sampled_from(["cmd", "act", "move", "n", "seat", "after", "have", "text", "x"]), JSON),
)
def test_no_message_is_read_but_by_the_rules(kind: str, more: dict[str, object]) -> None:
    said = ""
    try:
        message = read_message(json.dumps({**more, "t": kind}))
    except ValueError as error:
        said = str(error)
    else:
        assert message["t"] == kind
    assert not said or said.endswith(".")


def test_the_session_in_the_document_is_one() -> None:
    blocks = re.findall(
        r"^```text\n(.*?)^```", (DOCS / "protocol.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) > 20
    state = json.dumps(Live(load("classic", 2)).table.whole_for("p1"))
    for line in lines:
        adapter = {">": CLIENT, "<": SERVER}[line[0]]
        adapter.validate_json(line[2:].replace("{…}", state))  # type: ignore[attr-defined]
    told = {json.loads(line[2:].replace("{…}", state))["t"] for line in lines}
    assert {
        "hello",
        "do",
        "try",
        "hint",
        "view",
        "clause",
        "say",
        "ping",
        "welcome",
        "table",
        "happened",
        "done",
    } <= told
