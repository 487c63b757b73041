"""What programs see that were not written for this service.

They are buf as a generic client, sslyze as a TLS scanner, and OpenTelemetry's own starter of programs. Kubernetes
probes health in ``tests/clients``; Envoy stands in front in ``tests/deploy``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from certificates import Authority
from harness import Start, wait_until
from spielwerk import _native
from spielwerk.service import ServerConfig, build_server
from spielwerk.service.client import Client, qwirkle

if TYPE_CHECKING:
    from collections.abc import Iterator

BIN = Path(sys.executable).parent
PROTOCOLS = ("grpc-v1", "grpc-v1alpha")
"""The versions of reflection, as buf names them."""
POSITION = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8"
INVALID_ARGUMENT, NOT_FOUND = 3, 5
LOGGED = 5
"""Failed connections that get a line of log in a second."""


@pytest.fixture(scope="module", params=["grpcio", "native"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The product itself, over each transport."""
    with build_server(ServerConfig(port=0, transport=request.param, log_refusals=0)) as server:
        yield server.address


def buf(address: str, *arguments: str, path: str = "", scheme: str = "http") -> tuple[int, str, str]:
    """Run ``buf curl``, which knows nothing but what reflection tells: exit code, output, errors."""
    plain = ("--http2-prior-knowledge",) if scheme == "http" else ()
    command = (
        str(BIN / "buf"),
        "curl",
        "--protocol",
        "grpc",
        *plain,
        *arguments,
        f"{scheme}://{address}{path}",
    )
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_generic_client_finds_every_service_and_method(address: str, protocol: str) -> None:
    reflection = {f"grpc.reflection.{version}.ServerReflection" for version in ("v1", "v1alpha")}
    code, services, _ = buf(address, "--reflect-protocol", protocol, "--list-services")
    ours = {path.split("/")[1] for path in _native.methods()}
    assert code == 0
    assert set(services.split()) == ours | reflection | {"grpc.health.v1.Health"}
    code, methods, _ = buf(address, "--reflect-protocol", protocol, "--list-methods")
    assert code == 0
    assert set(methods.split()) == {
        *(path.strip("/") for path in _native.methods()),
        *(f"{name}/ServerReflectionInfo" for name in reflection),
        *(f"grpc.health.v1.Health/{name}" for name in ("Check", "List", "Watch")),
    }


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_generic_client_asks_by_reflection(address: str, protocol: str) -> None:
    def ask(path: str, **question: Any) -> tuple[int, dict[str, Any]]:
        code, answer, error = buf(
            address, "--reflect-protocol", protocol, "-d", json.dumps(question), path=path
        )
        return code, json.loads(answer or error)

    check = "/spielwerk.v1.QwirkleService/CheckMove"
    code, answer = ask(check, position={"text": POSITION}, move={"text": "2,0>r4"})
    assert (code, answer["verdict"], answer["score"]["points"]) == (0, {"legal": True}, 3)
    code, answer = ask(check, position={"text": POSITION}, move={"text": "5,5>y8"})
    assert code == 0
    assert [one["slug"] for one in answer["verdict"]["violations"]] == ["tile_not_in_hand", "not_connected"]
    code, error = ask(check, position={"text": "nonsense"})
    # buf's exit code is the number of the status, eight times.
    assert (code, error["code"]) == (8 * INVALID_ARGUMENT, "invalid_argument")
    assert [detail["type"] for detail in error["details"]] == [
        "google.rpc.ErrorInfo",
        "google.rpc.BadRequest",
    ]
    code, answer = ask("/spielwerk.v1.CatalogService/GetCatalog")
    assert [game["name"] for game in answer["games"]] == ["lokus", "qwirkle", "schraube"]
    assert ask("/grpc.health.v1.Health/Check") == (0, {"status": "SERVING"})
    assert ask("/grpc.health.v1.Health/Check", service="chess")[0] == 8 * NOT_FOUND


def test_a_generic_client_speaks_tls(start: Start, tmp_path: Path) -> None:
    authority, client_authority = Authority(), Authority()
    certificate, key = authority.issue("server").write(tmp_path)
    their_certificate, their_key = client_authority.issue("client").write(tmp_path, "client")
    ours, theirs = tmp_path / "ours.pem", tmp_path / "theirs.pem"
    ours.write_bytes(authority.pem)
    theirs.write_bytes(client_authority.pem)
    service = start(tls_certificate=certificate, tls_key=key, tls_client_ca=theirs)
    arguments = ("--list-services", "--cacert", str(ours))
    code, _, error = buf(service.address, *arguments, scheme="https")
    assert code != 0, error
    arguments += ("--cert", str(their_certificate), "--key", str(their_key))
    code, services, error = buf(service.address, *arguments, scheme="https")
    assert code == 0, error
    assert "spielwerk.fake.v1.FirstService" in services.split()


