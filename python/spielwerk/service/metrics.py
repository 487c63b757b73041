"""Prometheus metrics under the names that dashboards for gRPC services know.

===============================  =========  ==============================================================
name                             kind       labels
===============================  =========  ==============================================================
grpc_server_started_total        counter    grpc_type, grpc_service, grpc_method
grpc_server_handled_total        counter    grpc_type, grpc_service, grpc_method, grpc_code
grpc_server_handling_seconds     histogram  grpc_type, grpc_service, grpc_method
spielwerk_batch_items_total      counter    grpc_service, grpc_method
spielwerk_verdicts_total         counter    game, rule (``legal``, or each broken rule such as ``Q9``)
===============================  =========  ==============================================================

The last two are counted in the rules and fetched once a second, so that they cost nothing a call.

No grpc is imported here: the parent of several workers shows the page.
"""

from __future__ import annotations

import threading
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.registry import Collector

from spielwerk.service.config import join_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from wsgiref.simple_server import WSGIServer

    from prometheus_client import Metric

    from spielwerk.service.answerer import Answerer

FETCH_INTERVAL = 1.0
"""Seconds between two looks at the counts kept by the rules."""
BUCKETS = (
    0.0001,
    0.00025,
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    5.0,
    10.0,
)
"""Upper ends of the classes of the time of calls, in seconds."""
_LABELS = ("grpc_type", "grpc_service", "grpc_method")


