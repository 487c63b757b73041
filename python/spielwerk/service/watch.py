"""Noticing that files were replaced, without a thread of its own."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class FileWatch:
    """Says whether files changed since the last look; looks at most once in `interval` seconds.

    Certificates and tokens are rotated by writing a new file or by moving a symbolic link (Kubernetes); both
    show in the identity, size or time of the file that the path leads to.
    """

    def __init__(self, paths: tuple[Path, ...], interval: float = 1.0) -> None:
        self.paths = paths
        self._interval = interval
        self._seen = self._look()
        self._next_look = time.monotonic() + interval

    def changed(self) -> bool:
        """Whether a path leads to another file, or to other contents, than at the last look."""
        now = time.monotonic()
        if now < self._next_look:
            return False
        self._next_look = now + self._interval
        seen = self._look()
        if seen == self._seen:
            return False
        self._seen = seen
        return True

    def _look(self) -> tuple[tuple[int, int, int] | None, ...]:
        return tuple(_identity(path) for path in self.paths)


def _identity(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
