"""What is the native transport's own: the rest of the suite holds for both."""

from __future__ import annotations

import gc
import subprocess
import sys

import grpc
import pytest
from fake_answerer import ASK, ASK_MANY, FakeAnswerer
from harness import ask, channel_to
from spielwerk import _native
from spielwerk.service import ServerConfig, build_server
from spielwerk.service.metrics import BUCKETS

CHECK_MOVE = "/spielwerk.v1.QwirkleService/CheckMove"


def test_times_are_counted_in_the_classes_of_the_page() -> None:
    assert tuple(_native.NativeServer.BUCKETS) == BUCKETS


def test_calls_are_counted_by_code_and_time() -> None:
    with build_server(ServerConfig(port=0, transport="native"), FakeAnswerer()) as server:
        with channel_to(server.address) as channel:
            ask(channel, b"hello")
            ask(channel, b"sleep:0.03", ASK_MANY)
            with pytest.raises(grpc.RpcError):
                ask(channel, b"refuse")
        counts = {path: counted for path, *counted in server._server.counts()}  # type: ignore[attr-defined]
    started, handled, classes, seconds = counts[ASK]
    assert (started, sum(classes)) == (2, 2)
    assert {code: count for code, count in handled if count} == {"OK": 1, "INVALID_ARGUMENT": 1}
    started, handled, classes, seconds = counts[ASK_MANY]
    assert started == 1
    assert sum(classes[: BUCKETS.index(0.025) + 1]) == 0
    assert seconds >= 0.03


def test_rules_answer_without_the_interpreter() -> None:
    with (
        build_server(ServerConfig(port=0, transport="native")) as server,
        channel_to(server.address) as channel,
    ):
        assert ask(channel, b"", "/spielwerk.v1.CatalogService/GetCatalog") == _native.answer(
            "/spielwerk.v1.CatalogService/GetCatalog", b""
        )
        with pytest.raises(grpc.RpcError) as caught:
            ask(channel, b"nonsense", CHECK_MOVE)
        with pytest.raises(_native.AnswerError) as expected:
            _native.answer(CHECK_MOVE, b"nonsense")
    assert caught.value.code().value[0] == expected.value.code
    assert caught.value.details() == expected.value.message
    assert dict(caught.value.trailing_metadata())["grpc-status-details-bin"] == expected.value.details


def test_a_process_that_serves_natively_never_loads_grpc() -> None:
    program = """
import sys
from spielwerk.service import ServerConfig, build_server

with build_server(ServerConfig(port=0, transport="native", metrics_port=0)) as server:
    assert server.port
assert "grpc" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_server_that_is_dropped_ends() -> None:
    def drop() -> str:
        server = build_server(ServerConfig(port=0, transport="native"), FakeAnswerer())
        server._server.start()  # type: ignore[attr-defined]
        return server.address

    address = drop()
    gc.collect()
    with channel_to(address) as channel, pytest.raises(grpc.RpcError) as caught:
        ask(channel, b"hello")
    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
