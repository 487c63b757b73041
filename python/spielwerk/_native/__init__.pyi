"""The compiled half of the package. Private: nothing here is stable; import from ``spielwerk``."""

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from types import GenericAlias
from typing import Any, Final, Generic, Self, SupportsIndex, final, overload

import numpy as np
from numpy.typing import NDArray
from spielwerk._native import agents as agents
from spielwerk._native import env as env
from spielwerk._native import lokus as lokus
from spielwerk._native import qwirkle as qwirkle
from spielwerk._native import schraube as schraube
from typing_extensions import TypeVar

_Move_co = TypeVar("_Move_co", covariant=True, default=object)
_Event_co = TypeVar("_Event_co", covariant=True, default=object)
_Score_co = TypeVar("_Score_co", covariant=True, default=object)
_Reason_co = TypeVar("_Reason_co", covariant=True, default=object)
_Item_co = TypeVar("_Item_co", covariant=True, default=object)
__version__: Final[str]

class SpielwerkError(ValueError):
    """Anything that Spielwerk refuses. `slug` is a stable name for the reason; messages may improve."""

    slug: str

class ParseError(SpielwerkError):
    """Text or bytes that are not in the grammar: `input`, the `offset` in bytes at which reading stopped, and what was `expected` there."""

    input: str
    offset: int
    expected: str

class InvalidInputError(SpielwerkError):
    """Data that describes nothing possible: `faults` names everything that is wrong, each with its path and rule."""

    faults: tuple[Fault, ...]

class InvalidPositionError(InvalidInputError):
    """Data that describes no valid position or view: `faults` names everything that is wrong."""

class ImpossibleEventError(InvalidInputError):
    """An event or a sight that can't be the next one: `faults` names every reason, `event` and `position` are texts."""

    event: str
    position: str

class IllegalMoveError(SpielwerkError):
    """A move that breaks rules: `violations` names every one of them, `move` and `position` are texts that reproduce the refusal."""

    move: str
    position: str
    violations: tuple[Violation, ...]

class ReplayError(SpielwerkError):
    """A record with a step that can't have happened: `index` is the first such step, `__cause__` tells why."""

    index: int

class WrongTurnError(SpielwerkError):
    """Something was asked of chance or of a seat that is not to act: `position` is the text of the position."""

    position: str

class Turn(Enum):
    """Who is to act when it is no seat's turn: chance, or nobody because the game is over."""

    CHANCE = "chance"
    OVER = "over"

@final
class Violation:
    """One rule that an attempt breaks.

    Attributes:
        rule: The number in the rule book, such as ``"Q9"``.
        slug: A stable name in snake case, such as ``"gap"``. Messages may improve; slugs stay.
        message: A sentence that a player understands.
        places: The cells, tiles, cards, piles or seats concerned, each as the game's notation writes it.

    >>> Violation("Q9", "gap", "the cell 1,0 between the tiles is empty", ("1,0",)).slug
    'gap'
    """

    __match_args__ = ("rule", "slug", "message", "places")

    def __new__(cls, rule: str, slug: str, message: str, places: Sequence[str] = ...) -> Self: ...
    @property
    def rule(self) -> str:
        """The number in the rule book."""

    @property
    def slug(self) -> str:
        """A stable name in snake case."""

    @property
    def message(self) -> str:
        """A sentence that a player understands."""

    @property
    def places(self) -> tuple[str, ...]:
        """The places concerned, as the notation writes them."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Fault:
    """One reason why data from outside is nothing possible.

    Attributes:
        path: Where, such as ``"grid[3]"`` or ``"hands[1]"``; empty for the whole.
        rule: The number in the rule book, such as ``"Q23"``.
        slug: A stable name in snake case, such as ``"too_many_copies"``.
        message: A sentence that names what was found and what is allowed.

    >>> str(Fault("players", "Q2", "players_out_of_range", "5 players; Qwirkle is for 2 to 4"))
    'players: 5 players; Qwirkle is for 2 to 4 (Q2 players_out_of_range)'
    """

    __match_args__ = ("path", "rule", "slug", "message")

    def __new__(cls, path: str, rule: str, slug: str, message: str) -> Self: ...
    @property
    def path(self) -> str:
        """Where, as a field path; empty for the whole."""

    @property
    def rule(self) -> str:
        """The number in the rule book."""

    @property
    def slug(self) -> str:
        """A stable name in snake case."""

    @property
    def message(self) -> str:
        """A sentence that names what was found and what is allowed."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Iterate(Iterator[_Item_co]):
    """An iterator over moves or chance events, which makes each object when it is asked for."""

    def __next__(self) -> _Item_co: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...

