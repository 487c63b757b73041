"""Environments whose agents act one after the other (AEC)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, ParamSpec

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from spielwerk.pettingzoo._table import Observation, Position, Table

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")


class TurnEnv(Table[Position], AECEnv[str, Observation, Any]):
    """A game whose agents act one after the other.

    An action is one id of the word that spells a move, so an agent may act several times in a row. Chance acts by
    itself. An illegal action is an ``InvalidInputError`` that names the legal ones, and changes nothing.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: Names what chance brings, 0 to 2**64 - 1; without one, the generator goes on.
            options: ``start``: the position to begin with, or its text. Others are ignored.

        Raises:
            SpielwerkError: If no game can begin there.
            ValueError: If the start has other options than the environment, or the game is over there.
        """
        self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._allow(agent, self._no_actions()) for agent in self.agents}
        self._ask()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Take an action for ``agent_selection``.

        Args:
            action: An action id; ``None`` for an agent whose game has ended.

        Raises:
            InvalidInputError: If the action is not legal. Nothing has changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.episode.step(action)  # type: ignore[arg-type] # None is refused like all that is no number
        self.episode.settle(self.random)
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        paid = self._pay()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if paid is not None:
            self.rewards = dict(zip(self.agents, paid, strict=True))
            self._accumulate_rewards()
        self.infos[agent] = self._allow(agent, self._no_actions())
        if self.episode.is_over or self._is_late(len(self.agents)):
            is_decided = self.episode.is_over and not self.episode.is_cut
            self.terminations = dict.fromkeys(self.agents, is_decided)
            self.truncations = dict.fromkeys(self.agents, not is_decided)
            self.agent_selection = self.agents[0]
        else:
            self._ask()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        """Ask the seat that is to act."""
        self.agent_selection = self.possible_agents[self.episode.actor]
        self.infos[self.agent_selection] = self._allow(self.agent_selection, self.episode.action_mask())

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do.

        Args:
            agent: Any of ``possible_agents``.

        Returns:
            New arrays of its observation space. The mask of all but ``agent_selection`` is 0 everywhere.
        """
        info = self.infos.get(agent)
        mask = self._no_actions() if info is None else info["action_mask"].copy()
        return {"observation": self.episode.observe(self._seats[agent]), "action_mask": mask}


def checked(make: Callable[P, TurnEnv[Any]]) -> Callable[P, AECEnv[str, Observation, Any]]:
    """Wrap an environment as PettingZoo does: an illegal action ends the game for all, at the cost of who took it."""

    @functools.wraps(make, assigned=("__module__", "__doc__"), updated=())
    def env(*args: P.args, **kwargs: P.kwargs) -> AECEnv[str, Observation, Any]:
        raw = make(*args, **kwargs)
        judged = TerminateIllegalWrapper(raw, illegal_reward=raw.worst_reward)
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(judged))

    return env
