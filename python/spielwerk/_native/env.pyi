from collections.abc import Sequence
from types import GenericAlias
from typing import Final, Generic, Self, final

import numpy as np
from numpy.typing import NDArray
from spielwerk._native import Random
from typing_extensions import TypeVar

_Position_co = TypeVar("_Position_co", covariant=True, default=object)
CHANCE: Final = -1
OVER: Final = -4

@final
class Piece:
    """One named part of the array of what a seat knows."""

    __match_args__ = ("name", "shape")

    def __new__(
        cls,
        name: str,
        shape: tuple[int, ...],
        private: bool,
        least: float,
        most: float,
        first: int,
        last: int,
    ) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object, /) -> Self: ...
    @property
    def name(self) -> str:
        """Its name, unique among the parts of a game."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its dimensions."""

    @property
    def private(self) -> bool:
        """Whether only the seat itself knows it. What everybody knows stands before all that is private."""

    @property
    def least(self) -> float:
        """No number of it is ever less."""

    @property
    def most(self) -> float:
        """No number of it is ever more."""

    @property
    def first(self) -> int:
        """Where it begins in the array."""

    @property
    def last(self) -> int:
        """Where it ends, exclusive."""

@final
class Episode(Generic[_Position_co]):
    """A game in progress, played one small number at a time: what OpenSpiel, PettingZoo and learners build on.

    A decision is a few *actions*, the ids that spell the move (``move.actions``). What chance decides is a few *outcomes*: one a tile, a
    card, a roll. ``step`` takes either. All numbers are small, fixed, and the same in every API. Where all seats decide at once (Lokus,
    L17) they are asked one after the other, none seeing what others chose; ``step_jointly`` takes all at once.

    It changes in place; ``copy.copy`` and ``pickle`` give another that goes on alone. Equal are episodes with the same start, history and
    limit; so there is no hash.

    Args:
        start: A position in which nothing is hidden: ``Position.start()``, or one from the middle of a game.
        most_moves: After so many moves, 0 to 2**32 - 1, the episode is cut; the points then count as they stand. By default 500 in Qwirkle and 1,000
            in Schraube locker, which no sensible game reaches, and never in Lokus.

    Raises:
        InvalidInputError: If no episode can begin there; it names every reason.

    >>> from spielwerk import Random, lokus
    >>> episode = Episode(lokus.Position.start())
    >>> episode.actor == CHANCE, len(episode.outcomes())
    (True, 72)
    >>> episode.settle(Random(1))
    >>> episode.actor, len(episode.legal_actions())
    (0, 11)
    >>> episode.step(episode.legal_actions()[0])
    >>> episode.actor
    1
    """

    def __new__(cls, start: _Position_co, most_moves: int | None = None) -> Episode[_Position_co]: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    @property
    def actor(self) -> int:
        """Who acts next: the number of a seat, ``CHANCE`` (-1), or ``OVER`` (-4). These are the numbers of OpenSpiel."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over or was cut."""

    @property
    def is_cut(self) -> bool:
        """Whether the episode was cut before the game was over."""

    @property
    def is_joint(self) -> bool:
        """Whether all seats decide at once now, and none has decided yet (L17)."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def action_count(self) -> int:
        """How many action ids the game has: they are 0 to ``action_count - 1``."""

    @property
    def outcome_count(self) -> int:
        """How many outcome ids the game has: they are 0 to ``outcome_count - 1``."""

    @property
    def most_outcomes(self) -> int:
        """How many outcomes there can be at once at most."""

    @property
    def most_moves(self) -> int:
        """After so many moves the episode is cut."""

    @property
    def moves_played(self) -> int:
        """How many moves were played."""

    @property
    def most_steps(self) -> int:
        """No episode with this start and limit has more actions and outcomes together."""

    @property
    def point_bounds(self) -> tuple[float, float]:
        """The least and the most points that a seat can have, in this order."""

    @property
    def position(self) -> _Position_co:
        """Where the game is, before the move that is being spelled and the draw that is under way: a ``Position`` of its game."""

    @property
    def start(self) -> _Position_co:
        """Where the episode began: a ``Position`` of its game."""

    @property
    def history(self) -> tuple[int, ...]:
        """Every action and outcome so far, in order. ``replay`` takes them again."""

    @property
    def spelled(self) -> tuple[int, ...]:
        """The actions of the move that is being spelled."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """How the array of ``observe`` is laid out; the same for all games with the same options."""

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to act, in ascending order; empty when no seat is to act."""

    def joint_actions(self, seat: int) -> list[int]:
        """The legal actions of one of the seats that decide at once, in ascending order; empty unless ``is_joint``."""

    def action_mask(self) -> NDArray[np.int8]:
        """The legal actions of the seat to act as an array of ``action_count`` bytes (``int8``): 1 for each that is legal."""

    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """The outcomes that chance may bring next with their probabilities, in ascending order; empty when chance is not to act."""

    def sample_outcome(self, random: Random) -> int:
        """An outcome drawn with its probability; it is not taken.

        Raises:
            InvalidInputError: Unless chance is to act.
        """

    def settle(self, random: Random) -> None:
        """Lets chance do all it has to do before a seat decides or the episode is over."""

    def step(self, id: int) -> None:
        """Takes an action when a seat is to act, an outcome when chance is.

        Raises:
            InvalidInputError: If it is not legal, or can't come, or the episode is over. Nothing has changed then.

        >>> from spielwerk import qwirkle
        >>> episode = Episode(qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8"))
        >>> for action in (36, 41 + 97 * 48 + 50, 24, 40):  # across, at 2,0, r4, done
        ...     episode.step(action)
        >>> episode.position.scores
        (3, 0)
        """

    def step_jointly(self, actions: Sequence[int]) -> None:
        """Takes an action for every seat, all of which decide at once.

        Raises:
            InvalidInputError: Unless ``is_joint``, or if an action is not legal; the path of its fault is ``actions[seat]``. Nothing has
                changed then.
        """

    def points(self) -> list[float]:
        """The points by seat if the game ended now; more is better, so the minus points of Lokus are negative."""

    def shares(self) -> list[float]:
        """The share of the win by seat if the game ended now: 1 for a sole winner, equal parts for a tie, 0 for losers."""

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat knows now as an array of floats (``float32``): the ``pieces`` one after the other."""

    def observe_into(self, seat: int, array: NDArray[np.float32]) -> None:
        """Writes ``observe`` into an array that is at least as long.

        Raises:
            InvalidInputError: If the array is too short or not contiguous, or there is no such seat.
        """

    def recall_into(self, seat: int | None, array: NDArray[np.float32]) -> None:
        """Writes everything that a seat has seen into an array of floats (``float32``); of ``None``, everything that everybody has.

        Two for each step of the history, and 0 for the rest. The first is 1 for chance, and 2 plus the seat for a seat; the second is the
        id plus one, or 0 where it is hidden.

        Raises:
            InvalidInputError: If the array is too short or not contiguous, or there is no such seat.
        """

    def observation(self, seat: int) -> str:
        """What a seat knows now, in one line: its view, and the move that is being spelled."""

    def private_observation(self, seat: int) -> str:
        """What this seat alone knows now, in one line; empty where everybody knows everything."""

    def public_observation(self) -> str:
        """What everybody sees now, in one line."""

    def information_state(self, seat: int) -> str:
        """Everything that a seat has seen, in order (perfect recall).

        That is its view of the start, then every step, ``?`` for what is hidden, and behind ``>`` the seat that is to act.
        Equal exactly for histories that the seat can't tell apart.
        """

    def public_history(self) -> str:
        """Everything that everybody has seen, in order, and behind ``>`` the seat that is to act."""

    def private_history(self, seat: int) -> str:
        """What a seat alone has seen, in order."""

    def resample(self, random: Random, *, seat: int | None = None) -> Self:
        """An episode in which a seat has seen the same, everything else drawn at random (a determinisation with its history).

        Each history that could have happened has equal weight, whatever the others' reasons to choose as they did. Tiles of one kind
        count one by one, in choices too: what others hold now is distributed as in ``view.complete``. In Qwirkle, after trades of
        one's own, the weights are those of a particle filter that looks ahead, with 16 particles.

        Args:
            random: Where all chance comes from.
            seat: The seat that is to act, which is the default; where all decide at once, any of them.

        Raises:
            InvalidInputError: Unless the seat is to act; or if 20,000 draws in a row broke a rule.
        """

    def replay(self, history: Sequence[int]) -> Self:
        """The episode with the same start and these actions and outcomes.

        Raises:
            InvalidInputError: At the first that can't be taken, with the path ``history[i]``.
        """

    def action_name(self, action: int) -> str | None:
        """An action as text; ``None`` for a number that is no action of the game."""

    def outcome_name(self, outcome: int) -> str | None:
        """An outcome as text; ``None`` for a number that is no outcome of the game."""

    @staticmethod
    def _restore(start: object, most_moves: int, history: bytes) -> Episode:
        """Reads what pickling writes."""

    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...
    def __reduce__(self) -> tuple[object, tuple[object, int, bytes]]: ...
    def __eq__(self, other: object, /) -> bool: ...
