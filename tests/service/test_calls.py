"""A call goes in, the right status comes out."""

from __future__ import annotations

import threading
import zlib
from typing import TYPE_CHECKING

import grpc
from fake_answerer import ASK, ASK_MANY, SECRET, FakeAnswerer
from google.rpc import error_details_pb2, status_pb2
from harness import NEVER, PATIENCE, Gate, Service, Start, ask, refusal_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spielwerk.service.serving import Server


def details_of(error: grpc.RpcError) -> status_pb2.Status:
    (details,) = (value for key, value in error.trailing_metadata() if key == "grpc-status-details-bin")
    return status_pb2.Status.FromString(details)


def test_reply_is_what_the_rules_said(plain: Service) -> None:
    with plain.channel() as channel:
        assert ask(channel, b"hello") == b"answered:hello"
        assert ask(channel, b"") == b"answered:"
        assert ask(channel, b"hello", ASK_MANY) == b"answered:hello"


def test_refusal_carries_code_message_and_details(plain: Service) -> None:
    with plain.channel() as channel:
        error = refusal_of(channel, b"refuse")
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert error.details() == "tile 7 is not known"
    status = details_of(error)
    assert status.code == 3
    bad_request = error_details_pb2.BadRequest()
    assert status.details[1].Unpack(bad_request)
    assert bad_request.field_violations[0].field == "position.tile[0]"


def test_details_are_cut_to_what_clients_take(plain: Service) -> None:
    with plain.channel() as channel:
        error = refusal_of(channel, b"refuse:2000")
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    status = details_of(error)
    error_info, bad_request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    assert status.details[0].Unpack(error_info)
    assert error_info.reason == "TILE_UNKNOWN"
    assert status.details[1].Unpack(bad_request)
    assert 20 < len(bad_request.field_violations) < 200


def test_unexpected_failure_is_internal_and_tells_no_secret(plain: Service) -> None:
    with plain.channel() as channel:
        error = refusal_of(channel, b"fail", metadata=(("x-request-id", "request-of-the-test"),))
        assert ask(channel, b"still there") == b"answered:still there"
    assert error.code() is grpc.StatusCode.INTERNAL
    assert SECRET not in repr(error)
    assert "request-of-the-test" in (error.details() or "")
    logged = plain.event("call failed", request_id="request-of-the-test")
    assert SECRET in logged["exception"]


def test_unknown_method_is_unimplemented(plain: Service) -> None:
    with plain.channel() as channel:
        for method in ("/spielwerk.fake.v1.FirstService/Nothing", "/nothing.Nothing/Nothing", "/x"):
            assert refusal_of(channel, b"", method).code() is grpc.StatusCode.UNIMPLEMENTED


def test_message_above_the_limit_is_refused(start: Start) -> None:
    service = start(maximum_request_bytes=100_000)
    with service.channel() as channel:
        assert len(ask(channel, b"x" * 90_000)) == 90_009
        assert refusal_of(channel, b"x" * 100_001).code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        # A message that is small on the wire and large in memory is measured in memory.
        assert len(zlib.compress(b"x" * 50_000_000)) < 100_000
        bomb = refusal_of(channel, b"x" * 50_000_000, compression=grpc.Compression.Gzip)
        assert bomb.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert ask(channel, b"x" * 50_000, compression=grpc.Compression.Gzip).startswith(b"answered:xxx")


def test_metadata_above_the_limit_is_refused(plain: Service) -> None:
    with plain.channel() as channel:
        assert ask(channel, b"hello", metadata=(("x-large", "x" * 15_000),)) == b"answered:hello"
        error = refusal_of(channel, b"hello", metadata=(("x-large", "x" * 20_000),))
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert ask(channel, b"hello") == b"answered:hello"


def test_deadline_reaches_the_rules(embedded: tuple[Server, FakeAnswerer]) -> None:
    server, answerer = embedded
    seconds = 0.2
    with grpc.insecure_channel(server.address) as channel:
        while not answerer.sleeping:  # on a busy machine a call may be over before it begins
            error = refusal_of(channel, f"sleep:{NEVER}".encode(), ASK_MANY, timeout=seconds)
            assert error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            seconds *= 2
        wait_until(lambda: answerer.endings.total() == answerer.sleeping)
        assert set(answerer.endings) <= {"expired", "cancelled"}
        assert ask(channel, b"sleep:0.01", timeout=None) == b"answered:sleep:0.01"
    assert answerer.endings["slept"] == 1


def test_hanging_up_stops_the_rules(embedded: tuple[Server, FakeAnswerer]) -> None:
    server, answerer = embedded
    with grpc.insecure_channel(server.address) as channel:
        call = channel.unary_unary(ASK_MANY).future(b"sleep:10")
        wait_until(lambda: answerer.sleeping == 1)
        assert server.calls_in_work == 1
        call.cancel()
        wait_until(lambda: answerer.endings["cancelled"] == 1)
        wait_until(lambda: server.calls_in_work == 0)


def test_callers_that_never_send_a_message_stop_nobody(plain: Service) -> None:
    over = threading.Event()

    def silence() -> Iterator[bytes]:
        over.wait()
        yield b"late"

    with plain.channel() as silent, plain.channel() as other:
        hung = [silent.stream_unary(ASK).future(silence()) for _ in range(40)]
        for _ in range(20):
            assert ask(other, b"hello") == b"answered:hello"
        assert not any(call.done() for call in hung)
        for call in hung:
            call.cancel()
        over.set()


def test_long_batches_do_not_stop_single_questions(plain: Service, gate: Gate) -> None:
    with plain.channel() as busy, plain.channel() as other:
        batches = [busy.unary_unary(ASK_MANY).future(gate.request) for _ in range(8)]
        assert ask(other, b"hello") == b"answered:hello"
        assert not any(batch.done() for batch in batches)
        gate.open()
        assert all(batch.result(timeout=PATIENCE) == gate.reply for batch in batches)