def scan(address: str, authority: Path, *arguments: str) -> dict[str, Any]:
    """What sslyze finds out about a server."""
    port = address.rpartition(":")[2]
    versions = ("--sslv2", "--sslv3", "--tlsv1", "--tlsv1_1", "--tlsv1_2", "--tlsv1_3")
    attacks = ("--compression", "--fallback", "--heartbleed", "--openssl_ccs", "--reneg", "--robot", "--ems")
    command = (str(BIN / "python"), "-W", "ignore", "-m", "sslyze", *versions, *attacks, *arguments)
    command += ("--certinfo", "--certinfo_ca_file", str(authority), "--mozilla_config", "disable")
    command += ("--json_out", "-", f"localhost:{port}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    # The report in words follows the one in JSON.
    (result,) = json.JSONDecoder().raw_decode(done.stdout)[0]["server_scan_results"]
    found: dict[str, Any] = result
    return found


def result_of(found: dict[str, Any], what: str) -> dict[str, Any]:
    attempt = found["scan_result"][what]
    assert attempt["status"] == "COMPLETED", attempt
    result: dict[str, Any] = attempt["result"]
    return result


def ciphers(found: dict[str, Any], version: str) -> set[str]:
    """The cipher suites that a server accepts in a version of the protocol."""
    accepted = result_of(found, f"{version}_cipher_suites")["accepted_cipher_suites"]
    return {suite["cipher_suite"]["name"] for suite in accepted}


def certificate_of(found: dict[str, Any]) -> tuple[str, bool]:
    """The name on the certificate, and whether its path to the authority is sound."""
    (deployment,) = result_of(found, "certificate_info")["certificate_deployments"]
    (path,) = (
        path["was_validation_successful"]
        for path in deployment["path_validation_results"]
        if path["trust_store"]["name"] == "Supplied CA file"
    )
    return deployment["received_certificate_chain"][0]["subject"]["rfc4514_string"], path


def test_a_scanner_finds_nothing_weak(start: Start, tmp_path: Path) -> None:
    authority = Authority()
    ours = tmp_path / "ours.pem"
    ours.write_bytes(authority.pem)
    certificate, key = authority.issue("first").write(tmp_path)
    service = start(tls_certificate=certificate, tls_key=key, log_refusals=LOGGED)
    begun = time.monotonic()
    found = scan(service.address, ours)
    seconds = time.monotonic() - begun
    assert found["connectivity_result"]["client_auth_requirement"] == "DISABLED"
    for version in ("ssl_2_0", "ssl_3_0", "tls_1_0", "tls_1_1"):
        assert ciphers(found, version) == set()
    # Forward secrecy and authenticated encryption, whatever the client prefers.
    assert ciphers(found, "tls_1_3") == {
        "TLS_AES_128_GCM_SHA256",
        "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256",
    }
    older = ciphers(found, "tls_1_2")
    assert older
    assert older <= {
        f"TLS_ECDHE_ECDSA_WITH_{cipher}"
        for cipher in ("AES_128_GCM_SHA256", "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256")
    }
    assert result_of(found, "tls_compression") == {"supports_compression": False}
    assert result_of(found, "heartbleed") == {"is_vulnerable_to_heartbleed": False}
    assert result_of(found, "openssl_ccs_injection") == {"is_vulnerable_to_ccs_injection": False}
    assert result_of(found, "robot")["robot_result"] == "NOT_VULNERABLE_RSA_NOT_SUPPORTED"
    assert result_of(found, "session_renegotiation") == {
        "supports_secure_renegotiation": True,
        "is_vulnerable_to_client_renegotiation_dos": False,
        "client_renegotiations_success_count": 0,
    }
    assert result_of(found, "tls_fallback_scsv") == {"supports_fallback_scsv": True}
    assert result_of(found, "tls_extended_master_secret") == {"supports_ems_extension": True}
    assert certificate_of(found) == ("CN=first", True)
    # Hundreds of failed handshakes are a few lines of log, and nothing but lines of JSON.
    lines = list(service.lines)
    assert len(lines) <= 1 + LOGGED * (seconds + 2)
    assert all(json.loads(line) for line in lines)

    authority.issue("second").write(tmp_path)
    wait_until(lambda: certificate_of(scan(service.address, ours)) == ("CN=second", True))


def test_a_scanner_without_a_certificate_gets_nowhere(start: Start, tmp_path: Path) -> None:
    authority = Authority()
    ours = tmp_path / "ours.pem"
    ours.write_bytes(authority.pem)
    certificate, key = authority.issue("server").write(tmp_path)
    known, known_key = authority.issue("known").write(tmp_path, "known")
    service = start(tls_certificate=certificate, tls_key=key, tls_client_ca=ours, log_refusals=LOGGED)
    found = scan(service.address, ours)
    # A server that hangs up without an alert is one to which no connection can be made.
    if found["scan_status"] == "COMPLETED":
        assert found["connectivity_result"]["client_auth_requirement"] == "REQUIRED"
    else:
        assert found["scan_status"] == "ERROR_NO_CONNECTIVITY"
    found = scan(service.address, ours, "--cert", str(known), "--key", str(known_key))
    assert found["scan_status"] == "COMPLETED"
    assert certificate_of(found) == ("CN=server", True)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("transport_", ["grpcio", "native"])
def test_a_process_started_by_opentelemetry_is_traced(transport_: str, workers: int) -> None:
    """Also when it starts others: a tool that leads one process must not lose sight of those that answer."""
    command = (str(BIN / "opentelemetry-instrument"), str(BIN / "spielwerk"), "serve", "--tracing")
    command += ("--transport", transport_, "--port", "0", "--drain-pause", "0", "--workers", str(workers))
    exporters = {
        "OTEL_TRACES_EXPORTER": "console",
        "OTEL_METRICS_EXPORTER": "none",
        "OTEL_LOGS_EXPORTER": "none",
    }
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **exporters}
    ) as process:
        assert process.stderr is not None
        serving = [json.loads(process.stderr.readline()) for _ in range(workers + (workers > 1))]
        assert serving[-1]["event"] == "serving"
        with Client(serving[-1]["address"]) as client:
            assert client.ask(qwirkle.check(POSITION, "2,0>r4"))
        process.terminate()
        spans, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    span, _ = json.JSONDecoder().raw_decode(spans)
    assert span["name"] == "spielwerk.v1.QwirkleService/CheckMove"
    assert span["kind"] == "SpanKind.SERVER"
    assert span["attributes"]["rpc.grpc.status_code"] == 0
