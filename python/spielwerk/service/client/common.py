"""What the questions of all games have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from spielwerk import Violation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spielwerk._pb.spielwerk.v1 import common_pb2

Move = TypeVar("Move", covariant=True)
Position = TypeVar("Position", covariant=True)
Verdict = TypeVar("Verdict", covariant=True)


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
class Played(Generic[Verdict, Position]):
    """What a move and what chance make of a position."""

    verdict: Verdict | None
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


def violations(broken: Iterable[common_pb2.Violation]) -> tuple[Violation, ...]:
    """Broken rules as values of the package."""
    return tuple(Violation(one.rule, one.slug, one.message, list(one.places)) for one in broken)


def text(value: object) -> str:
    """What is written on the wire for a value: the text itself, or that of an object of the package."""
    return value if isinstance(value, str) else str(getattr(value, "text"))  # noqa: B009 - any game's class
