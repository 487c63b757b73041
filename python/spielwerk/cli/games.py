"""The games by name, and what the command line needs of each."""

from collections.abc import Sequence
from enum import StrEnum
from importlib import import_module
from typing import Annotated, Protocol, TypeAlias, cast

from cyclopts import Parameter

import spielwerk


class GameName(StrEnum):
    """A game of the package."""

    QWIRKLE = "qwirkle"
    LOKUS = "lokus"
    SCHRAUBE = "schraube"


class View(Protocol):
    """What one seat may know."""

    @property
    def text(self) -> str:
        """One line."""


class Move(Protocol):
    """What every game's move can tell."""

    @property
    def text(self) -> str:
        """One line."""

    @property
    def actions(self) -> tuple[int, ...]:
        """The action ids that spell it."""


class Position(Protocol):
    """What every game's position can do."""

    @property
    def text(self) -> str:
        """One line."""

    @property
    def legal_moves(self) -> Sequence[Move]:
        """All legal moves."""

    @property
    def outcome(self) -> spielwerk.Outcome | None:
        """The result once the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance is to act."""

    def check(self, move: Move | str, /) -> spielwerk.Verdict:
        """Judge a move."""

    def read_actions(self, actions: Sequence[int], /) -> Move:
        """The move that action ids spell."""

    def view(self, seat: int, /) -> View:
        """What a seat may know."""

    def settle(self, random: spielwerk.Random, /) -> "Position":
        """Let chance act."""

    def perft(self, depth: int, order: str | None = None, /) -> spielwerk.Census:
        """Count the tree."""

    def divide(self, depth: int, order: str | None = None, /) -> tuple[tuple[object, spielwerk.Census], ...]:
        """Count the tree below every step."""


class PositionClass(Protocol):
    """The class of a game's positions."""

    def parse(self, text: str, /) -> Position:
        """Read the one-line text."""

    def start(self, options: object = None, /) -> Position:
        """Begin a game."""


class Game(Protocol):
    """A record."""

    @property
    def position(self) -> Position:
        """Where it is now."""

    @property
    def steps(self) -> tuple[object, ...]:
        """What happened."""

    def seen_by(self, seat: int, /) -> View:
        """The record of one seat."""


class GameClass(Protocol):
    """The class of a game's records."""

    def parse(self, text: str, /) -> Game:
        """Read a record and play all of it with full checks."""


class GameModule(Protocol):
    """A module such as ``spielwerk.qwirkle``."""

    Position: PositionClass
    Game: GameClass


def rules(game: GameName) -> GameModule:
    """The module of a game."""
    return cast("GameModule", import_module(f"spielwerk.{game}"))


Options: TypeAlias = Annotated[dict[str, str] | None, Parameter(name="--option")]
"""The options of a game as arguments, such as ``--option.idle-limit 8``."""


def options_of(said: dict[str, str] | None) -> dict[str, object]:
    """The arguments of a game's ``Options`` that a command line says.

    >>> options_of({"idle-limit": "8", "free-pass": "true", "table": "0,1,3"})
    {'idle_limit': 8, 'free_pass': True, 'table': [0, 1, 3]}
    """
    return {name.replace("-", "_"): _value(text) for name, text in (said or {}).items()}


def _value(text: str) -> object:
    """A value as its type: true, false, a whole number, a list of values, or a text."""
    if "," in text:
        return [_value(part) for part in text.split(",")]
    if text in {"true", "false"}:
        return text == "true"
    try:
        return int(text)
    except ValueError:
        return text
