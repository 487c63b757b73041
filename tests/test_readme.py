"""What the README shows is true."""

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_python_examples_of_the_readme() -> None:
    """Every Python example runs and prints what it says."""
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failed == 0
