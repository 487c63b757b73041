"""The example clients, built and run as docs/service.md says, hear what the Python client hears."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from spielwerk._pb.spielwerk.v1.qwirkle_pb2 import QwirkleServiceCheckMoveRequest
from spielwerk.service import client as service

if TYPE_CHECKING:
    from collections.abc import Callable

    from spielwerk import Verdict

ROOT = Path(__file__).parents[2]
DOCUMENTED_TARGET = "localhost:50051"
QWIRKLE = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8"
LOKUS = "lokus/1 players=2 hands=g1s1s5b6b7s7g8o8b9s9/b1s2g3o3r4y5r7y9g9y11g12 toilets=r5g11 chosen=r11/-"
SCHRAUBE = (
    "schraube/1 players=2 phase=place seat=1 figures=5/0 hands=2,13/39 rerolls=2 dice=124 "
    "piles=33:5/17:6:3/30:6/10:6:5/24:5/7:5:2"
)

pytestmark = pytest.mark.timeout(600)  # the first build compiles gRPC for Go


@dataclass(frozen=True)
class Example:
    """An example client."""

    folder: Path
    build: str
    run: str

    def do(self, command: str, tools: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a line of shell in the folder of the example."""
        return subprocess.run(  # noqa: S602 - lines of our own documentation
            command, shell=True, cwd=self.folder, env=tools, capture_output=True, text=True, check=False
        )


@pytest.fixture(scope="module", params=["typescript", "go"])
def example(request: pytest.FixtureRequest, tools: dict[str, str]) -> Example:
    """The client, built with the lines of the documentation."""
    text = (ROOT / "docs/service.md").read_text()
    lines = re.search(rf"^cd examples/{request.param}\n(.+)\n(.+)\n```", text, re.MULTILINE)
    assert lines is not None
    example = Example(ROOT / "examples" / request.param, *lines.groups())
    built = example.do(example.build, tools)
    assert built.returncode == 0, built.stdout + built.stderr
    return example


def as_python_hears_it(address: str) -> list[str]:
    """The lines that a client must print: one legal and one illegal move of each game, and the faults of nonsense."""
    lines = []

    def tell(question: str, verdict: Verdict[Any, Any], say: Callable[[Any], str]) -> None:
        lines.append(f"{question}: {'legal, ' + say(verdict.score) if verdict.legal else 'illegal'}")
        lines.extend(f"  {broken.rule} {broken.slug}: {broken.message}" for broken in verdict.violations)

    with service.Client(address) as client:
        for move in ("2,0>r4", "5,5>y8"):
            placed = client.ask(service.qwirkle.check(QWIRKLE, move))
            tell(f"Qwirkle {move}", placed, lambda score: f"{score.points} points")
        for move in ("1:r7", "0:r7"):
            chosen = client.ask(service.lokus.check(LOKUS, move))
            tell(f"Lokus {move}", chosen, lambda score: "rolls by seat [{} {}]".format(*score.rolls))
        for move in ("stop", "place 1"):
            decided = client.ask(service.schraube.check(SCHRAUBE, move))
            tell(f"Schraube locker {move}", decided, lambda score: f"{score.points} points")
        nonsense = QwirkleServiceCheckMoveRequest()
        nonsense.position.text = "nonsense"
        question = replace(service.qwirkle.check(QWIRKLE, "skip"), request=nonsense.SerializeToString())
        with pytest.raises(service.ServiceError) as refused:
            client.ask(question)
    lines.append("Nonsense: refused")
    lines.extend(f"  {fault.path}: {fault.message}" for fault in refused.value.faults)
    return lines


def test_a_client_hears_what_python_hears(example: Example, tools: dict[str, str], address: str) -> None:
    expected = as_python_hears_it(address)
    assert len(expected) == 16
    said = example.do(example.run.replace(DOCUMENTED_TARGET, address), tools)
    assert (said.returncode, said.stdout.splitlines()) == (0, expected), said.stderr


def test_a_client_says_that_nobody_answers(example: Example, tools: dict[str, str]) -> None:
    """No endless wait and no made-up verdict."""
    said = example.do(example.run.replace(DOCUMENTED_TARGET, "localhost:1"), tools)
    assert said.returncode != 0
    assert said.stdout == ""
    assert "unavailable" in said.stderr.lower()
