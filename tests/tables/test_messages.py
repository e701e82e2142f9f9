"""The strict reader of clients' messages says of each what the models of the protocol say."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from canasta.protocol import messages as protocol
from canasta.protocol.commands import ACTS
from canasta.protocol.messages import CLIENT, KINDS
from canasta.server.http.parsing import sentences_of
from canasta.tables.messages import FILE, WrongMessage, command_of, read_body, read_message
from scripts.protocol_types import messages_text

BROKEN = 10_000
VALUES: tuple[Any, ...] = (
    *(None, True, False, 1.0, 1.5, -1, 0, 1, 8, 9, 2**31, 2**53, 10**30, "", "x", "a b", "x\n", "pile.frozen", "é"),
    *("x" * 41, "x" * 700, "1" * 20, "1" * 21, [], [1], {}, {"pace": 1}, {"pace": None}, {"pace": [1]}, {"x" * 41: 1}),
    *({str(n): 1 for n in range(41)}, "greedy", "draw", "c-1", "undo", "sit", "play", "hello", "do"),
)
FIELDS = sorted({name for kind in (*KINDS.values(), *ACTS.values()) for name in kind.model_fields} | {"more"})


def good(random: Random) -> dict[str, Any]:
    """Return a message that is right, or nearly."""
    kind = random.choice(["do", "do", "do", *KINDS])
    told: dict[str, Any] = {"t": kind}
    model = KINDS[kind]
    if kind == "do":
        told["act"] = random.choice(list(ACTS))
        model = ACTS[told["act"]]
    for name, field in model.model_fields.items():
        if name not in told and (field.is_required() or random.random() < 0.4):
            told[name] = {"cmd": "c-1", "n": 3, "person": "p1", "bot": "greedy", "clause": "pile.frozen"}.get(
                name, random.choice([1, 4, "draw", "12", True, {"pace": 0, "talk": False}])
            )
    return told


def broken(random: Random) -> str:
    """Return a message with something wrong in it, as a rule."""
    told: Any = good(random)
    for _ in range(random.randrange(3)):
        match random.randrange(4):
            case 0:
                told.pop(random.choice(FIELDS), None)
            case 1:
                told = dict(random.sample(list(told.items()), len(told)))
            case _:
                told[random.choice(FIELDS)] = random.choice(VALUES)
    text = json.dumps(told)
    if random.random() < 0.1:
        at = random.randrange(len(text))
        text = text[:at] + random.choice(["", '"', "}", "\\ud800", "\\n", "null", "1e5", " "]) + text[at + 1 :]
    return text


def by_the_models(text: str) -> dict[str, Any] | str:
    """Return what the models of the protocol read, or their first sentence."""
    try:
        found: dict[str, Any] = CLIENT.validate_json(text).model_dump(exclude_none=True)
    except ValidationError as error:
        return sentences_of(error.errors(include_url=False, include_input=False))[0][1]
    return found


def by_the_reader(text: str) -> dict[str, Any] | str:
    try:
        return read_message(text)
    except WrongMessage as wrong:
        return str(wrong)


def test_what_the_reader_reads_by_is_written_from_the_models() -> None:
    assert FILE.read_text(encoding="utf-8") == messages_text(), "make protocol"


def test_ten_thousand_broken_messages_are_told_what_the_models_tell_them() -> None:
    random = Random(45)
    right = 0
    for _ in range(BROKEN):
        text = broken(random)
        found = by_the_reader(text)
        assert found == by_the_models(text), text
        right += isinstance(found, dict)
    assert BROKEN / 10 < right < BROKEN / 2


BODIES = [
    (protocol.GameChoice, {"game": "classic"}),
    (protocol.GameChoice, {"game": None, "players": 4, "options": ["a"], "house": ""}),
    (protocol.GameChoice, {"options": [1]}),
    (protocol.GameChoice, {"options": ["x" * 201]}),
    (protocol.GameChoice, {"options": ["x"] * 101}),
    (protocol.GameChoice, {"players": 9}),
    (protocol.GameChoice, {"game": 3}),
    (protocol.HouseAnswers, {"game": "classic", "answers": {"meld.size": "8"}}),
    (protocol.HouseAnswers, {"answers": {"meld.size": 8}}),
    (protocol.HouseAnswers, {"answers": {"x" * 401: ""}}),
    (protocol.NewTable, {}),
    (protocol.NewTable, {"name": "Ann", "settings": {"pace": 1}}),
    (protocol.NewTable, {"name": "", "more": 1}),
    (protocol.Me, {"name": "x" * 81}),
    (protocol.SeatKey, {"key": "no", "name": "Ann"}),
]


@pytest.mark.parametrize(("model", "told"), BODIES, ids=lambda each: json.dumps(each) if isinstance(each, dict) else "")
def test_bodies_are_read_as_the_models_read_them(model: type[protocol.Body], told: dict[str, Any]) -> None:
    try:
        wanted: Any = model.model_validate_json(json.dumps(told)).model_dump()
    except ValidationError as error:
        wanted = sentences_of(error.errors(include_url=False, include_input=False))[0][1]
    try:
        found: Any = read_body(model.__name__, told)
    except WrongMessage as wrong:
        found = str(wrong)
    assert found == wanted


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This message is not JSON that can be read."),
        ("{", "This message is not JSON that can be read."),
        ("[" * 5_000, "This message is not JSON that can be read."),
        ('{"a":' * 2_000 + "1" + "}" * 2_000, "This message is not JSON that can be read."),
        ('{"t":"hello","have":"\\ud800"}', "This message is not JSON that can be read."),
        ("[]", "t: must be one of hello, do, "),
        ('{"t":"Do"}', "t: must be one of hello, do, "),
        ("null", "t: must be one of hello, do, try, hint, view, tally, clause, say, ping."),
        ('{"t":["hello"]}', "t: must be one of hello, do, try, hint, view, tally, clause, say, ping."),
        ('{"t":"hello","have":-1}', "have: must be at least 0."),
        ('{"t":"hello","have":1.0}', "have: must be a whole number."),
        ('{"t":"hello","have":true}', "have: must be a whole number."),
        ('{"t":"hello","have":99999999999999999999999999}', "have: "),
        ('{"t":"hello","more":1}', "more: is not known here."),
        ('{"t":"do","cmd":"a"}', "move: is missing."),
        ('{"t":"do","cmd":"a","act":"sit"}', "seat: is missing."),
        ('{"t":"do","cmd":"a","act":"sit","seat":"1"}', "seat: must be a whole number."),
        ('{"t":"do","cmd":"a b","move":"draw"}', "cmd: "),
        ('{"t":"do","cmd":"a","move":"draw","seat":2}', "seat: is not known here."),
        ('{"t":"do","cmd":"a","act":"undo","seat":2}', "seat: is not known here."),
        ('{"t":"do","cmd":"a","act":"stand-in","seat":9}', "seat: must be at most 8."),
        ('{"t":"do","cmd":"a","act":"away","seat":2}', "act: must be one of play, "),
        ('{"t":"do","cmd":"a","act":"promise","secret":"00"}', "act: must be one of play, "),
        ('{"t":"do","cmd":"a","act":"make"}', "act: must be one of play, "),
        ('{"t":"do","cmd":"a","move":"' + "x" * 601 + '"}', "move: "),
        ('{"t":"clause","n":1,"clause":"__class__"}', "clause: "),
    ],
)
def test_what_cannot_be_used_is_named_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(WrongMessage, match="^" + re.escape(sentence)) as caught:
        read_message(text)
    assert "\n" not in str(caught.value)


def test_the_id_of_a_command_is_found_in_a_message_that_is_wrong() -> None:
    assert command_of('{"t":"do","cmd":"c-1","seat":99}') == "c-1"
    for text in ("{", "[]", '{"cmd":7}', '{"cmd":"a b"}', '{"cmd":"c-1\\n"}', '{"cmd":"\\ud800"}'):
        assert command_of(text) is None
