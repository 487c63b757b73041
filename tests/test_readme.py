"""What the README and the pages under docs/ show is true."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("page", ["README.md", "docs/environments.md"])
def test_python_examples(page: str) -> None:
    """Every Python example runs and prints what it says."""
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried > 0
    assert failed == 0
