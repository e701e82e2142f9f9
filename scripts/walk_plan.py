"""What walks there must be, and which deals show most: the plan behind `scripts.walks`.

Every game has a plain walk and one with options for each number of players, and every option that changes what a
walk can show is noticed by one: without the option, the walk does not go as it is written. So is every value of
`scripts.walk_values`. Deals are chosen among many seeds for what happens in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from canasta.base.cards import pack
from canasta.base.clauses import CLAUSES
from canasta.base.errors import RulesError
from canasta.base.shuffle import shuffled
from canasta.engine.judge import refusal
from canasta.engine.play import play_by
from canasta.engine.position import OVER
from canasta.engine.steps import STEPS
from canasta.notation.walks.chooser import random_chooser, sort_of
from canasta.notation.walks.walk import Start, Walk, WalkError, start_by_seed
from canasta.notation.walks.walking import acts, begun, deal_lines, follow, write_walk
from canasta.rules.digest import digest
from canasta.rules.game import Game
from canasta.rules.groups import Rules
from canasta.rules.load import games, load
from scripts.walk_values import HOUSE_WALKS, HouseWalk

FOLDER: Final = Path(__file__).resolve().parents[1] / "tests" / "walks"

MOST_BYTES: Final = 18_000
"""A walk takes no further deal that makes it longer."""
MOST_DEALS: Final = 4
SEEDS: Final = 40
"""Deals to choose from."""
MORE_SEEDS: Final = 400
"""For an option that none of those notices."""
_ROUNDS: Final = 3
_WORTH: Final = 8
"""How much more an option that is noticed is worth than anything else that is seen."""

UNSEEN: Final[dict[tuple[str, str], str]] = {
    ("hoyle-two-player", "no-undo"): "a walk takes no step back",
}
"""Options that change rules but nothing that a walk shows, by game and option, with the reason."""


HELPED: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("classic", "concealed-side"): ("deal.hand=5", "meld.size=5"),
    ("hoyle-two-player", "bare-red-threes-against"): ("opening.minimums=[[0,300]]", "deal.hand=9"),
    ("hand-and-foot", "part-of-a-turn"): ("draw.stock=1", "out.natural=1", "out.mixed=1", "out.wild=0"),
    ("hand-and-foot-whitnack", "earlier-turn"): ("out.natural=0", "out.mixed=1", "out.wild=0"),
    ("modern-american-canasta", "mixed-canasta-opens"): (
        "meld.size=4",
        "opening.minimums=[[0,15]]",
        "meld.wild_base=2",
    ),
    ("modern-american-canasta", "ask-once"): ("deal.hand=4", "out.canastas=0", "opening.minimums=[[0,0]]"),
    ("modern-american-canasta", "hands-3500"): (
        "special_hands.pairs.groups=[[3,1],[2,3],[1,5]]",
        "special_hands.garbage.groups=[[2,4],[1,6]]",
        "opening.minimums=[[0,400]]",
    ),
    ("new-canasta", "black-threes-do-not-count"): (
        "draw.stock=1",
        "meld.size=4",
        "out.canastas=3",
        "reserves.down=false",
        "threes.black_meld=[4]",
    ),
}
"""Values set beside an option that makes a difference too rarely by itself, by game and option."""


@dataclass(frozen=True, slots=True)
class Written:
    """A walk with its text, and the name of its file."""

    file: str
    walk: Walk
    lines: tuple[str, ...]

    @classmethod
    def of(cls, file: str, walk: Walk) -> Written:
        """*walk* written by lot."""
        return cls(file, walk, tuple(write_walk(walk).splitlines()))

    @property
    def text(self) -> str:
        """The content of the file."""
        return "\n".join([*self.lines, ""])


def notices(written: Written, option: str) -> bool:
    """Return whether the walk, which is played with *option*, would differ without it."""
    walk = written.walk
    others = [name for name in walk.options if name != option]
    try:
        return follow(walk, written.lines, load(walk.game, walk.players, others), heading=False) is not None
    except RulesError as error:
        return _only_players(error)
    except WalkError:
        return True  # the deal cannot begin so: there are other sides


def _only_players(error: RulesError) -> bool:
    return all(problem.path == "players" for problem in error.problems)


def numbers(game: Game) -> list[int]:
    """Return the numbers of players of *game*, and those that its options allow."""
    more = {number for option in game.options.values() for number in option.changes.get("table.players", ())}
    return [*game.players, *sorted(more - set(game.players))]


@cache
def _digest(name: str, players: int, options: tuple[str, ...]) -> str:
    """Return the digest of rules; empty if that many cannot play, and "-" where the rules cannot be used at all."""
    try:
        return digest(load(name, players, options))
    except RulesError as error:
        return "" if _only_players(error) else "-"


def fits(game: Game, players: int, options: tuple[str, ...]) -> bool:
    """Return whether *options* can be played together, and each of them changes something."""
    whole = _digest(game.name, players, options)
    if whole in {"", "-"}:
        return False
    without = [tuple(name for name in options if name != each) for each in options]
    return all(_digest(game.name, players, others) not in {whole, "-"} for others in without)


def decides(game: Game, option: str) -> bool:
    """Return whether *option* changes rules for some number of players."""
    return any(fits(game, players, (option,)) for players in numbers(game))


def packed(game: Game, players: int, wanted: Iterable[str]) -> tuple[str, ...]:
    """Return as many of *wanted* as can be played together, the first ones first, in the order of the game."""
    order = list(game.options)
    chosen: tuple[str, ...] = ()
    for name in wanted:
        wider = tuple(sorted((*chosen, name), key=order.index))
        if fits(game, players, wider):
            chosen = wider
    return chosen


def refusing(rules: Rules, start: Start) -> set[str]:
    """Return the clauses that refuse some step somewhere in the deal."""
    p = begun(rules, start, shuffled(pack(rules.packs, rules.deck.jokers), start.seed))
    choose = random_chooser(start.seed, start.manner)
    codes: set[int] = set()
    number = 0
    while p.phase != OVER:
        able = acts(p)
        seat = p.actor
        for step in range(STEPS):
            codes.add(int(refusal(p, seat, step)))
        seat, step = choose(number, able)
        play_by(p, seat, step)
        number += 1
    return {CLAUSES[code].rule for code in codes if code}


def seen(lines: Sequence[str]) -> set[str]:
    """Return what happens in the lines of a deal: sorts of steps, minimums, endings."""
    found = set()
    turn = ""
    for line in lines:
        words = line.split()
        if line[0].isdigit():
            sort = sort_of(int(words[1]))
            found.add(sort if words[0] == turn or sort in {"yes", "no"} else f"{sort}, aside")
        elif words[0] == "turn":
            turn = words[1]
        elif words[0] == "minimums":
            found.update(f"minimum {number}" for number in words[1:])
        elif words[0] in {"end", "match"}:
            found.add(" ".join(words[:2]))
    return found


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that could be in a walk: its length in bytes, what it shows, and the options that it notices."""

    start: Start
    length: int
    shows: frozenset[str]
    options: frozenset[str]

    def gain(self, shown: set[str], noticed: set[str]) -> int:
        """Return how much it adds to what others show."""
        return len(self.shows - shown) + _WORTH * len(self.options - noticed)


