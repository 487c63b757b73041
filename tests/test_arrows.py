"""The arrows between the rooms: who may use whom. DESIGN.md draws them; this holds them."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULES = ROOT / "rust/rules/src"
PACKAGE = ROOT / "python/spielwerk"
GAMES = ("qwirkle", "lokus", "schraube")


def uses(folder: Path) -> list[tuple[Path, str]]:
    """Every path that a Rust file below the folder names after ``crate::``."""
    found = []
    for file in folder.rglob("*.rs"):
        found += [(file, name) for name in re.findall(r"crate::(\w+)", file.read_text())]
    return found


def imports(file: Path) -> set[str]:
    """The modules that a Python file imports, at its top or inside a function."""
    return set(re.findall(r"^\s*(?:from|import) ([\w.]+)", file.read_text(), re.MULTILINE))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_uses_only_itself_and_the_contract(game: str) -> None:
    """A game never imports another game."""
    named = uses(RULES / game)
    assert named, f"rust/rules/src/{game} names nothing of its crate: is it still there?"
    wrong = [(str(file), name) for file, name in named if name not in {"common", game}]
    assert wrong == []


def test_the_contract_knows_no_game() -> None:
    """common/ stands below all games."""
    wrong = [(str(file), name) for file, name in uses(RULES / "common") if name in GAMES]
    assert wrong == []


@pytest.mark.parametrize(
    ("crate", "allowed"),
    [
        ("spielwerk", set[str]()),
        ("spielwerk-search", {"spielwerk"}),
        ("spielwerk-env", {"spielwerk", "spielwerk-search"}),
        ("spielwerk-wire", {"spielwerk", "spielwerk-search"}),
        ("spielwerk-server", set[str]()),
        (
            "spielwerk-python",
            {"spielwerk", "spielwerk-search", "spielwerk-env", "spielwerk-wire", "spielwerk-server"},
        ),
    ],
)
def test_crates_point_down(crate: str, allowed: set[str]) -> None:
    """The printed list of normal dependencies of a crate names only crates below it."""
    command = [
        "cargo",
        "tree",
        "--package",
        crate,
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--offline",
        "--locked",
    ]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603
    own = {line.split()[0] for line in printed.splitlines() if line.startswith("spielwerk")}
    assert own - {crate} <= allowed


def test_the_rules_need_nothing() -> None:
    """The rules crate can be embedded alone: its printed list of dependencies is itself."""
    command = [
        "cargo",
        "tree",
        "--package",
        "spielwerk",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--offline",
        "--locked",
    ]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S603
    assert [line.split()[0] for line in printed.splitlines()] == ["spielwerk"]


@pytest.mark.parametrize(
    "word", ["unsafe {", "std::time", "std::fs", "std::net", "std::io", "std::env", "std::thread", "rand::"]
)
def test_the_rules_have_no_outside(word: str) -> None:
    """No clock, no I/O, no random numbers, no threads, no unsafe in the rules."""
    wrong = [str(file) for file in RULES.rglob("*.rs") if word in file.read_text()]
    assert wrong == []


def test_only_the_service_imports_grpc() -> None:
    """The core package works without grpc and protobuf."""
    for file in PACKAGE.rglob("*.py"):
        place = file.relative_to(PACKAGE).parts[0]
        if place not in {"service", "_pb"}:
            wrong = {
                name for name in imports(file) if name.split(".")[0] in {"grpc", "grpc_health", "google"}
            }
            assert wrong == set(), f"{file} imports {wrong}"


def test_only_the_adapter_imports_openspiel() -> None:
    """An adapter is the only door to the library that it adapts to."""
    for file in PACKAGE.rglob("*.py"):
        foreign = {name for name in imports(file) if name.split(".")[0] in {"pyspiel", "open_spiel"}}
        assert foreign == set() or file.name == "openspiel.py", f"{file} imports {foreign}"


def test_only_the_adapter_imports_pettingzoo() -> None:
    """So the rest works without it."""
    for file in PACKAGE.rglob("*.py"):
        if file.parent.name != "pettingzoo":
            foreign = {name for name in imports(file) if name.split(".")[0] in {"pettingzoo", "gymnasium"}}
            assert foreign == set(), f"{file} imports {foreign}"


def test_nothing_points_up() -> None:
    """The games, the agents and the errors never import the service or the command line."""
    for file in PACKAGE.glob("*.py"):
        if file.name == "__main__.py":
            continue  # the door of the command line
        wrong = {name for name in imports(file) if name.startswith(("spielwerk.service", "spielwerk.cli"))}
        assert wrong == set(), f"{file} imports {wrong}"
