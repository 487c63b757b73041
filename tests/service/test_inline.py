"""Answering on the serving thread: only where it works, and only what is short."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from fake_answerer import ASK, FakeAnswerer
from grpc import StatusCode as Code
from grpc import _server
from harness import PATIENCE, ask, channel_to, refusal_of, wait_until
from spielwerk.service import ServerConfig, build_server, inline
from spielwerk.service.answerer import BRIEF_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Recorder(FakeAnswerer):
    """Notes on which thread it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[str] = []

    def answer(self, method: str, request: bytes, *more: object) -> bytes:
        """Answer, and note the thread."""
        self.threads.append(threading.current_thread().name)
        return super().answer(method, request, *more)  # type: ignore[arg-type]


def test_short_questions_skip_the_pool_and_long_ones_do_not() -> None:
    answerer = Recorder()
    with (
        build_server(ServerConfig(port=0, inline=True), answerer) as server,
        channel_to(server.address) as channel,
    ):
        ask(channel, b"short")
        ask(channel, b"x" * (BRIEF_BYTES + 1))
    on_serving_thread, on_pool = answerer.threads
    assert not on_serving_thread.startswith("spielwerk-call")
    assert on_pool.startswith("spielwerk-call")


def test_handlers_without_the_mark_go_the_stock_way() -> None:
    assert inline.install()
    answerer = Recorder()
    with build_server(ServerConfig(port=0), answerer) as server, channel_to(server.address) as channel:
        ask(channel, b"short")
    assert answerer.threads[0].startswith("spielwerk-call")


def test_another_grpcio_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(_server, "_possibly_finish_call")
    monkeypatch.setattr(inline, "_trial", lambda: inline._server._possibly_finish_call is None)
    assert not inline.install()
    assert _server._handle_with_method_handler is inline._stock
    monkeypatch.undo()
    assert inline.install()


@pytest.fixture
def silence() -> Iterator[Callable[[], Iterator[bytes]]]:
    """Requests that do not come before the test is over."""
    over = threading.Event()

    def silent() -> Iterator[bytes]:
        over.wait()
        yield b"late"

    yield silent
    over.set()


def test_deadlines_and_hang_ups_leave_nothing_behind(silence: Callable[[], Iterator[bytes]]) -> None:
    with (
        build_server(ServerConfig(port=0, inline=True), FakeAnswerer()) as server,
        channel_to(server.address) as channel,
    ):
        hung = [channel.stream_unary(ASK).future(silence()) for _ in range(20)]
        wait_until(lambda: inline.waiting() == 20)
        for call in hung:
            call.cancel()
        wait_until(lambda: inline.waiting() == 0)
        calls = [channel.unary_unary(ASK).future(b"hello", timeout=0.0005) for _ in range(500)]
        for call in calls:
            error = call.exception(timeout=PATIENCE)
            # Core refuses streams above the limit of a connection, and still counts one that was just cancelled.
            assert error is None or error.code() in {Code.DEADLINE_EXCEEDED, Code.UNAVAILABLE}
        assert ask(channel, b"hello") == b"answered:hello"
        wait_until(lambda: not server._server._state.rpc_states)


def test_calls_without_a_message_are_limited_too(silence: Callable[[], Iterator[bytes]]) -> None:
    with (
        build_server(ServerConfig(port=0, inline=True, maximum_concurrent_rpcs=5), FakeAnswerer()) as server,
        channel_to(server.address) as silent,
        channel_to(server.address) as channel,
    ):
        hung = [silent.stream_unary(ASK).future(silence()) for _ in range(5)]
        wait_until(lambda: inline.waiting() == 5)
        assert refusal_of(channel, b"hello").code() is Code.RESOURCE_EXHAUSTED
        for call in hung:
            call.cancel()
        wait_until(lambda: inline.waiting() == 0)
        assert ask(channel, b"hello") == b"answered:hello"
