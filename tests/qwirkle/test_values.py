"""The values of Qwirkle: equality, order, text, repr, pickle, copy."""

import copy
import pickle

import pytest
from spielwerk import qwirkle
from spielwerk.errors import InvalidInputError, ParseError
from spielwerk.qwirkle import (
    Axis,
    Chance,
    Colour,
    Draw,
    Game,
    Grid,
    Laid,
    Line,
    Move,
    Options,
    Place,
    Position,
    Random,
    Reason,
    Score,
    Shape,
    Sight,
    Skip,
    Tile,
    TileSet,
    Trade,
    Turn,
)

MIDDLE = Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
DEALT = Position.start(Options(3)).settle(Random(7))
PLAYED = Game.replay(DEALT, [DEALT.legal_moves[-1]])

VALUES = [
    Shape.CLOVER,
    Colour.BLUE,
    Axis.DOWN,
    Reason.STUCK,
    Turn.OVER,
    Tile(Shape.STAR8, Colour.PURPLE),
    TileSet.parse("r0r0g8"),
    TileSet(),
    Laid(-3, 2_147_483_647, Tile.parse("gc")),
    Grid(),
    MIDDLE.grid,
    Line(0, -5, Axis.ACROSS, 6),
    Score([Line(0, 0, Axis.DOWN, 2)], 2),
    Move.parse("1,0>r8-r0"),
    Place([]),
    Place([Laid(0, 0, Tile.parse("r0")), Laid(0, 0, Tile.parse("r8"))]),
    Trade(TileSet.parse("r0r8")),
    Trade([Tile.parse("r0")] * 4),
    Skip(),
    Draw(TileSet.parse("r0g8")),
    Draw.hidden(6),
    Options(4, starter=2, free_pass=True, idle_limit=8),
    Options(),
    MIDDLE,
    DEALT,
    DEALT.view(1),
    Sight.parse("draw:?6"),
    PLAYED,
    PLAYED.seen_by(1),
    MIDDLE.check("2,0>r4"),
    MIDDLE.check("9,9>r4"),
    MIDDLE.check("9,9>r4").violations[0],
    MIDDLE.perft(1, MIDDLE.unseen.text),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_repr_evaluates(value: object) -> None:
    again = eval(repr(value), vars(qwirkle).copy())  # noqa: S307
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_pickle_and_copy(value: object) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy([value])[0]):  # noqa: S301
        assert again == value
        assert type(again) is type(value)
        if type(value).__hash__ is not None:
            assert hash(again) == hash(value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_text_reads_back(value: object) -> None:
    text = getattr(value, "text", None)
    if text is None:
        return
    assert type(value).parse(text) == value  # type: ignore[attr-defined]
    assert value != text
    assert value != object()


def test_immutable_values_copy_themselves() -> None:
    assert copy.copy(MIDDLE) is MIDDLE
    assert copy.deepcopy(MIDDLE) is MIDDLE
    game = copy.copy(PLAYED)
    game.pop()
    assert game != PLAYED


def test_moves_are_equal_whatever_the_order_of_tiles() -> None:
    one, other = Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))
    assert Place([one, other]) == Place([other, one]) == Move.parse("0,0>r0r8")
    assert len({Place([one, other]), Place([other, one]), Skip(), Skip()}) == 2
    assert Place([one, one, other]) == Place([other, one, one])


def test_tiles_are_ordered_and_numbered() -> None:
    assert list(Tile.all()) == sorted(Tile.all())
    for index, tile in enumerate(Tile.all()):
        assert tile.index == index
        assert Tile.from_index(index) == Tile(tile.shape, tile.colour) == Tile.parse(tile.text)
    for wrong in (-1, 36, 2**63 - 1):
        with pytest.raises(InvalidInputError, match="no_such_kind"):
            Tile.from_index(wrong)


def test_enums_are_enums() -> None:
    assert [shape.value for shape in Shape] == ["circle", "square", "diamond", "clover", "star4", "star8"]
    assert Colour["RED"] is Colour("red") is Tile.parse("r0").colour
    with pytest.raises(TypeError, match="member of Shape, not Colour"):
        Tile(Colour.RED, Shape.CIRCLE)  # type: ignore[arg-type]


def test_tile_sets_count() -> None:
    hand = TileSet.parse("r0r0g8")
    assert [tile.text for tile in hand] == ["r0", "r0", "g8"]
    assert hand.counts().sum() == len(hand) == 3
    assert hand.counts()[Tile.parse("r0").index] == 2
    assert hand + TileSet.parse("r0") - TileSet.parse("g8") == TileSet([Tile.parse("r0")] * 3)
    assert bool(hand)
    assert not TileSet()
    assert TileSet.all().counts().tolist() == [3] * 36
    with pytest.raises(InvalidInputError, match="too_many_copies"):
        TileSet([Tile.parse("r0")] * 4)
    with pytest.raises(InvalidInputError, match="tile_not_in_hand"):
        _ = hand - TileSet.parse("b0")
    with pytest.raises(InvalidInputError, match="too_many_copies"):
        _ = TileSet.parse("r0r0") + TileSet.parse("r0r0")


def test_a_grid_is_a_collection_of_laid_tiles() -> None:
    grid = MIDDLE.grid
    assert list(grid) == list(grid.tiles) == [Laid(0, 0, Tile.parse("r0")), Laid(1, 0, Tile.parse("r8"))]
    assert Laid(0, 0, Tile.parse("r0")) in grid
    assert Laid(0, 0, Tile.parse("r8")) not in grid
    assert grid.tile(0, 0) == Tile.parse("r0")
    assert grid.tile(5, 5) is None
    assert grid.bounds == (0, 0, 1, 0)
    assert Grid().bounds is None
    assert Grid(grid) == grid
    assert hash(Grid(grid)) == hash(grid)
    cells = dict(grid.open_cells())
    assert set(cells) == {(-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (2, 0)}
    assert [tile.text for tile in cells[2, 0]] == ["rs", "rd", "rc", "r4"]
    with pytest.raises(InvalidInputError, match="coordinate_out_of_range"):
        grid.tile(2**31, 0)


def test_chances_are_exact() -> None:
    position = Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8").play("2,0>r4")
    assert position.is_chance
    assert position.turn is Turn.CHANCE
    chances = list(position.chances)
    assert len(chances) == len(position.chances) == position.chance_count
    assert sum(chance.exact for chance in chances) == 1
    for chance in chances:
        assert position.probability(chance.event) == chance.exact
        assert chance.probability == pytest.approx(float(chance.exact))
    assert list(position.chances) == chances
    assert isinstance(chances[0], Chance)
    assert position.probability("draw:r0r0") == 0


@pytest.mark.parametrize("move", [None, "2,0>r4", "trade:g8y0y0"])
def test_a_position_is_built_of_what_it_tells(move: str | None) -> None:
    position = Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
    if move is not None:
        position = position.play(move)
    built = Position.build(
        position.options,
        tiles=position.grid,
        hands=[hand for hand in position.hands if hand is not None],
        bag=position.bag,
        scores=position.scores,
        to_move=position.mover,
        idle=position.idle,
        draw=position.draw_count,
        aside=position.aside,
    )
    assert built == position


def test_strict_text() -> None:
    for wrong in ("", "x", "zz", "r0r0", "r0 \N{SNOWMAN}"):
        with pytest.raises(ParseError) as refused:
            Tile.parse(wrong)
        assert refused.value.slug == "syntax"
        assert refused.value.input == wrong
        assert refused.value.expected
