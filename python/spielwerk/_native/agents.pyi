from collections.abc import Callable, Sequence
from types import GenericAlias
from typing import Any, Final, Generic, Self, final

from spielwerk._native import Random
from typing_extensions import TypeVar

_Move_co = TypeVar("_Move_co", covariant=True, default=object)

@final
class Agent:
    """Decides for a seat from what that seat may know. It keeps nothing between two decisions.

    Args:
        text: A name, and parameters behind a colon: ``"ismcts:iterations=1000,c=0.7"``. ``Agent.NAMES`` has all names and
            presets; what a text leaves out is at its default, and ``text`` tells everything.

    Raises:
        InvalidInputError: If the text is wrong; it names every fault.

    >>> Agent("flat:iterations=50").text
    'flat:iterations=50,rollout=random,cutoff=10000,reward=win'
    """

    NAMES: Final[list[str]]
    __match_args__: Final = ("text",)

    def __new__(cls, text: str) -> Agent: ...
    @property
    def text(self) -> str:
        """The agent with all its parameters, which ``Agent`` reads back."""

    def choose(self, view: object, random: Random, *, time_limit: float | None = None) -> Choice[Any]:
        """Chooses one of the legal moves of a view.

        The same agent, view and random numbers give the same choice, unless a time limit cuts the search short.

        Args:
            view: What the seat to act may know, ``position.view(seat)``.
            random: Where all chance in the search comes from. The search holds it until it is done.
            time_limit: Seconds after which the search ends with what it knows, on top of its own budget.

        Raises:
            WrongTurnError: If the view is not that of the seat to act.
            InvalidInputError: If the game has no such agent (``turn`` is for Schraube locker).

        >>> from spielwerk import Random, qwirkle
        >>> position = qwirkle.Position.start().settle(Random(1))
        >>> choice = Agent("ismcts:iterations=200").choose(position.view(position.turn), Random(2))
        >>> choice.move in position.legal_moves, choice.iterations, sum(move.visits for move in choice.statistics)
        (True, 200, 200)
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Choice(Generic[_Move_co]):
    """What an agent decided, and what it found out about each move.

    Attributes:
        move: The move it takes.
        iterations: How many iterations it did; 0 without a search, also where there is only one legal move.
        statistics: One ``MoveStatistics`` a legal move, in their order; empty without a search.
    """

    __match_args__ = ("move", "iterations", "statistics")

    def __new__(
        cls, move: _Move_co, iterations: int, statistics: tuple[MoveStatistics[_Move_co], ...]
    ) -> Self: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    @property
    def move(self) -> _Move_co:
        """The move it takes."""

    @property
    def iterations(self) -> int:
        """How many iterations it did."""

    @property
    def statistics(self) -> tuple[MoveStatistics[_Move_co], ...]:
        """One entry a legal move."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class MoveStatistics(Generic[_Move_co]):
    """What a search found out about one move at its root.

    Attributes:
        move: The move.
        visits: How many iterations went through it.
        value: The mean reward of those iterations for the deciding seat, from 0 to 1; ``None`` when there was none.
    """

    __match_args__ = ("move", "visits", "value")

    def __new__(cls, move: _Move_co, visits: int, value: float | None) -> Self: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    @property
    def move(self) -> _Move_co:
        """The move."""

    @property
    def visits(self) -> int:
        """How many iterations went through it."""

    @property
    def value(self) -> float | None:
        """The mean reward, from 0 to 1."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

def canonical(game: str, text: str) -> str:
    """Checks a text for a game without making a match of it, and completes it.

    Args:
        game: The name of the game.
        text: The text of an agent.

    Raises:
        InvalidInputError: If the text is wrong, or the game has no such agent; it names every fault.
    """

def play_games(
    game: str,
    start: str,
    agents: Sequence[str],
    *,
    seed: int,
    indices: Sequence[int],
    threads: int,
    time_limit: float | None,
    receive: Callable[[dict[str, Any] | None], bool],
) -> None:
    """Plays games of an arena and hands each to ``receive`` as soon as all before it are there.

    Args:
        game: The name of the game.
        start: The text of the first position.
        agents: The texts of the agents, one a seat.
        seed: What names all games together with their index.
        indices: Which games to play, in the order in which they are reported.
        threads: How many are played at once.
        time_limit: Seconds a decision, or ``None``.
        receive: Called with the data of a game, or with ``None`` several times a second; ends the match when it returns
            something false.

    Raises:
        ParseError: If the start is in no grammar of the game.
        InvalidInputError: If an agent or the number of agents is wrong.
    """
