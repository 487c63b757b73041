"""Nonsense from outside gives an exception of the package or a ``TypeError``: never a crash or a panic."""

import gc
import math
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk.errors import (
    IllegalMoveError,
    ImpossibleEventError,
    InvalidInputError,
    InvalidPositionError,
    ParseError,
    ReplayError,
    SpielwerkError,
)

GAMES = pytest.mark.parametrize("game", [qwirkle, lokus, schraube], ids=lambda game: game.__name__)


def texts(game: ModuleType) -> list[str]:
    """Texts of the game to be spoilt."""
    random = Random(11)
    played = game.Game(game.Position.start())
    for _ in range(40):
        position = played.position
        played.push(position.sample(random) if position.is_chance else position.sample_move(random))
    position = played.position.settle(random)
    return [position.text, position.view(0).text, played.text, position.sample_move(random).text]


def read_or_refusal(read: Any, said: Any) -> Any:
    """What is read, or the refusal, which has a reason."""
    try:
        return read(said)
    except SpielwerkError as error:
        return error if error.slug and str(error) else None


READERS = ("Position", "View", "Move", "Sight", "Game", "Seen")


@GAMES
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(game: ModuleType, data: st.DataObject) -> None:
    alphabet = "".join(sorted(set("".join(texts(game))))) + "\x00é\U0001f3b2"
    good = data.draw(st.sampled_from(texts(game)))
    at = data.draw(st.integers(0, len(good)))
    length = data.draw(st.integers(0, 5))
    text = good[:at] + data.draw(st.text(alphabet, max_size=6)) + good[at + length :]
    for name in READERS:
        read = getattr(game, name).parse
        value = read_or_refusal(read, text)
        if not isinstance(value, SpielwerkError):
            assert read(value.text) == value


@GAMES
@given(noise=st.binary(max_size=200), at=st.integers(0, 400), flip=st.integers(0, 255))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read_or_refused(game: ModuleType, noise: bytes, at: int, flip: int) -> None:
    good = bytearray(game.Position.parse(texts(game)[0]).to_bytes())
    good[at % len(good)] ^= flip
    for data in (noise, bytes(good), bytes(good[: at % len(good)]), bytes(good) + noise):
        position = read_or_refusal(game.Position.from_bytes, data)
        assert position is not None
        if not isinstance(position, SpielwerkError):
            assert game.Position.from_bytes(position.to_bytes()) == position


@GAMES
def test_wrong_types(game: ModuleType) -> None:
    position = game.Position.start().settle(Random(1))
    for wrong in (None, 3, 2.5, object(), b"skip", position):
        push = game.Game(position).push
        for call in (position.check, position.play, push, position.apply, position.probability):
            with pytest.raises(TypeError):
                call(wrong)
        for name in READERS:
            with pytest.raises(TypeError):
                getattr(game, name).parse(wrong)
        with pytest.raises(TypeError):
            game.Position.start(wrong if wrong is not None else 0)
    with pytest.raises(TypeError):
        game.Position()
    with pytest.raises(TypeError):
        position.view("0")
    assert position != 3
    assert 3 not in position.legal_moves
    with pytest.raises(TypeError):
        position.legal_moves["0"]


@GAMES
def test_seats_that_do_not_exist(game: ModuleType) -> None:
    position = game.Position.start()
    for seat in (-1, 6, 255, 256, 2**31, -(2**40)):
        for call in (position.view, game.Game(position).seen_by, lambda seat: position.to_svg(viewer=seat)):
            with pytest.raises(InvalidInputError, match="no_such_seat"):
                call(seat)


@GAMES
def test_records_name_the_first_wrong_step(game: ModuleType) -> None:
    played = game.Game.parse(texts(game)[2])
    steps = [step.text for step in played.steps]
    with pytest.raises(ReplayError) as refused:
        game.Game.replay(played.start, [*steps[:7], steps[7], steps[7], *steps[8:]])
    assert refused.value.index == 8
    assert isinstance(refused.value.__cause__, (IllegalMoveError, ImpossibleEventError, ParseError))
    assert refused.value.slug == refused.value.__cause__.slug
    lines = played.text.splitlines()
    with pytest.raises(InvalidInputError) as unread:
        game.Game.parse("\n".join([*lines[:9], lines[8], *lines[9:]]))
    assert unread.value.faults[0].path.startswith("steps[8]")
    with pytest.raises(TypeError):
        game.Game.replay(played.start, [3])


@GAMES
def test_refusals_change_nothing(game: ModuleType) -> None:
    played = game.Game.parse(texts(game)[2])
    before = played.text
    for wrong in ("x", "draw:r0", "roll 1", ">0=r5", played.steps[0]):
        with pytest.raises(SpielwerkError):
            played.push(wrong)
    assert played.text == before


