"""Refusals that Python code of the package makes itself, alike those of the rules."""

from collections.abc import Sequence

from spielwerk._native import Fault
from spielwerk.errors import InvalidInputError

__all__ = ["refusal", "refused"]


def refusal(path: str, rule: str, slug: str, message: str) -> InvalidInputError:
    """The exception for one fault.

    >>> error = refusal("games", "arena", "out_of_range", "0 games; at least 1 is played")
    >>> str(error), error.slug
    ('games: 0 games; at least 1 is played (arena out_of_range)', 'out_of_range')
    """
    return refused([Fault(path, rule, slug, message)])


def refused(faults: Sequence[Fault]) -> InvalidInputError:
    """The exception for all that is wrong."""
    error = InvalidInputError("; ".join(map(str, faults)))
    error.slug, error.faults = faults[0].slug, tuple(faults)
    return error