@final
class Moves(Sequence[_Move_co]):
    """Legal moves as a lazy sequence: in a defined order, without doubles, each made into an object when it is asked for.

    ``len``, ``in`` and truth don't list the moves at all where the game can do without.
    """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, key: object, /) -> bool: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> _Move_co: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[_Move_co, ...]: ...
    def __iter__(self) -> Iterate[_Move_co]: ...
    def __reversed__(self) -> Iterate[_Move_co]: ...
    def index(self, value: object, start: int = 0, stop: int | None = None, /) -> int:
        """Where a move stands in the list.

        Raises:
            ValueError: If it is not in the list.
        """

    def count(self, value: object, /) -> int:
        """1 for a legal move, 0 for anything else: no move is listed twice."""

    def actions(self) -> NDArray[np.int16]:
        """The action ids of all moves: an array of ``int16``, one row a move in the order of the list.

        A row is as long as the longest word of the game (9 in Qwirkle, 1 in Lokus, 4 in Schraube locker); after the last id of a
        shorter word it is filled up with -1.
        """

    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Chance(Generic[_Event_co]):
    """One thing that chance may do, and how likely it is.

    Attributes:
        event: What would happen; give it to ``Position.apply``.
        probability: How likely it is, as the nearest float.
        exact: The same as an exact ``fractions.Fraction``.
    """

    __match_args__ = ("event", "probability")

    def __new__(cls, event: _Event_co, probability: Fraction) -> Self: ...
    @property
    def event(self) -> _Event_co:
        """What would happen."""

    @property
    def probability(self) -> float:
        """How likely it is, from 0 to 1."""

    @property
    def exact(self) -> Fraction:
        """How likely it is, exactly."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Chances(Generic[_Event_co]):
    """Everything that chance may do now, each with its probability: iterable, any number of times.

    Events come in a defined order and are made one by one, as there may be millions; ``len`` tells how many.
    """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterate[Chance[_Event_co]]: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: object) -> Self: ...

@final
class Verdict(Generic[_Move_co, _Score_co]):
    """The answer to "may I play this?": true when the move is legal.

    Attributes:
        legal: Whether no rule is broken; also the truth of the verdict.
        move: The move as the position lists it; ``None`` when it is not legal.
        score: What the move is worth, with its breakdown; ``None`` when it is not legal.
        violations: Every broken rule; empty when the move is legal.
    """

    __match_args__ = ("move", "score", "violations")

    def __new__(
        cls,
        move: _Move_co | None = None,
        score: _Score_co | None = None,
        violations: Sequence[Violation] = ...,
    ) -> Self: ...
    @property
    def legal(self) -> bool:
        """Whether no rule is broken."""

    @property
    def move(self) -> _Move_co | None:
        """The move as the position lists it; ``None`` when it is not legal."""

    @property
    def score(self) -> _Score_co | None:
        """What the move is worth; ``None`` when it is not legal."""

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every broken rule; empty when the move is legal."""

    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...

