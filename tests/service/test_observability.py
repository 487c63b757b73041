"""What the service tells: metrics, log lines, spans."""

from __future__ import annotations

import json
import re
import signal
import socket
import time
from typing import TYPE_CHECKING

import grpc
import http2
import pytest
from fake_answerer import ASK, ASK_MANY, FakeAnswerer
from harness import NEVER, PATIENCE, Service, Start, ask, refusal_of, wait_until
from spielwerk.service import build_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from spielwerk.service import ServerConfig

TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def sample(metrics: dict[str, float], name: str, default: float = 0.0, **wanted: str) -> float:
    """The one sample with this name and these labels; `default` when there is none."""
    for key, value in metrics.items():
        found, _, rest = key.partition("{")
        if found == name and dict(re.findall(r'(\w+)="([^"]*)"', rest)) == wanted:
            return value
    return default


@pytest.mark.parametrize("workers", [1, 2])
def test_metrics_count_calls_codes_items_and_verdicts(start: Start, workers: int) -> None:
    service = start(metrics_port=0, workers=workers)
    method = {
        "grpc_type": "unary",
        "grpc_service": "spielwerk.fake.v1.FirstService",
        "grpc_method": "CheckMove",
    }
    for _ in range(4):  # connections of their own, so that both workers get some
        with service.channel() as channel:
            for _ in range(5):
                ask(channel, b"hello")
            refusal_of(channel, b"refuse")
            ask(channel, b"12345", ASK_MANY)
    batch = {"grpc_service": method["grpc_service"], "grpc_method": "CheckMoves"}
    # Counts of the rules come once a second, those of each worker at another time.
    wait_until(
        lambda: sample(service.metrics(), "spielwerk_verdicts_total", game="first", rule="legal") == 24
    )
    wait_until(lambda: sample(service.metrics(), "spielwerk_batch_items_total", **batch) == 20)
    metrics = service.metrics()
    assert sample(metrics, "grpc_server_started_total", **method) == 24
    assert sample(metrics, "grpc_server_handled_total", **method, grpc_code="OK") == 20
    assert sample(metrics, "grpc_server_handled_total", **method, grpc_code="INVALID_ARGUMENT") == 4
    assert sample(metrics, "grpc_server_handling_seconds_count", **method) == 24
    assert 0 < sample(metrics, "grpc_server_handling_seconds_sum", **method) < 24
    assert sample(metrics, "grpc_server_handling_seconds_bucket", **method, le="+Inf") == 24


@pytest.mark.parametrize("workers", [1, 2])
def test_every_method_is_on_the_page_before_its_first_call(start: Start, workers: int) -> None:
    service = start(metrics_port=0, workers=workers)
    service.event("serving", workers)
    metrics = service.metrics()
    for path in FakeAnswerer().methods():
        name, method = path.strip("/").split("/")
        labels = {"grpc_type": "unary", "grpc_service": name, "grpc_method": method}
        assert sample(metrics, "grpc_server_started_total", **labels, default=-1.0) == 0
        assert sample(metrics, "grpc_server_handled_total", **labels, grpc_code="OK", default=-1.0) == 0
        assert sample(metrics, "grpc_server_handling_seconds_count", **labels, default=-1.0) == 0


def test_a_deadline_that_passes_is_counted_as_one(start: Start) -> None:
    """Also when the caller does not hang up at the same moment."""
    service = start(metrics_port=0)
    host, _, port = service.address.rpartition(":")
    labels = {
        "grpc_type": "unary",
        "grpc_service": "spielwerk.fake.v1.FirstService",
        "grpc_method": "CheckMoves",
        "grpc_code": "DEADLINE_EXCEEDED",
    }
    with socket.create_connection((host, int(port))) as connection:
        call = http2.question(1, ASK_MANY, f"sleep:{NEVER}".encode(), grpc_timeout="200m")
        connection.sendall(http2.PREFACE + http2.settings() + call)
        wait_until(lambda: sample(service.metrics(), "grpc_server_handled_total", **labels) == 1)