@pytest.mark.parametrize(
    ("call", "slugs"),
    [
        (
            lambda: qwirkle.Options(5, starter=5, idle_limit=0),
            {"players_out_of_range", "idle_limit_out_of_range"},
        ),
        (lambda: qwirkle.Options(1), {"players_out_of_range"}),
        (lambda: qwirkle.Options(-1), {"players_out_of_range"}),
        (lambda: qwirkle.Options(2**40), {"players_out_of_range"}),
        (lambda: qwirkle.Options(2, starter=2), {"starter_out_of_range"}),
        (lambda: qwirkle.Options(2, starter=-1), {"starter_out_of_range"}),
        (lambda: qwirkle.Laid(2**31, 0, qwirkle.Tile.from_index(0)), {"coordinate_out_of_range"}),
        (lambda: qwirkle.Laid(0, -(2**31) - 1, qwirkle.Tile.from_index(0)), {"coordinate_out_of_range"}),
        (lambda: qwirkle.Line(0, 0, qwirkle.Axis.DOWN, 7), {"line_length_out_of_range"}),
        (lambda: qwirkle.Draw.hidden(7), {"draw_count_wrong"}),
        (lambda: qwirkle.starter([]), {"hands_count_wrong"}),
        (lambda: qwirkle.TileSet("r0" * 2_000), {"too_many_copies"}),
        (lambda: lokus.Options(7, deals=0), {"players_out_of_range", "deals_out_of_range"}),
        (lambda: lokus.Options(3, deals=-1), {"deals_out_of_range"}),
        (lambda: lokus.Options(3, table="quadratic"), {"unknown_table"}),
        (lambda: lokus.Options(3, table=[0, 2, 1]), {"too_short", "decreasing"}),
        (lambda: lokus.Options(3, table=[0] * 22 + [2**63]), {"entry_out_of_range"}),
        (lambda: lokus.Card(lokus.Colour.RED, 13), {"unknown_card"}),
        (lambda: lokus.Card.from_rank(72), {"unknown_card"}),
        (lambda: lokus.Move.parse("0:r13"), {"unknown_card"}),
        (lambda: lokus.Row("r1r2"), {"row_color_taken"}),
        (lambda: lokus.Row("r1y2g3b4o5"), {"too_many_cards"}),
        (lambda: lokus.CardSet("r1r1"), {"duplicate_card"}),
        (lambda: lokus.minus_points("linear", 23), {"number_out_of_range"}),
        (lambda: lokus.resolve_round(["r1", "y2"], ["r1", "g3"]), {"duplicate_card"}),
        (lambda: lokus.resolve_round(["r1", "y2"], ["g3"]), {"players_out_of_range"}),
        (lambda: lokus.resolve_round(["r1", "y2"], ["g3", "b4"], (2, None)), {"row_out_of_range"}),
        (lambda: lokus.resolve_round(["r1"], ["g3", "b4"]), {"wrong_row_count"}),
        (lambda: schraube.Options(5, max_rolls=0), {"players_out_of_range", "rolls_out_of_range"}),
        (lambda: schraube.Options(2, piles=[range(1, 8)] * 6), {"card_twice"}),
        (lambda: schraube.Options(2, piles=[range(1, 8)] * 5), {"wrong_pile_count"}),
        (lambda: schraube.Start(6), {"no_such_pile"}),
        (lambda: schraube.Laser(43, 1, 2), {"unknown_card"}),
        (lambda: schraube.Laser(29, 0, 2), {"bad_face"}),
        (lambda: schraube.Roll([1] * 7), {"too_many_dice"}),
        (lambda: schraube.Roll([7]), {"bad_face"}),
        (lambda: schraube.Combine([1, 1]), {"card_twice"}),
        (
            lambda: schraube.resolve_chain(0, [1, 2, 3, 4, 5, 6], [0], [0, 7, 1, 2, 3, 4]),
            {"bad_face", "too_many_dice"},
        ),
        (
            lambda: schraube.resolve_chain(9, [1], [3, 3], []),
            {"no_such_pile", "wrong_face_count", "covered_twice", "dice_missing"},
        ),
        (lambda: schraube.TurnState(0, [1, 2, 3, 4, 5, 6], dice=[1, 2]), {"dice_missing"}),
        (lambda: schraube.TurnState(0, [1, 2, 3, 4, 5, 6], rerolls_left=9), {"too_many_rolls"}),
        (lambda: schraube.TurnState(0, [1, 2, 3, 4, 5]), {"wrong_pile_count"}),
        (lambda: schraube.Objective([0, 1]), {"wrong_end_count"}),
        (lambda: schraube.Objective([0, 1, 2, 3, 4, math.inf, math.nan]), {"not_finite"}),
        (lambda: schraube.Objective.stop_at(7), {"run_out_of_range"}),
        (lambda: schraube.odds(9), {"too_many_rolls"}),
        (lambda: schraube.odds(8, exact=True), {"too_many_rolls"}),
        (lambda: schraube.points_of([1], [[2, 3]]), {"not_a_set"}),
        (lambda: schraube.points_of([1], bonus=7), {"bonus_out_of_range"}),
        (lambda: schraube.Deck([]), {"wrong_count"}),
        (lambda: schraube.Deck.from_csv("id,kind,value,face\n" * 5_000), {"too_long"}),
    ],
)
def test_every_fault_is_named(call: Any, slugs: set[str]) -> None:
    with pytest.raises(InvalidInputError) as refused:
        call()
    assert {fault.slug for fault in refused.value.faults} >= slugs
    assert all(fault.message for fault in refused.value.faults)


