"""Exact engines for modern tabletop games: Qwirkle, Lokus and Schraube locker.

One module a game (``qwirkle``, ``lokus``, ``schraube``), with the same nouns in each: ``Position``, ``Move``,
``View``, ``Game``. What all games share is here, exceptions are in ``spielwerk.errors``.

>>> from spielwerk import Random, qwirkle
>>> random = Random(1)
>>> position = qwirkle.Position.start().settle(random)
>>> while not position.is_over:
...     position = position.play(position.sample_move(random)).settle(random)
>>> position.outcome.reason
Reason.WENT_OUT
"""

from spielwerk import errors, lokus, qwirkle, schraube
from spielwerk._native import (
    Census,
    Chance,
    Chances,
    Fault,
    Moves,
    Outcome,
    Random,
    Turn,
    Verdict,
    Violation,
    __version__,
)
from spielwerk.errors import SpielwerkError

__all__ = [
    "Census",
    "Chance",
    "Chances",
    "Fault",
    "Moves",
    "Outcome",
    "Random",
    "SpielwerkError",
    "Turn",
    "Verdict",
    "Violation",
    "__version__",
    "errors",
    "lokus",
    "qwirkle",
    "schraube",
]
