"""Refusals that Python code of the package makes itself, alike those of the rules."""

import os
from collections.abc import Sequence
from pathlib import Path

from spielwerk._native import Fault
from spielwerk.errors import InvalidInputError

__all__ = ["is_path", "refusal", "refused"]


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


def is_path(path: Path | str) -> bool:
    r"""Whether a file of this system can have this path.

    >>> [is_path(name) for name in ("key.pem", "no\0text", "\ud800")]
    [True, False, False]
    """
    try:
        return b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False
