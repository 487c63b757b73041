"""Questions about Schraube locker."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from spielwerk._pb.spielwerk.v1 import schraube_pb2 as pb
from spielwerk.schraube import Event, Move, Position, Score, View
from spielwerk.service.client.question import Question
from spielwerk.service.client.questions import Questions

if TYPE_CHECKING:
    from spielwerk.schraube import Objective, TurnState


@dataclass(frozen=True, slots=True)
class SolvedTurn:
    """A turn, solved. Worths and probabilities are fractions when exact ones were asked for, else doubles."""

    worth: float | Fraction
    """The expected worth under the best decisions."""
    ends: tuple[float | Fraction, ...]
    """The probability of each end: an empty run, a run of one, ... five, and the full circle."""
    alternatives: tuple[tuple[str, float | Fraction], ...]
    """Every decision open now with its worth; empty before a roll."""
    best: int | None
    """The index of the best one; ``None`` when there is none."""


class SchraubeQuestions(Questions[Position, View, Move, Event, Score]):
    """What Schraube locker can be asked."""

    def __init__(self) -> None:
        """Questions to ``spielwerk.v1.SchraubeService``."""
        super().__init__("Schraube", pb, Position, View, Move)

    def solve_turn(
        self, turn: TurnState, objective: Objective | None = None, *, exact: bool = False
    ) -> Question[SolvedTurn]:
        """The best way to play a turn, like ``spielwerk.schraube.TurnSolver``.

        Args:
            turn: Where it stands.
            objective: What it is played for; the chance of a full circle by default.
            exact: Ask for exact fractions.
        """
        request = pb.SchraubeServiceSolveTurnRequest(exact=exact)
        request.turn.figure = turn.figure
        request.turn.faces.extend(turn.faces)
        request.turn.covered.extend(turn.covered)
        if turn.dice is None:
            request.turn.to_roll = turn.to_roll or 0
        else:
            request.turn.unplaced.dice.extend(turn.dice)
        request.turn.rerolls_left = turn.rerolls_left
        request.turn.lasers = turn.lasers
        request.turn.extra_rolls = turn.extra_rolls
        request.turn.pro = turn.pro
        if objective is not None:
            request.objective.ends.extend(objective.ends)
            request.objective.laser_price = objective.laser_price
            request.objective.extra_price = objective.extra_price

        def worth(said: pb.SchraubeWorth) -> float | Fraction:
            return Fraction(said.exact) if exact else said.value

        def read(reply: bytes) -> SolvedTurn:
            answer = pb.SchraubeServiceSolveTurnResponse.FromString(reply)
            return SolvedTurn(
                worth(answer.worth),
                tuple(map(worth, answer.ends)),
                tuple((one.decision, worth(one.worth)) for one in answer.alternatives),
                answer.best if answer.HasField("best") else None,
            )

        return Question("/spielwerk.v1.SchraubeService/SolveTurn", request.SerializeToString(), read)

    def _read_score(self, score: Any) -> Score:
        return Score(score.values, score.pairs, score.bonus)
