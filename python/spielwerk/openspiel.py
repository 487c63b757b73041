"""The three games in OpenSpiel: importing this module registers them.

Needs the extra: ``pip install 'spielwerk[openspiel]'``.

>>> import pyspiel
>>> import spielwerk.openspiel
>>> game = pyspiel.load_game("spielwerk_lokus(players=3,deals=1)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 72)

====================== ==================================================================================
game                   parameters, beside ``players``, ``most_moves`` and ``reward``
====================== ==================================================================================
``spielwerk_qwirkle``  ``idle_limit`` (Q24; 0: off), ``free_pass`` (Q13), ``starter`` (Q3; -1: the rule)
``spielwerk_lokus``    ``deals`` (L5), ``starters`` (L4), ``table`` (L14), ``sequential``
``spielwerk_schraube`` ``max_rolls`` (S6), ``pro`` (S25), ``imperfect``
====================== ==================================================================================

*Actions* are those of the package (``move.actions``): a few in a row spell one move. *Chance* is explicit, one node
a tile, a card, a roll. ``reward`` is ``win``, the share of the win (constant sum 1), or ``points``, where more is
better. ``most_moves`` cuts a game; the points then count as they stand.

Lokus has simultaneous choices (L17). Searches that know turns only take ``sequential=True``: the seats are then asked
one after the other, and none sees what others chose.

Schraube locker hides nothing but what chance decides. As their ISMCTS takes games of imperfect information only,
``imperfect=True`` calls it one; nothing else changes.

``resample_from_infostate`` draws a whole history that the player can't tell from its own. ``Episode`` says with what
weights.

Two traps of OpenSpiel 2.0 on games that are written in Python: ``MCTSBot.step`` and the ``ISMCTSBot`` of C++ crash, as
they copy Python objects without the interpreter lock. ``MCTSBot.mcts_search``, and the searches in
``open_spiel.python.algorithms``, work.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk.env import CHANCE, OVER, Episode, Piece

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("spielwerk.openspiel needs OpenSpiel: pip install 'spielwerk[openspiel]'") from missing

__all__ = ["Game", "Lokus", "Observer", "Qwirkle", "Schraube", "State"]

_Type = pyspiel.GameType
_SIMULTANEOUS = pyspiel.PlayerId.SIMULTANEOUS
_MOST_STEPS = 2**31 - 1


@dataclass(frozen=True)
class _Registered:
    """What tells one game from another."""

    name: str
    long_name: str
    players: tuple[int, int]
    defaults: Mapping[str, Any]
    start: Callable[[Mapping[str, Any]], object]
    information: Any
    simultaneous: bool = False

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters with their defaults; ``most_moves`` 0 is the default of ``Episode``."""
        return {"most_moves": 0, "reward": "win", **self.defaults}

    def game_type(self, chosen: Mapping[str, Any]) -> Any:  # noqa: ANN401 (OpenSpiel has no types)
        dynamics, information = _Type.Dynamics, self.information
        if chosen.get("imperfect"):
            information = _Type.Information.IMPERFECT_INFORMATION
        simultaneous = self.simultaneous and not chosen["sequential"]
        return _Type(
            short_name=self.name,
            long_name=self.long_name,
            dynamics=dynamics.SIMULTANEOUS if simultaneous else dynamics.SEQUENTIAL,
            chance_mode=_Type.ChanceMode.EXPLICIT_STOCHASTIC,
            information=information,
            utility=_Type.Utility.CONSTANT_SUM if chosen["reward"] == "win" else _Type.Utility.GENERAL_SUM,
            reward_model=_Type.RewardModel.TERMINAL,
            min_num_players=self.players[0],
            max_num_players=self.players[1],
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            provides_factored_observation_string=True,
            parameter_specification=self.parameters,
        )


