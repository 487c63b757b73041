"""Bounds: calls at once, connections, pings, ports."""

from __future__ import annotations

import contextlib
import re
import socket
import struct
import time
from typing import TYPE_CHECKING

import grpc
import http2
import pytest
from fake_answerer import ASK_MANY
from google.rpc import error_details_pb2, status_pb2
from harness import NEVER, PATIENCE, Gate, Start, ask, channel_to, code_of, refusal_of, wait_until
from spielwerk.service.config import join_address

if TYPE_CHECKING:
    from pathlib import Path


def test_calls_above_the_limit_are_told_to_come_back(start: Start, tmp_path: Path) -> None:
    service = start(maximum_concurrent_rpcs=3)
    with service.channel() as busy, service.channel() as channel:
        for wave in range(3):
            gate = Gate(tmp_path / str(wave))
            in_work = [service.begin(busy, gate.request) for _ in range(3)]
            error = refusal_of(channel, b"one more")
            assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            (details,) = (
                value for key, value in error.trailing_metadata() if key == "grpc-status-details-bin"
            )
            error_info, retry_info = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
            status = status_pb2.Status.FromString(details)
            assert status.details[0].Unpack(error_info)
            assert error_info.reason == "TOO_MANY_CALLS"
            assert error_info.metadata == {"limit": "maximum_concurrent_rpcs", "limit_value": "3"}
            assert status.details[1].Unpack(retry_info)
            assert 0 < retry_info.retry_delay.ToMilliseconds() <= 1000
            gate.open()
            assert all(call.result(timeout=PATIENCE) == gate.reply for call in in_work)
            # A caller may have its answer a moment before its place is free.
            wait_until(lambda: code_of(channel, b"one more") is grpc.StatusCode.OK)


@pytest.mark.parametrize(("interval", "tolerated"), [(0.05, True), (NEVER, False)])
def test_pings_are_tolerated_up_to_the_limit(start: Start, interval: float, tolerated: bool) -> None:  # noqa: FBT001
    host, _, port = start(client_ping_interval=interval).address.rpartition(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(http2.PREFACE + http2.settings())
        answers = http2.frames(connection, PATIENCE)
        echoed = 0
        for number in range(8):
            connection.sendall(http2.frame(http2.PING, 0, 0, struct.pack(">Q", number)))
            kind, payload = next(
                (kind, payload)
                for kind, flags, payload in answers
                if kind == http2.GOAWAY or (kind == http2.PING and flags)
            )
            if kind == http2.GOAWAY:
                break
            echoed += 1
            # The server has read this ping, so the next one comes later for it as well.
            time.sleep(0.1)
    if tolerated:
        assert echoed == 8
    else:
        assert (kind, int.from_bytes(payload[4:8], "big")) == (http2.GOAWAY, http2.ENHANCE_YOUR_CALM)


def test_old_connections_are_closed_softly(start: Start) -> None:
    service = start(maximum_connection_age=0.5, maximum_connection_age_grace=5.0)
    with service.channel() as channel:
        changes: list[grpc.ChannelConnectivity] = []
        channel.subscribe(changes.append)
        assert ask(channel, b"sleep:1.5", ASK_MANY) == b"answered:sleep:1.5"
        for _ in range(5):
            assert ask(channel, b"hello") == b"answered:hello"
        wait_until(lambda: changes.count(grpc.ChannelConnectivity.READY) >= 2)


def test_taken_port_is_said_plainly(start: Start) -> None:
    first = start()
    port = int(first.address.rpartition(":")[2])
    for workers in (1, 2):
        second = start(port=port, workers=workers)
        assert second.end() == 1
        (line,) = (line for line in second.lines if "listen" in line)
        assert line == f"can't listen on 127.0.0.1:{port}: Address already in use"
    with first.channel() as channel:
        assert ask(channel, b"hello") == b"answered:hello"


@pytest.mark.parametrize("workers", [1, 2])
def test_every_address_of_a_name_must_be_free(start: Start, workers: int) -> None:
    """Half of ``localhost`` is not enough, whichever half a caller tries first."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        service = start(host="localhost", port=port, workers=workers)
        assert service.end() == 1
        assert service.lines == [f"can't listen on localhost:{port}: Address already in use"]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_host_nobody_knows_is_said_plainly(start: Start, workers: int) -> None:
    service = start(host="nowhere.invalid", insecure=True, port=1, workers=workers)
    assert service.end() == 1
    (line,) = service.lines
    assert line.startswith("can't listen on nowhere.invalid:1: ")


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_the_address_for_all_stands_for_both_families(start: Start, host: str, workers: int) -> None:
    service = start(host=host, insecure=True, workers=workers)
    port = int(service.address.rpartition(":")[2])
    families = ["127.0.0.1"]
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        families.append("::1")
    for address in families:
        with channel_to(join_address(address, port)) as channel:
            assert ask(channel, b"hello") == b"answered:hello"


def test_taken_metrics_port_is_said_plainly(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for workers in (1, 2):
            service = start(metrics_port=port, workers=workers)
            assert service.end() == 1
            assert any(
                re.search(f"metrics can't listen on 127.0.0.1:{port}: Address already in use", line)
                for line in service.lines
            )
