"""TLS, client certificates, and certificates that change while the service runs."""

from __future__ import annotations

import socket
import ssl
from typing import TYPE_CHECKING

import grpc
import pytest
from certificates import Authority, Pair
from fake_answerer import FakeAnswerer
from harness import Start, ask, code_of, refusal_of, wait_until
from spielwerk.service import ConfigError, build_server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from spielwerk.service import ServerConfig


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


def secure_channel(address: str, credentials: grpc.ChannelCredentials) -> grpc.Channel:
    return grpc.secure_channel(address, credentials, options=(("grpc.use_local_subchannel_pool", 1),))


def common_name(address: str, authority: Authority) -> str:
    host, _, port = address.rpartition(":")
    context = ssl.create_default_context(cadata=authority.pem.decode())
    context.set_alpn_protocols(["h2"])
    with (
        socket.create_connection((host, int(port)), 5) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secure,
    ):
        assert secure.selected_alpn_protocol() == "h2"
        subject = secure.getpeercert()["subject"]  # type: ignore[index]
    return str(dict(entry[0] for entry in subject)["commonName"])  # type: ignore[misc]


def test_tls_answers_and_plain_text_does_not(start: Start, authority: Authority, tmp_path: Path) -> None:
    certificate, key = authority.issue("first").write(tmp_path)
    service = start(tls_certificate=certificate, tls_key=key)
    with secure_channel(service.address, grpc.ssl_channel_credentials(authority.pem)) as channel:
        assert ask(channel, b"hello") == b"answered:hello"
    with service.channel() as channel:
        assert refusal_of(channel, b"hello").code() is grpc.StatusCode.UNAVAILABLE


def test_old_protocol_versions_are_refused(start: Start, authority: Authority, tmp_path: Path) -> None:
    certificate, key = authority.issue("first").write(tmp_path)
    host, _, port = start(tls_certificate=certificate, tls_key=key).address.rpartition(":")
    context = ssl.create_default_context(cadata=authority.pem.decode())
    context.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="deprecated"):
        context.minimum_version = ssl.TLSVersion.TLSv1
    with pytest.warns(DeprecationWarning, match="deprecated"):
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection((host, int(port)), 5) as plain, pytest.raises((ssl.SSLError, OSError)):
        context.wrap_socket(plain, server_hostname="localhost")


def test_client_certificates_are_asked_for(start: Start, authority: Authority, tmp_path: Path) -> None:
    certificate, key = authority.issue("server").write(tmp_path)
    client_authority, strangers = Authority(), Authority()
    client_ca = tmp_path / "clients.pem"
    client_ca.write_bytes(client_authority.pem)
    service = start(tls_certificate=certificate, tls_key=key, tls_client_ca=client_ca)
    known, unknown = client_authority.issue("client"), strangers.issue("client")
    for credentials in (
        grpc.ssl_channel_credentials(authority.pem),
        grpc.ssl_channel_credentials(authority.pem, unknown.key, unknown.certificate),
    ):
        with secure_channel(service.address, credentials) as channel:
            assert refusal_of(channel, b"hello").code() is grpc.StatusCode.UNAVAILABLE
    credentials = grpc.ssl_channel_credentials(authority.pem, known.key, known.certificate)
    with secure_channel(service.address, credentials) as channel:
        assert ask(channel, b"hello") == b"answered:hello"


def test_new_certificate_without_a_restart(start: Start, authority: Authority, tmp_path: Path) -> None:
    certificate, key = authority.issue("first").write(tmp_path)
    service = start(tls_certificate=certificate, tls_key=key)
    with secure_channel(service.address, grpc.ssl_channel_credentials(authority.pem)) as channel:
        assert ask(channel, b"hello") == b"answered:hello"
        assert common_name(service.address, authority) == "first"

        certificate.write_bytes(b"half a certif")
        wait_until(
            lambda: bool(common_name(service.address, authority)) and _refused_certificate(service.events)
        )
        assert common_name(service.address, authority) == "first"

        authority.issue("second").write(tmp_path)
        wait_until(lambda: common_name(service.address, authority) == "second")
        assert ask(channel, b"hello") == b"answered:hello"


def test_new_client_authority_without_a_restart(start: Start, authority: Authority, tmp_path: Path) -> None:
    certificate, key = authority.issue("server").write(tmp_path)
    old, new = Authority(), Authority()
    client_ca = tmp_path / "clients.pem"
    client_ca.write_bytes(old.pem)
    service = start(tls_certificate=certificate, tls_key=key, tls_client_ca=client_ca)

    def code_with(client: Pair) -> grpc.StatusCode:
        credentials = grpc.ssl_channel_credentials(authority.pem, client.key, client.certificate)
        with secure_channel(service.address, credentials) as channel:
            return code_of(channel, b"hello")

    of_old, of_new = old.issue("old"), new.issue("new")
    assert code_with(of_old) is grpc.StatusCode.OK
    assert code_with(of_new) is grpc.StatusCode.UNAVAILABLE
    client_ca.write_bytes(new.pem)
    wait_until(lambda: code_with(of_new) is grpc.StatusCode.OK)
    assert code_with(of_old) is grpc.StatusCode.UNAVAILABLE


def _refused_certificate(events: list[dict[str, object]]) -> bool:
    return any(str(event["event"]).startswith("new certificate refused") for event in events)


def test_unusable_files_are_named_at_start(
    configure: Callable[..., ServerConfig], authority: Authority, tmp_path: Path
) -> None:
    certificate, _ = authority.issue("first").write(tmp_path)
    _, other_key = authority.issue("second").write(tmp_path, "other")
    with pytest.raises(ConfigError) as mismatch:
        build_server(configure(tls_certificate=certificate, tls_key=other_key), FakeAnswerer())
    assert "key values mismatch" in str(mismatch.value)

    missing = configure(
        tls_certificate=tmp_path / "a.pem",
        tls_key=tmp_path / "a.key",
        tls_client_ca=tmp_path / "ca.pem",
    )
    with pytest.raises(ConfigError) as unreadable:
        build_server(missing, FakeAnswerer())
    assert [fault.field for fault in unreadable.value.faults] == [
        "tls_certificate",
        "tls_key",
        "tls_client_ca",
    ]