def test_a_qwirkle_position_names_every_fault() -> None:
    tile = qwirkle.Tile.parse("r0")
    with pytest.raises(InvalidPositionError) as refused:
        qwirkle.Position.build(
            qwirkle.Options(2),
            tiles=[qwirkle.Laid(0, 0, tile), qwirkle.Laid(0, 0, tile), qwirkle.Laid(9, 9, tile)],
            hands=["r0r0", "r0g0b0y0p0o0rs", 6],
            bag=109,
            scores=[-1, 2**40],
            to_move=7,
            idle=-1,
            draw=9,
        )
    found = {fault.slug for fault in refused.value.faults}
    assert found >= {
        "cell_twice",
        "not_connected",
        "hands_count_wrong",
        "hand_too_big",
        "score_out_of_range",
        "to_move_out_of_range",
        "idle_out_of_range",
        "draw_count_wrong",
    }
    assert {fault.path for fault in refused.value.faults} >= {"tiles[1]", "hands", "scores[0]", "to_move"}


def test_coordinates_at_the_ends_of_the_world() -> None:
    low, high = -(2**31), 2**31 - 1
    for x, y in ((low, low), (high, high), (low, high), (0, high)):
        grid = qwirkle.Grid([qwirkle.Laid(x, y, qwirkle.Tile.parse("r0"))])
        moves = qwirkle.placements(grid, "r4r8")
        assert len(moves) > 0
        for move in moves:
            assert qwirkle.check_placement(grid, move)
        assert qwirkle.Grid.parse(grid.text) == grid
        assert grid.to_svg().startswith("<svg")
        assert str(grid)
    corner = qwirkle.Laid(high, low, qwirkle.Tile.parse("r4"))
    far = qwirkle.check_placement(qwirkle.Grid.parse("0,0:r0"), [corner])
    assert [violation.slug for violation in far.violations] == ["not_connected"]


def test_huge_iterables_stop_early() -> None:
    def forever() -> Any:
        while True:
            yield qwirkle.Laid(0, 0, qwirkle.Tile.parse("r0"))

    with pytest.raises(InvalidInputError, match="too_many_tiles"):
        qwirkle.Grid(forever())
    with pytest.raises(InvalidInputError, match="too_many_tiles"):
        qwirkle.TileSet(one.tile for one in forever())
    with pytest.raises(InvalidInputError, match="too_many_cards"):
        lokus.CardSet(lokus.Card.from_rank(0) for _ in forever())
    with pytest.raises(InvalidInputError, match="too_many_entries"):
        schraube.Roll(1 for _ in forever())


def test_arrays_that_do_not_fit() -> None:
    grid = qwirkle.Grid.parse("0,0:r0")
    good = list(qwirkle.pack(["1,0>r8"]))
    for column, wrong in (
        (0, np.array([], np.int64)),
        (0, np.array([0, 2], np.int64)),
        (0, np.array([1, 1], np.int64)),
        (0, np.array([0, -1, 1], np.int64)),
        (1, np.array([1, 2], np.int32)),
        (3, np.array([36], np.uint8)),
    ):
        columns = [*good]
        columns[column] = wrong
        with pytest.raises(InvalidInputError):
            qwirkle.check_placements(grid, *columns)
    for column, dtype in ((0, np.int32), (1, np.int64), (3, np.int8)):
        columns = [*good]
        columns[column] = good[column].astype(dtype)
        with pytest.raises(TypeError):
            qwirkle.check_placements(grid, *columns)
    with pytest.raises(InvalidInputError, match="shapes_differ"):
        lokus.resolve_rounds(np.zeros((2, 2, 4), np.uint8), np.zeros((1, 3), np.uint8))
    with pytest.raises(InvalidInputError, match="shapes_differ"):
        lokus.resolve_rounds(np.zeros((1, 2, 4), np.uint8), np.zeros((1, 7), np.uint8))
    two, six = np.zeros(2, np.uint8), np.zeros((2, 6), np.uint8)
    with pytest.raises(InvalidInputError, match="shapes_differ"):
        schraube.resolve_chains(two, np.ones((2, 5), np.uint8), two, six)


def test_memory_stays_flat() -> None:
    position = qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(300):
        for text in ("x", "9,9>r4", "trade:r0r0r0r0r0r0r0"):
            with pytest.raises(SpielwerkError):
                position.play(text)
    gc.collect()
    assert len(gc.get_objects()) < before + 200
