"""The questions that every game can be asked."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeGuard, TypeVar, cast

from spielwerk import Verdict, Violation
from spielwerk._refusal import refusal
from spielwerk.service.client.errors import ServiceError
from spielwerk.service.client.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType

    from spielwerk._pb.spielwerk.v1 import common_pb2


class Written(Protocol):
    """Anything of the package that has a text in the notation of its game."""

    @property
    def text(self) -> str:
        """The text."""


class Board(Written, Protocol):
    """Where a move is said."""

    def read_actions(self, actions: Iterable[int]) -> Any:
        """The move that action ids spell there."""


_Answer = TypeVar("_Answer")
_Value = TypeVar("_Value", covariant=True)


class Readable(Protocol[_Value]):
    """A class of the package that reads its own text."""

    def parse(self, text: str, /) -> _Value:
        """Read the text."""


Position = TypeVar("Position", bound=Board)
View = TypeVar("View", bound=Written)
Move = TypeVar("Move", bound=Written)
Event = TypeVar("Event", bound=Written)
Score = TypeVar("Score")


@dataclass(frozen=True, slots=True)
class MoveList(Generic[Move]):
    """Legal moves as the service lists them."""

    total: int
    """How many there are, whether listed or not."""
    moves: tuple[Move, ...]
    """Those that are listed."""

    @property
    def truncated(self) -> bool:
        """Whether some are not listed."""
        return len(self.moves) < self.total


@dataclass(frozen=True, slots=True)
class Played(Generic[Position, Move, Score]):
    """What a move and what chance make of a position."""

    verdict: Verdict[Move, Score] | None
    """The verdict on the move; ``None`` when none was sent."""
    position: Position | None
    """The next position; ``None`` when the move is not legal."""


@dataclass(frozen=True, slots=True)
class Replayed(Generic[Position]):
    """How far a record plays."""

    steps_played: int
    """How many steps can have happened."""
    end: Position
    """The position after them."""
    wrong_step: str | None
    """The first step that can't have happened, as text; ``None`` when all can."""
    violations: tuple[Violation, ...]
    """Why it can't."""