def test_strangers_write_no_lines_of_their_own(start: Start) -> None:
    """What a library has to say about headers that make no sense does not end up between the lines of JSON."""
    service = start(log_refusals=3)
    host, _, port = service.address.rpartition(":")
    for odd in ({"grpc_timeout": "soon"}, {"grpc_encoding": "pigeon"}, {"a_bin": "!"}, {"te": "no"}):
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(http2.PREFACE + http2.settings() + http2.question(1, ASK, b"hello", **odd))
            answers = {http2.HEADERS, http2.RST_STREAM}
            assert any(kind in answers for kind, _, _ in http2.frames(connection, PATIENCE))
    service.process.send_signal(signal.SIGTERM)
    assert service.end() == 0
    assert len(service.lines) == len(service.events) <= 1 + 4 + 2


def test_refusals_at_the_door_are_counted(start: Start) -> None:
    service = start(metrics_port=0, tokens=("a-token-of-the-tests",))
    with service.channel() as channel:
        refusal_of(channel, b"hello")
    assert (
        sample(
            service.metrics(),
            "grpc_server_handled_total",
            grpc_type="unary",
            grpc_service="spielwerk.fake.v1.FirstService",
            grpc_method="CheckMove",
            grpc_code="UNAUTHENTICATED",
        )
        == 1
    )


def test_one_line_a_call(plain: Service) -> None:
    with plain.channel() as channel:
        ask(channel, b"hello", metadata=(("x-request-id", "first-of-the-test"), ("traceparent", TRACEPARENT)))
        refusal_of(channel, b"refuse", metadata=(("x-request-id", "second-of-the-test"),))
        ask(channel, b"hello", ASK_MANY)
    line = plain.event("call", request_id="first-of-the-test")
    assert line["method"] == ASK
    assert line["code"] == "OK"
    assert line["level"] == "info"
    assert line["traceparent"] == TRACEPARENT
    assert 0 < line["us"] < 10_000_000
    assert line["peer"].startswith("ipv4:127.0.0.1:")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["timestamp"])
    refused = plain.event("call", request_id="second-of-the-test")
    assert refused["code"] == "INVALID_ARGUMENT"
    assert "traceparent" not in refused
    assert re.fullmatch("[0-9a-f]{16}", plain.event("call", method=ASK_MANY)["request_id"])
    assert all(json.loads(line) for line in plain.lines if not line.startswith("Traceback"))


def test_success_is_sampled_and_refusals_are_bounded(start: Start) -> None:
    service = start(log_sample=0.0, log_refusals=5)
    with service.channel() as channel:
        begun = time.monotonic()
        for _ in range(50):
            ask(channel, b"hello")
        for _ in range(50):
            refusal_of(channel, b"refuse")
        seconds = time.monotonic() - begun
    service.process.send_signal(signal.SIGTERM)
    assert service.end() == 0
    lines = [event for event in service.events if event["event"] == "call"]
    assert {line["code"] for line in lines} == {"INVALID_ARGUMENT"}
    assert 5 <= len(lines) <= 5 * (seconds + 2)


def test_spans_continue_the_trace_of_the_caller(configure: Callable[..., ServerConfig]) -> None:
    pytest.importorskip("opentelemetry.sdk")
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        provider = TracerProvider()
        trace.set_tracer_provider(provider)  # a process has one, for good
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    with (
        build_server(configure(tracing=True), FakeAnswerer()) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        ask(channel, b"hello", metadata=(("traceparent", TRACEPARENT),))
        refusal_of(channel, b"refuse")
        refusal_of(channel, b"fail")
    good, refused, failed = exporter.get_finished_spans()
    assert good.name == ASK.strip("/")
    assert good.kind is trace.SpanKind.SERVER
    assert good.parent is not None
    assert format(good.parent.span_id, "016x") == "b7ad6b7169203331"
    assert good.attributes == {
        "rpc.system": "grpc",
        "rpc.service": "spielwerk.fake.v1.FirstService",
        "rpc.method": "CheckMove",
        "rpc.grpc.status_code": 0,
    }
    assert refused.status.is_unset
    assert not failed.status.is_ok
    assert not failed.status.is_unset
