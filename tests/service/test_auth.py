"""Bearer tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest
from fake_answerer import FakeAnswerer
from google.rpc import error_details_pb2, status_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from harness import PATIENCE, Start, ask, refusal_of, wait_until
from spielwerk.service import ConfigError, build_server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spielwerk.service import ServerConfig

TOKEN, OTHER = "a-token-of-the-tests", "another-token-of-the-tests"


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


def reason_of(error: grpc.RpcError) -> str:
    (details,) = (value for key, value in error.trailing_metadata() if key == "grpc-status-details-bin")
    error_info = error_details_pb2.ErrorInfo()
    assert status_pb2.Status.FromString(details).details[0].Unpack(error_info)
    return error_info.reason


def test_only_known_tokens_are_answered(start: Start) -> None:
    service = start(tokens=(TOKEN, OTHER))
    with service.channel() as channel:
        for token in (TOKEN, OTHER):
            assert ask(channel, b"hello", metadata=bearer(token)) == b"answered:hello"
        assert ask(channel, b"hello", metadata=(("authorization", f"bearer {TOKEN}"),)) == b"answered:hello"
        for metadata, reason in (
            ((), "TOKEN_MISSING"),
            ((("authorization", f"Basic {TOKEN}"),), "TOKEN_MISSING"),
            (bearer(""), "TOKEN_UNKNOWN"),
            (bearer(TOKEN[:-1]), "TOKEN_UNKNOWN"),
            (bearer(TOKEN + "x"), "TOKEN_UNKNOWN"),
            (bearer(TOKEN.upper()), "TOKEN_UNKNOWN"),
        ):
            error = refusal_of(channel, b"hello", metadata=metadata)
            assert error.code() is grpc.StatusCode.UNAUTHENTICATED
            assert reason_of(error) == reason


def test_health_is_open_and_reflection_is_not(start: Start) -> None:
    service = start(tokens=(TOKEN,))
    reflection = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"
    with service.channel() as channel:
        status = (
            health_pb2_grpc.HealthStub(channel)
            .Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
            .status
        )
        assert status == health_pb2.HealthCheckResponse.SERVING
        with pytest.raises(grpc.RpcError) as caught:
            list(channel.stream_stream(reflection)(iter([b"\x3a\x00"]), timeout=PATIENCE))
        assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
        assert list(
            channel.stream_stream(reflection)(iter([b"\x3a\x00"]), timeout=PATIENCE, metadata=bearer(TOKEN))
        )


def test_tokens_come_from_file_and_environment(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELWERK_TOKENS", f"{OTHER} and-a-third-of-the-tests")
    path = tmp_path / "tokens"
    path.write_text(f"# for the tests\n\n{TOKEN}\n")
    service = start(token_file=path)
    with service.channel() as channel:
        for token in (TOKEN, OTHER, "and-a-third-of-the-tests"):
            assert ask(channel, b"hello", metadata=bearer(token)) == b"answered:hello"

        path.write_text("a-fresh-token-of-the-tests\n")

        def is_known(token: str) -> bool:
            try:
                return bool(ask(channel, b"hello", metadata=bearer(token)))
            except grpc.RpcError:
                return False

        wait_until(lambda: is_known("a-fresh-token-of-the-tests"))
        assert not is_known(TOKEN)

        path.write_text("")  # a mistake must not open or close the door
        wait_until(lambda: is_known(OTHER) and any("token file refused" in line for line in service.lines))
        assert is_known("a-fresh-token-of-the-tests")


def test_weak_and_missing_tokens_are_refused_at_start(
    configure: Callable[..., ServerConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tokens"
    for settings, contents in (
        ({"token_file": path}, None),
        ({"token_file": path}, "# nothing\n"),
        ({"token_file": path}, "short\n"),
        ({"token_variable": "TOKENS_OF_THE_TESTS"}, None),
    ):
        if contents is not None:
            path.write_text(contents)
        monkeypatch.setenv("TOKENS_OF_THE_TESTS", "tiny-secret")
        with pytest.raises(ConfigError) as caught:
            build_server(configure(**settings), FakeAnswerer())
        assert [fault.field for fault in caught.value.faults] == list(settings)
        assert "tiny-secret" not in str(caught.value)
