"""Calls that must not type-check, and calls that must: the type checker holds what the stubs promise."""

import subprocess
import sys
from pathlib import Path

import pytest

PRELUDE = """\
from fractions import Fraction
from typing import assert_type
from spielwerk import Moves, Outcome, Random, Turn, Verdict, lokus, qwirkle, schraube
from spielwerk.qwirkle import Colour, Draw, Laid, Move, Place, Position, Shape, Skip, Tile, TileSet, Trade
position = Position.start()
"""

RIGHT = """\
assert_type(position.legal_moves, Moves[Move])
assert_type(position.legal_moves[0], Move)
assert_type(position.legal_moves[:2], tuple[Move, ...])
assert_type(position.legal_moves[0].actions, tuple[int, ...])
assert_type(position.read_actions([39]), Move)
assert_type(position.check("skip"), Verdict[Move, qwirkle.Score])
assert_type(position.outcome, Outcome[qwirkle.Reason] | None)
assert_type(position.probability(Draw.hidden(2)), Fraction)
for chance in position.chances:
    assert_type(chance.event, Draw)
match position.turn:
    case Turn.CHANCE | Turn.OVER:
        pass
    case seat:
        assert_type(seat, int)
match position.legal_moves[0]:
    case Place(tiles):
        assert_type(tiles, tuple[Laid, ...])
    case Trade(traded):
        assert_type(traded, tuple[Tile, ...])
    case Skip():
        pass
match Tile(Shape.CIRCLE, Colour.RED):
    case Tile(shape, colour):
        assert_type(colour, Colour)
assert_type(schraube.odds(2, exact=True)[0].run[0], Fraction)
assert_type(schraube.odds(2)[0].run[0], float)
assert_type(lokus.Position.start().view(0).consistent_hands, int)
"""

WRONG = [
    # A shape is no colour, and neither is a text or a number.
    "Tile(Colour.RED, Shape.CIRCLE)",
    'Tile("circle", "red")',
    "Tile(0, 0)",
    # A position is immutable.
    "position.bag = 3",
    "position.grid.tiles = ()",
    # Moves of one game are not moves of another.
    "position.play(lokus.Choose(0, lokus.Card(lokus.Colour.RED, 1)))",
    "lokus.Position.start().play(Skip())",
    "position.check(3)",
    # An unfinished game has no outcome, and code must not overlook that.
    "position.outcome.winners",
    # A draw is no move.
    "position.play(Draw.hidden(1))",
    "position.apply(Skip())",
    # Options by keyword only.
    "qwirkle.Options(2, 1)",
    # Randomness is passed in, never a number.
    "position.sample(7)",
    # What is not legal has no score.
    'position.check("skip").score.points',
    # Final classes are final.
    "class Mine(Position): ...",
    # A legal move's list can't be changed.
    "position.legal_moves.append(Skip())",
    "schraube.TurnSolver(schraube.Position.start())",
    "lokus.Options(3, True)",
]


def check(tmp_path: Path, code: str) -> list[int]:
    """The lines of the code in which mypy finds an error."""
    file = tmp_path / "sample.py"
    file.write_text(PRELUDE + code)
    options = ["--strict", "--no-error-summary", "--cache-dir", str(tmp_path)]
    command = [sys.executable, "-m", "mypy", *options, str(file)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert found.stderr == ""
    first = PRELUDE.count("\n")
    lines = [line for line in found.stdout.splitlines() if ": error: " in line]
    return sorted({int(line.split(":")[1]) - first for line in lines})


@pytest.mark.timeout(300)
def test_right_calls_type_check(tmp_path: Path) -> None:
    assert check(tmp_path, RIGHT) == []


@pytest.mark.timeout(300)
def test_wrong_calls_do_not(tmp_path: Path) -> None:
    wrong = check(tmp_path, "\n".join(WRONG) + "\n")
    missed = [WRONG[line - 1] for line in range(1, len(WRONG) + 1) if line not in wrong]
    assert missed == []
