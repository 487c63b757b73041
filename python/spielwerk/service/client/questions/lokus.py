"""Questions about Lokus."""

from __future__ import annotations

from typing import Any

from spielwerk._pb.spielwerk.v1 import lokus_pb2 as pb
from spielwerk.lokus import Card, Event, Move, Placement, Position, Score, View
from spielwerk.service.client.questions import Questions


class LokusQuestions(Questions[Position, View, Move, Event, Score]):
    """What Lokus can be asked."""

    def __init__(self) -> None:
        """Questions to ``spielwerk.v1.LokusService``."""
        super().__init__("Lokus", pb, Position, View, Move)

    def _read_score(self, score: Any) -> Score:
        placements = [
            Placement(
                placed.seat,
                Card.from_rank(placed.card - 1),
                placed.row if placed.HasField("row") else None,
                placed.cleared,
            )
            for placed in score.placements
        ]
        return Score(placements, list(score.rolls), list(score.cleaning), list(score.minus) or None)
