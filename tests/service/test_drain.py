"""The end of a serving process: soft on the first signal, at once on the second."""

from __future__ import annotations

import signal
import time

import grpc
import pytest
from harness import NEVER, PATIENCE, Gate, Start, ask, code_of, wait_until


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_calls_in_work_end_and_the_exit_code_is_zero(
    start: Start, gate: Gate, number: signal.Signals
) -> None:
    service = start(drain_grace=NEVER)
    with service.channel() as channel, service.channel() as late:
        assert ask(late, b"hello")
        in_work = service.begin(channel, gate.request)
        service.process.send_signal(number)
        service.event("draining")
        wait_until(lambda: code_of(late, b"too late") is grpc.StatusCode.UNAVAILABLE)
        assert not in_work.done()
        gate.open()
        assert in_work.result(timeout=PATIENCE) == gate.reply
    assert service.end() == 0
    assert service.event("drained")


def test_pause_still_takes_calls(start: Start) -> None:
    service = start(drain_pause=NEVER)
    with service.channel() as channel:
        service.process.send_signal(signal.SIGTERM)
        service.event("draining")
        for _ in range(20):
            assert ask(channel, b"hello") == b"answered:hello"


def test_pause_has_an_end(start: Start) -> None:
    service = start(drain_pause=0.5)
    assert service.address
    begun = time.monotonic()
    service.process.send_signal(signal.SIGTERM)
    assert service.end() == 0
    assert time.monotonic() - begun >= 0.5


def test_grace_has_an_end(start: Start) -> None:
    service = start(drain_grace=0.3)
    with service.channel() as channel:
        in_work = service.begin(channel, f"sleep:{NEVER}".encode())
        service.process.send_signal(signal.SIGTERM)
        assert in_work.exception(timeout=PATIENCE).code() in {
            grpc.StatusCode.CANCELLED,
            grpc.StatusCode.UNAVAILABLE,
        }
    assert service.end() == 0


def test_second_signal_ends_at_once(start: Start) -> None:
    service = start(drain_pause=NEVER)
    assert service.address
    service.process.send_signal(signal.SIGTERM)
    service.event("draining")
    service.process.send_signal(signal.SIGINT)
    assert service.end() == 128 + signal.SIGINT