def tried(walk: Walk, rules: Rules, seed: int, options: Iterable[str]) -> Deal:
    """Return the deal of *seed*."""
    start = start_by_seed(rules, seed)
    lines = tuple(deal_lines(rules, start, random_chooser(start.seed, start.manner)))
    alone = Written.of("", replace(walk, starts=(start,)))
    return Deal(
        start,
        sum(map(len, lines)) + len(lines),
        frozenset(seen(lines) | refusing(rules, start)),
        frozenset(option for option in options if notices(alone, option)),
    )


def planned(game: Game, players: int, options: tuple[str, ...], wanted: Sequence[str]) -> Walk:
    """Return a walk whose deals show much, and notice the options that are *wanted* if they can."""
    walk = Walk(game=game.name, players=players, options=options, starts=())
    rules = walk.rules()
    deals = [tried(walk, rules, seed, wanted) for seed in range(1, SEEDS + 1)]
    chosen: list[Deal] = []
    shown: set[str] = set()
    noticed: set[str] = set()
    while len(chosen) < MOST_DEALS:
        room = MOST_BYTES - sum(deal.length for deal in chosen)
        fitting = [deal for deal in deals if deal.length <= room or not chosen]
        best = max(fitting, key=lambda deal: (deal.gain(shown, noticed), -deal.length), default=None)
        if best is None or not best.gain(shown, noticed):
            break
        chosen.append(best)
        shown |= best.shows
        noticed |= best.options
    return replace(walk, starts=tuple(deal.start for deal in sorted(chosen, key=lambda deal: deal.start.seed)))