class Questions(ABC, Generic[Position, View, Move, Event, Score]):
    """What every game can be asked.

    Positions and moves may be given as values or as their texts, and moves as their action ids too.
    """

    def __init__(
        self,
        name: str,
        messages: ModuleType,
        position: Readable[Position],
        view: Readable[View],
        move: Readable[Move],
    ) -> None:
        """Questions to the service of one game.

        Args:
            name: The name of the game in its messages, such as ``Qwirkle``.
            messages: The generated module.
            position: The class of positions.
            view: The class of views.
            move: The class of moves.
        """
        self._name = name
        self._messages = messages
        self._position = position
        self._view = view
        self._move = move

    def check(
        self, position: Position | str, move: Move | str | Sequence[int]
    ) -> Question[Verdict[Move, Score]]:
        """May this move be played here, and what does it score? The same as ``Position.check``."""

        def read(reply: bytes) -> Verdict[Move, Score]:
            return self._verdict(self._reply("CheckMove", reply), lambda: self._said(position, move))

        return self._question("CheckMove", self._check(position, move), read)

    def check_many(
        self, questions: Iterable[tuple[Position | str, Move | str | Sequence[int]]]
    ) -> Question[tuple[Verdict[Move, Score] | ServiceError, ...]]:
        """``check`` for many unrelated positions and moves in one call.

        The answer has one entry for each, in order: a verdict, or the reason why that item makes no sense.
        """
        asked = list(questions)

        def verdict(answer: Any, position: Position | str, move: Move | str | Sequence[int]) -> Any:
            if answer.HasField("error"):
                return ServiceError.of_status(answer.error)
            return self._verdict(answer.result, lambda: self._said(position, move))

        def read(reply: bytes) -> tuple[Verdict[Move, Score] | ServiceError, ...]:
            answers = self._reply("CheckMoves", reply).items
            return tuple(verdict(answer, *one) for one, answer in zip(asked, answers, strict=True))

        items = [self._check(position, move) for position, move in asked]
        return self._question("CheckMoves", self._request("CheckMoves", items=items), read)

    def list_moves(self, position: Position | str, *, limit: int = 0) -> Question[MoveList[Move]]:
        """Which moves may be played here? The same as ``Position.legal_moves``; each tells its ``actions``.

        Args:
            position: Where.
            limit: The most moves to list; 0 leaves it to the service.
        """
        request = self._request("ListMoves", limit=whole("limit", limit), want_text=True)
        request.position.text = written(position)
        return self._question("ListMoves", request, self._move_list)

    def play(
        self,
        position: Position | str,
        move: Move | str | Sequence[int] | None = None,
        events: Sequence[Event | str] = (),
    ) -> Question[Played[Position, Move, Score]]:
        """The position after a move, after what chance does, or after both.

        The same as ``Position.play`` and ``Position.apply``. Without `events` the next position waits for chance.
        """
        request = self._request("PlayMove")
        request.position.text = written(position)
        if move is not None:
            _write_move(request.move, move)
        self._write_events(request, events)

        def read(reply: bytes) -> Played[Position, Move, Score]:
            answer = self._reply("PlayMove", reply)
            after = self._position.parse(answer.next.text) if answer.HasField("next") else None
            if move is None:
                return Played(None, after)
            return Played(self._verdict(answer, lambda: self._said(position, move)), after)

        return self._question("PlayMove", request, read)

    def view(self, position: Position | str, seat: int) -> Question[View]:
        """What one seat may know. The same as ``Position.view``."""
        request = self._request("ViewPosition", seat=whole("seat", seat))
        request.position.text = written(position)

        def read(reply: bytes) -> View:
            return self._view.parse(self._reply("ViewPosition", reply).text)

        return self._question("ViewPosition", request, read)

    def replay(self, game: Written | str) -> Question[Replayed[Position]]:
        """Can this game have happened? The last position, or the first wrong step and why."""
        request = self._request("ReplayGame")
        request.record.text = written(game)

        def read(reply: bytes) -> Replayed[Position]:
            answer = self._reply("ReplayGame", reply)
            wrong = answer.wrong_step if answer.HasField("wrong_step") else None
            return Replayed(
                answer.steps_played,
                self._position.parse(answer.end.text),
                wrong.step if wrong else None,
                _violations(wrong.violations) if wrong else (),
            )

        return self._question("ReplayGame", request, read)

    @abstractmethod
    def _read_score(self, score: Any) -> Score:
        """The score of a reply as a value of the package."""

    def _write_events(self, request: Any, events: Sequence[Event | str]) -> None:
        for event in events:
            request.events.add().text = written(event)

    def _check(self, position: Position | str, move: Move | str | Sequence[int]) -> Any:
        request = self._request("CheckMove")
        request.position.text = written(position)
        _write_move(request.move, move)
        return request

    def _said(self, position: Position | str, move: Move | str | Sequence[int]) -> Move:
        """The move that was asked about, as a value of the package."""
        if _is_word(move):
            here = self._position.parse(position) if isinstance(position, str) else position
            return cast("Move", here.read_actions(move))
        return self._move.parse(move) if isinstance(move, str) else cast("Move", move)

    def _verdict(self, answer: Any, said: Callable[[], Move]) -> Verdict[Move, Score]:
        """The verdict of a reply; `said` tells which move it is about."""
        if not answer.verdict.legal:
            return Verdict(violations=_violations(answer.verdict.violations))
        return Verdict(said(), self._read_score(answer.score))

    def _move_list(self, reply: bytes) -> MoveList[Move]:
        answer = self._reply("ListMoves", reply)
        return MoveList(answer.total, tuple(self._move.parse(move) for move in answer.text))

    def _request(self, method: str, **fields: Any) -> Any:
        return getattr(self._messages, f"{self._name}Service{method}Request")(**fields)

    def _reply(self, method: str, reply: bytes) -> Any:
        return getattr(self._messages, f"{self._name}Service{method}Response").FromString(reply)

    def _question(self, method: str, request: Any, read: Callable[[bytes], _Answer]) -> Question[_Answer]:
        return Question(f"/spielwerk.v1.{self._name}Service/{method}", request.SerializeToString(), read)


def written(value: Written | str) -> str:
    """What is sent for a value: its text. What UTF-8 can't hold is sent as U+FFFD, which no grammar takes."""
    return _SURROGATES.sub("\ufffd", value) if isinstance(value, str) else value.text


_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def whole(field: str, number: int) -> int:
    """A number as the messages carry it.

    Raises:
        InvalidInputError: It does not fit into 32 bits.
    """
    if 0 <= number < 2**32:
        return number
    raise refusal(field, "", "number_out_of_range", f"{number}; 0 to {2**32 - 1:,} can be sent")


def _is_word(move: Written | str | Sequence[int]) -> TypeGuard[Sequence[int]]:
    """Whether a move is told in action ids."""
    return isinstance(move, Sequence) and not isinstance(move, str)


def _write_move(message: Any, move: Written | str | Sequence[int]) -> None:
    """A move as its action ids or as its text."""
    if _is_word(move):
        message.actions.ids.extend(move)
        message.actions.SetInParent()  # no ids at all are no text either
    else:
        message.text = written(cast("Written | str", move))


def _violations(broken: Iterable[common_pb2.Violation]) -> tuple[Violation, ...]:
    return tuple(Violation(one.rule, one.slug, one.message, list(one.places)) for one in broken)