@final
class Outcome(Generic[_Reason_co]):
    """The result of a finished game: points by seat, and why it ended.

    A game that goes on has no outcome (``None``), so code that needs a result can't overlook that case.

    Args:
        points: The points by seat, as the game counts them.
        reason: Why the game ended: a member of the game's ``Reason``.
        fewest_win: Whether the fewest points win (Lokus) instead of the most.

    >>> from spielwerk.qwirkle import Reason
    >>> outcome = Outcome((30, 41, 41), Reason.WENT_OUT)
    >>> outcome.ranking, outcome.winners, outcome.shares
    ((3, 1, 1), (1, 2), (0.0, 0.5, 0.5))
    """

    __match_args__ = ("points", "reason")

    def __new__(cls, points: Sequence[int], reason: _Reason_co, *, fewest_win: bool = False) -> Self: ...
    @property
    def points(self) -> tuple[int, ...]:
        """The points by seat."""

    @property
    def reason(self) -> _Reason_co:
        """Why the game ended."""

    @property
    def ranking(self) -> tuple[int, ...]:
        """The rank of each seat, 1 for the winners; tied seats share the better rank."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win, in order."""

    @property
    def shares(self) -> tuple[float, ...]:
        """What each seat gets when one point is shared among the winners; sums to 1."""

    @property
    def margins(self) -> tuple[int, ...]:
        """How many points each seat is ahead of the best other seat; negative when behind."""

    @property
    def fewest_win(self) -> bool:
        """Whether the fewest points win."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __class_getitem__(cls, key: object) -> GenericAlias: ...

@final
class Census:
    """How many nodes a game tree has, decisions and chance counted apart.

    Attributes:
        leaves: Positions at the wanted depth, and finished positions above it, each once.
        decisions: Inner positions at which a seat decides.
        chances: Inner positions at which chance decides.
    """

    __match_args__ = ("leaves", "decisions", "chances")

    def __new__(cls, leaves: int, decisions: int, chances: int) -> Self: ...
    @property
    def leaves(self) -> int:
        """Positions at the wanted depth, and finished positions above it, each once."""

    @property
    def decisions(self) -> int:
        """Inner positions at which a seat decides."""

    @property
    def chances(self) -> int:
        """Inner positions at which chance decides."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Random:
    """A seeded source of random numbers that gives the same numbers on every machine.

    The method is xoshiro256++ 1.0 seeded by SplitMix64, with Lemire's bounded integers and Fisher-Yates shuffles; so a
    seed means the same game everywhere and in every release with the same major version. It lives outside every position:
    a search that copies a position can't foresee its own luck.

    Args:
        seed: Any integer from 0 to 2**64 - 1.

    >>> random = Random(1)
    >>> [random.below(6) for _ in range(3)]
    [4, 4, 0]
    """

    def __new__(cls, seed: int) -> Self: ...
    @classmethod
    def stream(cls, seed: int, index: int) -> Random:
        """One of many independent generators under one seed, for example one a game of a match.

        Args:
            seed: The seed that all streams share.
            index: Which stream.
        """

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely.

        Raises:
            InvalidInputError: If ``bound`` is 0.
        """

    def unit(self) -> float:
        """A float from 0 (included) to 1 (excluded)."""

    def bits(self) -> int:
        """The next 64 random bits."""

    def shuffle(self, items: list[Any]) -> None:
        """Brings a list into a uniformly random order, in place."""

    @staticmethod
    def _restore(state: bytes) -> Random:
        """Reads what pickling writes."""

    def __copy__(self) -> Random: ...
    def __deepcopy__(self, _memo: object) -> Random: ...
    def __reduce__(self) -> tuple[object, tuple[bytes]]: ...
    def __eq__(self, other: object, /) -> bool: ...

class AnswerError(Exception):
    """A call that gets no answer, as a gRPC status: `code` is its number, `message` a sentence for developers, `details` a serialised ``google.rpc.Status``."""

    code: int
    message: str
    details: bytes

@final
class Cancel:
    """Ends a call early, from any thread."""

    def __new__(cls) -> Self: ...
    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""

    def cancel(self) -> None:
        """Tells that nobody waits for the answer any more."""

def answer(
    method: str, request: bytes, time_left: float | None = None, cancel: Cancel | None = None
) -> bytes:
    """Answers one call: the bytes of the request in, the bytes of the reply out.

    Args:
        method: The path of the method, such as ``/spielwerk.v1.QwirkleService/CheckMove``.
        request: The serialised request message.
        time_left: Seconds until the deadline, looked at between chunks of a long work. Without it there is none.
        cancel: Ends the call early.

    Raises:
        AnswerError: If the request makes no sense, the method does not exist, or the time is over.
    """

def methods() -> list[str]:
    """The paths of all methods that `answer` knows, sorted by service."""

def reencode_request(method: str, request: bytes) -> bytes:
    """A request as it is understood, written again: what tests compare with another protobuf runtime.

    Raises:
        AnswerError: If the bytes are no request of the method.
    """

def file_descriptor_set() -> bytes:
    """The descriptors of all messages and services, as a serialised ``google.protobuf.FileDescriptorSet``."""

def take_verdict_counts() -> dict[tuple[str, str], int]:
    """How often each verdict was given since the last call of this function, by game and slug."""

def take_batch_items() -> dict[str, int]:
    """How many moves were judged in batches since the last call of this function, by the path of the method."""

@final
class NativeServer:
    """A gRPC server whose calls never touch the interpreter.

    It takes its address when it is made, answers from :meth:`start` on, and ends by :meth:`stop`.

    Args:
        identity: PEM contents of certificate, key, and client authorities or ``None``; ``None`` for plain text.
        tokens: bearer tokens of which callers must show one; ``None`` lets everybody in.
        share_port: whether other processes may listen on the same port.
        answerer: an answerer written in Python, for tests; the rules of this package when it is ``None``.

    The other arguments are those of ``spielwerk.service.ServerConfig`` with the same names.

    Raises:
        OSError: the address can't be listened on.
        ValueError: the identity is not usable.
    """

    BUCKETS: Final[list[float]]

    def __new__(
        cls,
        *,
        host: str,
        port: int,
        share_port: bool,
        identity: tuple[bytes, bytes, bytes | None] | None,
        tokens: Sequence[str] | None,
        reflection: bool,
        threads: int,
        maximum_threads: int,
        maximum_concurrent_rpcs: int,
        maximum_request_bytes: int,
        maximum_streams_per_connection: int,
        client_ping_interval: float,
        keepalive_time: float,
        keepalive_timeout: float,
        maximum_connection_age: float | None,
        maximum_connection_age_grace: float,
        log_sample: float,
        log_refusals: int,
        tracing: bool,
        answerer: object | None,
    ) -> Self: ...
    @property
    def port(self) -> int:
        """The port listened on."""

    @property
    def calls_in_work(self) -> int:
        """Calls in work now."""

    def start(self) -> None:
        """Answer from now on; nothing is healthy before :meth:`set_serving`.

        Raises:
            OSError: the system gives no threads.
        """

    def set_serving(self, service: str, *, serving: bool) -> bool:
        """Say whether a service takes traffic, ``""`` being the whole server.

        Returns:
            Whether there is such a service.
        """

    def turn_away(self) -> None:
        """Say that no service takes traffic any more, all at once and for good; calls are still answered."""

    def set_tokens(self, tokens: Sequence[str]) -> bool:
        """Let in who shows one of these bearer tokens from now on, and nobody else.

        Returns:
            False for a server that was made without tokens.
        """

    def set_identity(self, certificate: bytes, key: bytes, client_ca: bytes | None = None) -> bool:
        """Show another certificate from the next handshake on.

        Returns:
            False for a server that was made without one.

        Raises:
            ValueError: it is not usable; the old one stays.
        """

    def counts(self) -> list[tuple[str, int, list[tuple[str, int]], list[int], float]]:
        """What was counted of each method since the start.

        Returns:
            Path, calls begun, calls ended by name of the status code, calls ended by the classes of :attr:`BUCKETS` and
            one above them, and seconds of all ended calls together.
        """

    def next_events(self, timeout: float) -> list[dict[str, Any]]:
        """Wait for something to tell, at most `timeout` seconds.

        Returns:
            What has happened since the last time, each with its ``kind``: ``call``, ``failure``, ``connection`` or
            ``ended``.
        """

    def stop(self, grace: float) -> None:
        """Begin to end: calls in work have `grace` seconds, new ones are refused.

        It returns at once. Said again, it can only shorten the grace.
        """

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the server has ended, at most `timeout` seconds or for ever.

        Returns:
            Whether it has ended, which it also has before it began.
        """
