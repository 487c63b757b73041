"""The end of a serving process: soft on the first signal, at once on the second."""

from __future__ import annotations

import signal
import time

import grpc
import pytest
from fake_answerer import ASK_MANY
from harness import Start, ask, refusal_of


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_calls_in_work_end_and_the_exit_code_is_zero(start: Start, number: signal.Signals) -> None:
    service = start()
    with service.channel() as channel, service.channel() as late:
        assert ask(late, b"hello")
        in_work = channel.unary_unary(ASK_MANY).future(b"sleep:1")
        time.sleep(0.3)
        service.process.send_signal(number)
        service.event("draining")
        time.sleep(0.2)
        assert refusal_of(late, b"too late").code() is grpc.StatusCode.UNAVAILABLE
        assert in_work.result(timeout=10) == b"answered:sleep:1"
    assert service.end() == 0
    assert service.event("drained")


def test_pause_still_takes_calls(start: Start) -> None:
    service = start(drain_pause=0.7)
    with service.channel() as channel:
        ask(channel, b"hello")
        service.process.send_signal(signal.SIGTERM)
        service.event("draining")
        begun = time.monotonic()
        while time.monotonic() - begun < 0.5:
            assert ask(channel, b"hello") == b"answered:hello"
    assert service.end() == 0


def test_grace_has_an_end(start: Start) -> None:
    service = start(drain_grace=0.3)
    with service.channel() as channel:
        in_work = channel.unary_unary(ASK_MANY).future(b"sleep:30")
        time.sleep(0.3)
        begun = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        assert in_work.exception(timeout=10).code() in {
            grpc.StatusCode.CANCELLED,
            grpc.StatusCode.UNAVAILABLE,
        }
    assert service.end() == 0
    assert time.monotonic() - begun < 5


def test_second_signal_ends_at_once(start: Start) -> None:
    service = start(drain_pause=30.0)
    with service.channel() as channel:
        assert ask(channel, b"hello")
    service.process.send_signal(signal.SIGTERM)
    service.event("draining")
    begun = time.monotonic()
    service.process.send_signal(signal.SIGINT)
    assert service.end() == 128 + signal.SIGINT
    assert time.monotonic() - begun < 2
