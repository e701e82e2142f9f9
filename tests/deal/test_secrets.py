"""Nothing that a view can be asked tells of hidden cards: every attribute of everything it holds is looked at."""

from __future__ import annotations

from random import Random

import pytest

from canasta.base.cards import KIND_OF, RED_THREE
from canasta.base.events import RedThreeLaid
from canasta.deal.imagine import imagine
from canasta.deal.view import view
from canasta.engine.rule_table import RuleTable
from canasta.engine.steps import DRAW
from tests.deal.tables import TABLES, fresh, rules_of

pytestmark = pytest.mark.kernel


PLAIN = frozenset([type(None), bool, int, float, str])


def everything(thing: object) -> dict[str, object]:
    """Return every plain value that can be reached from *thing*, by the way to it."""
    found: dict[str, object] = {}
    collect(found, thing, "")
    return found


def collect(found: dict[str, object], thing: object, path: str) -> None:
    """Put what can be reached from *thing* into *found*; a sequence of plain values stays whole, which is quicker."""
    if thing is None or isinstance(thing, (bool, int, float, str)):
        found[path] = thing
    elif isinstance(thing, (tuple, list, dict, frozenset)):
        items = sorted(thing.items()) if isinstance(thing, dict) else list(thing)
        if PLAIN.issuperset(map(type, items)):
            found[f"{path}[]"] = items
            return
        found[f"{path}#"] = len(items)
        for at, item in enumerate(items):
            collect(found, item, f"{path}[{at}]")
    elif not isinstance(thing, RuleTable) and "Rules" not in type(thing).__name__:
        names = [*attributes(type(thing)), *getattr(thing, "__dict__", ())]
        for name in names:
            collect(found, getattr(thing, name), f"{path}.{name}")
        if not names:  # a vector of the kernel
            collect(found, list(thing), path)  # type: ignore[call-overload]


NAMES: dict[type, list[str]] = {}


def attributes(of: type) -> list[str]:
    """Return what things of a type can be asked, private or not, but for methods."""
    if of not in NAMES:
        NAMES[of] = plain_names(of)
    return NAMES[of]


def plain_names(of: type) -> list[str]:
    return [name for name in dir(of) if name[:2] != "__" and name[:4] != "_abc" and not callable(getattr(of, name))]


def test_the_walk_reaches_the_kernels_vectors() -> None:
    deal, _ = fresh(rules_of("classic", 4), 1)
    found = everything(view(deal, 0))
    assert {".hand[]", ".position.hands[]", ".position.deck[]", ".position.this_turn[]", ".melds[]"} <= found.keys()
    assert len(found[".position.hands[]"]) == 15 * deal.rules.seats  # type: ignore[arg-type]
    assert not any(any(value) for path, value in found.items() if path.endswith("deck[]"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_others_see_the_same_whatever_was_drawn(name: str, players: int) -> None:
    rng = Random(players)
    compared = 0
    for seed in range(20):
        if compared >= 20:
            break
        deal, _ = fresh(rules_of(name, players), seed)
        wanted = compared + 4
        while not deal.over and compared < wanted:
            legal = deal.legal_steps(deal.actor)
            step = DRAW if DRAW in legal else rng.choice(legal)
            if step != DRAW or rng.random() < 0.6:
                deal.step_trusted(step)
                continue
            onlooker = rng.choice([seat for seat in range(-1, players) if seat != deal.actor])
            other = imagine(view(deal, onlooker), rng).deal
            told = deal.step_trusted(step)
            seen = everything(view(deal, onlooker))
            told += other.step_trusted(step)
            if not any(isinstance(event, RedThreeLaid) for event in told):
                assert seen == everything(view(other, onlooker))
                compared += 1
    assert compared >= 10


def test_red_threes_of_an_imagined_deal_lie_anywhere_in_the_stock() -> None:
    deal, _ = fresh(rules_of("ponytail", 6), 3)
    seen, rng = view(deal, -1), Random(1)
    places = [0, 0]
    for _ in range(40):
        tabletop = imagine(seen, rng).deal.tabletop
        stock = tabletop.deck[tabletop.drawn :]
        for half in (0, 1):
            part = stock[: len(stock) // 2] if half == 0 else stock[len(stock) // 2 :]
            places[half] += sum(KIND_OF[face] == RED_THREE for face in part)
    assert min(places) > max(places) * 0.6
