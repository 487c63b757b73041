"""Every line of grpcurl in the documentation does what it is there for, on both transports."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GRPCURL = ("go", "-C", str(Path(__file__).parent / "tools"), "tool", "grpcurl")
DOCUMENTED_TARGET = "localhost:50051"
ANSWERS = {
    "list": r"^spielwerk\.v1\.SchraubeService$",
    "spielwerk.v1.LokusService.CheckMove": r"^rpc CheckMove \( \.spielwerk\.v1\.LokusServiceCheckMoveRequest \)",
    "grpc.health.v1.Health/Check": r'"status": "SERVING"',
    "spielwerk.v1.CatalogService/GetCatalog": r'"name": "listed_moves",\s+"value": "\d+"',
    "spielwerk.v1.QwirkleService/CheckMove": r'"slug": "tile_not_in_hand".*"slug": "not_connected"',
    "spielwerk.v1.SchraubeService/CheckMove": r'"legal": true',
}
"""What the answer must match, by the last word of the line."""

pytestmark = pytest.mark.timeout(600)  # the first call compiles grpcurl


def documented() -> list[list[str]]:
    """The words of each line."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    text = "\n".join(page.read_text() for page in pages).replace("\\\n", " ")
    return [shlex.split(line) for line in re.findall(r"^grpcurl .+$", text, re.MULTILINE)]


def test_every_line_has_its_answer() -> None:
    assert sorted(words[-1] for words in documented()) == sorted(ANSWERS)


@pytest.mark.parametrize("words", [pytest.param(words, id=words[-1]) for words in documented()])
def test_line(words: list[str], tools: dict[str, str], address: str) -> None:
    arguments = [address if word == DOCUMENTED_TARGET else word for word in words[1:]]
    assert address in arguments
    answer = subprocess.run(  # noqa: S603 - a line of our own documentation
        (*GRPCURL, *arguments), env=tools, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    assert re.search(ANSWERS[words[-1]], answer.stdout, re.MULTILINE | re.DOTALL), answer.stdout
