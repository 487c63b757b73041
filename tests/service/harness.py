"""Serving processes and clients for the tests of the service."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from fake_answerer import ASK, ASK_MANY
from spielwerk.service import ServerConfig

HERE = Path(__file__).parent

TRANSPORTS: dict[str, tuple[str, dict[str, Any]]] = {
    "grpcio": ("serve_fake.py", {}),
    "grpcio-inline": ("serve_fake.py", {"inline": True}),
    "native": ("serve_fake.py", {"transport": "native"}),
}
"""For each way of speaking gRPC the program that does it, and the settings that make it do so."""
PATIENCE = 30.0
"""Seconds after which a thing that should happen counts as not happening."""
NEVER = 10 * PATIENCE
"""Seconds after which a thing that should not happen would."""

Start = Callable[..., "Service"]
"""Starts a serving process with some settings of :class:`~spielwerk.service.ServerConfig`."""


class Service:
    """A serving process."""

    def __init__(self, transport: str, **settings: Any) -> None:
        program, way = TRANSPORTS[transport]
        config = ServerConfig(**{"port": 0, "drain_pause": 0.0, **way, **settings})
        command = (sys.executable, str(HERE / program), config.to_json())
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.lines: list[str] = []
        self._news = threading.Condition()
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def events(self) -> list[dict[str, Any]]:
        """The lines of log so far."""
        return [json.loads(line) for line in list(self.lines) if line.startswith("{")]

    def event(self, name: str, count: int = 1, **fields: Any) -> dict[str, Any]:
        """Wait for the `count`-th line of log with this event and these fields."""
        deadline = time.monotonic() + PATIENCE
        with self._news:
            while True:
                found = [e for e in self.events if e["event"] == name and fields.items() <= e.items()]
                if len(found) >= count:
                    return found[count - 1]
                left = deadline - time.monotonic()
                if left <= 0 or self._ended:
                    pytest.fail(f"no {name!r} {fields} in {self.lines}")
                self._news.wait(left)

    @property
    def address(self) -> str:
        """Where it listens; waits until it does."""
        return str(self.event("serving")["address"])

    def metrics(self) -> dict[str, float]:
        """The samples of the Prometheus page, by name with labels."""
        told = [e for e in self.events if e.get("metrics_port")]
        with urllib.request.urlopen(f"http://127.0.0.1:{told[0]['metrics_port']}/metrics", timeout=5) as page:
            text = page.read().decode()
        return {
            name: float(value)
            for name, value in re.findall(r"^([a-z_]+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)
        }

    def channel(self, **options: Any) -> grpc.Channel:
        """A plain-text channel of its own connection."""
        return channel_to(self.address, **options)

    def begin(self, channel: grpc.Channel, request: bytes, method: str = ASK_MANY) -> Any:
        """Start a call of a request that tells so, and wait until it is in work."""

        def told() -> int:
            return sum(event["event"] == "begun" for event in self.events)

        def is_in_work() -> bool:
            if calls[-1].done():  # refused, as the place of an earlier call is not free yet
                calls.append(ask.future(request))
            return told() > before

        before, ask = told(), channel.unary_unary(method)
        calls = [ask.future(request)]
        wait_until(is_in_work)
        return calls[-1]

    def end(self) -> int:
        """Wait for the process to end by itself; its exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def close(self) -> None:
        """End the process in any case."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        if self.process.stderr is not None:
            self.process.stderr.close()

    def _read(self) -> None:
        if self.process.stderr is not None:
            for line in self.process.stderr:
                with self._news:
                    self.lines.append(line.rstrip("\n"))
                    self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()


class Gate:
    """Holds up calls until it is opened, however long a busy machine takes until then."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.request = f"hold:{file}".encode()
        """A request that is answered once the gate is open."""
        self.reply = b"answered:" + self.request
        """Its answer."""

    def open(self) -> None:
        """Let the calls end."""
        self._file.touch()


def channel_to(address: str, **options: Any) -> grpc.Channel:
    """A channel that shares its connection with no other."""
    named = tuple((f"grpc.{name}", value) for name, value in options.items())
    return grpc.insecure_channel(address, options=(("grpc.use_local_subchannel_pool", 1), *named))


def ask(channel: grpc.Channel, request: bytes, method: str = ASK, **options: Any) -> bytes:
    """One call with raw bytes."""
    options.setdefault("timeout", PATIENCE)
    reply: bytes = channel.unary_unary(method)(request, **options)
    return reply


def refusal_of(channel: grpc.Channel, request: bytes, method: str = ASK, **options: Any) -> grpc.RpcError:
    """The error of a call that must be refused."""
    with pytest.raises(grpc.RpcError) as caught:
        ask(channel, request, method, **options)
    return caught.value


def code_of(channel: grpc.Channel, request: bytes, method: str = ASK, **options: Any) -> grpc.StatusCode:
    """How a call ends that may end either way."""
    try:
        ask(channel, request, method, **options)
    except grpc.RpcError as error:
        code: grpc.StatusCode = error.code()
        return code
    return grpc.StatusCode.OK


def wait_until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.01)
