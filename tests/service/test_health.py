"""The standard health service, as a balancer or Kubernetes asks it."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from fake_answerer import FakeAnswerer
from grpc_health.v1 import health_pb2, health_pb2_grpc
from harness import NEVER, PATIENCE, Gate, Service, Start, ask
from spielwerk.service import build_server, selftest

if TYPE_CHECKING:
    from collections.abc import Callable

    from spielwerk.service import ServerConfig

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
LISTS = hasattr(health_pb2, "HealthListRequest")
"""Whether the standard packages here know the youngest method of the service."""


def check(channel: grpc.Channel, service: str = "") -> int:
    request = health_pb2.HealthCheckRequest(service=service)
    status: int = health_pb2_grpc.HealthStub(channel).Check(request, timeout=PATIENCE).status
    return status


def listed(channel: grpc.Channel) -> dict[str, int]:
    messages: Any = health_pb2  # the stubs are older than this method
    method = channel.unary_unary(
        "/grpc.health.v1.Health/List",
        messages.HealthListRequest.SerializeToString,
        messages.HealthListResponse.FromString,
    )
    statuses = method(messages.HealthListRequest(), timeout=PATIENCE).statuses
    return {name: answer.status for name, answer in statuses.items()}


def test_server_and_each_service_are_serving(plain: Service) -> None:
    with plain.channel() as channel:
        for service in ("", "spielwerk.fake.v1.FirstService", "spielwerk.fake.v1.SecondService"):
            assert check(channel, service) == SERVING


@pytest.mark.skipif(not LISTS, reason="this grpcio-health-checking is older than the method")
def test_all_services_are_listed(plain: Service) -> None:
    with plain.channel() as channel:
        statuses = listed(channel)
    assert statuses == {
        "": SERVING,
        "spielwerk.fake.v1.FirstService": SERVING,
        "spielwerk.fake.v1.SecondService": SERVING,
    }


def test_unknown_service_is_not_found(plain: Service) -> None:
    with plain.channel() as channel, pytest.raises(grpc.RpcError) as caught:
        check(channel, "spielwerk.fake.v1.ChessService")
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


@pytest.mark.parametrize("method", ["Check", "Watch", *(["List"] if LISTS else [])])
def test_a_request_that_is_none_is_the_fault_of_the_caller(plain: Service, method: str) -> None:
    with plain.channel() as channel, pytest.raises(grpc.RpcError) as caught:
        list(channel.unary_stream(f"/grpc.health.v1.Health/{method}")(b"\xff\xff", timeout=PATIENCE))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.details().startswith("the request is no Health")


def test_a_service_with_wrong_rules_takes_no_traffic(
    configure: Callable[..., ServerConfig], monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = {
        "spielwerk.fake.v1.FirstService": (selftest.Question("CheckMove", {"text": "2 + 2"}, {"text": "4"}),),
        "spielwerk.fake.v1.SecondService": (selftest.Question("CheckMove", {"text": "2"}, {"text": "2"}),),
    }
    monkeypatch.setattr(selftest, "QUESTIONS", questions)
    with (
        build_server(configure(), FakeAnswerer()) as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        assert check(channel, "spielwerk.fake.v1.FirstService") == NOT_SERVING
        assert check(channel, "spielwerk.fake.v1.SecondService") == SERVING
        assert check(channel) == NOT_SERVING


def test_faults_of_the_rules_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = (
        selftest.Question("CheckMove", {"text": "2 + 2"}, {"text": "4"}),
        selftest.Question("CheckMove", {"text": "refuse"}, {"text": "refuse"}),
        selftest.Question("CheckMove", {"colour": "red"}, {}),
        selftest.Question("Guess", {}, {}),
        selftest.Question("CheckMove", {"text": "7"}, {"text": "7"}),
    )
    monkeypatch.setattr(selftest, "QUESTIONS", {"spielwerk.fake.v1.FirstService": questions})
    faults = selftest.run(FakeAnswerer())["spielwerk.fake.v1.FirstService"]
    assert [fault.partition(":")[0] for fault in faults] == [
        "question 1 (CheckMove)",
        "question 3 (CheckMove)",
        "question 4 (Guess)",
    ]


def test_not_serving_before_calls_are_refused(start: Start) -> None:
    service = start(drain_pause=NEVER)
    with service.channel() as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
        assert next(watch).status == SERVING
        service.process.send_signal(signal.SIGTERM)
        assert next(watch).status == NOT_SERVING
        assert check(channel) == NOT_SERVING
        if LISTS:
            assert set(listed(channel).values()) == {NOT_SERVING}
        assert ask(channel, b"hello") == b"answered:hello"
        watch.cancel()


def test_who_reads_that_it_drains_finds_it_so(start: Start) -> None:
    service = start(drain_pause=NEVER)
    with service.channel() as channel:
        assert check(channel) == SERVING
        service.process.send_signal(signal.SIGTERM)
        service.event("draining")
        assert check(channel) == NOT_SERVING


def test_a_watch_ends_with_the_server(start: Start) -> None:
    service = start(drain_grace=NEVER)
    with service.channel() as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
        assert next(watch).status == SERVING
        service.process.send_signal(signal.SIGTERM)
        # It does not hold up the end until the grace is over.
        assert [answer.status for answer in watch] == [NOT_SERVING]
        assert service.end() == 0


def test_health_answers_when_all_hands_are_full(start: Start, gate: Gate) -> None:
    service = start(threads=1, maximum_threads=1, maximum_concurrent_rpcs=1)
    with service.channel() as busy, service.channel() as prober:
        batch = service.begin(busy, gate.request)
        assert check(prober) == SERVING
        assert not batch.done()
        gate.open()
        assert batch.result(timeout=PATIENCE) == gate.reply
