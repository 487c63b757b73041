"""Qwirkle for two to four agents.

>>> env = raw_env(players=3, reward="points")
>>> env.reset(seed=1)
>>> env.action_space("player_0"), env.observation_space("player_0")["observation"].shape
(Discrete(9450), (18914,))
>>> move = env.episode.position.best_moves()[0]
>>> for action in move.actions:
...     print(env.agent_selection, env.episode.action_name(action))
...     env.step(action)
player_2 across
player_2 0,0
player_2 y0
player_2 yd
player_2 yc
player_2 done
>>> env.rewards
{'player_0': 0.0, 'player_1': 0.0, 'player_2': 3.0}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from spielwerk.pettingzoo._table import RenderMode, Reward, agreed, metadata
from spielwerk.pettingzoo._turns import TurnEnv, checked
from spielwerk.qwirkle import Options, Position

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["QwirkleEnv", "env", "raw_env"]


class Fields(TypedDict, total=False):
    """The fields of ``spielwerk.qwirkle.Options``."""

    players: int
    starter: int | None
    free_pass: bool
    idle_limit: int | None


class QwirkleEnv(TurnEnv[Position]):
    """Qwirkle. A move is spelled in one to nine actions, such as *across, at 2,0, r4, done*.

    Args:
        options: What is agreed before the game; or give the fields: ``players``, ``starter``,
            ``free_pass``, ``idle_limit``.
        reward: ``"win"``: the share of the win at the end; ``"points"``: points as they come.
        most_moves: After so many moves the game is cut and counts as it stands; 500 by default.
        max_cycles: After so many times ``players`` actions the episode is truncated.
        render_mode: ``"ansi"``, ``"svg"`` or ``"human"``.

    Raises:
        InvalidInputError: If the options contradict the rules.
        ValueError: If another argument is out of its range.
    """

    metadata = metadata("qwirkle_v0", parallel=False)

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


raw_env = QwirkleEnv
env = checked(QwirkleEnv)
