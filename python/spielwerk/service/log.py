"""Structured logs: one JSON object a line, one line a call, sampled.

The logger is private to the service: embedding it changes nothing in the logging of the process around it.
"""

from __future__ import annotations

import random
import secrets
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, TextIO

import structlog

if TYPE_CHECKING:
    from collections.abc import Mapping

REQUEST_ID = "x-request-id"
TRACEPARENT = "traceparent"
_LONGEST_ID = 128


class ServiceLog:
    """Writes events of the service and its calls to a stream.

    Args:
        sample: share of successful calls that get a line, 0 to 1.
        refusals: refused calls that get a line, at most so many a second.
        stream: where to; standard error unless told otherwise.
    """

    def __init__(self, sample: float = 0.0, refusals: int = 100, stream: TextIO | None = None) -> None:
        self._sample = sample
        self._refusals = refusals
        self._second = 0
        self._refusals_left = 0
        self._logger: Any = structlog.wrap_logger(
            _LineWriter(stream or sys.stderr),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
            wrapper_class=structlog.BoundLogger,
            cache_logger_on_first_use=True,
        ).bind()

    def wants_success(self) -> bool:
        """Whether this successful call is one of the sampled ones."""
        return self._sample > 0.0 and random.random() < self._sample  # noqa: S311 - no secret

    def wants_refusal(self) -> bool:
        """Whether there is room for a line about a refused call in this second."""
        second = int(time.monotonic())
        if second != self._second:
            self._second, self._refusals_left = second, self._refusals
        self._refusals_left -= 1
        return self._refusals_left >= 0

    def call(
        self, method: str, code: str, seconds: float, peer: str, metadata: Mapping[str, str], **more: Any
    ) -> None:
        """One line for one call."""
        fields = {
            "method": method,
            "code": code,
            "us": round(seconds * 1e6),
            "peer": peer,
            "request_id": request_id(metadata),
            **more,
        }
        if (traceparent := metadata.get(TRACEPARENT)) is not None:
            fields["traceparent"] = traceparent[:_LONGEST_ID]
        self._logger.info("call", **fields)

    def info(self, event: str, **fields: Any) -> None:
        """Something an operator may want to know."""
        self._logger.info(event, **fields)

    def warning(self, event: str, **fields: Any) -> None:
        """Something an operator should look at."""
        self._logger.warning(event, **fields)

    def error(self, event: str, **fields: Any) -> None:
        """Something that keeps the service from doing its work."""
        self._logger.error(event, **fields)

    def failure(self, event: str, error: BaseException, **fields: Any) -> None:
        """A fault of the service itself, with its traceback."""
        self._logger.error(event, exc_info=error, **fields)


class _LineWriter:
    """Writes whole lines, so that processes sharing a stream don't mix them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def msg(self, line: str) -> None:
        with self._lock:
            try:
                self._stream.write(line + "\n")
                self._stream.flush()
            except (OSError, ValueError):
                pass  # a full disk or a closed pipe must not turn into failed calls

    debug = info = warning = error = msg


def request_id(metadata: Mapping[str, str]) -> str:
    """The id the caller gave in ``x-request-id``, else a new random one of 16 hexadecimal digits."""
    given = metadata.get(REQUEST_ID)
    return given[:_LONGEST_ID] if given else secrets.token_hex(8)
