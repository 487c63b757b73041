"""Schraube locker for two to four agents.

>>> env = raw_env(players=3, pro=True)
>>> env.reset(seed=1)
>>> env.action_space("player_0"), env.observation_space("player_0")["observation"].shape
(Discrete(97), (764,))
>>> [env.episode.action_name(action) for action in env.infos["player_0"]["action_mask"].nonzero()[0]]
['start 0', 'start 1', 'start 2', 'start 3', 'start 4', 'start 5']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from spielwerk.pettingzoo._table import RenderMode, Reward, agreed, metadata
from spielwerk.pettingzoo._turns import TurnEnv, checked
from spielwerk.schraube import Deck, Options, Position

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["SchraubeEnv", "env", "raw_env"]


class Fields(TypedDict, total=False):
    """The fields of ``spielwerk.schraube.Options``, without the order of the cards, which no agent may know."""

    players: int
    max_rolls: int
    pro: bool
    deck: Deck | None


class SchraubeEnv(TurnEnv[Position]):
    """Schraube locker. Most moves are one action; using a card is spelled in several.

    Args:
        options: What is agreed before the game; or give the fields: ``players``, ``max_rolls``, ``pro``, ``deck``.
        reward: ``"win"``: the share of the win at the end; ``"points"``: points as they come.
        most_moves: After so many moves the game is cut and counts as it stands; 1,000 by default.
        max_cycles: After so many times ``players`` actions the episode is truncated.
        render_mode: ``"ansi"``, ``"svg"`` or ``"human"``.

    Raises:
        InvalidInputError: If the options contradict the rules, or tell the order of the cards.
        ValueError: If another argument is out of its range.
    """

    metadata = metadata("schraube_v0", parallel=False)

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


raw_env = SchraubeEnv
env = checked(SchraubeEnv)
