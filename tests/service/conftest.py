"""Fixtures for the tests of the service.

Almost every test here sees the service from outside: a process, a port, signals, lines of log. The fixture
``transport`` names the way the process speaks gRPC, so that one suite holds for all of them.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

# The modules next to the tests; serving processes import them too.
sys.path.insert(0, str(Path(__file__).parent))

from fake_answerer import FakeAnswerer
from harness import TRANSPORTS, Gate, Service, Start
from spielwerk.service import ServerConfig, build_server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spielwerk.service.serving import Server


@pytest.fixture(scope="session", params=sorted(TRANSPORTS))
def transport(request: pytest.FixtureRequest) -> str:
    """The way a serving process speaks gRPC."""
    return str(request.param)


@pytest.fixture
def start(transport: str) -> Iterator[Start]:
    """Start serving processes; they end with the test."""
    with ExitStack() as stack:

        def start_service(**settings: Any) -> Service:
            service = Service(transport, **settings)
            stack.callback(service.close)
            return service

        yield start_service


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    """Holds up calls until the test opens it, or is over."""
    gate = Gate(tmp_path / "open")
    yield gate
    gate.open()


@pytest.fixture(scope="module")
def plain(transport: str) -> Iterator[Service]:
    """A serving process with the settings nobody touched, shared by the tests of a module."""
    service = Service(transport, log_sample=1.0, metrics_port=0)
    yield service
    service.close()


@pytest.fixture
def configure(transport: str) -> Callable[..., ServerConfig]:
    """Configurations of a server inside this process."""

    def configured(**settings: Any) -> ServerConfig:
        return ServerConfig(**{"port": 0, **TRANSPORTS[transport][1], **settings})

    return configured


@pytest.fixture
def embedded(configure: Callable[..., ServerConfig]) -> Iterator[tuple[Server, FakeAnswerer]]:
    """A server inside this process, with its answerer in reach."""
    answerer = FakeAnswerer()
    with build_server(configure(), answerer) as server:
        yield server, answerer
