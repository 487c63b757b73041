"""What the environments of all games share: spaces, the start, chance, rewards, drawings."""

from __future__ import annotations

import copy
import secrets
import sys
from typing import TYPE_CHECKING, Any, Generic, Literal, Never, Self, TypeVar, get_args

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete

from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk.env import Episode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

AnyPosition = qwirkle.Position | lokus.Position | schraube.Position
Position = TypeVar("Position", bound=AnyPosition)
Options = TypeVar("Options", qwirkle.Options, lokus.Options, schraube.Options)

Reward = Literal["win", "points"]
"""``"win"``: at the end the share of the win, 1 for a sole winner; ``"points"``: every point as it comes."""

RenderMode = Literal["ansi", "svg", "human"]
"""``"ansi"``: a drawing in text; ``"svg"``: one as an SVG document; ``"human"``: the text, written to stdout."""

Observation = dict[str, Any]
"""``"observation"``: what a seat knows, ``float32``; ``"action_mask"``: 1 for each legal action, ``int8``."""

_SHARED = frozenset(
    {"possible_agents", "state_space", "_first", "_parse", "_seats", "_observation_space", "_action_count"}
)
"""Attributes that never change, which copies share."""

_BY_RESET = frozenset(
    {"agents", "episode", "agent_selection", "rewards", "terminations", "truncations", "infos"}
)
"""Attributes that are not there before the first game."""


class Actions(Discrete):
    """The action ids of a game; sampled without a mask, one that is legal now.

    Attributes:
        legal: The mask of what its agent may do now; ``None`` before the first game.
    """

    legal: NDArray[np.int8] | None = None

    def sample(
        self,
        mask: NDArray[np.int8] | None = None,
        probability: Any = None,  # noqa: ANN401 - Discrete calls it a mask
    ) -> np.int64:
        """Sample an action.

        Args:
            mask: 1 for each action that may come; by default what is legal. Where nothing is, action 0 comes.
            probability: How likely each action is, ``float64``, instead of a mask.
        """
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


