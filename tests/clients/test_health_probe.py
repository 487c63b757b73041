"""The health of a server as Kubernetes probes it: its prober is also a program, with the client of gRPC for Go."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from spielwerk import _native

PROBE = ("go", "-C", str(Path(__file__).parent / "tools"), "tool", "grpc-health-probe")
HEALTHY, UNREACHABLE, REFUSED, UNHEALTHY = 0, 2, 3, 4
"""Exit codes of the prober."""

pytestmark = pytest.mark.timeout(600)  # the first call compiles the probe


def probe(tools: dict[str, str], address: str, *arguments: str) -> int:
    """How the prober ends."""
    command = (*PROBE, "-addr", address, "-connect-timeout", "5s", "-rpc-timeout", "5s", *arguments)
    done = subprocess.run(command, env=tools, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode == HEALTHY) == ("status: SERVING" in done.stderr), done
    return done.returncode


def test_the_server_and_each_service_are_healthy(tools: dict[str, str], address: str) -> None:
    assert probe(tools, address) == HEALTHY
    for service in sorted({path.split("/")[1] for path in _native.methods()}):
        assert probe(tools, address, "-service", service) == HEALTHY
    assert probe(tools, address, "-service", "spielwerk.v1.ChessService") == REFUSED


@pytest.mark.parametrize("transport", ["grpcio", "native"])
def test_a_server_that_drains_is_not_healthy_and_then_not_there(
    transport: str, tools: dict[str, str]
) -> None:
    """Health needs no token, and says no before anybody is turned away."""
    command = (sys.executable, "-m", "spielwerk", "serve", "--transport", transport, "--port", "0")
    command += ("--drain-pause", "60", "--tokens", "the-token-of-the-tests")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stderr is not None
        address = json.loads(process.stderr.readline())["address"]
        assert probe(tools, address) == HEALTHY
        process.terminate()
        assert json.loads(process.stderr.readline())["event"] == "draining"
        assert probe(tools, address) == UNHEALTHY
        process.terminate()
        process.wait(30)
        assert probe(tools, address) == UNREACHABLE
