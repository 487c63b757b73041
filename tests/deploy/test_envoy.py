"""Two replicas behind Envoy with the shipped configuration: balance, JSON, gRPC-Web, and a replica that dies."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk._native import file_descriptor_set
from spielwerk.service import client as service

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
CONFIGURATION = ROOT / "deploy/envoy/envoy.yaml"
POSITION = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8"
PATIENCE = 40.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Deployment:
    """Two replicas and Envoy."""

    def __init__(self, folder: Path) -> None:
        self.stack = ExitStack()
        self.ports = [free_port(), free_port()]
        self.port, admin = free_port(), free_port()
        self.replicas = [
            self.run(sys.executable, "-m", "spielwerk", *self.serve(port)) for port in self.ports
        ]
        descriptors = folder / "spielwerk.binpb"
        descriptors.write_bytes(file_descriptor_set())
        text = CONFIGURATION.read_text()
        for shipped, here in {
            "/etc/envoy/spielwerk.binpb": str(descriptors),
            "port_value: 9901": f"port_value: {admin}",
            "port_value: 8080": f"port_value: {self.port}",
            "port_value: 50051": f"port_value: {self.ports[0]}",
            "port_value: 50052": f"port_value: {self.ports[1]}",
        }.items():
            assert shipped in text
            text = text.replace(shipped, here)
        (folder / "envoy.yaml").write_text(text)
        envoy = shutil.which("envoy", path=str(Path(sys.executable).parent))
        assert envoy is not None, "the development dependencies bring envoy"
        self.run(envoy, "-c", str(folder / "envoy.yaml"), "--concurrency", "1", "--log-level", "error")
        self.wait()

    @staticmethod
    def serve(port: int) -> tuple[str, ...]:
        """The command of a replica."""
        return ("serve", "--port", str(port), "--drain-pause", "0.2", "--drain-grace", "2")

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a process that ends with the deployment."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def wait(self) -> None:
        """Until a question is answered."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, _ = self.post("/v1/qwirkle:checkMove", question())
            except OSError:
                status = 0
            if status == 200:
                return
            assert time.monotonic() < until, "nobody answers through Envoy"
            time.sleep(0.1)

    def post(self, path: str, body: dict[str, Any], **headers: str) -> tuple[int, dict[str, Any]]:
        """A JSON question, as curl or a browser asks it."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json", **headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=5) as reply:  # noqa: S310
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as error:
            with error:
                body = error.read()
                said = error.headers.get_content_type() == "application/json"
                return error.code, json.loads(body) if said else {"text": body.decode()}


def question(move: str = "2,0>r4") -> dict[str, Any]:
    return {"position": {"text": POSITION}, "move": {"text": move}}


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """The deployment, shared by the tests."""
    running = Deployment(tmp_path_factory.mktemp("envoy"))
    with running.stack:
        yield running


def test_json_questions(deployment: Deployment) -> None:
    """What curl gets: a verdict, and every fault of a request that makes no sense."""
    status, answer = deployment.post("/v1/qwirkle:checkMove", question())
    assert status == 200
    assert answer["verdict"]["legal"] is True
    assert answer["score"]["points"] == 3
    status, answer = deployment.post("/v1/qwirkle:checkMove", question("5,5>y8"))
    assert status == 200
    assert [one["slug"] for one in answer["verdict"]["violations"]] == ["tile_not_in_hand", "not_connected"]
    status, answer = deployment.post("/v1/qwirkle:checkMove", {"position": {"text": "nonsense"}})
    assert status == 400
    faults = [detail for detail in answer["details"] if "fieldViolations" in detail]
    assert sorted(fault["field"] for fault in faults[0]["fieldViolations"]) == ["move", "position.text"]


def test_the_documented_line_of_curl(deployment: Deployment) -> None:
    """The line's own address, header and body get the verdict; curl itself need not be here."""
    block = re.search(r"```sh\n(curl .+?)\n```", (ROOT / "docs/service.md").read_text(), re.DOTALL)
    assert block is not None
    curl, silent, address, header, content_type, data, body = shlex.split(block[1])
    assert (curl, silent, header, data) == ("curl", "-s", "-H", "-d")
    assert content_type == "content-type: application/json"
    status, answer = deployment.post(address.removeprefix("localhost:8080"), json.loads(body))
    assert status == 200
    assert [one["slug"] for one in answer["verdict"]["violations"]] == ["tile_not_in_hand", "not_connected"]


@pytest.mark.parametrize(("name", "rules"), [("qwirkle", qwirkle), ("lokus", lokus), ("schraube", schraube)])
def test_every_game_by_json(deployment: Deployment, name: str, rules: Any) -> None:
    position = rules.Position.start(rules.Options(3)).settle(Random(1))
    move = position.legal_moves[0]
    body = {"position": {"text": position.text}, "move": {"text": move.text}}
    status, answer = deployment.post(f"/v1/{name}:checkMove", body)
    assert status == 200
    assert answer["verdict"]["legal"] is True


def test_grpc_web(deployment: Deployment) -> None:
    """What a browser gets: the message in a frame, and the status in a frame of trailers."""
    message = service.qwirkle.check(POSITION, "2,0>r4").request
    request = urllib.request.Request(
        f"http://127.0.0.1:{deployment.port}/spielwerk.v1.QwirkleService/CheckMove",
        b"\x00" + len(message).to_bytes(4, "big") + message,
        {"content-type": "application/grpc-web+proto", "x-grpc-web": "1", "origin": "http://localhost:5173"},
    )
    with urllib.request.urlopen(request, timeout=5) as reply:  # noqa: S310
        body = reply.read()
        assert reply.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert body[0] == 0
    assert b"grpc-status:0" in body
    size = int.from_bytes(body[1:5], "big")
    assert service.qwirkle.check(POSITION, "2,0>r4").read(body[5 : 5 + size]).legal


def test_no_call_fails_when_a_replica_dies(deployment: Deployment) -> None:
    """One replica is killed under load, without a chance to drain: callers with the shipped client notice nothing."""
    answered, failures = [0] * 4, []
    stop = threading.Event()

    def load(index: int) -> None:
        with service.Client(f"127.0.0.1:{deployment.port}") as client:
            while not stop.is_set():
                try:
                    assert client.ask(service.qwirkle.check(POSITION, "2,0>r4")).legal
                    answered[index] += 1
                except (service.ServiceError, AssertionError) as error:
                    failures.append(error)

    threads = [threading.Thread(target=load, args=(index,)) for index in range(len(answered))]
    for thread in threads:
        thread.start()
    time.sleep(1)
    deployment.replicas[0].kill()
    deployment.replicas[0].wait()
    before = sum(answered)
    time.sleep(2)
    stop.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert before > 20
    assert sum(answered) > before + 20
