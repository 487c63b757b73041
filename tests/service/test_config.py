"""The configuration names every fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from spielwerk.service import ConfigError, ServerConfig


def faults_of(**settings: Any) -> dict[str, str]:
    with pytest.raises(ConfigError) as caught:
        ServerConfig(**settings)
    return {fault.field: fault.message for fault in caught.value.faults}


def test_all_faults_are_named_at_once() -> None:
    faults = faults_of(
        host="",
        port=-1,
        tls_key=Path("key"),
        tokens=("short",),
        maximum_concurrent_rpcs=0,
        maximum_request_bytes=10,
        threads=8,
        maximum_threads=4,
        client_ping_interval=0,
        drain_grace=-1,
        workers=0,
        log_sample=1.5,
        metrics_port=70_000,
    )
    assert set(faults) == {
        "host",
        "port",
        "tls_certificate",
        "tokens",
        "maximum_concurrent_rpcs",
        "maximum_request_bytes",
        "maximum_threads",
        "client_ping_interval",
        "drain_grace",
        "workers",
        "log_sample",
        "metrics_port",
    }


def test_transport_is_one_of_two_and_only_one_can_be_inline() -> None:
    assert "'native'" in faults_of(transport="pigeon")["transport"]
    assert set(faults_of(transport="native", inline=True)) == {"inline"}
    assert ServerConfig(transport="native").transport == "native"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "games.example.org"])  # noqa: S104
def test_plain_text_stays_on_this_machine(host: str) -> None:
    assert "insecure" in faults_of(host=host)["host"]
    assert ServerConfig(host=host, insecure=True).host == host
    assert ServerConfig(host=host, tls_certificate=Path("a.pem"), tls_key=Path("a.key")).secure


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.9.10"])
def test_loopback_may_be_plain_text(host: str) -> None:
    assert not ServerConfig(host=host).secure


@pytest.mark.parametrize("text", ["\ud800", "a\0b", "a\nb"])
def test_what_no_name_has_is_refused(text: str) -> None:
    assert faults_of(host=text, insecure=True, metrics_host=text, token_variable=text) == dict.fromkeys(
        ("host", "metrics_host", "token_variable"), f"{text!r} has characters that can't be printed"
    )


@pytest.mark.parametrize("text", ["\ud800", "a\0b"])
def test_what_no_path_has_is_refused(text: str) -> None:
    fields = ("tls_certificate", "tls_key", "tls_client_ca", "token_file")
    assert faults_of(**dict.fromkeys(fields, Path(text))) == dict.fromkeys(
        fields, f"{text!r} is no path on this system"
    )
    config = ServerConfig(token_file=Path("\udcff"))  # bytes that are no text are a name all the same
    assert ServerConfig.from_json(config.to_json()) == config


def test_types_are_checked_too() -> None:
    settings: dict[str, Any] = {"port": "50051", "threads": 1.5, "drain_pause": "soon", "workers": True}
    assert set(faults_of(**settings)) == set(settings)


def test_contradictions_are_named() -> None:
    assert set(faults_of(insecure=True, tls_certificate=Path("a.pem"), tls_key=Path("a.key"))) == {"insecure"}
    assert set(faults_of(tls_client_ca=Path("ca.pem"))) == {"tls_client_ca"}


def test_a_token_is_never_repeated() -> None:
    token = "tiny-secret"
    with pytest.raises(ConfigError) as caught:
        ServerConfig(tokens=(token,))
    assert token not in str(caught.value)


def test_workers_read_what_the_parent_wrote() -> None:
    config = ServerConfig(
        host="::1",
        port=1,
        tls_certificate=Path("/a/b.pem"),
        tls_key=Path("/a/b.key"),
        tokens=("a-token-of-the-tests",),
        maximum_connection_age=None,
        metrics_port=0,
    )
    assert ServerConfig.from_json(config.to_json()) == config
    with pytest.raises(ConfigError, match="there is no such setting"):
        ServerConfig.from_json('{"colour": 1}')