class Game(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """A game with its parameters. ``pyspiel.load_game`` makes one."""

    registered: _Registered

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make a game.

        Args:
            params: Parameters by name; what is left out is at its default.

        Raises:
            ValueError: If a parameter is out of its range.
        """
        chosen = {**self.registered.parameters, **(params or {})}
        reward = chosen["reward"]
        if reward not in ("win", "points"):
            raise ValueError(f"reward is 'win' or 'points', not {reward!r}")
        self.first: Episode[Any] = Episode(self.registered.start(chosen), chosen["most_moves"] or None)
        self.counts_points = reward == "points"
        self.is_sequential = bool(chosen.get("sequential", not self.registered.simultaneous))
        if self.first.most_steps > _MOST_STEPS:
            raise ValueError(
                f"a game could take {self.first.most_steps} steps; OpenSpiel counts up to {_MOST_STEPS}: "
                "make most_moves or deals smaller"
            )
        least, most = self.first.point_bounds if self.counts_points else (0.0, 1.0)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.first.action_count,
            max_chance_outcomes=self.first.outcome_count,
            num_players=self.first.players,
            min_utility=least,
            max_utility=most,
            utility_sum=None if self.counts_points else 1.0,
            max_game_length=self.first.most_steps,
        )
        super().__init__(self.registered.game_type(chosen), info, dict(params or {}))

    def new_initial_state(self) -> "State":
        """The state before the first card or tile."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """No history has more chance nodes."""
        return self.first.most_steps

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401
        params: Mapping[str, Any] | None = None,
    ) -> "Observer":
        """What a player observes; see ``Observer``."""
        if params:
            raise ValueError(f"an observer of this game takes no parameters, not {dict(params)!r}")
        return Observer(self.first, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class State(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A state: an ``Episode`` behind OpenSpiel's names."""

    # OpenSpiel copies and stores a state by its ``__dict__``, so there is little in it. What loops ask most often
    # is answered here, although OpenSpiel could derive it: its own answers come back to Python several times.

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.episode: Episode[Any] = game.first.replay(())
        self._sequential = game.is_sequential
        self._counts_points = game.counts_points

    def current_player(self) -> int:
        """Who acts: a player, or a member of ``pyspiel.PlayerId``."""
        if not self._sequential and self.episode.is_joint:
            return int(_SIMULTANEOUS)
        return self.episode.actor

    def is_chance_node(self) -> bool:
        """Whether chance acts."""
        return self.episode.actor == CHANCE

    def is_terminal(self) -> bool:
        """Whether the game is over or was cut."""
        return self.episode.actor == OVER

    def is_simultaneous_node(self) -> bool:
        """Whether all players act at once."""
        return not self._sequential and self.episode.is_joint

    def is_player_node(self) -> bool:
        """Whether one player acts."""
        return self.current_player() >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of a player, or of who acts, chance included; in ascending order."""
        actor = self.episode.actor
        if actor == CHANCE:
            return [outcome for outcome, _ in self.episode.outcomes()] if player in (None, CHANCE) else []
        if actor == OVER:
            return []
        if not self._sequential and self.episode.is_joint:
            return self.episode.joint_actions(0 if player is None else player)
        return self.episode.legal_actions() if player in (None, actor) else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities, in ascending order."""
        # A list of its own: searches shuffle it.
        return list(self.episode.outcomes())

    def _apply_action(self, action: int) -> None:
        if not self._sequential and self.episode.is_joint:
            raise ValueError(f"all players act at once: apply_actions takes one action of each, not {action}")
        self.episode.step(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.episode.step_jointly(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        named = self.episode.outcome_name if player == CHANCE else self.episode.action_name
        return named(action) or f"unknown {action}"

    def returns(self) -> list[float]:
        """The reward by player; 0 before the end."""
        if self.episode.actor != OVER:
            return [0.0] * self.episode.players
        return self.episode.points() if self._counts_points else self.episode.shares()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """A state with another history that this player can't tell from this one.

        Args:
            player: Who is to act; where all players act at once, any of them.
            sampler: Gives numbers from 0 to 1; one is taken as the seed.

        Raises:
            InvalidInputError: If the player is not to act.
        """
        other = self.episode.resample(Random(int(sampler() * 2**53)), seat=player)
        state: State = self.get_game().new_initial_state()
        if other.start != self.episode.start:
            state.episode = Episode(other.start, other.most_moves)
        history = other.history
        done = 0
        while done < len(history):
            if state.is_simultaneous_node():
                state.apply_actions(list(history[done : done + other.players]))
                done += other.players
            else:
                state.apply_action(history[done])
                done += 1
        return state

    def __str__(self) -> str:
        episode = self.episode
        spelled = " ".join(self._action_to_string(0, action) for action in episode.spelled)
        return f"{episode.position.text} | {spelled} | {len(episode.history)} steps"


class Observer:
    """What a player observes: an array of floats with named parts, and texts.

    Attributes:
        tensor: All parts one after the other, ``float32``.
        dict: The parts by name, as views of ``tensor`` in their shapes. With perfect recall also ``history``: two
            numbers for each step, as ``Episode.recall_into`` writes them.
    """

    def __init__(self, first: Episode[Any], kind: Any) -> None:  # noqa: ANN401 (OpenSpiel has no types)
        """Make an observer.

        Args:
            first: The episode before its first step.
            kind: A ``pyspiel.IIGObservationType``: whether public, private, and past things are observed.
        """
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = bool(kind.perfect_recall)
        self._pieces: list[Piece] = [
            piece for piece in first.pieces if (self._private if piece.private else self._public)
        ]
        self._all = np.zeros(first.pieces[-1].last, np.float32)
        shapes = [(piece.name, piece.shape) for piece in self._pieces]
        if self._recalls:
            shapes.append(("history", (first.most_steps, 2)))
        self.tensor: NDArray[np.float32] = np.zeros(
            sum(int(np.prod(shape)) for _, shape in shapes), np.float32
        )
        self.dict: dict[str, NDArray[np.float32]] = {}
        first_place = 0
        for name, shape in shapes:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[first_place : first_place + size].reshape(shape)
            first_place += size

    def set_from(self, state: State, player: int) -> None:
        """Write what this player observes into ``tensor``."""
        episode = state.episode
        episode.observe_into(player, self._all)
        for piece in self._pieces:
            self.dict[piece.name][...] = self._all[piece.first : piece.last].reshape(piece.shape)
        if self._recalls:
            recalled = self.dict["history"].reshape(-1)
            episode.recall_into(player if self._private else None, recalled)
            if not self._public:
                public = np.zeros_like(recalled)
                episode.recall_into(None, public)
                recalled[1::2][public[1::2] > 0] = 0

    def string_from(self, state: State, player: int) -> str | None:
        """What this player observes as text; ``None`` when that is nothing at all."""
        episode = state.episode
        if self._public and self._private:
            return episode.information_state(player) if self._recalls else episode.observation(player)
        if self._public:
            return episode.public_history() if self._recalls else episode.public_observation()
        if self._private:
            return episode.private_history(player) if self._recalls else episode.private_observation(player)
        return None


def _qwirkle(chosen: Mapping[str, Any]) -> object:
    starter, idle_limit = chosen["starter"], chosen["idle_limit"]
    options = qwirkle.Options(
        chosen["players"],
        starter=None if starter < 0 else starter,
        free_pass=chosen["free_pass"],
        idle_limit=idle_limit or None,
    )
    return qwirkle.Position.start(options)


def _lokus(chosen: Mapping[str, Any]) -> object:
    options = lokus.Options(
        chosen["players"], deals=chosen["deals"], starters=chosen["starters"], table=chosen["table"]
    )
    return lokus.Position.start(options)


def _schraube(chosen: Mapping[str, Any]) -> object:
    options = schraube.Options(chosen["players"], max_rolls=chosen["max_rolls"], pro=chosen["pro"])
    return schraube.Position.start(options)


class Qwirkle(Game):
    """Qwirkle; the table in ``spielwerk.openspiel`` has its parameters."""

    registered = _Registered(
        name="spielwerk_qwirkle",
        long_name="Qwirkle",
        players=(2, 4),
        defaults={"players": 2, "idle_limit": 0, "free_pass": False, "starter": -1},
        start=_qwirkle,
        information=_Type.Information.IMPERFECT_INFORMATION,
    )


class Lokus(Game):
    """Lokus; the table in ``spielwerk.openspiel`` has its parameters."""

    registered = _Registered(
        name="spielwerk_lokus",
        long_name="Lokus",
        players=(2, 6),
        defaults={"players": 4, "deals": 3, "starters": True, "table": "linear", "sequential": False},
        start=_lokus,
        information=_Type.Information.IMPERFECT_INFORMATION,
        simultaneous=True,
    )


class Schraube(Game):
    """Schraube locker; the table in ``spielwerk.openspiel`` has its parameters."""

    registered = _Registered(
        name="spielwerk_schraube",
        long_name="Schraube locker",
        players=(2, 4),
        defaults={"players": 2, "max_rolls": 3, "pro": False, "imperfect": False},
        start=_schraube,
        information=_Type.Information.PERFECT_INFORMATION,
    )


for _game in (Qwirkle, Lokus, Schraube):
    pyspiel.register_game(_game.registered.game_type(_game.registered.parameters), _game)
