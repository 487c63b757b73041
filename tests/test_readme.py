"""What the README and the pages under docs/ show is true."""

import doctest
import re
from pathlib import Path

import pytest
from spielwerk.agents import Agent

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("page", ["README.md", "docs/agents.md", "docs/environments.md"])
def test_python_examples(page: str) -> None:
    """Every Python example runs and prints what it says."""
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > 0
    assert failed == 0


def test_the_presets_of_the_page_are_those_of_the_agents() -> None:
    page = (ROOT / "docs/agents.md").read_text()
    listed = re.findall(r"^\| `([a-z-]+)` \| [^|]+ \| `(\S+)` \|$", page, re.MULTILINE)
    assert [preset for preset, _ in listed] == [name for name in Agent.NAMES if "-" in name]
    assert all(Agent(preset) == Agent(text) for preset, text in listed)
