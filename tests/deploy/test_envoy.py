"""Two replicas behind Envoy with the shipped configuration: JSON, gRPC-Web, and replicas that end or die."""

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
from typing import TYPE_CHECKING, Any, Self

import pytest
from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk._native import file_descriptor_set
from spielwerk.service import client as service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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

    def __init__(self, folder: Path, transport: str) -> None:
        self.stack = ExitStack()
        self.transport = transport
        self.ports = [free_port(), free_port()]
        self.port, self.admin = free_port(), free_port()
        self.replicas = [self.replica(port) for port in self.ports]
        descriptors = folder / "spielwerk.binpb"
        descriptors.write_bytes(file_descriptor_set())
        text = CONFIGURATION.read_text()
        for shipped, here in {
            "/etc/envoy/spielwerk.binpb": str(descriptors),
            "port_value: 9901": f"port_value: {self.admin}",
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

    def replica(self, port: int) -> subprocess.Popen[bytes]:
        """Start a replica."""
        pauses = ("--drain-pause", "1.5", "--drain-grace", "2")
        arguments = ("serve", "--transport", self.transport, "--port", str(port), *pauses)
        return self.run(sys.executable, "-m", "spielwerk", *arguments)

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a process that ends with the deployment."""
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def wait(self) -> None:
        """Until a question is answered, and Envoy holds all replicas for healthy."""

        def ready() -> bool:
            try:
                status, _ = self.post("/v1/qwirkle:checkMove", question())
                return status == 200 and all(healthy for healthy, _ in self.replicas_in_use().values())
            except OSError:
                return False

        self.wait_until(ready)

    @staticmethod
    def wait_until(condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        until = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < until, "it never came true"
            time.sleep(0.1)

    def replicas_in_use(self) -> dict[int, tuple[bool, int]]:
        """For the port of each replica, whether Envoy holds it for healthy, and the calls it has sent there."""
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self.admin}/clusters?format=json", timeout=PATIENCE
        ) as page:
            (cluster,) = json.load(page)["cluster_statuses"]
        return {
            host["address"]["socket_address"]["port_value"]: (
                host["health_status"] == {"eds_health_status": "HEALTHY"},
                sum(
                    int(stat["value"])
                    for stat in host["stats"]
                    if stat.get("name") == "rq_total" and "value" in stat
                ),
            )
            for host in cluster["host_statuses"]
        }

    def post(self, path: str, body: dict[str, Any], **headers: str) -> tuple[int, dict[str, Any]]:
        """A JSON question, as curl or a browser asks it."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json", **headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as error:
            with error:
                body = error.read()
                said = error.headers.get_content_type() == "application/json"
                return error.code, json.loads(body) if said else {"text": body.decode()}


def question(move: str = "2,0>r4") -> dict[str, Any]:
    return {"position": {"text": POSITION}, "move": {"text": move}}


@pytest.fixture(scope="module", params=["grpcio", "native"])
def deployment(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Deployment]:
    """The deployment, shared by the tests of a transport."""
    running = Deployment(tmp_path_factory.mktemp("envoy"), request.param)
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


def test_a_path_of_no_method_is_not_found(deployment: Deployment) -> None:
    """A slip of the pen gets no empty 200, which is what HTTP makes of UNIMPLEMENTED."""
    for path in ("/v1/qwirkle:chekMove", "/v1/nothing"):
        status, answer = deployment.post(path, question())
        assert (status, answer["code"], answer["message"]) == (404, 5, "there is no such method")
    with urllib.request.urlopen(
        f"http://127.0.0.1:{deployment.port}/v1/catalog", timeout=PATIENCE
    ) as catalog:
        assert [game["name"] for game in json.load(catalog)["games"]] == ["lokus", "qwirkle", "schraube"]


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
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310
        body = reply.read()
        assert reply.headers["access-control-allow-origin"] == "http://localhost:5173"
    assert body[0] == 0
    assert b"grpc-status:0" in body
    size = int.from_bytes(body[1:5], "big")
    assert service.qwirkle.check(POSITION, "2,0>r4").read(body[5 : 5 + size]).legal


class Load:
    """Callers with the shipped client, from the beginning of a block to its end; none of their calls may fail."""

    def __init__(self, deployment: Deployment) -> None:
        self.address = f"127.0.0.1:{deployment.port}"
        self.answered = [0] * 4
        self.failures: list[Exception] = []
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(index,)) for index in range(4)]

    def _ask(self, index: int) -> None:
        with service.Client(self.address) as client:
            while not self._stop.is_set():
                try:
                    assert client.ask(service.qwirkle.check(POSITION, "2,0>r4")).legal
                    self.answered[index] += 1
                except (service.ServiceError, AssertionError) as error:
                    self.failures.append(error)

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def goes_on(self, seconds: float) -> None:
        """Wait so long at least, and until every caller was answered twenty times more."""
        before = list(self.answered)
        time.sleep(seconds)
        Deployment.wait_until(
            lambda: (
                bool(self.failures)
                or all(now >= earlier + 20 for now, earlier in zip(self.answered, before, strict=True))
            )
        )
        assert self.failures == []


def test_both_replicas_are_healthy_and_share_the_load(deployment: Deployment) -> None:
    def calls() -> dict[int, int]:
        return {port: calls for port, (_, calls) in deployment.replicas_in_use().items()}

    before = calls()
    assert set(before) == set(deployment.ports)
    assert all(healthy for healthy, _ in deployment.replicas_in_use().values())
    for _ in range(20):
        assert deployment.post("/v1/qwirkle:checkMove", question())[0] == 200
    # Envoy's own probes of health are not counted as calls.
    gained = [after - before[port] for port, after in calls().items()]
    assert sum(gained) == 20
    assert min(gained) >= 5


def test_no_call_fails_when_a_replica_is_replaced(deployment: Deployment) -> None:
    """One replica drains and ends, and another takes its place, as in a rolling update."""
    port = deployment.ports[1]
    with Load(deployment) as load:
        load.goes_on(0.5)
        deployment.replicas[1].terminate()
        load.goes_on(1.0)
        assert deployment.replicas[1].wait(PATIENCE) == 0
        deployment.wait_until(lambda: not deployment.replicas_in_use()[port][0])
        load.goes_on(0.5)
        deployment.replicas[1] = deployment.replica(port)
        deployment.wait_until(lambda: deployment.replicas_in_use()[port][0])
        _, before = deployment.replicas_in_use()[port]
        load.goes_on(0.5)
        _, after = deployment.replicas_in_use()[port]
        assert after > before, "the new replica takes its share at once"


def test_no_call_fails_when_a_replica_dies(deployment: Deployment) -> None:
    """One replica is killed under load, without a chance to drain."""
    with Load(deployment) as load:
        load.goes_on(1)
        deployment.replicas[0].kill()
        deployment.replicas[0].wait()
        load.goes_on(2)
