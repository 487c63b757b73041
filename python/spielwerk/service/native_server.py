"""The native transport: calls are answered by the extension module and never wait for the interpreter.

What is left to Python is what happens seldom: files that change, lines of log, the page of metrics, the end.
"""

from __future__ import annotations

import os
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

from spielwerk import _native
from spielwerk.service import selftest
from spielwerk.service.answerer import native
from spielwerk.service.config import ConfigError, Fault, ServerConfig, is_loopback
from spielwerk.service.errors import BindError
from spielwerk.service.identity import IdentitySource
from spielwerk.service.log import REQUEST_ID, TRACEPARENT
from spielwerk.service.metrics import Metrics
from spielwerk.service.serving import Server
from spielwerk.service.tokens import TokenSource
from spielwerk.service.tracing import Tracer

if TYPE_CHECKING:
    from spielwerk.service.answerer import Answerer
    from spielwerk.service.log import ServiceLog

_TICK = 0.25
"""Seconds between two looks at files that may have changed, when nothing else happens."""


class NativeServer(Server):
    """The service by the native transport."""

    def __init__(
        self, config: ServerConfig, answerer: Answerer, log: ServiceLog, *, share_port: bool = False
    ) -> None:
        """Put the server together and bind its ports.

        Args:
            config: all settings.
            answerer: the rules; any other than those of this package are asked through the interpreter.
            log: where calls and events are told.
            share_port: whether other processes may listen on the same port (SO_REUSEPORT).

        Raises:
            BindError: an address can't be bound.
            ConfigError: a file named in `config` is not usable.
        """
        self.config = config
        self._answerer = answerer
        self._log = log
        self._tokens = TokenSource(config, log)
        self._identity = IdentitySource(config, log) if config.secure else None
        if self._tokens.tokens and self._identity is None and not is_loopback(config.host):
            log.warning("bearer tokens travel in plain text; use TLS", address=config.address)
        self._tracer = Tracer() if config.tracing else None
        self._server = self._bind(share_port=share_port)
        self.port = self._server.port
        self._metrics = Metrics(answerer, self._server) if config.metrics_port is not None else None
        self._over = threading.Event()
        self._teller = threading.Thread(target=self._tell_forever, name="spielwerk-teller", daemon=True)
        try:
            self.metrics_port = None if share_port else self._bind_metrics()
        except BindError:
            self.stop()
            raise

    @property
    def calls_in_work(self) -> int:
        """Calls that run or wait for a thread or for their message."""
        return self._server.calls_in_work

    def start(self) -> None:
        """Test the rules, say so by health, and answer calls."""
        serving = partial(self._server.set_serving, serving=True)
        selftest.announce(self._answerer, self._log, serving)
        if self._metrics is not None:
            self._metrics.start()
        self._server.start()
        self._teller.start()

    def turn_away(self) -> None:
        """Say NOT_SERVING by health, of everything and for good; calls are still answered."""
        self._server.turn_away()

    def drain(self, skip_pause: threading.Event | None = None) -> None:
        """End softly: NOT_SERVING, a pause for balancers, no new calls, and time for those in work.

        Args:
            skip_pause: ends the pause early when set.
        """
        self.turn_away()
        (skip_pause or threading.Event()).wait(self.config.drain_pause)
        self._end(self.config.drain_grace)

    def stop(self) -> None:
        """End at once; calls in work are cancelled."""
        self._end(0.0)

    def _bind(self, *, share_port: bool) -> _native.NativeServer:
        config = self.config
        identity = self._identity.identity if self._identity is not None else None
        try:
            return _native.NativeServer(
                host=config.host,
                port=config.port,
                share_port=share_port,
                identity=(identity.certificate, identity.key, identity.client_ca) if identity else None,
                tokens=list(self._tokens.tokens) or None,
                reflection=config.reflection,
                threads=config.threads,
                maximum_threads=config.maximum_threads,
                maximum_concurrent_rpcs=config.maximum_concurrent_rpcs,
                maximum_request_bytes=config.maximum_request_bytes,
                maximum_streams_per_connection=config.maximum_streams_per_connection,
                client_ping_interval=config.client_ping_interval,
                keepalive_time=config.keepalive_time,
                keepalive_timeout=config.keepalive_timeout,
                maximum_connection_age=config.maximum_connection_age,
                maximum_connection_age_grace=config.maximum_connection_age_grace,
                log_sample=config.log_sample,
                log_refusals=config.log_refusals,
                tracing=config.tracing,
                answerer=None if self._answerer is native() else self._answerer,
            )
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno is not None else str(error)
            raise BindError(f"can't listen on {config.address}: {reason}") from error
        except ValueError as error:
            raise ConfigError((Fault("tls_certificate", str(error)),)) from error

    def _bind_metrics(self) -> int | None:
        if self._metrics is None or self.config.metrics_port is None:
            return None
        try:
            return self._metrics.serve(self.config.metrics_host, self.config.metrics_port)
        except OSError as error:
            raise BindError(str(error)) from error

    def _end(self, grace: float) -> None:
        self._server.stop(grace)
        self._server.wait()
        self._over.set()
        if self._teller.is_alive():
            self._teller.join()
        if self._metrics is not None:
            self._metrics.close()

    def _tell_forever(self) -> None:
        """Tell what happens, and follow the files, until the server says that it has ended.

        It says so unless too much happens to be told; hence the event beside it.
        """
        while (events := self._server.next_events(_TICK)) or not self._over.is_set():
            for event in events:
                if event["kind"] == "ended":
                    return
                self._tell(event)
            self._follow_files()

    def _follow_files(self) -> None:
        if self._tokens.follow():
            self._server.set_tokens(list(self._tokens.tokens))
        if self._identity is not None and self._identity.follow():
            identity = self._identity.identity
            try:
                self._server.set_identity(identity.certificate, identity.key, identity.client_ca)
            except ValueError as error:
                self._log.warning("new certificate refused, the old one stays", fault=str(error))

    def _tell(self, event: dict[str, Any]) -> None:
        match event["kind"]:
            case "call":
                self._tell_call(event)
            case "failure":
                self._log.error(
                    "call failed",
                    method=event["method"],
                    request_id=event["request_id"],
                    exception=event["message"],
                )
            case "connection":
                self._log.warning("connection failed", peer=event["peer"], reason=event["message"])

    def _tell_call(self, event: dict[str, Any]) -> None:
        metadata = {
            name: event[key]
            for name, key in (
                (REQUEST_ID, "request_id"),
                (TRACEPARENT, "traceparent"),
                ("tracestate", "tracestate"),
            )
            if event[key] is not None
        }
        if self._tracer is not None:
            begun = event["ended_ns"] - round(event["seconds"] * 1e9)
            self._tracer.record(event["method"], metadata, event["code"], begun, event["ended_ns"])
        if event["log"]:
            more = {"bytes": event["reply_bytes"], "reason": event["reason"]}
            if event["time_left"] is not None:
                more["time_left_us"] = round(event["time_left"] * 1e6)
            told = {key: value for key, value in more.items() if value is not None}
            self._log.call(
                event["method"], event["code_name"], event["seconds"], event["peer"], metadata, **told
            )
