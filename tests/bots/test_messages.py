"""The messages between canasta and a bot: what is one, what is not, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta.bots.process import messages as m
from canasta.bots.process.messages import ProtocolError, format_message, read_reply, read_request

REQUESTS: list[m.Request] = [
    m.Hello(1, "0.1.0"),
    m.NewRules("ad26", {"name": "classic", "deck": {"jokers": 2}}),
    m.Decide(7, "canasta1 classic", (m.LegalStep(0, "draw"), m.LegalStep(13, "take 8h8d")), 400, 2**53 - 1),
    m.Over("canasta1 classic", (-120, 345)),
    m.AskHint("canasta1 classic"),
    m.Bye(),
]
REPLIES: list[m.Reply] = [
    m.BotHello(1, "mybot", "0.3", deterministic=True),
    m.Ok(),
    m.Chosen(7, step=404),
    m.Chosen(7, move="discard 4c"),
    m.Hinted({"move": "discard 4c", "moves": ["discard 4c"], "line": [{"text": "Try it."}]}),
    m.Bye(),
    m.Wrong("I do not know this."),
]


@pytest.mark.parametrize("message", REQUESTS)
def test_requests_are_read_as_they_were_written(message: m.Request) -> None:
    line = format_message(message)
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert line.isascii()
    assert read_request(line) == message


@pytest.mark.parametrize("message", REPLIES)
def test_replies_are_read_as_they_were_written(message: m.Reply) -> None:
    assert read_reply(format_message(message)) == message


def test_a_bot_ignores_keys_that_it_does_not_know_and_canasta_refuses_them() -> None:
    assert read_request(b'{"later":[{}],"type":"bye"}') == m.Bye()
    with pytest.raises(ProtocolError, match='A message of type bye has no key "later"'):
        read_reply(b'{"later":1,"type":"bye"}')


def test_whether_a_bot_is_deterministic_need_not_be_said() -> None:
    assert read_reply(b'{"type":"hello","protocol":1,"name":"x","version":"1"}') == m.BotHello(1, "x", "1")


MOVE = {"type": "move", "id": 1, "step": 3}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "This line is not JSON: Expecting value at column 1."),
        (b"{", "This line is not JSON: Expecting property name enclosed in double quotes at column 2."),
        (b"\xff", "A line must be UTF-8."),
        (b"[1]", "A message must be a JSON object."),
        (b'{"a":1,"a":2}', 'The key "a" appears twice.'),
        (b'{"type":NaN}', "The value NaN is not a number in JSON."),
        (b"[" * 4_000, "The values of this line are nested too deeply."),
        (b"1" * 4_090 + b"." * 10, "A line can have 4,096 bytes at most."),
        (b"{}", "This message has no type; the types are hello, ok, move, hinted, bye, error."),
        (b'{"type":7}', "This message has the type the number 7; the types are hello, ok, move, hinted, bye, error."),
        ({**MOVE, "move": "draw"}, 'A move needs either the key "step" or the key "move".'),
        ({"type": "move", "id": 1}, 'A move needs either the key "step" or the key "move".'),
        ({"type": "move", "step": 1}, 'A message of type move needs the key "id".'),
        ({**MOVE, "id": True}, 'The key "id" must be a whole number from 0 to 9,007,199,254,740,991, not the word true.'),
        ({**MOVE, "step": 3.0}, 'The key "step" must be a whole number from 0 to 9,999, not the number 3.0.'),
        ({**MOVE, "step": None}, 'The key "step" must be a whole number from 0 to 9,999, not null.'),
        ({"type": "error", "text": ""}, 'The key "text" must be a line of 1 to 4,096 characters, not the text "".'),
        ({"type": "error", "text": "a\nb"}, 'The key "text" must be a line of 1 to 4,096 characters, not the text "a\\nb".'),
        (
            {"type": "hello", "protocol": 1, "name": "x" * 41, "version": "1"},
            f'The key "name" must be a line of 1 to 40 characters, not the text "{"x" * 41}".',
        ),
        (
            {"type": "hello", "protocol": 1, "name": "x", "version": "1", "deterministic": 1},
            'The key "deterministic" must be true or false, not the number 1.',
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_reply_is_said_in_one_sentence(line: Any, said: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_reply(line if isinstance(line, bytes) else json.dumps(line).encode())
    assert str(caught.value) == said


DECIDE = json.loads(format_message(REQUESTS[2]))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("legal", [], "a list of at least one step, not a list"),
        ("legal", [{"step": 1}], "a list of objects with the keys step and text, not a table"),
        ("legal", [{"step": -1, "text": "draw"}], 'The key "step" must be'),
        ("ms", 0, "a whole number from 1 to"),
        ("seed", 2**53, "a whole number from 0 to"),
        ("position", ["canasta1"], "a line of 1 to 65,536 characters, not a list"),
    ],
)
def test_what_is_wrong_with_a_decision_is_said(key: str, value: Any, said: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_request(json.dumps({**DECIDE, key: value}).encode())
    assert said in str(caught.value)


def outcome(
    read: Callable[[bytes], m.Request | m.Reply], line: bytes
) -> tuple[m.Request | m.Reply | None, ProtocolError | None]:
    """Return what *read* makes of *line*: a message or an error."""
    try:
        return read(line), None
    except ProtocolError as error:
        return None, error


def sound(error: ProtocolError) -> bool:
    """Return whether the text of *error* is one line that ends as a sentence does."""
    text = str(error)
    return text[:1].isupper() and text.endswith((".", "…")) and text.isprintable() and len(text) <= 500


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
messages = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["hello", "rules", "decide", "over", "bye", "ok", "move", "error"]) | json_values,
        **{
            key: st.sampled_from([1, 7, "x", [1], {}, {"step": 1, "text": "draw"}]) | json_values
            for key in ("id", "step", "move", "legal", "ms", "seed", "position", "points", "text", "name", "protocol")
        },
    },
)
lines = st.binary() | messages.map(lambda each: json.dumps(each).encode())


@given(lines)
def test_any_line_is_read_or_refused_in_a_sentence(line: bytes) -> None:
    for read in (read_request, read_reply):
        message, error = outcome(read, line)
        if error is not None:
            assert sound(error), error
        elif message is not None:
            assert read(format_message(message)) == message
