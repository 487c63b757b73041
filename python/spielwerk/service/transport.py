"""One grpc server of one process, put together from its parts."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import grpc

from spielwerk.service import inline, selftest
from spielwerk.service.auth import TokenGuard
from spielwerk.service.config import ServerConfig, is_loopback, join_address
from spielwerk.service.errors import BindError
from spielwerk.service.handlers import GameHandler
from spielwerk.service.health import Health
from spielwerk.service.listening import bound, listen
from spielwerk.service.metrics import Metrics
from spielwerk.service.pool import ElasticPool
from spielwerk.service.reflection import Reflection
from spielwerk.service.serving import Server
from spielwerk.service.tls import server_credentials
from spielwerk.service.tracing import Tracer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spielwerk.service.answerer import Answerer
    from spielwerk.service.log import ServiceLog


MAXIMUM_METADATA_BYTES = 16 * 1024
"""Most bytes of metadata of a call, each entry counted with the 32 that HTTP/2 adds."""


class GrpcServer(Server):
    """The service on one port of this process.

    The constructor binds; :meth:`start` begins to answer and tests the rules; :meth:`drain` ends softly,
    :meth:`stop` at once. As a context manager it starts on entry and stops on exit:

    .. code-block:: python

        with build_server(ServerConfig(port=0)) as server:
            channel = grpc.insecure_channel(server.address)
    """

    def __init__(
        self, config: ServerConfig, answerer: Answerer, log: ServiceLog, *, share_port: bool = False
    ) -> None:
        """Put the server together and bind its ports.

        Args:
            config: all settings.
            answerer: the rules.
            log: where calls and events are told.
            share_port: whether other processes may listen on the same port (SO_REUSEPORT).

        Raises:
            BindError: an address can't be bound.
            ConfigError: a file named in `config` is not usable.
        """
        self.config = config
        self._answerer = answerer
        self._log = log
        guard = TokenGuard.from_config(config, log)
        credentials = server_credentials(config, log) if config.secure else None
        if guard is not None and credentials is None and not is_loopback(config.host):
            log.warning("bearer tokens travel in plain text; use TLS", address=config.address)
        tracer = Tracer() if config.tracing else None
        self._metrics = Metrics(answerer) if config.metrics_port is not None else None
        self._pool = ElasticPool(config.threads, config.maximum_threads)
        self._games = GameHandler(
            answerer,
            self._pool,
            limit=config.maximum_concurrent_rpcs,
            log=log,
            metrics=self._metrics,
            guard=guard,
            tracer=tracer,
            on_serving_thread=self._opens_inline(),
        )
        services = sorted({path.split("/")[1] for path in self._games.cores})
        self._health = Health(services)
        self._reflection = Reflection(services, answerer.file_descriptor_set()) if config.reflection else None
        handlers: list[grpc.GenericRpcHandler] = [self._games, self._health.handler()]
        if self._reflection is not None:
            handlers += self._reflection.handlers(guard)
        self._server = grpc.server(
            self._pool,
            handlers=handlers,
            options=channel_options(config, share_port=share_port),
            # The games refuse earlier and with a RetryInfo; this is the wall behind health and reflection.
            maximum_concurrent_rpcs=2 * config.maximum_concurrent_rpcs + 64,
        )
        try:
            self.port = _bind(self._server, config, credentials)
            """Port the service listens on; the one chosen when the configuration says 0."""
            self.metrics_port = None if share_port else self._bind_metrics()
            """Port of the Prometheus page; ``None`` without metrics, and when processes share a port: their
            parent shows one page for all."""
        except BindError:
            self.stop()
            raise

    @property
    def calls_in_work(self) -> int:
        """Calls that run or wait for a thread or for their message."""
        return self._pool.unfinished

    def start(self) -> None:
        """Test the rules, say so by health, and answer calls."""
        selftest.announce(self._answerer, self._log, self._health.serving)
        if self._metrics is not None:
            self._metrics.start()
        self._server.start()

    def turn_away(self) -> None:
        """Say NOT_SERVING by health, of everything and for good; calls are still answered."""
        self._health.enter_graceful_shutdown()

    def drain(self, skip_pause: threading.Event | None = None) -> None:
        """End softly: NOT_SERVING, a pause for balancers, no new calls, and time for those in work.

        Args:
            skip_pause: ends the pause early when set.
        """
        self.turn_away()
        (skip_pause or threading.Event()).wait(self.config.drain_pause)
        stopped = self._server.stop(self.config.drain_grace)
        # Streams that only wait for news would hold up the end until the grace is over.
        self._health.end_watches()
        if self._reflection is not None:
            self._reflection.end_streams()
        stopped.wait()
        self._close()

    def stop(self) -> None:
        """End at once; calls in work are cancelled."""
        self._server.stop(None).wait()
        self._close()

    def _opens_inline(self) -> bool:
        if not self.config.inline:
            return False
        if self.config.tracing:
            self._log.warning("spans need the stock way; 'inline' is left out")
            return False
        works = inline.install()
        if not works:
            self._log.warning(
                "this grpcio can't answer inline; calls go the stock way", grpcio=grpc.__version__
            )
        return works

    def _bind_metrics(self) -> int | None:
        if self._metrics is None or self.config.metrics_port is None:
            return None
        try:
            return self._metrics.serve(self.config.metrics_host, self.config.metrics_port)
        except OSError as error:
            raise BindError(str(error)) from error

    def _close(self) -> None:
        if self._metrics is not None:
            self._metrics.close()
        self._games.close()
        self._health.close()
        if self._reflection is not None:
            self._reflection.close()
        self._pool.shutdown(wait=False)


def channel_options(config: ServerConfig, *, share_port: bool) -> Sequence[tuple[str, int]]:
    """The settings of `config` in the words of grpc's core."""
    options = [
        ("grpc.so_reuseport", int(share_port)),
        ("grpc.max_receive_message_length", config.maximum_request_bytes),
        # Between the two core refuses some calls and not others, so that clients notice in time; we want one limit.
        ("grpc.max_metadata_size", MAXIMUM_METADATA_BYTES),
        ("grpc.absolute_max_metadata_size", MAXIMUM_METADATA_BYTES),
        ("grpc.max_concurrent_streams", config.maximum_streams_per_connection),
        # Core punishes pings more often than every 5 minutes by default; ordinary clients ping every 10 s and
        # idle.
        ("grpc.http2.min_ping_interval_without_data_ms", _milliseconds(config.client_ping_interval)),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.keepalive_time_ms", _milliseconds(config.keepalive_time)),
        ("grpc.keepalive_timeout_ms", _milliseconds(config.keepalive_timeout)),
    ]
    if config.maximum_connection_age is not None:
        options += [
            ("grpc.max_connection_age_ms", _milliseconds(config.maximum_connection_age)),
            ("grpc.max_connection_age_grace_ms", _milliseconds(config.maximum_connection_age_grace)),
        ]
    return options


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _bind(server: grpc.Server, config: ServerConfig, credentials: grpc.ServerCredentials | None) -> int:
    def take(address: str, port: int) -> int:
        # Core is told addresses, not names: it is content with any one of the addresses of a name.
        place = join_address(address, port)
        try:
            if credentials is None:
                return server.add_insecure_port(place)
            return server.add_secure_port(place, credentials)
        except RuntimeError as error:
            raise bind_fault(address, port) from error

    return listen(config.host, config.port, take)


def bind_fault(address: str, port: int) -> OSError:
    """Why the system refuses an address; grpc keeps the reason to itself.

    >>> bind_fault("198.51.100.1", 0).strerror
    'Cannot assign requested address'
    """
    try:
        with bound(address, port) as probe:
            probe.listen(1)
    except OSError as error:
        return error
    return OSError(None, "the system did not say why")
