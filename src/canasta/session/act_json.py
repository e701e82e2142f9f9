"""Acts as JSON, which is what logs and the wire hold, and strictly back. In JSON seats count from 1, in Python from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final, TypeAlias, get_type_hints

from canasta.base.shuffle import LARGEST_SEED
from canasta.session import acts
from canasta.session.acts import EVERY, Act
from canasta.session.refusals import refused

_SEATS: Final = frozenset({"seat", "side", "dealer", "keeper"})
"""Fields that hold a seat or a side, which JSON counts from 1."""

_CHOSEN: Final = frozenset({"dealer", "keeper"})
"""Those of them that may be left out."""

Json: TypeAlias = dict[str, Any]


def act_json(act: Act) -> Json:
    """*act* as JSON; what has its default is left out.

    >>> act_json(acts.Sit(2)), act_json(acts.Play("draw"))
    ({'act': 'sit', 'seat': 3}, {'act': 'play', 'move': 'draw'})
    """
    told: Json = {"act": act.name}
    for key, _, usual in _shape(act.name):
        value = getattr(act, key)
        if value != usual:
            told[key] = value + 1 if key in _SEATS else list(value) if isinstance(value, tuple) else value
    return told


def parse_act(told: Mapping[str, Any]) -> Act:
    """Return the act that `act_json` wrote. Raises `Refused` (table.malformed) with one sentence for anything else.

    >>> parse_act({"act": "cut", "aim": 44})
    Cut(aim=44, seat=-1)
    """
    word = told.get("act")
    kind = EVERY.get(word) if isinstance(word, str) else None
    if kind is None:
        raise refused("table.malformed", text=f"act: must be one of {', '.join(EVERY)}.")
    shape = {key: (wanted, usual) for key, wanted, usual in _shape(kind.name)}
    values: Json = {}
    for key, value in told.items():
        if key == "act":
            continue
        if key not in shape:
            known = ", ".join(shape) or "nothing else"
            raise refused("table.malformed", text=f'{kind.name}: unknown key "{key[:40]}"; there is {known}.')
        values[key] = _value(kind.name, key, value, shape[key][0])
    for key, (_, usual) in shape.items():
        if key not in values and _needed(kind, key, usual):
            raise refused("table.malformed", text=f"{kind.name}: {key} is missing.")
    return kind(**values)


_OPTIONAL: Final = frozenset({"wait", "ban", "invited", "called", "secret", "why", "sheets", "totals"})
_BY_SERVER: Final = (acts.DrawCard, acts.Cut, acts.Play, acts.Back)


def _needed(kind: type[Act], key: str, usual: object) -> bool:
    if kind is acts.Make:
        return key in {"rules", "host"}
    if key in _SEATS:
        return key not in _CHOSEN and kind not in {*_BY_SERVER, acts.StandIn}
    if key == "called":
        return kind not in {acts.PutBot, acts.NameSeat}
    return key not in _OPTIONAL and usual in ("", 0, -1)


def _value(where: str, key: str, value: Any, wanted: Any) -> Any:
    """*value* as the field *key* has it. Raises `Refused` for one of another type."""
    if key in _SEATS:
        if type(value) is not int or not 1 <= value <= 8:
            what = "a side" if key == "side" else "a seat"
            raise refused("table.malformed", text=f"{where}: {key} must be {what}, 1 to 8.")
        return value - 1
    if wanted is tuple:
        if not isinstance(value, list | tuple):
            raise refused("table.malformed", text=f"{where}: {key} must be a list.")
        return tuple(value)
    if type(value) is not wanted:
        name = {int: "a whole number", str: "text", bool: "true or false", dict: "an object"}[wanted]
        raise refused("table.malformed", text=f"{where}: {key} must be {name}.")
    if wanted is int and not -LARGEST_SEED <= value <= LARGEST_SEED:
        raise refused("table.malformed", text=f"{where}: {key} must be a smaller number.")
    return value


@cache
def _shape(word: str) -> tuple[tuple[str, type, object], ...]:
    """Return the fields of the act *word*: name, type and default."""
    kind = EVERY[word]
    hints = get_type_hints(kind)
    rows = []
    for each in fields(kind):  # type: ignore[arg-type] # every act is a dataclass
        wanted = hints[each.name]
        usual = each.default if each.default_factory is MISSING else each.default_factory()
        rows.append((each.name, getattr(wanted, "__origin__", wanted), usual))
    return tuple(rows)
