"""gRPC reflection: a generic client asks the server what it can do.

The servicer of grpcio-reflection knows version v1alpha only and fails on the symbol of a method. Here the
same servicer also answers as ``grpc.reflection.v1``, whose messages have the same form, and finds methods,
fields and enum values. Everything comes from a descriptor set; no generated code is imported.
"""

from __future__ import annotations

import threading
from concurrent import futures
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool
from grpc_health.v1 import health, health_pb2
from grpc_reflection.v1alpha import reflection, reflection_pb2

from spielwerk.service.handlers import OnPool, decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from spielwerk.service.auth import TokenGuard

SERVICE_V1ALPHA = reflection.SERVICE_NAME
"""Full name of the service most clients of today fall back to."""
SERVICE_V1 = "grpc.reflection.v1.ServerReflection"
"""Full name of the service clients ask first."""
OPEN_STREAMS = 8
"""Streams served at once. An idle one holds a thread, so there is an end to them."""
LONGEST_STREAM = 60.0
"""Seconds after which a stream is cancelled."""


class Reflection(reflection.ReflectionServicer):
    """Reflection over a descriptor set, for both versions."""

    def __init__(self, services: Iterable[str], file_descriptor_set: bytes) -> None:
        """Read the descriptors.

        Args:
            services: full names of the services of the games.
            file_descriptor_set: serialized set with all their files, each after those it imports.
        """
        self._descriptors = _pool(file_descriptor_set)
        standard = (health.SERVICE_NAME, SERVICE_V1ALPHA, SERVICE_V1)
        super().__init__((*services, *standard), self._descriptors)
        # One thread more than streams: it tells further callers to come back later.
        self._threads = futures.ThreadPoolExecutor(OPEN_STREAMS + 1, "spielwerk-reflection")
        self._open: set[grpc.ServicerContext] = set()
        self._open_lock = threading.Lock()

    def stream(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[Any]:
        """One stream of questions and answers."""
        with self._open_lock:
            full = len(self._open) >= OPEN_STREAMS
            if not full:
                self._open.add(context)
        if full:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many reflection streams are open")
        alarm = threading.Timer(LONGEST_STREAM, context.cancel)
        alarm.daemon = True
        alarm.start()
        try:
            for request in requests:
                question = decode(reflection_pb2.ServerReflectionRequest, request, context)
                yield from self._answer(question, context)
        finally:
            alarm.cancel()
            with self._open_lock:
                self._open.discard(context)

    def end_streams(self) -> None:
        """Cancel open streams, so that an idle client does not hold up the end of the server."""
        with self._open_lock:
            contexts = list(self._open)
        for context in contexts:
            context.cancel()

    def close(self) -> None:
        """End the threads of the reflection service."""
        self._threads.shutdown(wait=False)

    def handlers(self, guard: TokenGuard | None) -> tuple[grpc.GenericRpcHandler, ...]:
        """The services for ``add_generic_rpc_handlers``, behind the same guard as the games."""

        def stream(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[Any]:
            if guard is not None and (refusal := guard.refusal(context.invocation_metadata())) is not None:
                refusal.abort(context)
            yield from self.stream(requests, context)

        method: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(
            OnPool(stream, self._threads),
            None,
            reflection_pb2.ServerReflectionResponse.SerializeToString,
        )
        return tuple(
            grpc.method_handlers_generic_handler(service, {"ServerReflectionInfo": method})
            for service in (SERVICE_V1, SERVICE_V1ALPHA)
        )

    def _answer(self, request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        """The answer of grpcio-reflection, with the symbol of a part replaced by that of the whole."""
        owner = self._owner(request.file_containing_symbol)
        if owner is None:
            yield from self.ServerReflectionInfo(iter((request,)), context)
            return
        asked = reflection_pb2.ServerReflectionRequest(host=request.host, file_containing_symbol=owner)
        for response in self.ServerReflectionInfo(iter((asked,)), context):
            response.original_request.CopyFrom(request)
            yield response

    def _owner(self, symbol: str) -> str | None:
        """What `symbol` is a part of: service of a method, message of a field, enum of a value."""
        owner, _, name = symbol.rpartition(".")
        pool = self._descriptors
        for find, members in (
            (pool.FindServiceByName, "methods_by_name"),
            (pool.FindMessageTypeByName, "fields_by_name"),
            (pool.FindMessageTypeByName, "oneofs_by_name"),
            (pool.FindEnumTypeByName, "values_by_name"),
        ):
            try:
                if name in getattr(find(owner), members):
                    return owner
            except KeyError:
                continue
        return None


def _pool(file_descriptor_set: bytes) -> descriptor_pool.DescriptorPool:
    pool = descriptor_pool.DescriptorPool()
    files = descriptor_pb2.FileDescriptorSet.FromString(file_descriptor_set).file
    for file in files:
        pool.Add(file)
    known = {file.name for file in files}
    for module in (health_pb2, reflection_pb2):
        if module.DESCRIPTOR.name not in known:
            pool.AddSerializedFile(module.DESCRIPTOR.serialized_pb)
    pool.Add(_reflection_v1())
    return pool


def _reflection_v1() -> descriptor_pb2.FileDescriptorProto:
    """The file of reflection v1: that of v1alpha under another package."""
    file = descriptor_pb2.FileDescriptorProto.FromString(reflection_pb2.DESCRIPTOR.serialized_pb)
    file.name, file.package = "grpc/reflection/v1/reflection.proto", "grpc.reflection.v1"
    for message in file.message_type:
        for field in message.field:
            if field.type_name:
                field.type_name = field.type_name.replace(".v1alpha.", ".v1.")
    for service in file.service:
        for method in service.method:
            method.input_type = method.input_type.replace(".v1alpha.", ".v1.")
            method.output_type = method.output_type.replace(".v1alpha.", ".v1.")
    return file
