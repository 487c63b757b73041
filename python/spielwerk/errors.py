"""Every exception that the package raises on its own account.

All of them are ``ValueError``s with one base, ``SpielwerkError``, and a ``slug`` that stays while messages
improve. Wrong types raise ``TypeError`` as everywhere.

>>> from spielwerk.qwirkle import Position
>>> try:
...     Position.parse("qwirkle/1 0,0:r0 r0/r0")
... except InvalidPositionError as error:
...     for fault in error.faults:
...         print(fault.path, fault.rule, fault.slug)
hands[0] Q23 hand_too_small
hands[1] Q23 hand_too_small
"""

from spielwerk._native import (
    IllegalMoveError,
    ImpossibleEventError,
    InvalidInputError,
    InvalidPositionError,
    ParseError,
    ReplayError,
    SpielwerkError,
    WrongTurnError,
)

__all__ = [
    "IllegalMoveError",
    "ImpossibleEventError",
    "InvalidInputError",
    "InvalidPositionError",
    "ParseError",
    "ReplayError",
    "SpielwerkError",
    "WrongTurnError",
]