def metadata(name: str, *, parallel: bool) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment beforehand."""
    return {"name": name, "render_modes": list(get_args(RenderMode)), "is_parallelizable": parallel}


def agreed(kind: type[Options], options: Options | None, fields: Mapping[str, Any]) -> Options:
    """The options of the game, which may be given as one value or field by field."""
    if options is None:
        return kind(**fields)
    if fields:
        raise TypeError(f"give the options as one value or as fields, not both: {', '.join(fields)}")
    return options


class Table(Generic[Position]):
    """A table with its players: what environments of either kind have in common.

    Attributes:
        possible_agents: ``player_0`` and so on, by seat.
        agents: Those that are still in the game: all of them, until it ends.
        episode: The game in progress, with the whole truth. A copy of it can be searched.
        random: What chance is drawn from.
        max_cycles: After so many cycles the episode is truncated; never, when ``None``.
        render_mode: How ``render`` draws.
        state_space: The space of ``state``.
        worst_reward: At most what any game can bring in all: -1 or, in points, less where points are lost.
    """

    def __init__(
        self,
        start: Position,
        parse: Callable[[str], Position],
        *,
        reward: Reward,
        most_moves: int | None,
        max_cycles: int | None,
        render_mode: RenderMode | None,
        more_actions: int = 0,
    ) -> None:
        """Set the table.

        Args:
            start: The position before anything is dealt.
            parse: Reads a position.
            reward: What the agents are paid.
            most_moves: After so many moves the game is cut, and counts as it stands.
            max_cycles: After so many cycles the episode is truncated.
            render_mode: How ``render`` draws.
            more_actions: So many actions follow those of the game.
        """
        if reward not in get_args(Reward):
            raise ValueError(f"there is no reward {reward!r}; it is one of {get_args(Reward)}")
        if render_mode not in (None, *get_args(RenderMode)):
            raise ValueError(f"there is no render mode {render_mode!r}; it is one of {get_args(RenderMode)}")
        for name, limit in (("most_moves", most_moves), ("max_cycles", max_cycles)):
            if limit is not None and limit < 1:
                raise ValueError(f"{name} is at least 1, not {limit}")
        self._first = Episode(start, most_moves)
        self.worst_reward = min(-1.0, self._first.point_bounds[0]) if reward == "points" else -1.0
        self._parse = parse
        self._pays_points = reward == "points"
        self.random = Random(secrets.randbits(64))
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._first.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_count = self._first.action_count + more_actions
        pieces = self._first.pieces
        self._public = next(piece.first for piece in pieces if piece.private)
        sizes = [piece.last - piece.first for piece in pieces]
        low = np.repeat(np.array([piece.least for piece in pieces], np.float32), sizes)
        high = np.repeat(np.array([piece.most for piece in pieces], np.float32), sizes)
        self._observation_space = Dict(
            {
                "observation": Box(low, high, dtype=np.float32),
                "action_mask": Box(0, 1, (self._action_count,), np.int8),
            }
        )
        players = self._first.players
        self.state_space = Box(
            self._joined([low] * players), self._joined([high] * players), dtype=np.float32
        )
        self._action_spaces = {agent: Actions(self._action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """What ``agent`` may observe: the same space for all."""
        del agent
        return self._observation_space

    def action_space(self, agent: str) -> Actions:
        """The action ids of the game; ``sample()`` gives one that is legal now."""
        return self._action_spaces[agent]

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Deal a new game.

        Args:
            seed: Names what chance brings; without one, the generator goes on.
            options: ``start``: the position to begin with, or its text. Others are ignored.
        """
        start = (options or {}).get("start")
        random = copy.copy(self.random) if seed is None else Random(seed)
        episode = copy.copy(self._first) if start is None else self._from(start)
        episode.settle(random)
        if episode.is_over:
            raise ValueError(f"the game is over at its start: {episode.position.text}")
        self.random = random
        self.episode = episode
        self.agents = self.possible_agents[:]
        self._steps = 0
        self._points = episode.points()

    def _from(self, start: object) -> Episode[Position]:
        """An episode that begins at a position given by the caller."""
        first = self._first.start
        position = self._parse(start) if isinstance(start, str) else start
        if not isinstance(position, type(first)):
            raise TypeError(f"a game begins with a Position or its text, not {type(position).__name__}")
        if position.options != first.options:
            raise ValueError(f"the start has {position.options}; the environment has {first.options}")
        return Episode(position, self._first.most_moves)

    def _pay(self) -> list[float] | None:
        """What the seats are paid for the last step; ``None`` for nothing."""
        if self._pays_points:
            before, self._points = self._points, self.episode.points()
            paid = [now - then for now, then in zip(self._points, before, strict=True)]
            return paid if any(paid) else None
        return self.episode.shares() if self.episode.is_over else None

    def _no_actions(self) -> NDArray[np.int8]:
        """A mask in which nothing is legal."""
        return np.zeros(self._action_count, np.int8)

    def _allow(self, agent: str, mask: NDArray[np.int8]) -> dict[str, NDArray[np.int8]]:
        """Let an agent do what the mask says; returns its info."""
        self._action_spaces[agent].legal = mask
        return {"action_mask": mask}

    def _is_late(self, steps_a_cycle: int) -> bool:
        """Whether all cycles are over."""
        return self.max_cycles is not None and self._steps >= self.max_cycles * steps_a_cycle

    def _joined(self, seats: Iterable[NDArray[np.float32]]) -> NDArray[np.float32]:
        """What everybody knows, then what each seat knows alone."""
        first, *others = seats
        return np.concatenate([first, *(own[self._public :] for own in others)])

    def state(self) -> NDArray[np.float32]:
        """Everything that all seats together know.

        First what everybody knows, then what each seat knows alone: the public pieces once, then the private pieces of
        ``player_0``, ``player_1`` and so on.

        Returns:
            A new array of ``state_space``.
        """
        return self._joined(map(self.episode.observe, range(self.episode.players)))

    def render(self) -> str | None:
        """Draw the whole truth, all hands included, as ``render_mode`` says.

        Returns:
            The drawing; ``None`` in the mode ``"human"``, which writes it to stdout.
        """
        if self.render_mode is None:
            logger.warn("render draws nothing without a render_mode")
            return None
        if self.render_mode == "svg":
            return self.episode.position.to_svg()
        spelled = " ".join(str(self.episode.action_name(action)) for action in self.episode.spelled)
        drawing = f"{self.episode.position}\n" + (f"spelled: {spelled}\n" if spelled else "")
        if self.render_mode == "ansi":
            return drawing
        sys.stdout.write(drawing)
        return None

    def close(self) -> None:
        """Do nothing: no window is open."""

    if not TYPE_CHECKING:  # a checker would take every name for known

        def __getattr__(self, name: str) -> Never:
            """Say what a new environment lacks."""
            hint = "; call reset() first" if name in _BY_RESET else ""
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{hint}")

    def __copy__(self) -> Self:
        """Another table that goes on alone."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Another table that goes on alone. What never changes is shared."""
        other = type(self).__new__(type(self))
        memo[id(self)] = other
        for name, value in vars(self).items():
            setattr(other, name, value if name in _SHARED else copy.deepcopy(value, memo))
        return other
