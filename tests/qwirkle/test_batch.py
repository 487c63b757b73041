"""Qwirkle through arrays: the same answers as one by one."""

import sys
import threading
import time

import numpy as np
import pytest
from spielwerk.qwirkle import (
    VIOLATIONS,
    Game,
    Laid,
    Options,
    Place,
    Position,
    Random,
    Tile,
    Trade,
    best_points,
    check_placement,
    check_placements,
    count_moves,
    pack,
)


def positions(count: int) -> list[Position]:
    """Positions of random games."""
    random = Random(21)
    found: list[Position] = []
    while len(found) < count:
        position = Position.start(Options(2)).settle(random)
        while not position.is_over and len(found) < count:
            found.append(position)
            position = position.play(position.sample_move(random)).settle(random)
    return found


SOME = positions(60)


def test_counts_and_best_points() -> None:
    assert count_moves(SOME).tolist() == [len(position.legal_moves) for position in SOME]
    best = best_points(SOME)
    assert best.dtype == np.int16
    for position, points in zip(SOME, best.tolist(), strict=True):
        scores = [position.check(move).score for move in position.legal_moves]
        worth = [score.points for score in scores if score is not None]
        assert position.move_points().tolist() == worth
        assert points == max(worth)
        assert {position.check(move).score.points for move in position.best_moves()} == {points}  # type: ignore[union-attr]
    assert best_points([Position.start()]).tolist() == [-1]
    assert count_moves([]).tolist() == []


@pytest.mark.parametrize("position", SOME[5:50:5], ids=lambda position: position.text[:40])
def test_packed_placements(position: Position) -> None:
    """Legal placements, and the same ones moved about until something breaks."""
    placed = [move for move in position.legal_moves if isinstance(move, Place)][:60]
    spoilt = [
        Place(
            Laid(one.x + dx, one.y + dy, Tile.from_index((one.tile.index + shift) % 36)) for one in move.tiles
        )
        for move in placed
        for dx, dy, shift in ((0, 1, 0), (3, 0, 0), (0, 0, 7))
    ]
    everything = [*placed, *spoilt, Place([])]
    seat = position.to_move
    assert seat is not None
    for hand in (None, position.hands[seat]):
        legal, points, broken = check_placements(position.grid, *pack(everything), hand=hand)
        assert (legal.dtype, points.dtype, broken.dtype) == (np.bool_, np.uint8, np.uint16)
        for move, is_legal, worth, bits in zip(everything, legal, points, broken, strict=True):
            verdict = check_placement(position.grid, move, hand)
            assert verdict.legal == is_legal
            assert worth == (verdict.score.points if verdict.score else 0)
            slugs = {VIOLATIONS[bit] for bit in range(16) if bits >> bit & 1}
            assert slugs == {violation.slug for violation in verdict.violations}


def test_strided_columns_are_read_in_order() -> None:
    position = SOME[8]
    columns = pack([move for move in position.legal_moves if isinstance(move, Place)])
    expected = check_placements(position.grid, *columns)
    strided = [np.repeat(column, 2)[::2] for column in columns]
    assert not strided[1].flags.c_contiguous
    for found, wanted in zip(check_placements(position.grid, *strided), expected, strict=True):
        assert (found == wanted).all()


def test_trades_lay_nothing() -> None:
    offsets, x, _, _ = pack([Trade("r0"), "skip", "0,0>r0"])
    assert offsets.tolist() == [0, 0, 0, 1]
    assert x.tolist() == [0]


def test_the_lock_is_released() -> None:
    """Other threads run while a long count goes on."""
    many = SOME * 400
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.0001):
            ticks += 1

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        sys.setswitchinterval(60)  # nobody gets the lock who is not given it
        before = ticks
        # On a busy machine a count may be over before the other thread has a core.
        until = time.monotonic() + 20
        while ticks == before and time.monotonic() < until:
            count_moves(many)
        during = ticks - before
    finally:
        sys.setswitchinterval(interval)
        done.set()
        thread.join()
    assert during > 0


def test_a_game_of_greed() -> None:
    """The best move of each position, through the whole game."""
    random = Random(3)
    game = Game(Position.start())
    while not game.is_over:
        game.settle(random)
        if not game.is_over:
            game.push(game.position.best_moves()[0])
    outcome = game.outcome
    assert outcome is not None
    assert min(outcome.points) > 80