class Metrics:
    """All metrics of one process."""

    def __init__(self, answerer: Answerer, transport: CountingTransport | None = None) -> None:
        """Make all of them.

        Args:
            answerer: has the counts kept by the rules.
            transport: has the counts of calls, when nobody adds them up by :meth:`for_method`.
        """
        self.registry = CollectorRegistry(auto_describe=True)
        # The first to be collected: what follows is then up to date.
        self.registry.register(_Fetch(self.fetch))
        self._answerer = answerer
        self._transport = transport
        self._seen: dict[str, MethodCounts] = {}
        self._fetching = threading.Lock()
        self._started = Counter("grpc_server_started", "Calls begun.", _LABELS, registry=self.registry)
        self._handled = Counter(
            "grpc_server_handled",
            "Calls ended, by status code.",
            (*_LABELS, "grpc_code"),
            registry=self.registry,
        )
        self._seconds = _Histogram(
            "grpc_server_handling_seconds",
            "Time from the request being read to the reply being ready.",
            _LABELS,
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._items = Counter(
            "spielwerk_batch_items",
            "Items answered in batches.",
            ("grpc_service", "grpc_method"),
            registry=self.registry,
        )
        self._verdicts = Counter(
            "spielwerk_verdicts",
            "Verdicts given, by game and rule.",
            ("game", "rule"),
            registry=self.registry,
        )
        # A counter that comes into being with its first call hides this call from a rate.
        for path in answerer.methods():
            self.for_method(path)
        self._closed = threading.Event()
        self._fetcher = threading.Thread(target=self._fetch_forever, name="spielwerk-metrics", daemon=True)
        self._page: tuple[WSGIServer, threading.Thread] | None = None

    def for_method(self, path: str) -> MethodMetrics:
        """The metrics of one method, looked up once so that a call only adds."""
        service, method = path.strip("/").split("/")
        return MethodMetrics(self._started, self._handled, self._seconds, ("unary", service, method))

    def start(self) -> None:
        """Begin to fetch the counts kept by the rules; what they counted before is not of callers."""
        self._answerer.take_verdict_counts()
        self._answerer.take_batch_items()
        self._fetcher.start()

    def serve(self, host: str, port: int) -> int:
        """Serve the page and return its port.

        Raises:
            OSError: the address can't be bound.
        """
        self._page = start_page(host, port, self.registry)
        return self._page[0].server_port

    def close(self) -> None:
        """Fetch the last counts and close the page."""
        self._closed.set()
        if self._fetcher.is_alive():
            self._fetcher.join()
        if self._page is not None:
            close_page(self._page)
            self._page = None

    def fetch(self) -> None:
        """Add what was counted elsewhere since the last look."""
        with self._fetching:
            if self._transport is not None:
                self._fetch_calls(self._transport.counts())
            self._fetch_verdicts()

    def _fetch_verdicts(self) -> None:
        for (game, rule), count in self._answerer.take_verdict_counts().items():
            self._verdicts.labels(game, rule).inc(count)
        for path, count in self._answerer.take_batch_items().items():
            service, method = path.strip("/").split("/")
            self._items.labels(service, method).inc(count)

    def _fetch_calls(self, counts: list[MethodCounts]) -> None:
        for counted in counts:
            path, started, handled, classes, seconds = counted
            _, old_started, old_handled, old_classes, old_seconds = self._seen.get(path) or (
                path,
                0,
                [],
                [],
                0.0,
            )
            self._seen[path] = counted
            if started == old_started and handled == old_handled:
                continue
            labels = ("unary", *path.strip("/").split("/"))
            self._started.labels(*labels).inc(started - old_started)
            for (code, now), (_, before) in zip_longest(handled, old_handled, fillvalue=("", 0)):
                if now > before:
                    self._handled.labels(*labels, code).inc(now - before)
            more = [now - before for now, before in zip_longest(classes, old_classes, fillvalue=0)]
            self._seconds.labels(*labels).add(more, seconds - old_seconds)

    def _fetch_forever(self) -> None:
        while not self._closed.wait(FETCH_INTERVAL):
            self.fetch()
        self.fetch()


MethodCounts = tuple[str, int, list[tuple[str, int]], list[int], float]
"""Counts of one method since the start: path, calls begun, calls ended by name of the status code, calls
ended by the classes of :data:`BUCKETS` and one above them, and seconds of all ended calls together."""


class CountingTransport(Protocol):
    """A transport that counts calls by itself."""

    def counts(self) -> list[MethodCounts]:
        """The counts of all methods."""


class _Fetch(Collector):
    """Collects nothing, but lets others fetch first."""

    def __init__(self, fetch: Callable[[], None]) -> None:
        self._fetch = fetch

    def describe(self) -> Iterable[Metric]:
        """No metrics."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """No samples."""
        self._fetch()
        return ()


class _Histogram(Histogram):
    """A histogram to which many observations can be added at once."""

    def add(self, classes: Sequence[int], seconds: float) -> None:
        """Add observations: how many fall into each class, and their sum."""
        for bucket, count in zip(self._buckets, classes, strict=True):
            if count:
                bucket.inc(count)
        self._sum.inc(seconds)


class MethodMetrics:
    """The metrics of one method."""

    def __init__(
        self, started: Counter, handled: Counter, seconds: Histogram, labels: tuple[str, str, str]
    ) -> None:
        self.started = started.labels(*labels).inc
        """Count a call that begins."""
        self._observe = seconds.labels(*labels).observe
        self._handled = handled
        self._labels = labels
        self._succeeded = handled.labels(*labels, "OK").inc

    def succeeded(self, seconds: float) -> None:
        """Count a call that ended with a reply."""
        self._succeeded()
        self._observe(seconds)

    def refused(self, code: str, seconds: float) -> None:
        """Count a call that ended with another status, by its name such as ``INVALID_ARGUMENT``."""
        self._handled.labels(*self._labels, code).inc()
        self._observe(seconds)


def start_page(host: str, port: int, registry: CollectorRegistry) -> tuple[WSGIServer, threading.Thread]:
    """Serve `registry` over HTTP from a thread of its own.

    Raises:
        OSError: the address can't be bound; the message names it.
    """
    try:
        page, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise OSError(
            error.errno, f"metrics can't listen on {join_address(host, port)}: {error.strerror}"
        ) from error
    return page, thread


def close_page(page: tuple[WSGIServer, threading.Thread]) -> None:
    """End what :func:`start_page` began."""
    server, thread = page
    server.shutdown()
    server.server_close()
    thread.join()
