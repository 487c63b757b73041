"""Questions about Qwirkle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from spielwerk._pb.spielwerk.v1 import qwirkle_pb2 as pb
from spielwerk._refusal import refusal
from spielwerk.qwirkle import (
    Axis,
    Draw,
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
from spielwerk.service.client.question import Question
from spielwerk.service.client.questions import MoveList, Questions, whole, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

_AXES: Final = {pb.QWIRKLE_AXIS_ACROSS: Axis.ACROSS, pb.QWIRKLE_AXIS_DOWN: Axis.DOWN}

Columns: TypeAlias = "tuple[NDArray[np.bool_], NDArray[np.uint8], NDArray[np.uint16]]"


class QwirkleQuestions(Questions[Position, View, Move, Draw, Score]):
    """What Qwirkle can be asked. A position whose other hands are hidden will do."""

    def __init__(self) -> None:
        """Questions to ``spielwerk.v1.QwirkleService``."""
        super().__init__("Qwirkle", pb, Position, View, Move)

    def check_placement(
        self, grid: Grid, placement: Place | Iterable[Laid], hand: TileSet | None = None
    ) -> Question[Verdict[Move, Score]]:
        """Judge and score a placement without a game around it, like ``spielwerk.qwirkle.check_placement``."""
        tiles = tuple(placement.tiles if isinstance(placement, Place) else placement)
        request = pb.QwirkleServiceCheckMoveRequest(table=_table(grid, hand))
        request.move.place.CopyFrom(_layout(tiles))

        def read(reply: bytes) -> Verdict[Move, Score]:
            answer = pb.QwirkleServiceCheckMoveResponse.FromString(reply)
            return self._verdict(answer, lambda: Place(tiles))

        return Question("/spielwerk.v1.QwirkleService/CheckMove", request.SerializeToString(), read)

    def list_placements(
        self, grid: Grid, hand: TileSet, *, limit: int = 0, best_only: bool = False
    ) -> Question[MoveList[Move]]:
        """All placements of a hand on a grid without a game around it, like ``spielwerk.qwirkle.placements``.

        Args:
            grid: The tiles that lie.
            hand: The tiles to lay from.
            limit: The most placements to list; 0 leaves it to the service.
            best_only: List only those that bring the most points.
        """
        request = pb.QwirkleServiceListMovesRequest(
            table=_table(grid, hand), limit=whole("limit", limit), best_only=best_only, want_text=True
        )
        return Question(
            "/spielwerk.v1.QwirkleService/ListMoves", request.SerializeToString(), self._move_list
        )

    def check_placements(
        self,
        position: Position | str,
        offsets: NDArray[np.int64],
        x: NDArray[np.int32],
        y: NDArray[np.int32],
        kinds: NDArray[np.uint8],
    ) -> Question[Columns]:
        """Many placements on one position, in packed columns; the fastest way to ask.

        Columns and answer as for ``spielwerk.qwirkle.check_placements``; ``spielwerk.qwirkle.pack`` makes the columns.

        Raises:
            InvalidInputError: If the offsets don't rise from 0.
        """
        sizes = np.diff(offsets, prepend=0)
        if len(offsets) == 0 or sizes[0] != 0 or (sizes < 0).any():
            raise refusal("offsets", "", "offsets_wrong", "offsets don't rise from 0 to the number of tiles")
        request = pb.QwirkleServiceCheckMovesRequest()
        request.shared.position.text = written(position)
        request.shared.sizes.extend(sizes[1:].tolist())
        request.shared.tiles.x.extend(x.tolist())
        request.shared.tiles.y.extend(y.tolist())
        request.shared.tiles.tile.extend((kinds + np.uint8(1)).tolist())

        def read(reply: bytes) -> Columns:
            shared = pb.QwirkleServiceCheckMovesResponse.FromString(reply).shared
            # Bit v on the wire is violation v of the protobuf enum, which begins at 1; bit b here is VIOLATIONS[b].
            broken = np.array(shared.violations, dtype=np.uint32) >> np.uint32(1)
            return (
                np.array(shared.legal, dtype=np.bool_),
                np.array(shared.points, dtype=np.uint8),
                broken.astype(np.uint16),
            )

        return Question("/spielwerk.v1.QwirkleService/CheckMoves", request.SerializeToString(), read)

    def _read_score(self, score: Any) -> Score:
        lines = [Line(line.x, line.y, _AXES[line.axis], line.length) for line in score.lines]
        return Score(lines, score.points - score.end_bonus, score.end_bonus)

    def _write_events(self, request: Any, events: Sequence[Draw | str]) -> None:
        for event in events:
            draw = Draw.parse(event) if isinstance(event, str) else event
            if draw.tiles is None:
                request.draws.add(hidden=draw.count)
            else:
                request.draws.add(tiles=map(_tile, draw.tiles))


def _table(grid: Grid, hand: TileSet | None) -> pb.QwirkleTable:
    return pb.QwirkleTable(
        tiles=_layout(grid.tiles), hand=None if hand is None else pb.QwirkleHolding(tiles=map(_tile, hand))
    )


def _layout(tiles: Sequence[Laid]) -> pb.QwirkleLayout:
    return pb.QwirkleLayout(
        x=[laid.x for laid in tiles], y=[laid.y for laid in tiles], tile=[_tile(laid.tile) for laid in tiles]
    )


def _tile(tile: Tile) -> pb.QwirkleTile.ValueType:
    return pb.QwirkleTile.ValueType(tile.index + 1)
