"""What every transport does: one server of one process, whatever speaks gRPC in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import threading

    from spielwerk.service.answerer import Answerer
    from spielwerk.service.config import ServerConfig
    from spielwerk.service.log import ServiceLog


class Server(ABC):
    """The service on one port of this process.

    The constructor binds; :meth:`start` tests the rules and begins to answer; :meth:`drain` ends softly,
    :meth:`stop` at once. As a context manager it starts on entry and stops on exit:

    .. code-block:: python

        with build_server(ServerConfig(port=0)) as server:
            channel = grpc.insecure_channel(server.address)
    """

    config: ServerConfig
    """All settings."""
    port: int
    """Port the service listens on; the one chosen when the configuration says 0."""
    metrics_port: int | None
    """Port of the Prometheus page; ``None`` without metrics, and when processes share a port: their parent
    shows one page for all."""

    @property
    def address(self) -> str:
        """``host:port`` of the listener."""
        return self.config.with_port(self.port).address

    @property
    @abstractmethod
    def calls_in_work(self) -> int:
        """Calls that run or wait for a thread or for their message."""

    @abstractmethod
    def start(self) -> None:
        """Test the rules, say so by health, and answer calls."""

    @abstractmethod
    def turn_away(self) -> None:
        """Say NOT_SERVING by health, of everything and for good; calls are still answered."""

    @abstractmethod
    def drain(self, skip_pause: threading.Event | None = None) -> None:
        """End softly: NOT_SERVING, a pause for balancers, no new calls, and time for those in work.

        Args:
            skip_pause: ends the pause early when set.
        """

    @abstractmethod
    def stop(self) -> None:
        """End at once; calls in work are cancelled."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def open_server(
    config: ServerConfig, answerer: Answerer, log: ServiceLog, *, share_port: bool = False
) -> Server:
    """A server with the transport that `config` names, bound and not started.

    Args:
        config: all settings; ``workers`` is not looked at.
        answerer: the rules.
        log: where calls and events are told.
        share_port: whether other processes may listen on the same port (SO_REUSEPORT).

    Raises:
        BindError: an address can't be bound.
        ConfigError: a file named in `config` is not usable.
        ImportError: the extra ``spielwerk[service]`` is not installed.
    """
    if config.transport == "native":
        from spielwerk.service.native_server import NativeServer

        return NativeServer(config, answerer, log, share_port=share_port)
    from spielwerk.service.transport import GrpcServer

    return GrpcServer(config, answerer, log, share_port=share_port)
