"""Refusals gathered from deals: at many moments of them, what a player might try and the rules forbid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Final

from canasta.base.cards import FACES_OF, KIND_NAMES, KIND_OF, KINDS, RED_THREE, TWO, Face, Kind, pack
from canasta.base.clauses import CLAUSES, FINE
from canasta.base.english import plural
from canasta.base.errors import IllegalMove, Refusal, RulesError
from canasta.base.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    End,
    Group,
    Knock,
    Lay,
    LayRedThree,
    Lift,
    Move,
    PickUp,
    Restore,
    Stuck,
    TakePile,
)
from canasta.base.shuffle import shuffled
from canasta.bots import make, play_step
from canasta.deal.deal import Deal
from canasta.engine.explain import explain
from canasta.engine.judge import refusal as judged
from canasta.engine.steps import ACTIONS, STEPS
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from canasta.wording.refusals import CAUSES, refusal_of
from canasta.wording.tried import Tried

STEPS_EVERY: Final = 7
MOVES_EVERY: Final = 41
"""After that many steps of a deal, steps and whole moves are tried; no divisors of a turn, so that all its moments come up."""

MOST_STEPS: Final = 900
MOST_SHAPES: Final = 8
"""How many sentences of a cause are kept that differ in more than numbers and ranks."""

_PLAIN: Final = (
    Draw(), TakePile(), Knock(), Stuck(), PickUp(), Lift(), Restore(), End(), Answer(yes=True),
)  # fmt: skip
_NAMES: Final = sorted(
    {name for kind in KIND_NAMES for name in (kind, plural(kind))} | {"wild cards"}, key=len, reverse=True
)
_SHAPE: Final = re.compile(rf"[\d,]*\d|\b(?:{'|'.join(_NAMES)})\b")


class Refused:
    """The sentences of each cause, each with the table at which it was met first."""

    def __init__(self) -> None:
        self.texts: dict[str, dict[str, str]] = {cause: {} for cause in CAUSES}
        self._shapes: set[tuple[str, str]] = set()

    @property
    def missing(self) -> list[str]:
        """The causes that were never met."""
        return [cause for cause, texts in self.texts.items() if not texts]

    def wants(self, cause: str) -> bool:
        """Return whether there is room for more sentences of *cause*."""
        return len(self.texts[cause]) < MOST_SHAPES

    def add(self, refusal: Refusal, table: str) -> None:
        """Keep the sentence of *refusal*, unless one like it is there."""
        shape = (refusal.clause, _SHAPE.sub("#", refusal.text))
        if shape not in self._shapes and self.wants(refusal.clause):
            self._shapes.add(shape)
            self.texts[refusal.clause][refusal.text] = table


def gather(names: Iterable[str] = ()) -> Refused:
    """Gather refusals from deals of the games *names*, or of all, with each of their options; the same ones each time."""
    found = Refused()
    for name in names or games():
        game = games()[name]
        for players in dict.fromkeys((game.default_players, game.players[0], game.players[-1])):
            rules = load(name, players)
            for random in (0, 0.1, 0.5, 1):
                _play(rules, found, f"{name}, {players} players", random)
        for option in game.options:
            rules = _with_option(name, option, (game.default_players, *game.players))
            for random in (0.1, 1):
                _play(rules, found, f"{name} with {option}", random)
    return found


def _with_option(name: str, option: str, players: tuple[int, ...]) -> Rules:
    """Return the game *name* with *option*, for the first of the numbers of *players* that it is for."""
    for number in players:
        with suppress(RulesError):
            return load(name, number, (option,))
    raise ValueError(f"{name} cannot be played with {option}")


def _play(rules: Rules, found: Refused, table: str, random: float) -> None:
    """Add to *found* what is refused in a deal that bots play, but for *random*, the share of steps taken at random."""
    deal, _ = Deal.new(rules, shuffled(pack(rules.packs, rules.deck.jokers), 1))
    bots = [make("greedy", 1, seat) for seat in range(rules.seats)]
    chance = Random(1)
    for number in range(MOST_STEPS):
        for seat in (int(deal.actor), (int(deal.actor) + 1) % rules.seats):
            if number % MOVES_EVERY == 0 or deal.over:
                _try_moves(deal, seat, found, table)
            if number % STEPS_EVERY == 0 or deal.over:
                _try_steps(deal, seat, found, table)
        if deal.over:
            return
        if chance.random() < random:
            deal.step_trusted(chance.choice(deal.legal_steps(deal.actor)))
        else:
            play_step(deal, bots[deal.actor])


def _try_moves(deal: Deal, seat: int, found: Refused, table: str) -> None:
    for move in _moves(deal, seat):
        refusal = deal.refusal(seat, move)
        if refusal:
            found.add(refusal, table)
    if not deal.can_undo(seat):
        try:
            deal.undo(seat)
        except IllegalMove as illegal:
            found.add(illegal.refusal, table)


def _try_steps(deal: Deal, seat: int, found: Refused, table: str) -> None:
    """Try every step, for causes with room for more sentences: one of each sort."""
    seen: set[tuple[int, int]] = set()
    for step in range(STEPS):
        key = (int(judged(deal.position, seat, step)), ACTIONS[step].sort)
        if key[0] == FINE or key in seen:
            continue
        seen.add(key)
        code, needed, given = explain(deal.position, seat, step)
        if found.wants(CLAUSES[code].name):
            found.add(refusal_of(deal.rules, deal.position, seat, code, needed, given, Tried(step)), table)


def _moves(deal: Deal, seat: int) -> Iterator[Move]:
    """Yield moves that a player in *seat* might try: cards laid, added and discarded, the pile, words."""
    yield from _PLAIN
    yield Ask((seat + 1) % deal.rules.seats)
    yield Ask((seat + deal.rules.sides) % deal.rules.seats)
    hand = deal.tabletop.hands[seat]
    by_kind: dict[Kind, list[Face]] = {}
    for face in sorted(hand):
        by_kind.setdefault(KIND_OF[face], []).append(face)
    wilds = [face for kind in (TWO, 0) for face in by_kind.get(kind, [])]
    top = KIND_OF[deal.tabletop.pile[-1]] if deal.tabletop.pile else -1
    for kind, faces in by_kind.items():
        yield Discard(faces[0])
        if kind == RED_THREE:
            yield LayRedThree(faces[0], top if top > TWO else KINDS - 1)
            continue
        rank = 0 if kind <= TWO else kind
        for cards in (faces, faces[:2], [*faces[:2], *wilds[:1]], [*faces[:1], *wilds[:2]]):
            yield Lay((Group(tuple(cards), rank),))
        yield Lay((Group(tuple(faces[:1]), rank, 0),))
        yield TakePile(tuple(faces[:2]))
        yield TakePile((*faces[:1], *wilds[:1]))
    absent = next((faces[0] for kind, faces in enumerate(FACES_OF) if kind > TWO and faces[0] not in hand), None)
    if absent is not None:
        yield Discard(absent)
