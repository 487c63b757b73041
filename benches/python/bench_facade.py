"""What a call from Python costs, and what the typed package costs over the bare extension.

Run with ``pytest benches/python/bench_facade.py --benchmark-only --benchmark-timer=time.process_time -s``.
Times are CPU time of this process, best of several: the machine may be shared. The last test prints every
number beside its anchor.
"""

import gc
import time
from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from spielwerk import Random, _native, lokus, qwirkle, schraube

Call = Callable[[], object]


def middle_of_qwirkle() -> qwirkle.Position:
    """A position with a usual number of moves."""
    random = Random(4)
    position = qwirkle.Position.start().settle(random)
    for _ in range(14):
        position = position.play(position.sample_move(random)).settle(random)
    return position


def middle_of(game: object) -> object:
    """A position of a game some steps in, at which a seat is to act."""
    random = Random(4)
    position = game.Position.start().settle(random)  # type: ignore[attr-defined]
    for _ in range(9):
        position = position.play(position.sample_move(random)).settle(random)
    return position


QWIRKLE = middle_of_qwirkle()
PLACE = next(move for move in QWIRKLE.legal_moves if isinstance(move, qwirkle.Place) and len(move.tiles) == 2)
PLACE_TEXT = PLACE.text
ILLEGAL = qwirkle.Place([qwirkle.Laid(500, 500, qwirkle.Tile.parse("r0"))])
EVENT = QWIRKLE.play(PLACE).sample(Random(1))
DRAWING = QWIRKLE.play(PLACE)
GRID = QWIRKLE.grid
PACKED = qwirkle.pack([move for move in QWIRKLE.legal_moves if isinstance(move, qwirkle.Place)] * 200)
LOKUS = middle_of(lokus)
SCHRAUBE = middle_of(schraube)
SOLVER = schraube.TurnSolver(schraube.TurnState(0, [1, 2, 3, 4, 5, 6]))
BYTES = QWIRKLE.to_bytes()
RANDOM = Random(1)
VIEW = QWIRKLE.view(0)


