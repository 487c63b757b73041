"""Lokus for two to six agents: one after the other, or all at once.

>>> env = parallel_env(players=3)
>>> observations, infos = env.reset(seed=1)
>>> actions = {agent: int(infos[agent]["action_mask"].argmax()) for agent in env.agents}
>>> observations, rewards, terminations, truncations, infos = env.step(actions)
>>> [agent for agent in env.agents if not infos[agent]["action_mask"][WAIT]]
['player_2']
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
from pettingzoo import ParallelEnv

from spielwerk import Fault
from spielwerk.errors import InvalidInputError
from spielwerk.lokus import Options, Position
from spielwerk.pettingzoo._table import Observation, RenderMode, Reward, Table, agreed, metadata
from spielwerk.pettingzoo._turns import TurnEnv, checked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from typing_extensions import Unpack

__all__ = ["WAIT", "LokusEnv", "LokusParallelEnv", "env", "parallel_env", "raw_env"]

WAIT = 74
"""The action of an agent of ``parallel_env`` that has nothing to decide while another chooses a row (L8, L9)."""


class Fields(TypedDict, total=False):
    """The fields of ``spielwerk.lokus.Options``."""

    players: int
    starters: bool
    deals: int
    table: str | tuple[int, ...] | None


class LokusEnv(TurnEnv[Position]):
    """Lokus, one agent after the other. Nobody sees what others chose before all have (L17); a move is one action.

    Args:
        options: What is agreed before the game; or give the fields: ``players``, ``starters``, ``deals``, ``table``.
        reward: ``"win"``: the share of the win at the end; ``"points"``: minus points as they come, taken as below 0.
        most_moves: After so many moves the game is cut and counts as it stands; never by default.
        max_cycles: After so many times ``players`` actions the episode is truncated.
        render_mode: ``"ansi"``, ``"svg"`` or ``"human"``.

    Raises:
        InvalidInputError: If the options contradict the rules.
        ValueError: If another argument is out of its range.
    """

    metadata = metadata("lokus_v0", parallel=False)

    def __init__(
        self,
        options: Options | None = None,
        *,
        reward: Reward = "win",
        most_moves: int | None = None,
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
        **fields: Unpack[Fields],
    ) -> None:
        start = Position.start(agreed(Options, options, fields))
        super().__init__(
            start,
            Position.parse,
            reward=reward,
            most_moves=most_moves,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )


class LokusParallelEnv(Table[Position], ParallelEnv[str, Observation, Any]):
    """Lokus, all agents at once (L17).

    While one agent has to choose a row (L8, L9), it alone decides, and all others have one legal action: ``WAIT``.
    An illegal action is an error, and changes nothing.

    Args:
        options: What is agreed before the game; or give the fields: ``players``, ``starters``, ``deals``, ``table``.
        reward: ``"win"``: the share of the win at the end; ``"points"``: minus points as they come, taken as below 0.
        most_moves: After so many moves the game is cut and counts as it stands; never by default.
        max_cycles: After so many steps the episode is truncated.
        render_mode: ``"ansi"``, ``"svg"`` or ``"human"``.

    Raises:
        InvalidInputError: If the options contradict the rules.
        ValueError: If another argument is out of its range.
    """

    metadata = metadata("lokus_v0", parallel=True)

    def __init__(
        self,
        options: Options | None = None,
        *,
        reward: Reward = "win",
        most_moves: int | None = None,
        max_cycles: int | None = None,
        render_mode: RenderMode | None = None,
        **fields: Unpack[Fields],
    ) -> None:
        start = Position.start(agreed(Options, options, fields))
        super().__init__(
            start,
            Position.parse,
            reward=reward,
            most_moves=most_moves,
            max_cycles=max_cycles,
            render_mode=render_mode,
            more_actions=1,
        )

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game.

        Args:
            seed: Names what chance brings, 0 to 2**64 - 1; without one, the generator goes on.
            options: ``start``: the position to begin with, or its text. Others are ignored.

        Returns:
            Observations and infos by agent.

        Raises:
            SpielwerkError: If no game can begin there.
            ValueError: If the start has other options than the environment, or the game is over there.
        """
        self._begin(seed, options)
        if self.render_mode == "human":
            self.render()
        return self._told()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take an action for every agent.

        Args:
            actions: An action id for each of ``agents``.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent.

        Raises:
            InvalidInputError: If an action is missing, not legal, or for nobody at the table: one fault each, with
                the path ``actions[agent]``. Nothing has changed then.
            TypeError: If an action is no whole number. Nothing has changed then.
        """
        chosen = self._judged(actions)
        agents = self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        if self.episode.is_joint:
            self.episode.step_jointly(chosen)
        else:
            self.episode.step(chosen[self.episode.actor])
        self.episode.settle(self.random)
        self._steps += 1
        is_decided = self.episode.is_over and not self.episode.is_cut
        is_cut = not is_decided and (self.episode.is_over or self._is_late(1))
        if is_decided or is_cut:
            self.agents = []
        observations, infos = self._told()
        rewards = dict(zip(agents, self._pay() or [0.0] * len(agents), strict=True))
        if self.render_mode == "human":
            self.render()
        ends = dict.fromkeys(agents, is_decided), dict.fromkeys(agents, is_cut)
        return observations, rewards, *ends, infos

    def _judged(self, actions: Mapping[str, int]) -> list[int]:
        """The actions by seat, if every agent has one and all are legal."""
        faults = [
            Fault(f"actions[{agent}]", "", "no_such_agent", f"{agent} is not in the game")
            for agent in actions
            if agent not in self.agents
        ]
        chosen = []
        for agent in self.agents:
            legal = np.flatnonzero(self._masks[agent]).tolist()
            action = actions.get(agent)
            if action is None:
                faults.append(Fault(f"actions[{agent}]", "L17", "no_action", f"{agent} has no action"))
            elif operator.index(action) not in legal:
                message = f"{action} is not legal for {agent} now; legal: {', '.join(map(str, legal))}"
                faults.append(Fault(f"actions[{agent}]", "L18", "illegal_action", message))
            else:
                chosen.append(int(action))
        if faults:
            error = InvalidInputError("; ".join(map(str, faults)))
            error.slug, error.faults = faults[0].slug, tuple(faults)
            raise error
        return chosen

    def _told(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Observations and infos of everybody, and the masks in ``_masks``."""
        self._masks = {agent: self._mask(agent) for agent in self.possible_agents}
        for agent, mask in self._masks.items():
            self._allow(agent, mask)
        observations = {
            agent: {"observation": self.episode.observe(seat), "action_mask": self._masks[agent].copy()}
            for agent, seat in self._seats.items()
        }
        return observations, {agent: {"action_mask": mask.copy()} for agent, mask in self._masks.items()}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = self._no_actions()
        if not self.agents:
            return mask
        seat = self._seats[agent]
        if self.episode.is_joint:
            mask[self.episode.joint_actions(seat)] = 1
        elif seat == self.episode.actor:
            mask[:WAIT] = self.episode.action_mask()
        else:
            mask[WAIT] = 1
        return mask


raw_env = LokusEnv
env = checked(LokusEnv)
parallel_env = LokusParallelEnv
