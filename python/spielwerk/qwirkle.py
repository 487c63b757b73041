"""Qwirkle: every rule (Q1 to Q24), exactly.

Values are immutable and compare by what they mean: ``Tile``, ``TileSet``, ``Laid``, ``Grid``, ``Move``
(``Place``, ``Trade``, ``Skip``), ``Draw``, ``Position``, ``View``. A ``Game`` is the record of one game, with
``push`` and ``pop``.

>>> position = Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
>>> print(position)
     -1   0   1   2
-1   .   .   .   .
 0   .  r0  r8   .
 1   .   .   .   .
> seat 0: y0y0psbcr4g8 (0 points)
  seat 1: g0gdg4y8b8p8 (0 points)
bag: 94
>>> position.check("2,0>r4").score.points
3
>>> position.best_moves()[0].text
'-1,0>r4'

Many questions at once go through arrays: ``check_placements``, ``count_moves``, ``best_points``. What needs
no game around it has functions of its own: ``check_placement``, ``placements``, ``opening_groups``,
``starter``.
"""

from spielwerk._native import Census, Chance, Chances, Fault, Moves, Outcome, Random, Turn, Verdict, Violation
from spielwerk._native.qwirkle import (
    ACTIONS,
    RULES_VERSION,
    VIOLATIONS,
    Axis,
    Colour,
    Draw,
    Game,
    Grid,
    Laid,
    Line,
    Move,
    Options,
    Place,
    Position,
    Reason,
    Score,
    Seen,
    Shape,
    Sight,
    Skip,
    Tile,
    TileSet,
    Trade,
    View,
    action_name,
    best_placements,
    best_points,
    check_placement,
    check_placements,
    count_moves,
    count_placements,
    opening_groups,
    opening_size,
    pack,
    placements,
    score_placement,
    starter,
    trades,
)

__all__ = [
    "ACTIONS",
    "RULES_VERSION",
    "VIOLATIONS",
    "Axis",
    "Census",
    "Chance",
    "Chances",
    "Colour",
    "Draw",
    "Fault",
    "Game",
    "Grid",
    "Laid",
    "Line",
    "Move",
    "Moves",
    "Options",
    "Outcome",
    "Place",
    "Position",
    "Random",
    "Reason",
    "Score",
    "Seen",
    "Shape",
    "Sight",
    "Skip",
    "Tile",
    "TileSet",
    "Trade",
    "Turn",
    "Verdict",
    "View",
    "Violation",
    "action_name",
    "best_placements",
    "best_points",
    "check_placement",
    "check_placements",
    "count_moves",
    "count_placements",
    "opening_groups",
    "opening_size",
    "pack",
    "placements",
    "score_placement",
    "starter",
    "trades",
]
