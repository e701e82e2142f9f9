"""Every game for OpenSpiel: importing this module registers ``python_canasta``, and nothing else imports it.

``pyspiel.load_game("python_canasta(game=classic,players=4)")`` is a single deal that seat 0 begins. Chance draws the seed of the deck,
byte by byte: seven chance nodes with 256 outcomes each, all equally likely. So OpenSpiel can list the outcomes, and a history says which
cards were dealt. (Its other way, sampled chance, keeps a generator in the game, which games in Python cannot write down.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise ImportError(f"canasta.learn.open_spiel needs {missing.name}: pip install open_spiel.") from None

from canasta.base.errors import MisuseError
from canasta.engine.fast_deal import FastDeal
from canasta.engine.observation import OBSERVATION_VERSION
from canasta.engine.steps import STEPS, STEPS_VERSION, step_name
from canasta.learn.episode import differences
from canasta.rules.load import load

SEED_BYTES: Final = 7
OUTCOMES: Final = 256
MOST_STEPS: Final = 20_000
MOST_POINTS: Final = 1_000_000.0
"""More than deals have. OpenSpiel wants to know limits."""

_EVENLY: Final = [(outcome, 1.0 / OUTCOMES) for outcome in range(OUTCOMES)]

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_canasta",
    long_name="Canasta",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "classic", "players": 4},
)


class CanastaGame(pyspiel.Game):
    """A game for a number of players. The returns of a seat are the points of its side less the mean of the others."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Make the game that *params* name; raises `RulesError` for a game or a number of players that there is not."""
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        self.blank = FastDeal(load(given["game"], given["players"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=STEPS,
            max_chance_outcomes=OUTCOMES,
            num_players=given["players"],
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=0.0,
            max_game_length=MOST_STEPS,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> CanastaState:
        """Return the state before the deck is drawn."""
        return CanastaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes a deal has."""
        return SEED_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CanastaObserver:
        """Return what shows states to a player; raises `MisuseError` for *params* and for parts of an observation."""
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or not asked.public_info or asked.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise MisuseError("An observation has all that one player may know, and takes no parameters.")
        return CanastaObserver(self.blank.observation_size, perfect_recall=asked.perfect_recall)


class CanastaState(pyspiel.State):
    """A deal at one moment. All attributes are copied and written down by OpenSpiel."""

    def __init__(self, game: CanastaGame) -> None:
        super().__init__(game)
        self._drawn = b""
        self._deal = game.blank.copy()
        self._past = ""
        self._told = ("",) * game.num_players()
        self._last = (bytes(self._deal.observation_size),) * game.num_players()

    def current_player(self) -> int:
        """Return the seat to act, or OpenSpiel's numbers for chance and for the end."""
        if len(self._drawn) < SEED_BYTES:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._deal.over else self._deal.actor

    def is_terminal(self) -> bool:
        """Return whether the deal is over."""
        return len(self._drawn) == SEED_BYTES and self._deal.over

    def _legal_actions(self, player: int) -> list[int]:
        return self._deal.legal_steps() if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each next byte of the seed with its probability."""
        return _EVENLY

    def _apply_action(self, action: int) -> None:
        if len(self._drawn) == SEED_BYTES:
            self._deal.step(action)
            self._tell(step_name(action))
            return
        self._drawn += bytes([action])
        if len(self._drawn) == SEED_BYTES:
            self._deal.begin(1, seed=int.from_bytes(self._drawn, "big"), first=0)
            self._tell("deal")

    def _action_to_string(self, player: int, action: int) -> str:
        return f"byte {action}" if player == pyspiel.PlayerId.CHANCE else step_name(action)

    def returns(self) -> list[float]:
        """Return what each seat has won: 0 before the end."""
        seats = len(self._told)
        if not self.is_terminal():
            return [0.0] * seats
        won = differences(self._deal.points())
        return [won[seat % len(won)] for seat in range(seats)]

    def _tell(self, what: str) -> None:
        """Note *what* happened, and for each player the bytes of their observation that it changed."""
        self._past += f"{what}; "
        told, last = [], []
        for player, (so_far, before) in enumerate(zip(self._told, self._last, strict=True)):
            now = self.seen_by(player)
            changed = np.flatnonzero(np.frombuffer(now, np.uint8) != np.frombuffer(before, np.uint8)).tolist()
            told.append(f"{so_far}{what} {','.join(f'{at}={now[at]}' for at in changed)}; ")
            last.append(now)
        self._told, self._last = tuple(told), tuple(last)

    def seen_by(self, player: int) -> bytes:
        """Return the observation of *player*: zeros before the deal."""
        seen = bytearray(self._deal.observation_size)
        if len(self._drawn) == SEED_BYTES:
            self._deal.observe(player, seen)
        return bytes(seen)

    def told_to(self, player: int) -> str:
        """Return all that *player* has seen since the deal: each step, with the bytes of their observation that it changed."""
        return f"player {player}: {self._told[player]}"

    def resample_from_infostate(self, player_id: int, rng: Callable[[], float]) -> CanastaState:
        """Return a state that *player_id* can't tell from this one, with the hidden cards dealt again by *rng*, numbers from 0 to below 1.

        Its history keeps the chance outcomes of this one, and the information of other players begins there.
        """
        other: CanastaState = self.clone()
        if len(self._drawn) < SEED_BYTES:
            other._drawn = bytes(int(rng() * OUTCOMES) for _ in self._drawn)
            return other
        other._deal = self._deal.resampled(player_id, int(rng() * (1 << 53)))
        players = range(len(self._told))
        other._last = tuple(other.seen_by(player) for player in players)
        other._told = tuple(
            self._told[player] if player == player_id else f"resampled {other._last[player].hex()}; "
            for player in players
        )
        return other

    def __str__(self) -> str:
        hands = [self._deal.position.hand(seat) for seat in range(len(self._told))]
        return f"{self._drawn.hex()} {hands if self._past else ''} {self._past}"


class CanastaObserver:
    """Shows a state to a player: as the bytes that docs/learn.md describes, or with *perfect_recall* all that they saw, as text."""

    def __init__(self, size: int, *, perfect_recall: bool) -> None:
        self._recalls = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(size, np.float32)
        self.dict = {} if perfect_recall else {f"observation_{OBSERVATION_VERSION}": self.tensor}

    def set_from(self, state: CanastaState, player: int) -> None:
        """Write what *player* sees of *state* into `tensor`."""
        if self.tensor is not None:
            self.tensor[:] = np.frombuffer(state.seen_by(player), np.uint8)

    def string_from(self, state: CanastaState, player: int) -> str:
        """Return what *player* sees of *state*, or has seen, as text."""
        if self._recalls:
            return f"steps {STEPS_VERSION}, observation {OBSERVATION_VERSION}, {state.told_to(player)}"
        return state.seen_by(player).hex()


pyspiel.register_game(GAME_TYPE, CanastaGame)
