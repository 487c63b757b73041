"""From a call to the rules and back: raw bytes in, raw bytes out, no message class in between.

Metrics, logs and the bearer token are looked after right here and not by interceptors, which would cost a
tenth of the throughput.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent import futures
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, cast

import grpc
from google.protobuf.message import DecodeError

from spielwerk.service import inline
from spielwerk.service.answerer import BRIEF_BYTES, BRIEF_METHODS
from spielwerk.service.log import ServiceLog, request_id
from spielwerk.service.status import Refused, from_answerer, refused

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from spielwerk.service.answerer import Answerer, Cancellation, Refusal
    from spielwerk.service.auth import TokenGuard
    from spielwerk.service.metrics import Metrics
    from spielwerk.service.pool import ElasticPool
    from spielwerk.service.tracing import Tracer

Outcome = bytes | Refused
"""What a call ends with: a serialized reply, or a refusal."""
RawHandler: TypeAlias = "grpc.RpcMethodHandler[bytes, bytes]"
Behaviour = Callable[[bytes, grpc.ServicerContext], bytes]

_NO_DEADLINE = 1e8
"""Seconds; grpc writes "no deadline" as a time centuries ahead."""


class GameHandler(grpc.GenericRpcHandler):
    """Serves every method of the answerer.

    The caller is checked when the headers arrive and before a thread is spent on waiting for the message, so
    neither a stranger without a token nor an overload can occupy the pool.
    """

    def __init__(
        self,
        answerer: Answerer,
        pool: ElasticPool,
        *,
        limit: int,
        log: ServiceLog,
        metrics: Metrics | None = None,
        guard: TokenGuard | None = None,
        tracer: Tracer | None = None,
        on_serving_thread: bool = False,
    ) -> None:
        """Build one handler a method.

        Args:
            answerer: the rules.
            pool: the pool of the server; its unfinished tasks are the calls in work.
            limit: calls in work or waiting above which further ones are refused.
            log: where calls are told.
            metrics: where calls are counted; ``None`` for nowhere.
            guard: who may ask; ``None`` for everybody.
            tracer: where spans go; ``None`` for nowhere.
            on_serving_thread: whether single questions skip the pool; see :mod:`spielwerk.service.inline`.
        """
        self._pool = pool
        self._limit = limit
        self._guard = guard
        self._log = log
        self._metrics = metrics
        self._refusing_pool = futures.ThreadPoolExecutor(2, "spielwerk-refusal")
        self.cores: dict[str, Callable[[bytes, grpc.ServicerContext], Outcome]] = {
            path: core(path, answerer, log, metrics) for path in answerer.methods()
        }
        """For each method path the function from request to outcome."""
        self._handlers: Mapping[str, RawHandler] = {
            path: grpc.unary_unary_rpc_method_handler(behaviour(path, answering, tracer))
            for path, answering in self.cores.items()
        }
        if on_serving_thread:
            for path, handler in self._handlers.items():
                if path.rpartition("/")[2] in BRIEF_METHODS:
                    inline.marked(handler, self.cores[path])
        overloaded = _overloaded(limit)
        self._overloaded = {path: self._refusing(path, overloaded) for path in self._handlers}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> RawHandler | None:
        """The handler of a call whose headers have arrived; ``None`` when there is no such method."""
        path = handler_call_details.method
        handler = self._handlers.get(path)
        if handler is None:
            return None
        if self._guard is not None:
            refusal = self._guard.refusal(handler_call_details.invocation_metadata)
            if refusal is not None:
                return self._refusing(path, refusal)
        if self._pool.unfinished + inline.waiting() >= self._limit:
            return self._overloaded[path]
        return handler

    def close(self) -> None:
        """End the threads that refuse calls."""
        self._refusing_pool.shutdown(wait=False)

    def _refusing(self, path: str, refusal: Refused) -> RawHandler:
        """A handler that refuses at once; it poses as a streaming one, which does not wait for a message."""
        metrics = self._metrics.for_method(path) if self._metrics is not None else None

        def refuse(_requests: object, context: grpc.ServicerContext) -> NoReturn:
            if metrics is not None:
                metrics.started()
                metrics.refused(refusal.code.name, 0.0)
            if self._log.wants_refusal():
                _log_call(self._log, path, refusal.code, 0.0, context, reason=refusal.message)
            refusal.abort(context)

        return grpc.stream_unary_rpc_method_handler(OnPool(refuse, self._refusing_pool))


def _overloaded(limit: int) -> Refused:
    return refused(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_CALLS",
        "the service has its hands full; try again soon",
        retry_after=0.1,
        metadata={"limit": "maximum_concurrent_rpcs", "limit_value": str(limit)},
    )


def decode(message_type: type[Message], request: bytes, context: grpc.ServicerContext) -> Message:
    """The message of a call to a standard service.

    The caller hears INVALID_ARGUMENT when these bytes are none. A deserializer that grpc knows of would end the
    call with INTERNAL, as if it were a fault of ours.
    """
    try:
        return message_type.FromString(request)
    except DecodeError:
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"the request is no {message_type.DESCRIPTOR.name}")
        raise


class OnPool:
    """A behaviour that grpc runs on a pool of its own instead of that of the server."""

    __slots__ = ("_behaviour", "experimental_non_blocking", "experimental_thread_pool")

    def __init__(
        self, behaviour: Callable[..., Any], pool: futures.ThreadPoolExecutor, *, non_blocking: bool = False
    ) -> None:
        self._behaviour = behaviour
        self.experimental_thread_pool = pool
        self.experimental_non_blocking = non_blocking

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run the behaviour."""
        return self._behaviour(*arguments, **named)


