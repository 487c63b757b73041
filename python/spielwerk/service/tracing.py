"""OpenTelemetry spans, for services that ask for them (extra ``spielwerk[telemetry]``).

The service only makes spans; where they go is the business of the provider that the process sets up, for
example with ``opentelemetry-instrument`` or the usual ``OTEL_*`` variables.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from spielwerk.service.config import ConfigError, Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SERVER_FAULTS = frozenset({2, 4, 12, 13, 14, 15})
"""Numbers of the codes that mark the span of a server as failed, by OpenTelemetry's conventions for RPC:
UNKNOWN, DEADLINE_EXCEEDED, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS."""


class Tracer:
    """Makes one span of kind SERVER a call, below the caller's span when it sent ``traceparent``."""

    def __init__(self) -> None:
        """Take the tracer of the provider that is set up.

        Raises:
            ConfigError: OpenTelemetry is not installed.
        """
        try:
            from opentelemetry import propagate, trace
        except ImportError as error:
            message = "OpenTelemetry is not installed; install spielwerk[telemetry]"
            raise ConfigError((Fault("tracing", message),)) from error
        self._extract = propagate.extract
        self._tracer = trace.get_tracer("spielwerk.service")
        self._server = trace.SpanKind.SERVER
        self._error = trace.StatusCode.ERROR

    @contextmanager
    def span(self, path: str, metadata: Mapping[str, str]) -> Iterator[CallSpan]:
        """A span around one call."""
        with self._tracer.start_as_current_span(
            path.strip("/"), context=self._extract(metadata), kind=self._server, attributes=_attributes(path)
        ) as span:
            yield CallSpan(span, self._error)

    def record(self, path: str, metadata: Mapping[str, str], code: int, begun: int, ended: int) -> None:
        """A span for a call that is over.

        Args:
            path: of the method.
            metadata: of the call, as far as it concerns traces.
            code: number of the status code.
            begun: nanoseconds since the epoch.
            ended: nanoseconds since the epoch.
        """
        span = self._tracer.start_span(
            path.strip("/"),
            context=self._extract(metadata),
            kind=self._server,
            attributes=_attributes(path),
            start_time=begun,
        )
        CallSpan(span, self._error).end_with(code)
        span.end(ended)


class CallSpan:
    """The span of one call."""

    def __init__(self, span: Any, error: Any) -> None:
        self._span = span
        self._error = error

    def end_with(self, code: int) -> None:
        """Record the status of the call by the number of its code."""
        self._span.set_attribute("rpc.grpc.status_code", code)
        if code in _SERVER_FAULTS:
            self._span.set_status(self._error)


def _attributes(path: str) -> dict[str, str]:
    service, method = path.strip("/").split("/")
    return {"rpc.system": "grpc", "rpc.service": service, "rpc.method": method}