def unnoticed(game: Game, walks: Iterable[Written]) -> list[str]:
    """Return the options of *game* that no walk notices; those that only say something, or are in `UNSEEN`, are left out."""
    own = [each for each in walks if each.walk.game == game.name]
    return [
        name
        for name in game.options
        if (game.name, name) not in UNSEEN
        and decides(game, name)
        and not any(name in each.walk.options and notices(each, name) for each in own)
    ]


def missing(walks: Iterable[Written], names: Collection[str]) -> list[str]:
    """Return what *walks* do not show of the games *names* and must show, in sentences."""
    every = list(walks)
    found = []
    for game in (games()[name] for name in names):
        for players in game.players:
            own = [each.walk for each in every if (each.walk.game, each.walk.players) == (game.name, players)]
            if not any(not walk.options for walk in own):
                found.append(f"{game.name} has no walk with {players} players.")
            if game.options and not any(walk.options for walk in own):
                found.append(f"{game.name} has no walk with {players} players and options.")
        found += [f"{game.name}: no walk notices the option {name}." for name in unnoticed(game, every)]
    for house in (each for each in HOUSE_WALKS if each.game in names):
        if not any(shows(each, house) for each in every):
            found.append(
                f"{house.game} has no walk with {house.players} players that notices {', '.join(house.values)}."
            )
    return found


def shows(written: Written, house: HouseWalk) -> bool:
    """Return whether the walk is played by the values of *house*, and would differ without any of them."""
    walk = written.walk
    same = (walk.game, walk.players, walk.options) == (house.game, house.players, house.options)
    return same and all(notices(written, value) for value in house.values)


def _free_name(stem: str, walks: Sequence[Written]) -> str:
    used = {each.file for each in walks}
    number = 1
    while f"{stem}+{number}.walk" in used:
        number += 1
    return f"{stem}+{number}.walk"


def additions(walks: Sequence[Written], names: Iterable[str]) -> Iterator[Written]:
    """Return walks of the games *names* to add to *walks* so that nothing is missing that can be had."""
    for name in names:
        own = [each for each in walks if each.walk.game == name]
        yield from _additions(games()[name], own)
        for house in (each for each in HOUSE_WALKS if each.game == name):
            if not any(shows(each, house) for each in own):
                walk = planned(games()[name], house.players, house.options, house.values)
                own.append(Written.of(_free_name(f"{name}-{house.players}", own), walk))
                yield own[-1]


def _additions(game: Game, own: list[Written]) -> Iterator[Written]:
    """Return walks for numbers of players and options, which are also added to *own*."""
    for players in game.players:
        file = f"{game.name}-{players}.walk"
        if not any(each.walk.players == players and not each.walk.options for each in own):
            own.append(Written.of(file, planned(game, players, (), ())))
            yield own[-1]
    wanted = unnoticed(game, own)
    for turn in range(_ROUNDS):
        for players in numbers(game):
            served = any(each.walk.players == players and each.walk.options for each in own)
            # Those that nothing notices come first; the last round gives each of them a walk of its own.
            others = [name for name in game.options if name not in wanted]
            options = packed(game, players, wanted[:1] if turn == _ROUNDS - 1 else [*wanted, *others])
            if not options or (served and not set(options) & set(wanted)) or (served and not wanted):
                continue
            sought = [name for name in options if name in wanted]
            walk = planned(game, players, options, sought)
            new = Written.of(_free_name(f"{game.name}-{players}", own), walk)
            found = [name for name in sought if notices(new, name)]
            if served and not found:
                continue
            own.append(new)
            wanted = [name for name in wanted if name not in found]
            yield new
        wanted = wanted[1:] + wanted[:1]
    for name in wanted:
        for walk in _sought(game, name):
            own.append(Written.of(_free_name(f"{game.name}-{walk.players}", own), walk))
            yield own[-1]


def _sought(game: Game, option: str) -> Iterator[Walk]:
    """Yield the first walk of one deal that notices *option*, if there is one."""
    for players in numbers(game):
        if not fits(game, players, (option,)):
            continue
        options = (option, *HELPED.get((game.name, option), ()))
        walk = Walk(game=game.name, players=players, options=options, starts=())
        rules = walk.rules()
        for seed in range(1, MORE_SEEDS + 1):
            found = replace(walk, starts=(start_by_seed(rules, seed),))
            if notices(Written.of("", found), option):
                yield found
                return
