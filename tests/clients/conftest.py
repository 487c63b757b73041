"""A running server, and the tools of other languages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


TRANSPORTS = ("grpcio", "native")


@pytest.fixture(scope="session")
def addresses() -> Iterator[dict[str, str]]:
    """Where `spielwerk serve` listens, by transport."""
    with ExitStack() as stack:
        yield {transport: serve(transport, stack) for transport in TRANSPORTS}


@pytest.fixture(params=TRANSPORTS)
def address(request: pytest.FixtureRequest, addresses: dict[str, str]) -> str:
    """Where `spielwerk serve` listens, on each transport in turn."""
    return addresses[request.param]


@pytest.fixture(scope="session")
def tools() -> dict[str, str]:
    """An environment in which Node, Go and buf are those of the development dependencies."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def serve(transport: str, stack: ExitStack) -> str:
    """Start a server that ends with the stack; its address."""
    command = (sys.executable, "-m", "spielwerk", "serve", "--transport", transport)
    process = subprocess.Popen(  # noqa: S603
        (*command, "--port", "0", "--drain-pause", "0"), stderr=subprocess.PIPE, text=True
    )
    stack.enter_context(process)
    stack.callback(process.terminate)
    assert process.stderr is not None
    return str(json.loads(process.stderr.readline())["address"])
