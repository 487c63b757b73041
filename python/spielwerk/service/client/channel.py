"""The clients: one channel each, reused for every question."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self, TypeVar

import grpc
import grpc.aio

from spielwerk._refusal import refusal
from spielwerk.service.client.errors import ServiceError

if TYPE_CHECKING:
    from types import TracebackType

    from spielwerk.service.client.question import Question

SERVICE_CONFIG: Final = (
    resources.files(__package__).joinpath("service_config.json").read_text(encoding="utf-8")
)
"""The gRPC service config as JSON: round robin over all addresses, replicas that say NOT_SERVING left out, a deadline,
and up to five tries within some 1.5 s when a replica is UNAVAILABLE. CANCELLED is tried again as well: a server on
grpc's core says so to a call that reaches it in the moment it ends (grpc/grpc#41785), and what the caller cancelled
is not tried again anyway. Every method is free of side effects, so asking again is safe."""

_OPTIONS: Final = (
    ("grpc.service_config", SERVICE_CONFIG),
    ("grpc.enable_retries", 1),
    ("grpc.per_rpc_retry_buffer_size", 1 << 30),
    ("grpc.max_receive_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 10_000),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_permit_without_calls", 1),
)
"""A call is only tried again while its request is kept, and batches are larger than the 256 KiB that grpc keeps. Of one
address all tries would be over before grpc connects again by itself, after a second. The server allows such pings;
answers may be as large as the caller asked for."""

_SHARED: Final = "a client is not copied or pickled; share it, or pickle its target and make another"

_Answer = TypeVar("_Answer")


class Client:
    """Asks a service, one question after the other or from many threads; safe to share.

    Args:
        target: Where, such as ``localhost:50051``, ``dns:///name:50051`` or ``ipv4:192.0.2.1:50051,192.0.2.2:50051``.
        credentials: TLS credentials of ``grpc.ssl_channel_credentials``; plain text without.
        token: A bearer token to send along. Only with `credentials`, or to this machine.
        timeout: Seconds to wait for an answer by default; ``None`` leaves it to the service config (30).

    Raises:
        InvalidInputError: If `target` or `token` has characters that can't be sent.
    """

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        token: str | None = None,
        timeout: float | None = None,
    ) -> None:
        self._metadata = _checked(target, token)
        options = (*_OPTIONS, *_authority(target))
        if credentials is None:
            self._channel = grpc.insecure_channel(target, options=options)
        else:
            self._channel = grpc.secure_channel(target, credentials, options=options)
        self._timeout = timeout
        self._methods: dict[str, grpc.UnaryUnaryMultiCallable[bytes, bytes]] = {}

    def ask(self, question: Question[_Answer], *, timeout: float | None = None) -> _Answer:
        """The answer to a question.

        Args:
            question: What to ask, from a module such as ``spielwerk.service.client.qwirkle``.
            timeout: Seconds to wait, instead of the client's own.

        Raises:
            ServiceError: The request made no sense, the server refused the caller, or nobody answered.
        """
        method = self._methods.get(question.path)
        if method is None:
            method = self._methods[question.path] = self._channel.unary_unary(question.path)
        try:
            reply = method(
                question.request,
                timeout=self._timeout if timeout is None else timeout,
                metadata=self._metadata,
            )
        except grpc.RpcError as error:
            raise ServiceError.of(error) from error
        return question.read(reply)

    def close(self) -> None:
        """End the connection."""
        self._channel.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(_SHARED)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient:
    """Asks a service from an event loop, any number of questions at once. Arguments as for :class:`Client`."""

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        token: str | None = None,
        timeout: float | None = None,
    ) -> None:
        self._metadata = _checked(target, token)
        options = (*_OPTIONS, *_authority(target))
        if credentials is None:
            self._channel = grpc.aio.insecure_channel(target, options=options)
        else:
            self._channel = grpc.aio.secure_channel(target, credentials, options=options)
        self._timeout = timeout
        self._methods: dict[str, Any] = {}

    async def ask(self, question: Question[_Answer], *, timeout: float | None = None) -> _Answer:  # noqa: ASYNC109 - gRPC's own
        """The answer to a question.

        Args:
            question: What to ask, from a module such as ``spielwerk.service.client.qwirkle``.
            timeout: Seconds to wait, instead of the client's own.

        Raises:
            ServiceError: The request made no sense, the server refused the caller, or nobody answered.
        """
        method = self._methods.get(question.path)
        if method is None:
            method = self._methods[question.path] = self._channel.unary_unary(question.path)
        try:
            reply: bytes = await method(
                question.request,
                timeout=self._timeout if timeout is None else timeout,
                metadata=self._metadata,
            )
        except grpc.RpcError as error:
            raise ServiceError.of(error) from error
        return question.read(reply)

    async def close(self) -> None:
        """End the connection."""
        await self._channel.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(_SHARED)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _checked(target: str, token: str | None) -> tuple[tuple[str, str], ...]:
    """The metadata of every call, once it is known that all of this can be sent."""
    if not target.isprintable():
        raise refusal("target", "", "unprintable", f"{target!r} has characters that can't be printed")
    if token is None:
        return ()
    if not (token.isascii() and token.isprintable()):
        # Never repeats the token.
        raise refusal("token", "", "unprintable", "it has characters other than printable ASCII")
    return (("authorization", f"Bearer {token}"),)


def _authority(target: str) -> tuple[tuple[str, str], ...]:
    """The name under which to ask, where grpc would take a whole list of addresses for one, which no server is called.

    >>> _authority("ipv4:192.0.2.1:50051,192.0.2.2:50051"), _authority("localhost:50051")
    ((('grpc.default_authority', '192.0.2.1:50051'),), ())
    """
    scheme, _, addresses = target.partition(":")
    if scheme not in {"ipv4", "ipv6"} or "," not in addresses:
        return ()
    return (("grpc.default_authority", addresses.partition(",")[0]),)
