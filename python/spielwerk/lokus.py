"""Lokus: every rule (L1 to L19), exactly.

Values are immutable and compare by what they mean: ``Card``, ``CardSet``, ``Row``, ``Move`` (``Choose``,
``ChooseRow``), ``Event`` (``Hand``, ``Starter``, ``Draw``), ``Position``, ``View``. A ``Game`` is the record
of one game, with ``push`` and ``pop``; ``game.seen_by(seat).key`` is the information-state key of a seat.

Selection is simultaneous: seats are asked one after the other, and no view shows what another has chosen.

>>> position = Position.start(Options(3)).settle(Random(5))
>>> position.to_move
0
>>> chosen = position.play(position.legal_moves[0])
>>> chosen.to_move, chosen.view(1) == position.view(1)
(1, True)

A round can be resolved without a game around it: ``resolve_round`` in objects, ``resolve_rounds`` in arrays.

>>> done = resolve_round(["r3 b7", "y5"], ["g4", "b9", "r2"])
>>> done.rows, done.rolls
((Row.parse('r3b7'), Row.parse('y5r2b9')), (1, 0, 0))
"""

from spielwerk._native import Census, Chance, Chances, Fault, Moves, Outcome, Random, Turn, Verdict, Violation
from spielwerk._native.lokus import (
    ACTIONS,
    RULES_VERSION,
    Card,
    CardSet,
    Choose,
    ChooseRow,
    Colour,
    Decline,
    Draw,
    Event,
    FixedDeal,
    Game,
    Hand,
    Move,
    Options,
    Placement,
    Position,
    Reason,
    Resolution,
    Resolutions,
    Resolved,
    Row,
    Score,
    Seen,
    Sight,
    Stage,
    Starter,
    View,
    Which,
    action_name,
    check_row,
    minus_points,
    resolve_round,
    resolve_rounds,
)

__all__ = [
    "ACTIONS",
    "RULES_VERSION",
    "Card",
    "CardSet",
    "Census",
    "Chance",
    "Chances",
    "Choose",
    "ChooseRow",
    "Colour",
    "Decline",
    "Draw",
    "Event",
    "Fault",
    "FixedDeal",
    "Game",
    "Hand",
    "Move",
    "Moves",
    "Options",
    "Outcome",
    "Placement",
    "Position",
    "Random",
    "Reason",
    "Resolution",
    "Resolutions",
    "Resolved",
    "Row",
    "Score",
    "Seen",
    "Sight",
    "Stage",
    "Starter",
    "Turn",
    "Verdict",
    "View",
    "Violation",
    "Which",
    "action_name",
    "check_row",
    "minus_points",
    "resolve_round",
    "resolve_rounds",
]
