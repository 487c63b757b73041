"""The Python clients against servers that check them, replicas that come and go, and calls that take their time."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from certificates import Authority
from fake_answerer import ASK, ASK_MANY
from harness import PATIENCE, Gate, Service, Start, wait_until
from spielwerk.service.client import AsyncClient, Client, Question, ServiceError

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = "a-token-of-the-tests"
HELLO = Question(ASK, b"hello", bytes)

Ask = Callable[..., bytes]
"""Asks one question by a client of its own; options of the client, and those of the call with ``call_`` before them."""


def ask_sync(target: str, question: Question[bytes], **options: Any) -> bytes:
    with Client(target, **for_client(options)) as client:
        return client.ask(question, **for_call(options))


def ask_async(target: str, question: Question[bytes], **options: Any) -> bytes:
    async def asking() -> bytes:
        async with AsyncClient(target, **for_client(options)) as client:
            return await client.ask(question, **for_call(options))

    return asyncio.run(asking())


def for_client(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if not name.startswith("call_")}


def for_call(options: dict[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("call_"): value for name, value in options.items() if name.startswith("call_")}


@pytest.fixture(params=[ask_sync, ask_async], ids=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """Either client."""
    asking: Ask = request.param
    return asking


def test_certificates_and_tokens(start: Start, ask: Ask, tmp_path: Path) -> None:
    authority, client_authority = Authority(), Authority()
    certificate, key = authority.issue("server").write(tmp_path)
    client_ca = tmp_path / "clients.pem"
    client_ca.write_bytes(client_authority.pem)
    service = start(tls_certificate=certificate, tls_key=key, tls_client_ca=client_ca, tokens=(TOKEN,))
    known = client_authority.issue("client")
    credentials = grpc.ssl_channel_credentials(authority.pem, known.key, known.certificate)
    assert ask(service.address, HELLO, credentials=credentials, token=TOKEN) == b"answered:hello"
    with pytest.raises(ServiceError) as nameless:
        ask(service.address, HELLO, credentials=credentials)
    assert (nameless.value.code, nameless.value.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")
    with pytest.raises(ServiceError) as stranger:
        ask(service.address, HELLO, credentials=grpc.ssl_channel_credentials(authority.pem), token=TOKEN)
    assert stranger.value.code is grpc.StatusCode.UNAVAILABLE


def test_errors_tell_their_reason_and_the_limit(start: Start, ask: Ask, gate: Gate) -> None:
    service = start(maximum_concurrent_rpcs=1)
    with pytest.raises(ServiceError) as refused:
        ask(service.address, Question(ASK, b"refuse", bytes))
    assert (refused.value.code, refused.value.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "TILE_UNKNOWN")
    assert [fault.path for fault in refused.value.faults] == ["position.tile[0]"]
    with service.channel() as busy:
        service.begin(busy, gate.request)
        with pytest.raises(ServiceError) as turned_away:
            ask(service.address, HELLO)
    assert (turned_away.value.code, turned_away.value.reason) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_CALLS",
    )
    assert turned_away.value.metadata == {"limit": "maximum_concurrent_rpcs", "limit_value": "1"}


@pytest.mark.parametrize("options", [{"timeout": 0.0}, {"call_timeout": 0.0}, {"call_timeout": 0.2}])
def test_no_time_is_a_time_too(start: Start, ask: Ask, options: dict[str, float], gate: Gate) -> None:
    with pytest.raises(ServiceError) as late:
        ask(start().address, Question(ASK_MANY, gate.request, bytes), **options)
    assert late.value.code is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_large_batch_is_asked_again_when_its_worker_dies(start: Start, ask: Ask, gate: Gate) -> None:
    """More than the 256 KiB that grpc keeps for another try unless it is told to keep more."""
    service = start(workers=2)
    service.event("serving", 2)
    batch = Question(ASK_MANY, gate.request + b" " * 1_000_000, bytes)
    answers: list[bytes] = []
    asking = threading.Thread(target=lambda: answers.append(ask(service.address, batch)))
    asking.start()
    os.kill(service.event("begun")["pid"], signal.SIGKILL)
    service.event("begun", 2)
    gate.open()
    asking.join()
    assert answers == [b"answered:" + batch.request]


def calls(service: Service) -> int:
    return sum(event["event"] == "call" for event in service.events)


def test_calls_spread_over_replicas_and_none_is_lost_with_one(start: Start) -> None:
    """What a headless service of Kubernetes is for: all addresses at once, round robin, and no balancer between."""
    replicas = [start(log_sample=1.0) for _ in range(3)]
    target = "ipv4:" + ",".join(replica.address for replica in replicas)
    faults: list[ServiceError] = []
    answered = 0
    over = threading.Event()

    def keep_asking() -> None:
        nonlocal answered
        while not over.is_set():
            try:
                client.ask(HELLO)
                answered += 1
            except ServiceError as fault:
                faults.append(fault)

    def goes_on() -> None:
        before = answered
        wait_until(lambda: bool(faults) or answered >= before + 50)
        assert faults == []

    with Client(target) as client:
        asking = threading.Thread(target=keep_asking)
        asking.start()
        try:
            wait_until(lambda: all(calls(replica) >= 20 for replica in replicas))
            replicas[0].process.send_signal(signal.SIGTERM)
            goes_on()
            assert replicas[0].end() == 0
            goes_on()
            replicas[1].process.kill()
            goes_on()
            before = calls(replicas[2])
            wait_until(lambda: calls(replicas[2]) >= before + 50)
            assert faults == []
        finally:
            over.set()
            asking.join(PATIENCE)
