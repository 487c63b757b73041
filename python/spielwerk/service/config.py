"""Every knob of the service in one frozen dataclass that names all its faults at once.

No grpc is imported here: the parent of several workers reads the configuration too.
"""

from __future__ import annotations

import dataclasses
import ipaddress
import json
import os
from pathlib import Path
from typing import Any, Literal

from spielwerk._refusal import is_path
from spielwerk.errors import SpielwerkError

MINIMUM_TOKEN_LENGTH = 16
"""Shortest bearer token accepted, in characters; anything shorter can be guessed over the network."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a configuration."""

    field: str
    """Name of the :class:`ServerConfig` field."""
    message: str
    """What is wrong and what would be accepted, in words an operator understands."""

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


class ConfigError(SpielwerkError):
    """A configuration was refused; ``faults`` lists everything that is wrong, not only the first find."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(
            "the server configuration is not usable\n" + "\n".join(f"  {fault}" for fault in faults)
        )
        self.slug = "unusable_configuration"
        self.faults = faults

    def __reduce__(self) -> tuple[type[ConfigError], tuple[tuple[Fault, ...]]]:
        return type(self), (self.faults,)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """How the service listens, whom it answers, and what it tells about itself.

    Times are seconds, sizes are bytes. The defaults are safe: loopback only, bounded in every direction.

    Raises:
        ConfigError: from the constructor, with every fault named.

    >>> ServerConfig(port=0).address
    '127.0.0.1:0'
    >>> ServerConfig(port=70_000, threads=0)
    Traceback (most recent call last):
        ...
    spielwerk.service.config.ConfigError: the server configuration is not usable
      port: 70000 is outside 0 to 65535
      threads: 0 is below 1
    """

    # Listening
    host: str = "127.0.0.1"
    """Address to listen on: an IP address, or a name, which stands for all its addresses. ``0.0.0.0`` and ``::``
    both mean every address of this machine."""
    port: int = 50051
    """TCP port, 0 to 65535; 0 lets the system choose a free one."""
    insecure: bool = False
    """Allow plain text on an address other than loopback. Without it such an address needs TLS."""

    # Transport security
    tls_certificate: Path | None = None
    """PEM file with the certificate chain of the server, leaf first. Read again when it changes."""
    tls_key: Path | None = None
    """PEM file with the private key of ``tls_certificate``, without a pass phrase."""
    tls_client_ca: Path | None = None
    """PEM file with the authorities whose client certificates are accepted. Set: clients must show one
    (mTLS)."""

    # Callers
    tokens: tuple[str, ...] = ()
    """Bearer tokens of which a caller must send one (``authorization: Bearer ...``). Health stays open."""
    token_file: Path | None = None
    """File with further tokens, one a line, blank lines and ``#`` comments skipped. Read again when it
    changes."""
    token_variable: str | None = "SPIELWERK_TOKENS"  # noqa: S105 - a name, not a token
    """Environment variable with further tokens, separated by white space; ``None`` to look at none."""

    # Limits
    maximum_concurrent_rpcs: int = 1000
    """Calls in work or waiting, 1 to 100,000; one more is refused with RESOURCE_EXHAUSTED and a RetryInfo."""
    maximum_request_bytes: int = 8 * 1024 * 1024
    """Largest request message after decompression, 1 KiB to 1 GiB; above: RESOURCE_EXHAUSTED."""
    maximum_streams_per_connection: int = 128
    """Calls at once on one connection, 1 to 100,000; a client holds further ones back by itself."""
    threads: int = 4
    """Threads that run calls, 1 to 1024. Four is fastest here: the interpreter runs one at a time anyway."""
    maximum_threads: int = 256
    """Threads including those that stand in for stuck ones; at least ``threads``, at most 4096."""

    # Connections
    client_ping_interval: float = 10.0
    """Shortest time between keepalive pings of a client that is not punished with GOAWAY, 0.001 to 86,400."""
    keepalive_time: float = 60.0
    """Silence on a connection after which the server pings the client, 1 to 86,400."""
    keepalive_timeout: float = 20.0
    """Wait for the answer to a ping before the connection is closed, 0.001 to 86,400."""
    maximum_connection_age: float | None = 1800.0
    """Age at which a connection is closed softly so that clients spread over new replicas (core adds 10 % of
    jitter); ``None`` for no limit."""
    maximum_connection_age_grace: float = 60.0
    """Time calls have to end after ``maximum_connection_age``, 0 to 86,400."""

    # Ending
    drain_pause: float = 3.0
    """Time between health turning NOT_SERVING and new calls being refused, for balancers to notice; 0 to
    3600."""
    drain_grace: float = 20.0
    """Time calls in work have to end before they are cancelled, 0 to 3600."""

    # Processes
    workers: int = 1
    """Processes, 1 to 256. More than one share the port by SO_REUSEPORT; the system spreads connections."""
    pin_workers: bool = True
    """Tie each worker to a core of its own when there are exactly as many workers as cores (Linux only)."""

    # Telling
    reflection: bool = True
    """Serve gRPC reflection (v1 and v1alpha)."""
    metrics_host: str = "127.0.0.1"
    """Address of the Prometheus page."""
    metrics_port: int | None = None
    """Port of the Prometheus page, 0 for a free one; ``None`` for no metrics."""
    log_sample: float = 0.01
    """Share of successful calls that get a log line, 0 to 1."""
    log_refusals: int = 100
    """Refused calls and failed connections that get a log line, at most so many a second, 0 to 1,000,000.
    Failures of the service itself are always logged."""
    tracing: bool = False
    """Record one OpenTelemetry span a call with the provider the process has set up (extra ``telemetry``)."""

    # Speed
    transport: Literal["grpcio", "native"] = "grpcio"
    """What speaks gRPC: ``grpcio``, or ``native``, whose calls never wait for the interpreter: many times the
    calls a core, with the same behaviour."""
    event_engine: bool = False
    """Keep grpc's event-engine listener. Off, the server answers 10 to 45 % more calls a core. Only takes
    effect when grpc is first imported by ``spielwerk.service.serve``; ``GRPC_EXPERIMENTS`` wins when it
    is set."""
    inline: bool = False
    """Answer single questions on grpc's serving thread instead of a pool thread: about twice the calls a
    core. It replaces a private function of grpcio, is tried out at start, and falls back to the stock way
    when that fails."""

    def __post_init__(self) -> None:
        faults = tuple(_faults(self))
        if faults:
            raise ConfigError(faults)

    @property
    def address(self) -> str:
        """``host:port`` as grpc wants it, IPv6 in brackets."""
        return join_address(self.host, self.port)

    def with_port(self, port: int) -> ServerConfig:
        """The same configuration on another port."""
        return dataclasses.replace(self, port=port)

    @property
    def secure(self) -> bool:
        """Whether the service speaks TLS."""
        return self.tls_certificate is not None

    def to_json(self) -> str:
        """The configuration as JSON, the way a parent hands it to its workers."""
        return json.dumps(dataclasses.asdict(self), default=str)

    @classmethod
    def from_json(cls, text: str) -> ServerConfig:
        """The inverse of :meth:`to_json`.

        Raises:
            ConfigError: a field is unknown or its value is refused.

        >>> config = ServerConfig(tls_certificate=Path("a.pem"), tls_key=Path("a.key"), tokens=("x" * 16,))
        >>> ServerConfig.from_json(config.to_json()) == config
        True
        """
        values: dict[str, Any] = json.loads(text)
        names = {field.name for field in dataclasses.fields(cls)}
        unknown = tuple(Fault(name, "there is no such setting") for name in values if name not in names)
        if unknown:
            raise ConfigError(unknown)
        for name in ("tls_certificate", "tls_key", "tls_client_ca", "token_file"):
            if values.get(name) is not None:
                values[name] = Path(values[name])
        if "tokens" in values:
            values["tokens"] = tuple(values["tokens"])
        return cls(**values)


def join_address(host: str, port: int) -> str:
    """``host:port``, IPv6 addresses in brackets.

    >>> join_address("::1", 80)
    '[::1]:80'
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether nobody outside this machine can reach `host`.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "example.org")]
    [True, True, True, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


_RANGES: dict[str, tuple[float, float]] = {
    "port": (0, 65535),
    "maximum_concurrent_rpcs": (1, 100_000),
    "maximum_request_bytes": (1024, 1024**3),
    "maximum_streams_per_connection": (1, 100_000),
    "threads": (1, 1024),
    "maximum_threads": (1, 4096),
    "client_ping_interval": (0.001, 86_400),
    "keepalive_time": (1, 86_400),
    "keepalive_timeout": (0.001, 86_400),
    "maximum_connection_age": (0.001, 31_536_000),
    "maximum_connection_age_grace": (0, 86_400),
    "drain_pause": (0, 3600),
    "drain_grace": (0, 3600),
    "workers": (1, 256),
    "metrics_port": (0, 65535),
    "log_sample": (0, 1),
    "log_refusals": (0, 1_000_000),
}
_MAY_BE_NONE = {"maximum_connection_age", "metrics_port"}


def _faults(config: ServerConfig) -> list[Fault]:
    faults: list[Fault] = []
    for field, (low, high) in _RANGES.items():
        faults += _range_faults(field, getattr(config, field), low, high)
    faults += _text_faults(config)
    threads_are_numbers = not any(fault.field in {"threads", "maximum_threads"} for fault in faults)
    if threads_are_numbers and config.maximum_threads < config.threads:
        faults.append(
            Fault("maximum_threads", f"{config.maximum_threads} is below threads ({config.threads})")
        )
    if config.transport not in {"grpcio", "native"}:
        faults.append(Fault("transport", f"{config.transport!r} is neither 'grpcio' nor 'native'"))
    if config.inline and config.transport == "native":
        faults.append(Fault("inline", "is a way of grpcio; the native transport has nothing faster"))
    faults += _security_faults(config)
    if config.workers > 1 and not hasattr(os, "fork"):
        faults.append(Fault("workers", "several workers need SO_REUSEPORT, which this system does not offer"))
    return faults


def _text_faults(config: ServerConfig) -> list[Fault]:
    faults = [
        Fault(field, "is empty; give an address such as 127.0.0.1")
        for field in ("host", "metrics_host")
        if not getattr(config, field)
    ]
    for field in ("host", "metrics_host", "token_variable"):
        text = getattr(config, field)
        if isinstance(text, str) and not text.isprintable():
            faults.append(Fault(field, f"{text!r} has characters that can't be printed"))
    for field in ("tls_certificate", "tls_key", "tls_client_ca", "token_file"):
        path = getattr(config, field)
        if path is not None and not is_path(path):
            faults.append(Fault(field, f"{str(path)!r} is no path on this system"))
    return faults


def _range_faults(field: str, value: object, low: float, high: float) -> list[Fault]:
    if value is None and field in _MAY_BE_NONE:
        return []
    whole = isinstance(low, int) and field not in {
        "keepalive_time", "maximum_connection_age_grace", "drain_pause", "drain_grace", "log_sample"
    }  # fmt: skip
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        return [Fault(field, f"{value!r} is not a {'whole number' if whole else 'number'}")]
    if low <= value <= high:
        return []
    if field in {"port", "metrics_port"}:
        return [Fault(field, f"{value} is outside {low} to {high}")]
    return [Fault(field, f"{value} is below {low:g}" if value < low else f"{value} is not at most {high:g}")]


def _security_faults(config: ServerConfig) -> list[Fault]:
    faults = []
    if (config.tls_certificate is None) != (config.tls_key is None):
        missing = "tls_key" if config.tls_key is None else "tls_certificate"
        faults.append(Fault(missing, "a certificate and its key go together; this one is missing"))
    if config.tls_client_ca is not None and config.tls_certificate is None:
        faults.append(Fault("tls_client_ca", "client certificates need TLS: set tls_certificate and tls_key"))
    if not config.secure and not config.insecure and config.host and not is_loopback(config.host):
        faults.append(
            Fault(
                "host",
                f"{config.host} can be reached from outside: use TLS, or say insecure if that is meant",
            )
        )
    if config.insecure and config.secure:
        faults.append(Fault("insecure", "contradicts tls_certificate; leave one of them out"))
    faults += [Fault("tokens", message) for message in token_faults(config.tokens)]
    return faults


def token_faults(tokens: tuple[str, ...]) -> list[str]:
    """What is wrong with a list of bearer tokens; never repeats a token.

    >>> token_faults(("short", "good-enough-as-a-token"))
    ['token 1 has 5 characters; at least 16 are needed']
    """
    faults = []
    for number, token in enumerate(tokens, start=1):
        if len(token) < MINIMUM_TOKEN_LENGTH:
            faults.append(
                f"token {number} has {len(token)} characters; at least {MINIMUM_TOKEN_LENGTH} are needed"
            )
        elif not token.isascii() or not token.isprintable() or " " in token:
            faults.append(f"token {number} has characters other than printable ASCII without spaces")
    return faults
