"""The perft suite through Python; the Rust tests count it deeper, and a second way."""

import json
from pathlib import Path
from types import ModuleType

import pytest
from spielwerk import lokus, qwirkle, schraube

DATA = Path(__file__).parent / "data" / "perft"
LIMIT = 30_000
"""Trees with more leaves than this are left to the Rust tests."""


@pytest.mark.parametrize("game", [qwirkle, lokus, schraube], ids=lambda game: game.__name__)
def test_perft(game: ModuleType) -> None:
    name = game.__name__.rpartition(".")[2]
    cases = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]
    assert len(cases) >= 20
    counted = 0
    for case in cases:
        if case["order"] is not None and game is not qwirkle:
            continue  # only Qwirkle takes its order as text
        position = game.Position.parse(case["position"])
        order = [case["order"]] if case["order"] is not None else []
        counts = zip(case["leaves"], case["decisions"], case["chances"], strict=True)
        for depth, (leaves, decisions, chances) in enumerate(counts, start=1):
            if leaves > LIMIT:
                break
            census = position.perft(depth, *order)
            assert (census.leaves, census.decisions, census.chances) == (leaves, decisions, chances), case[
                "id"
            ]
            counted += 1
    assert counted >= 15