def rounds(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Rounds of Lokus with two rows of two cards and four players, no choice given."""
    generator = np.random.default_rng(5)
    cards = generator.permuted(np.tile(np.arange(72, dtype=np.uint8), (count, 1)), axis=1)[:, :8]
    rows = np.full((count, 2, 4), 255, np.uint8)
    rows[:, :, 0] = cards[:, :2]
    return rows, np.ascontiguousarray(cards[:, 4:])


def chains(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """First rolls of Schraube locker: no pile covered, six dice."""
    generator = np.random.default_rng(5)
    dice = generator.integers(1, 7, (count, 6))
    counts = np.stack([(dice == face).sum(axis=1) for face in range(1, 7)], axis=1).astype(np.uint8)
    faces = generator.integers(1, 7, (count, 6)).astype(np.uint8)
    return generator.integers(0, 6, count).astype(np.uint8), faces, np.zeros(count, np.uint8), counts


ROUNDS = rounds(20_000)
CHAINS = chains(20_000)


def loop(position: object, steps: int) -> int:
    """Random play in a Python loop; the number of plies."""
    random = Random(3)
    start = position.start()  # type: ignore[attr-defined]
    plies, state = 0, start
    while plies < steps:
        if state.is_over:
            state = start
        step = state.sample if state.is_chance else state.sample_move
        take = state.apply if state.is_chance else state.play
        state = take(step(random))
        plies += 1
    return plies


def game_loop(module: object, steps: int) -> int:
    """The same by a mutable game, which takes steps in place."""
    random = Random(3)
    plies = 0
    while plies < steps:
        game = module.Game(module.Position.start())  # type: ignore[attr-defined]
        while not game.is_over and plies < steps:
            game.settle(random)
            if not game.is_over:
                moves = game.legal_moves
                game.push(moves[random.below(len(moves))])
            plies += 1
    return plies


# name, call, how many answers a call gives, anchor in nanoseconds an answer (0: none)
CALLS: list[tuple[str, Call, int, float]] = [
    ("bare call: is_over", lambda: QWIRKLE.is_over, 1, 50),
    ("getter: bag", lambda: QWIRKLE.bag, 1, 50),
    ("getter: to_move", lambda: QWIRKLE.to_move, 1, 50),
    ("getter: turn", lambda: QWIRKLE.turn, 1, 50),
    ("getter: key", lambda: QWIRKLE.key, 1, 50),
    ("qwirkle: check(move)", lambda: QWIRKLE.check(PLACE), 1, 1_050),
    ("qwirkle: check(move), extension", lambda: _native.qwirkle.Position.check(QWIRKLE, PLACE), 1, 1_050),
    ("qwirkle: check(text)", lambda: QWIRKLE.check(PLACE_TEXT), 1, 1_050),
    ("qwirkle: check(illegal)", lambda: QWIRKLE.check(ILLEGAL), 1, 1_050),
    ("qwirkle: check_placement", lambda: qwirkle.check_placement(GRID, PLACE), 1, 1_050),
    (
        "qwirkle: check_placements, each",
        lambda: qwirkle.check_placements(GRID, *PACKED),
        len(PACKED[0]) - 1,
        263,
    ),
    ("qwirkle: len(legal_moves)", lambda: len(QWIRKLE.legal_moves), 1, 0),
    ("qwirkle: list(legal_moves), each", lambda: list(QWIRKLE.legal_moves), len(QWIRKLE.legal_moves), 0),
    ("qwirkle: play", lambda: QWIRKLE.play(PLACE), 1, 0),
    ("qwirkle: apply", lambda: DRAWING.apply(EVENT), 1, 0),
    ("qwirkle: Position.parse", lambda: qwirkle.Position.parse(QWIRKLE.text), 1, 20_000),
    ("qwirkle: bytes there and back", lambda: qwirkle.Position.from_bytes(QWIRKLE.to_bytes()), 1, 2_000),
    ("qwirkle: view.complete", lambda: VIEW.complete(RANDOM), 1, 1_000),
    ("qwirkle: to_svg", QWIRKLE.to_svg, 1, 1_000_000),
    ("qwirkle: loop over positions, a ply", lambda: loop(qwirkle.Position, 200), 200, 5_000),
    ("qwirkle: loop over a game, a ply", lambda: game_loop(qwirkle, 200), 200, 5_000),
    ("lokus: check(move)", lambda: LOKUS.check(LOKUS.legal_moves[0]), 1, 0),  # type: ignore[attr-defined]
    ("lokus: loop over positions, a ply", lambda: loop(lokus.Position, 500), 500, 1_000),
    ("lokus: resolve_rounds, each", lambda: lokus.resolve_rounds(*ROUNDS), len(ROUNDS[0]), 100),
    ("schraube: loop over positions, a ply", lambda: loop(schraube.Position, 500), 500, 1_000),
    ("schraube: resolve_chains, each", lambda: schraube.resolve_chains(*CHAINS), len(CHAINS[0]), 50),
    ("schraube: solve a turn", lambda: SOLVER.worth(schraube.Objective.full_circle()), 1, 50_000),
]
IDS = [name for name, *_ in CALLS]


@pytest.mark.parametrize(("name", "call", "answers", "anchor"), CALLS, ids=IDS)
def test_call(benchmark: BenchmarkFixture, name: str, call: Call, answers: int, anchor: float) -> None:
    """Times one call."""
    benchmark.group = name.partition(":")[0]
    benchmark.extra_info.update(answers=answers, anchor_nanoseconds=anchor)
    benchmark(call)


def nanoseconds(call: Call, seconds: float = 0.05, repeats: int = 7) -> float:
    """CPU time of one call, the loop's own cost taken off, best of several."""
    count = 1
    while _spent(call, count) < seconds / 4:
        count *= 2
    best = min(_spent(call, count) for _ in range(repeats))
    empty = min(_spent(lambda: None, count) for _ in range(repeats))
    return (best - empty) / count * 1e9


def _spent(call: Call, count: int) -> float:
    gc.disable()
    began = time.process_time()
    for _ in range(count):
        call()
    spent = time.process_time() - began
    gc.enable()
    return spent


def test_ratios(benchmark: BenchmarkFixture) -> None:
    """Prints every number beside its anchor, and how much a check costs over a bare call."""
    costs = {name: nanoseconds(call) / answers for name, call, answers, _ in CALLS}
    benchmark(lambda: None)
    print()
    for name, _, _, anchor in CALLS:
        ratio = f"{costs[name] / anchor:6.2f} of {anchor:,.0f}" if anchor else ""
        print(f"{name:40} {costs[name]:12,.1f} ns {1e9 / costs[name]:14,.0f} /s  {ratio}")
    over = costs["qwirkle: check(move)"] - costs["bare call: is_over"]
    facade = costs["qwirkle: check(move)"] / costs["qwirkle: check(move), extension"]
    print(f"check over a bare extension call: {over:,.0f} ns of 1,000; package over extension: {facade:.2f}")
