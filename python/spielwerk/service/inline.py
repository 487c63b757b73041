"""Answering on grpc's serving thread: about twice the calls a core, through a private door of grpcio.

The stock server hands each call from its serving thread to a pool thread, which waits there for the message
and again for the status to be sent; nearly all the cost of a call is this handing over. A single question
takes the rules some microseconds, so here the serving thread answers it itself, as soon as the message has
arrived, with one batch of operations for headers, message and status.

The door is ``grpc._server._handle_with_method_handler``. grpcio does not promise it, hence: it is off unless
asked for, touches only handlers that carry :data:`MARK`, and is tried out on a server of its own before it is
used; :func:`install` says ``False`` when anything is not as expected, and all calls go the stock way.
"""

from __future__ import annotations

import threading
from collections import deque
from concurrent import futures
from typing import TYPE_CHECKING, Any, Final

import grpc
from grpc import _server as _server_module
from grpc._cython import cygrpc  # type: ignore[attr-defined]  # it has no stub

from spielwerk.service.answerer import BRIEF_BYTES
from spielwerk.service.status import DETAILS_KEY, Refused, refused

if TYPE_CHECKING:
    from collections.abc import Callable

MARK: Final = "spielwerk_inline"
"""Attribute of a handler that holds its answering function."""

# Private names are taken from a module without types: the stubs don't promise them either.
_server: Any = _server_module
_stock: Final = _server._handle_with_method_handler
_NO_FLAGS: Final = 0
_waiting: deque[None] = deque()


def waiting() -> int:
    """Calls whose message has not arrived yet."""
    return len(_waiting)


def install() -> bool:
    """Open the door for handlers that carry :data:`MARK`; whether it works with the grpcio at hand."""
    _server._handle_with_method_handler = _handle
    try:
        works = _trial()
    except Exception:  # noqa: BLE001 - whatever went wrong, the stock way remains
        works = False
    if not works:
        _server._handle_with_method_handler = _stock
    return works


def _handle(
    rpc_event: Any, state: Any, method_handler: Any, thread_pool: futures.ThreadPoolExecutor
) -> futures.Future[Any] | None:
    """Take a call whose headers have arrived; the serving thread, our caller, holds the server's lock."""
    answering = getattr(method_handler, MARK, None)
    if answering is None:
        stock: futures.Future[Any] | None = _stock(rpc_event, state, method_handler, thread_pool)
        return stock
    with state.condition:
        rpc_event.call.start_server_batch(
            (cygrpc.ReceiveCloseOnServerOperation(_NO_FLAGS),), _server._receive_close_on_server(state)
        )
        state.due.add(_server._RECEIVE_CLOSE_ON_SERVER_TOKEN)
        rpc_event.call.start_server_batch(
            (cygrpc.ReceiveMessageOperation(_NO_FLAGS),), _receiver(rpc_event, state, answering, thread_pool)
        )
        state.due.add(_server._RECEIVE_MESSAGE_TOKEN)
    _waiting.append(None)
    return None


def _receiver(
    rpc_event: Any, state: Any, answering: Callable[..., Any], thread_pool: futures.ThreadPoolExecutor
) -> Callable[[Any], Any]:
    """What the serving thread does when the message of a call has arrived, or will never arrive."""

    def received(event: Any) -> Any:
        _waiting.pop()
        request = event.batch_operations[0].message()
        if request is None:
            with state.condition:
                if state.client is _server._OPEN:
                    state.client = _server._CLOSED
                if state.client is _server._CLOSED:
                    _send(rpc_event, state, _NO_MESSAGE)
        elif len(request) <= BRIEF_BYTES:
            _answer(rpc_event, state, answering, request)
        else:
            thread_pool.submit(_answer, rpc_event, state, answering, request)
        with state.condition:
            return _server._possibly_finish_call(state, _server._RECEIVE_MESSAGE_TOKEN)

    return received


_NO_MESSAGE: Final = refused(
    grpc.StatusCode.UNIMPLEMENTED, "MESSAGE_MISSING", "the method wants exactly one request message"
)


def _answer(rpc_event: Any, state: Any, answering: Callable[..., Any], request: bytes) -> None:
    outcome = answering(request, _server._Context(rpc_event, state, None))
    with state.condition:
        _send(rpc_event, state, outcome)


def _send(rpc_event: Any, state: Any, outcome: bytes | Refused) -> None:
    """Send headers, message and status in one batch. The caller holds the lock of the call."""
    if not _server._is_rpc_state_active(state):
        return
    # An operation belongs to one batch and must be made anew for each.
    headers = cygrpc.SendInitialMetadataOperation(None, _NO_FLAGS)
    if isinstance(outcome, Refused):
        trailers = ((DETAILS_KEY, outcome.details),) if outcome.details else None
        code = _server._application_code(outcome.code)
        status = cygrpc.SendStatusFromServerOperation(trailers, code, outcome.message.encode(), _NO_FLAGS)
        operations: tuple[Any, ...] = (headers, status)
    else:
        status = cygrpc.SendStatusFromServerOperation(None, cygrpc.StatusCode.ok, b"", _NO_FLAGS)
        operations = (headers, cygrpc.SendMessageOperation(outcome, _NO_FLAGS), status)
    token = _server._SEND_STATUS_FROM_SERVER_TOKEN
    rpc_event.call.start_server_batch(operations, _server._send_status_from_server(state, token))
    state.statused = True
    state.due.add(token)


def _trial() -> bool:
    """Put a server of our own through the endings a call can have."""
    refusal = refused(grpc.StatusCode.INVALID_ARGUMENT, "TRIAL", "as expected")
    threads: set[int] = set()

    def answering(request: bytes, _context: grpc.ServicerContext) -> bytes | Refused:
        threads.add(threading.get_ident())
        return refusal if request == b"refuse" else request

    handler = marked(grpc.unary_unary_rpc_method_handler(_never), answering)
    with futures.ThreadPoolExecutor(1) as pool:
        server = grpc.server(
            pool, handlers=[grpc.method_handlers_generic_handler("spielwerk.Trial", {"Try": handler})]
        )
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        try:
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                works = _tried(channel, refusal)
        finally:
            server.stop(None).wait()
    serving_and_pool_thread = 2
    return works and len(threads) == serving_and_pool_thread and waiting() == 0


def _tried(channel: grpc.Channel, refusal: Refused) -> bool:
    ask: Any = channel.unary_unary("/spielwerk.Trial/Try")
    large = bytes(BRIEF_BYTES + 1)
    if not all(ask(request, timeout=5) == request for request in (b"", b"small", large)):
        return False
    try:
        ask(b"refuse", timeout=5)
    except grpc.RpcError as error:
        trailers = {entry.key: entry.value for entry in error.trailing_metadata() or ()}
        refused_well = error.code() is refusal.code and trailers.get(DETAILS_KEY) == refusal.details
    else:
        refused_well = False
    try:
        channel.stream_unary("/spielwerk.Trial/Try")(iter(()), timeout=5)
    except grpc.RpcError as error:
        return refused_well and error.code() is grpc.StatusCode.UNIMPLEMENTED
    return False


def marked(handler: Any, answering: Callable[..., Any]) -> Any:
    """The same handler, to be answered on the serving thread once the door is open."""
    setattr(handler, MARK, answering)
    return handler


def _never(_request: bytes, _context: grpc.ServicerContext) -> bytes:
    raise AssertionError("the stock way was taken")
