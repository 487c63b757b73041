"""The standard health service: may I send you traffic?

``""`` stands for the whole server, each service also answers under its full name. A service is SERVING only
after the rules behind it gave the right answers to known questions, and turns NOT_SERVING before the server
drains.
"""

from __future__ import annotations

import threading
from concurrent import futures
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health, health_pb2

from spielwerk.service.handlers import OnPool, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from google.protobuf.message import Message

SERVICE = health.SERVICE_NAME
"""Full name of the health service."""


class Health(health.HealthServicer):
    """Health of all services of one server; nothing is SERVING until :meth:`serving` says so."""

    def __init__(self, services: Iterable[str]) -> None:
        super().__init__()
        self._names = ("", *services)
        self._watches: set[_Watch] = set()
        self._watches_lock = threading.Lock()
        self._pool = futures.ThreadPoolExecutor(2, "spielwerk-health")
        for service in self._names:
            self.set(service, health_pb2.HealthCheckResponse.NOT_SERVING)

    def serving(self, service: str) -> None:
        """Let `service` (``""``: the whole server) take traffic."""
        self.set(service, health_pb2.HealthCheckResponse.SERVING)

    def List(self, _request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802 - as for Watch
        """The health of every service."""
        pb: Any = health_pb2  # the stubs do not know this message yet
        check = health_pb2.HealthCheckRequest
        with self._lock:  # type: ignore[attr-defined] # nobody sees half of a change
            return pb.HealthListResponse(
                statuses={name: self.Check(check(service=name), context) for name in self._names}
            )

    def Watch(  # noqa: N802 - the name of the method in the standard service
        self, request: Any, context: grpc.ServicerContext, send_response_callback: Any = None
    ) -> Any:
        """Stream the health of one service; the end of the server ends the stream."""
        watch = _Watch(send_response_callback)
        with self._watches_lock:
            self._watches.add(watch)
        context.add_callback(lambda: self._watches.discard(watch))
        return super().Watch(request, context, watch)

    def end_watches(self) -> None:
        """End all streams: a drain would otherwise wait for clients that never hang up by themselves."""
        with self._watches_lock:
            watches = list(self._watches)
        for watch in watches:
            watch(None)

    def close(self) -> None:
        """End the threads of the health service."""
        self._pool.shutdown(wait=False)

    def handler(self) -> grpc.GenericRpcHandler:
        """The service for :meth:`grpc.Server.add_generic_rpc_handlers`.

        It has threads of its own: a busy server must still be able to say that it is alive.
        """
        pb: Any = health_pb2  # the stubs do not know all of its messages yet
        reply = pb.HealthCheckResponse.SerializeToString
        check = OnPool(_decoding(self.Check, pb.HealthCheckRequest), self._pool)
        watch = OnPool(_decoding(self.Watch, pb.HealthCheckRequest), self._pool, non_blocking=True)
        handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            "Check": grpc.unary_unary_rpc_method_handler(check, None, reply),
            "Watch": grpc.unary_stream_rpc_method_handler(watch, None, reply),
        }
        if hasattr(pb, "HealthListRequest"):  # younger than the oldest grpcio-health-checking that will do
            listed = OnPool(_decoding(self.List, pb.HealthListRequest), self._pool)
            handlers["List"] = grpc.unary_unary_rpc_method_handler(
                listed, None, pb.HealthListResponse.SerializeToString
            )
        return grpc.method_handlers_generic_handler(SERVICE, handlers)


def _decoding(behaviour: Callable[..., Any], message_type: type[Message]) -> Callable[..., Any]:
    """The same behaviour for a serialized request."""

    def decoding(request: bytes, context: grpc.ServicerContext, *more: Any, **named: Any) -> Any:
        return behaviour(decode(message_type, request, context), context, *more, **named)

    return decoding


class _Watch:
    """One stream that can be ended from our side: after its end nothing is sent any more."""

    def __init__(self, send: Any) -> None:
        self._send = send
        self._ended = False

    def __call__(self, response: Any) -> None:
        if not self._ended:
            self._ended = response is None
            self._send(response)