def core(
    path: str, answerer: Answerer, log: ServiceLog, metrics: Metrics | None
) -> Callable[[bytes, grpc.ServicerContext], Outcome]:
    """The function that answers one method: it never raises, and it counts and tells what it does."""
    answer, refusal_type, new_cancel = answerer.answer, answerer.AnswerError, answerer.Cancel
    wants_success = log.wants_success
    brief = path.rpartition("/")[2] in BRIEF_METHODS
    meter = metrics.for_method(path) if metrics is not None else None

    def answering(request: bytes, context: grpc.ServicerContext) -> Outcome:
        begun = perf_counter()
        if meter is not None:
            meter.started()
        try:
            if brief and len(request) <= BRIEF_BYTES:
                reply = answer(path, request)  # it ends before anybody could look at a clock
            else:
                reply = answer(path, request, _time_left(context), _cancelled_with(context, new_cancel()))
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets a status
            outcome = _unanswered(error, refusal_type, path, context, log)
        else:
            seconds = perf_counter() - begun
            if meter is not None:
                meter.succeeded(seconds)
            if wants_success():
                _log_call(log, path, grpc.StatusCode.OK, seconds, context, bytes=len(reply))
            return reply
        seconds = perf_counter() - begun
        if meter is not None:
            meter.refused(outcome.code.name, seconds)
        if log.wants_refusal():
            _log_call(log, path, outcome.code, seconds, context, reason=outcome.message)
        return outcome

    return answering


def behaviour(
    path: str, answering: Callable[[bytes, grpc.ServicerContext], Outcome], tracer: Tracer | None
) -> Behaviour:
    """What grpc calls: turns a refusal into an abort, and makes a span when there is a tracer."""

    def plain(request: bytes, context: grpc.ServicerContext) -> bytes:
        outcome = answering(request, context)
        if isinstance(outcome, Refused):
            outcome.abort(context)
        return outcome

    if tracer is None:
        return plain

    def traced(request: bytes, context: grpc.ServicerContext) -> bytes:
        with tracer.span(path, metadata_of(context)) as span:
            outcome = answering(request, context)
            span.end_with(outcome.code.value[0] if isinstance(outcome, Refused) else 0)
        if isinstance(outcome, Refused):
            outcome.abort(context)
        return outcome

    return traced


def metadata_of(context: grpc.ServicerContext) -> dict[str, str]:
    """The text metadata of a call by key; of several values of a key the first."""
    metadata: dict[str, str] = {}
    for key, value in context.invocation_metadata() or ():
        if isinstance(value, str):
            metadata.setdefault(key, value)
    return metadata


def _time_left(context: grpc.ServicerContext) -> float | None:
    """Seconds until the deadline of the call; ``None`` when it has none."""
    remaining = context.time_remaining()
    return remaining if remaining < _NO_DEADLINE else None


def _cancelled_with(context: grpc.ServicerContext, cancel: Cancellation) -> Cancellation:
    """The same flag, set when the call ends before its answer."""
    if not context.add_callback(cancel.cancel):
        cancel.cancel()  # it has ended already
    return cancel


def _unanswered(
    error: Exception, refusal_type: type[Exception], path: str, context: grpc.ServicerContext, log: ServiceLog
) -> Refused:
    """The status for a call that the answerer refused, or failed on."""
    if not isinstance(error, refusal_type):
        return _failure(error, path, context, log)
    refusal = cast("Refusal", error)
    if refusal.code == grpc.StatusCode.CANCELLED.value[0] and _time_left(context) == 0.0:
        # Core ends a call when its deadline has passed, and we hear of its end before we look at the clock.
        return Refused(grpc.StatusCode.DEADLINE_EXCEEDED, "the time of the caller ran out")
    try:
        return from_answerer(refusal.code, refusal.message, refusal.details)
    except Exception as fault:  # noqa: BLE001 - a refusal nobody can read is a fault of ours
        return _failure(fault, path, context, log)


def _failure(error: Exception, path: str, context: grpc.ServicerContext, log: ServiceLog) -> Refused:
    """A fault of ours: all of it into the log, to the caller only the name under which the log has it."""
    identity = request_id(metadata_of(context))
    log.failure("call failed", error, method=path, request_id=identity)
    return refused(
        grpc.StatusCode.INTERNAL,
        "INTERNAL",
        f"the service failed on this request; it is logged as request {identity}",
    )


def _log_call(
    log: ServiceLog,
    path: str,
    code: grpc.StatusCode,
    seconds: float,
    context: grpc.ServicerContext,
    **more: Any,
) -> None:
    if (time_left := _time_left(context)) is not None:
        more["time_left_us"] = round(time_left * 1e6)
    log.call(path, code.name, seconds, context.peer(), metadata_of(context), **more)
