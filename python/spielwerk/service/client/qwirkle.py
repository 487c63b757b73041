"""Questions about Qwirkle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from spielwerk._pb.spielwerk.v1 import qwirkle_pb2 as pb
from spielwerk.qwirkle import (
    Axis,
    Draw,
    Game,
    Grid,
    Laid,
    Line,
    Move,
    Place,
    Position,
    Score,
    Tile,
    TileSet,
    Verdict,
    View,
)
from spielwerk.service.client.common import MoveList, Played, Replayed, text, violations
from spielwerk.service.client.errors import ServiceError
from spielwerk.service.client.question import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

_SERVICE: Final = "/spielwerk.v1.QwirkleService/"
_AXES: Final = {pb.QWIRKLE_AXIS_ACROSS: Axis.ACROSS, pb.QWIRKLE_AXIS_DOWN: Axis.DOWN}

_Said: TypeAlias = Move | str
_Place: TypeAlias = Position | str


def check(position: _Place, move: _Said) -> Question[Verdict[Move, Score]]:
    """May this move be played here, and what does it score?

    The same as ``Position.check``. A position whose other hands are hidden will do.
    """
    said = text(move)

    def read(reply: bytes) -> Verdict[Move, Score]:
        return _verdict(pb.QwirkleServiceCheckMoveResponse.FromString(reply), partial(Move.parse, said))

    return Question(f"{_SERVICE}CheckMove", _check(position, said).SerializeToString(), read)


def check_placement(
    grid: Grid, placement: Place | Iterable[Laid], hand: TileSet | None = None
) -> Question[Verdict[Move, Score]]:
    """Judge and score a placement without a game around it, like ``spielwerk.qwirkle.check_placement``."""
    tiles = tuple(placement.tiles if isinstance(placement, Place) else placement)
    request = pb.QwirkleServiceCheckMoveRequest(table=_table(grid, hand))
    request.move.place.CopyFrom(_layout(tiles))

    def read(reply: bytes) -> Verdict[Move, Score]:
        return _verdict(pb.QwirkleServiceCheckMoveResponse.FromString(reply), lambda: Place(tiles))

    return Question(f"{_SERVICE}CheckMove", request.SerializeToString(), read)


def list_placements(
    grid: Grid, hand: TileSet, *, limit: int = 0, best_only: bool = False
) -> Question[MoveList[Move]]:
    """All placements of a hand on a grid without a game around it, like ``spielwerk.qwirkle.placements``."""
    request = pb.QwirkleServiceListMovesRequest(
        table=_table(grid, hand), limit=limit, best_only=best_only, want_text=True
    )
    return Question(f"{_SERVICE}ListMoves", request.SerializeToString(), _move_list)


def check_many(
    questions: Iterable[tuple[_Place, _Said]],
) -> Question[tuple[Verdict[Move, Score] | ServiceError, ...]]:
    """``check`` for many unrelated positions and moves in one call.

    The answer has one entry for each, in order: a verdict, or the reason why that item makes no sense.
    """
    asked = [_check(position, text(move)) for position, move in questions]

    def read(reply: bytes) -> tuple[Verdict[Move, Score] | ServiceError, ...]:
        answers = pb.QwirkleServiceCheckMovesResponse.FromString(reply).items
        return tuple(
            ServiceError.of_status(answer.error)
            if answer.HasField("error")
            else _verdict(answer.result, partial(Move.parse, item.move.text))
            for item, answer in zip(asked, answers, strict=True)
        )

    request = pb.QwirkleServiceCheckMovesRequest(items=asked)
    return Question(f"{_SERVICE}CheckMoves", request.SerializeToString(), read)


def check_placements(
    position: _Place,
    offsets: NDArray[np.int64],
    x: NDArray[np.int32],
    y: NDArray[np.int32],
    kinds: NDArray[np.uint8],
) -> Question[tuple[NDArray[np.bool_], NDArray[np.uint8], NDArray[np.uint16]]]:
    """Many placements on one position, in packed columns; the fastest way to ask.

    Columns and answer as for ``spielwerk.qwirkle.check_placements``; ``spielwerk.qwirkle.pack`` makes the columns.
    """
    request = pb.QwirkleServiceCheckMovesRequest()
    request.shared.position.text = text(position)
    request.shared.sizes.extend(np.diff(offsets).tolist())
    request.shared.tiles.x.extend(x.tolist())
    request.shared.tiles.y.extend(y.tolist())
    request.shared.tiles.tile.extend((kinds + np.uint8(1)).tolist())

    def read(reply: bytes) -> tuple[NDArray[np.bool_], NDArray[np.uint8], NDArray[np.uint16]]:
        shared = pb.QwirkleServiceCheckMovesResponse.FromString(reply).shared
        # Bit v on the wire is violation v of the protobuf enum, which begins at 1; bit b here is VIOLATIONS[b].
        broken = np.array(shared.violations, dtype=np.uint32) >> np.uint32(1)
        return (
            np.array(shared.legal, dtype=np.bool_),
            np.array(shared.points, dtype=np.uint8),
            broken.astype(np.uint16),
        )

    return Question(f"{_SERVICE}CheckMoves", request.SerializeToString(), read)


def list_moves(position: _Place, *, limit: int = 0, best_only: bool = False) -> Question[MoveList[Move]]:
    """Which moves may be played here?

    Args:
        position: Where.
        limit: The most moves to list; 0 leaves it to the service.
        best_only: List only the placements that bring the most points.
    """
    request = pb.QwirkleServiceListMovesRequest(limit=limit, best_only=best_only, want_text=True)
    request.position.text = text(position)

    return Question(f"{_SERVICE}ListMoves", request.SerializeToString(), _move_list)


def play(
    position: _Place, move: _Said | None = None, draws: Sequence[Draw] = ()
) -> Question[Played[Verdict[Move, Score], Position]]:
    """The position after a move, after draws, or after both.

    The same as ``Position.play`` and ``Position.apply``: without `draws` the next position waits for the draw.
    """
    said = None if move is None else text(move)
    request = pb.QwirkleServicePlayMoveRequest(draws=[_holding(draw) for draw in draws])
    request.position.text = text(position)
    if said is not None:
        request.move.text = said

    def read(reply: bytes) -> Played[Verdict[Move, Score], Position]:
        answer = pb.QwirkleServicePlayMoveResponse.FromString(reply)
        after = Position.parse(answer.next.text) if answer.HasField("next") else None
        return Played(None if said is None else _verdict(answer, partial(Move.parse, said)), after)

    return Question(f"{_SERVICE}PlayMove", request.SerializeToString(), read)


def view(position: _Place, seat: int) -> Question[View]:
    """What one seat may know; the same as ``Position.view``."""
    request = pb.QwirkleServiceViewPositionRequest(seat=seat)
    request.position.text = text(position)

    def read(reply: bytes) -> View:
        return View.parse(pb.QwirkleServiceViewPositionResponse.FromString(reply).text)

    return Question(f"{_SERVICE}ViewPosition", request.SerializeToString(), read)


def replay(game: Game | str) -> Question[Replayed[Position]]:
    """Can this game have happened? The last position, or the first wrong step and why."""
    request = pb.QwirkleServiceReplayGameRequest()
    request.record.text = text(game)

    def read(reply: bytes) -> Replayed[Position]:
        answer = pb.QwirkleServiceReplayGameResponse.FromString(reply)
        wrong = answer.wrong_step if answer.HasField("wrong_step") else None
        return Replayed(
            answer.steps_played,
            Position.parse(answer.end.text),
            wrong.step if wrong else None,
            violations(wrong.violations) if wrong else (),
        )

    return Question(f"{_SERVICE}ReplayGame", request.SerializeToString(), read)


def _move_list(reply: bytes) -> MoveList[Move]:
    answer = pb.QwirkleServiceListMovesResponse.FromString(reply)
    return MoveList(answer.total, tuple(Move.parse(move) for move in answer.text))


def _table(grid: Grid, hand: TileSet | None) -> pb.QwirkleTable:
    tiles = pb.QwirkleLayout(
        x=[laid.x for laid in grid], y=[laid.y for laid in grid], tile=[_tile(laid.tile) for laid in grid]
    )
    return pb.QwirkleTable(
        tiles=tiles, hand=None if hand is None else pb.QwirkleHolding(tiles=map(_tile, hand))
    )


def _layout(tiles: Iterable[Laid]) -> pb.QwirkleLayout:
    tiles = tuple(tiles)
    return pb.QwirkleLayout(
        x=[laid.x for laid in tiles], y=[laid.y for laid in tiles], tile=[_tile(laid.tile) for laid in tiles]
    )


def _tile(tile: Tile) -> pb.QwirkleTile.ValueType:
    return pb.QwirkleTile.ValueType(tile.index + 1)


def _check(position: _Place, said: str) -> pb.QwirkleServiceCheckMoveRequest:
    request = pb.QwirkleServiceCheckMoveRequest()
    request.position.text = text(position)
    request.move.text = said
    return request


def _holding(draw: Draw) -> pb.QwirkleHolding:
    if draw.tiles is None:
        return pb.QwirkleHolding(hidden=draw.count)
    return pb.QwirkleHolding(tiles=map(_tile, draw.tiles))


def _verdict(
    answer: pb.QwirkleServiceCheckMoveResponse | pb.QwirkleServicePlayMoveResponse, move: Callable[[], Move]
) -> Verdict[Move, Score]:
    if not answer.verdict.legal:
        return Verdict(violations=violations(answer.verdict.violations))
    return Verdict(move(), _score(answer.score))


def _score(score: pb.QwirkleScore) -> Score:
    lines = [Line(line.x, line.y, _AXES[line.axis], line.length) for line in score.lines]
    return Score(lines, score.points - score.end_bonus, score.end_bonus)
