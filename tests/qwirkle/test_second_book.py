"""Qwirkle read a second time, slowly, from the rule book alone, and played beside the engine.

The first half is the game in plain Python: a tile is two letters, colour and shape (``"r8"``), a cell is ``(x, y)``,
the grid is a dict, hands and bag are counters. It shares nothing with the engine, so what one of them misreads shows
as a difference. The second half lets both play the same random games and compares all that can be told of them.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, prod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from spielwerk import Turn
from spielwerk.qwirkle import (
    Colour,
    Draw,
    Laid,
    Move,
    Options,
    Place,
    Position,
    Shape,
    Skip,
    Tile,
    Trade,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Cell = tuple[int, int]
Grid = dict[Cell, str]
Lay = tuple[tuple[Cell, str], ...]  # tiles with their cells, sorted: their order never matters (Q21)
Attempt = tuple[str, Any]  # ("lay", Lay), ("trade", tiles) or ("skip", ())

COLOURS, SHAPES = "roygbp", "0sdc48"
KINDS = [colour + shape for shape in SHAPES for colour in COLOURS]  # Q1: 36 kinds, three copies of each
ACROSS, DOWN = (1, 0), (0, 1)


# The book: lines, placements, points


def run(grid: Grid, cell: Cell, way: Cell) -> list[Cell]:
    """The unbroken run of tiles through a cell, from its first one."""
    (x, y), (dx, dy) = cell, way
    while (x - dx, y - dy) in grid:
        x, y = x - dx, y - dy
    cells = []
    while (x, y) in grid:
        cells.append((x, y))
        x, y = x + dx, y + dy
    return cells


def lines(grid: Grid, cells: Iterable[Cell]) -> set[tuple[Cell, ...]]:
    """Every line that contains one of these cells (Q8: a run of two or more)."""
    runs = {tuple(run(grid, cell, way)) for cell in cells for way in (ACROSS, DOWN)}
    return {line for line in runs if len(line) > 1}


def valid(tiles: list[str]) -> bool:
    """Q8: one colour and all shapes differ, or one shape and all colours differ."""
    colours, shapes = (len({tile[mark] for tile in tiles}) for mark in (0, 1))
    return (colours, shapes) in {(1, len(tiles)), (len(tiles), 1)}


def around(cell: Cell) -> set[Cell]:
    """The four cells that touch a cell by a side."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def beside(grid: Grid) -> set[Cell]:
    """The empty cells beside the tiles; one cell stands for all of an empty grid."""
    return {near for cell in grid for near in around(cell)} - grid.keys() or {(0, 0)}


def wrong_lay(grid: Grid, lay: Lay) -> set[str]:
    """The rules that a placement breaks on a grid, whoever lays it."""
    if not lay:
        return {"empty_move"}  # Q6: one tile at least
    cells = [cell for cell, _ in lay]
    after = dict(reversed(lay)) | grid
    ways = [way for way in (ACROSS, DOWN) if len({cell[way == ACROSS] for cell in cells}) == 1]
    one_run = any(set(cells) <= set(run(after, cells[0], way)) for way in ways)
    broken = {
        "cell_twice": len(set(cells)) < len(cells),  # Q12
        "cell_occupied": any(cell in grid for cell in cells),  # Q12
        "not_one_line": not ways,  # Q9
        "gap": bool(ways) and not one_run,  # Q9
        "not_connected": bool(grid)
        and not any(near in grid for cell in cells for near in around(cell)),  # Q10
        "line_invalid": not all(valid([after[cell] for cell in line]) for line in lines(after, cells)),  # Q11
    }
    return {slug for slug, is_broken in broken.items() if is_broken}


def fits(grid: Grid, tiles: Iterable[str]) -> bool:
    """Whether one of these tiles can be laid; every placement has a tile that could be laid alone."""
    return any(not wrong_lay(grid, ((cell, tile),)) for cell in beside(grid) for tile in tiles)


def ends(grid: Grid, lay: Lay) -> Iterable[Cell]:
    """The empty cells at both ends of the line of a placement; of both lines when it is a single tile."""
    for way in (ACROSS, DOWN):
        cells = run(grid, lay[0][0], way)
        if lay[-1][0] in cells:
            (left, top), (right, low), (dx, dy) = cells[0], cells[-1], way
            yield from ((left - dx, top - dy), (right + dx, low + dy))


def opening_size(hand: Iterable[str]) -> int:
    """Q3: how many tiles the largest opening group has, copies of a tile counted once."""
    kinds = set(hand)
    return max(sum(mark in kind for kind in kinds) for mark in COLOURS + SHAPES)


def all_placements(grid: Grid, hand: list[str]) -> set[Lay]:
    """Every legal placement, grown tile by tile.

    A legal placement stays legal when it loses a tile at an end, as long as one is left that touches an older tile. So
    growing legal ones at the ends of their lines finds all. On an empty grid the first cell is 0,0: the others are the
    same, moved.
    """
    found: set[Lay] = set()
    grown: set[Lay] = {((cell, tile),) for cell in beside(grid) for tile in hand}
    while grown := {lay for lay in grown if not wrong_lay(grid, lay)}:
        found |= grown
        grown = {
            tuple(sorted((*lay, (cell, tile))))
            for lay in grown
            for cell in ends(grid | dict(lay), lay)
            for tile in Counter(hand) - Counter(tile for _, tile in lay)
        }
    return found if grid else {lay for lay in found if len(lay) == opening_size(hand) and lay[0][0] == (0, 0)}


def points(scored: set[tuple[Cell, ...]]) -> int:
    """Q14: a point a tile of each line; Q15: six more for a line of six; Q5: 1 for a lone opening tile."""
    return sum(len(line) + 6 * (len(line) == 6) for line in scored) or 1


# The book: a game


class Table:
    """A game of Qwirkle as it lies on the table, hidden tiles included."""

    def __init__(self, options: Options) -> None:
        """Nothing lies; seat 0 is the first to draw its six (Q2)."""
        self.options, self.players = options, options.players
        self.grid: Grid = {}
        self.hands = [Counter[str]() for _ in range(self.players)]
        self.bag, self.aside = Counter(KINDS * 3), Counter[str]()
        self.scores = [0] * self.players
        self.seat, self.to_draw, self.idle = 0, 6, 0
        self.end: str | None = None

    def broken(self, attempt: Attempt) -> set[str]:
        """Every rule that an attempt of the seat on turn breaks."""
        what, said = attempt
        if self.end or self.to_draw:
            return {"game_over" if self.end else "draw_pending"}  # Q16, Q6
        hand = self.hands[self.seat]
        if what == "skip":
            may = not self.bag and (self.options.free_pass or not fits(self.grid, hand))  # Q13
            return set() if may else {"skip_not_allowed"}
        tiles = said if what == "trade" else [tile for _, tile in said]
        broken = {"tile_not_in_hand": bool(Counter(tiles) - hand)}  # Q7, Q12
        if what == "trade":
            broken |= {
                "empty_move": not tiles,  # Q7: one tile at least
                "trade_too_many": len(tiles) > 6,  # Q7
                "trade_bag_short": len(tiles) > self.bag.total(),  # Q7
                "trade_in_opening": not self.grid,  # Q4
            }
        else:
            broken |= dict.fromkeys(wrong_lay(self.grid, said), True)
            broken["opening_group_too_small"] = not self.grid and 0 < len(tiles) < opening_size(hand)  # Q4
        return {slug for slug, is_broken in broken.items() if is_broken}

    def legal(self) -> set[Attempt]:
        """All legal moves: distinct placements, distinct trades, the skip (Q21)."""
        if self.end or self.to_draw:
            return set()
        hand = sorted(self.hands[self.seat].elements())
        trades = {("trade", tiles) for count in range(1, 7) for tiles in combinations(hand, count)}
        lays = {("lay", lay) for lay in all_placements(self.grid, hand)}
        return lays | {attempt for attempt in [*trades, ("skip", ())] if not self.broken(attempt)}

    def score(self, attempt: Attempt) -> tuple[set[tuple[Cell, ...]], int, int]:
        """The lines that a legal move scores, their points (Q14, Q15), and the bonus for going out (Q16)."""
        what, lay = attempt
        if what != "lay":
            return set(), 0, 0
        scored = lines(self.grid | dict(lay), [cell for cell, _ in lay])
        goes_out = not self.bag and len(lay) == self.hands[self.seat].total()
        return scored, points(scored), 6 * goes_out

    def play(self, attempt: Attempt) -> None:
        """A legal move, up to the draw that follows it (Q6, Q7)."""
        what, said = attempt
        if what == "lay":
            _, placed, bonus = self.score(attempt)
            self.scores[self.seat] += placed + bonus
            self.grid |= dict(said)
            self.hands[self.seat] -= Counter(tile for _, tile in said)
            self.idle = 0
            if bonus:
                self.end = "went_out"  # Q16: before anything else is looked at
                return
        else:
            self.aside = Counter(said)
            self.hands[self.seat] -= self.aside
            self.idle += 1
        self.to_draw = min(6 - self.hands[self.seat].total(), self.bag.total())
        if not self.to_draw:
            self.next_turn()

    def draw(self, tiles: list[str]) -> None:
        """The seat on turn draws; what it traded goes into the bag after that (Q7)."""
        self.hands[self.seat] += Counter(tiles)
        self.bag = self.bag - Counter(tiles) + self.aside
        self.aside, self.to_draw = Counter(), 0
        if self.grid:
            self.next_turn()
        elif self.seat + 1 < self.players:  # Q2: the next hand
            self.seat, self.to_draw = self.seat + 1, 6
        elif self.options.starter is not None:
            self.seat = self.options.starter
        else:  # Q3: the largest opening group begins, on a tie the lowest seat
            sizes = [opening_size(hand) for hand in self.hands]
            self.seat = sizes.index(max(sizes))

    def next_turn(self) -> None:
        """The turn with its draw is over: the next seat is to act, unless the game ends."""
        self.seat = (self.seat + 1) % self.players
        self.look_for_end()

    def look_for_end(self) -> None:
        """What ends a game between two turns: the draw belongs to the turn (Q6), and hands stay full (Q23)."""
        if not fits(self.grid, Counter(KINDS * 3) - Counter(self.grid.values())):
            self.end = "dead_grid" if self.bag else "stuck"  # Q24; Q17 is the same once the bag is empty
        elif self.options.idle_limit is not None and self.idle >= self.options.idle_limit:
            self.end = "idle_limit"  # Q24

    def winners(self) -> tuple[int, ...]:
        """Q18: most points win, a tie is a shared win."""
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))


# Beside the engine

TILES = {kind: Tile.parse(kind) for kind in KINDS}


def tiles_of(kinds: Iterable[str]) -> list[Tile]:
    return [TILES[kind] for kind in kinds]


def laid(lay: Iterable[tuple[Cell, str]]) -> list[Laid]:
    return [Laid(*cell, TILES[kind]) for cell, kind in lay]


def to_engine(attempt: Attempt) -> Move:
    """An attempt as the engine's value."""
    what, said = attempt
    if what == "lay":
        return Place(laid(said))
    return Trade(tiles_of(said)) if what == "trade" else Skip()


def from_engine(move: Move) -> Attempt:
    """A move of the engine in the words of this book."""
    match move:
        case Place(tiles):
            return "lay", tuple(sorted((one.cell, one.tile.text) for one in tiles))
        case Trade(tiles):
            return "trade", tuple(sorted(tile.text for tile in tiles))
        case _:
            return "skip", ()


def counted(tiles: Any) -> Counter[str]:
    return Counter(tile.text for tile in tiles)


def built(table: Table) -> Position:
    """The position that lies on the table."""
    return Position.build(
        table.options,
        tiles=laid(table.grid.items()),
        hands=[tiles_of(hand.elements()) for hand in table.hands],
        bag=table.bag.total(),
        scores=table.scores,
        to_move=table.seat,
        idle=table.idle,
        draw=table.to_draw,
        aside=tiles_of(table.aside.elements()),
    )


def compare(table: Table, position: Position) -> None:
    """All that is told of a position."""
    assert {one.cell: one.tile.text for one in position.grid.tiles} == table.grid
    assert [counted(hand) for hand in position.hands] == table.hands
    assert counted(position.unseen) == table.bag
    assert counted(position.aside) == table.aside
    assert position.bag == table.bag.total()
    assert list(position.scores) == table.scores
    assert (position.mover, position.draw_count, position.idle) == (table.seat, table.to_draw, table.idle)
    if position.outcome is None:
        assert table.end is None
        assert position.turn == (Turn.CHANCE if table.to_draw else table.seat)
    else:
        assert position.turn is Turn.OVER
        assert position.outcome.reason.value == table.end
        assert list(position.outcome.points) == table.scores
        assert position.outcome.winners == table.winners()
    assert position == built(table)


def compare_verdict(table: Table, position: Position, attempt: Attempt) -> None:
    """One verdict: the broken rules, or the score with its parts."""
    verdict, broken = position.check(to_engine(attempt)), table.broken(attempt)
    slugs = [violation.slug for violation in verdict.violations]
    assert sorted(slugs) == sorted(broken), (position.text, attempt)
    assert verdict.legal == (not broken)
    if verdict.score is not None:
        told = [line.cells for line in verdict.score.lines]
        scored, placed, bonus = table.score(attempt)
        assert sorted(told) == sorted(scored), (position.text, attempt)
        assert (verdict.score.placement_points, verdict.score.end_bonus) == (placed, bonus)
        assert verdict.score.points == placed + bonus


def wreck(attempt: Attempt, table: Table, random: Random) -> Attempt:
    """A legal move with something changed."""
    what, said = attempt
    hand = list(table.hands[table.seat])
    if what != "lay" or random.random() < 0.1:
        return "trade", tuple(sorted(random.choices([*hand, random.choice(KINDS)], k=random.randrange(9))))
    cells, tiles = [cell for cell, _ in said], [tile for _, tile in said]
    one = random.randrange(len(said))
    match random.randrange(8):
        case 0:  # a tile goes to a cell beside its own
            cells[one] = random.choice(sorted(around(cells[one])))
        case 1:  # to a cell of another, or of an older one
            cells[one] = random.choice([*cells, *table.grid])
        case 2:  # another tile, whoever has it
            tiles[one] = random.choice(KINDS)
        case 3:  # another tile of the hand
            tiles[one] = random.choice(hand)
        case 4:  # the same tiles in another order
            random.shuffle(tiles)
        case 5:  # one less
            del cells[one], tiles[one]
        case 6:  # somewhere else
            dx, dy = random.randrange(-3, 4), random.randrange(-3, 4)
            cells = [(x + dx, y + dy) for x, y in cells]
        case _:  # one more
            cells.append(random.choice(sorted(around(cells[one]))))
            tiles.append(random.choice(hand))
    # Of two tiles on one cell the engine looks at the first, in the order of Q1.
    return "lay", tuple(
        sorted(zip(cells, tiles, strict=True), key=lambda laid: (laid[0], KINDS.index(laid[1])))
    )


def deal(table: Table, tiles: list[str]) -> None:
    """All tiles that do not lie go to the hands, where some may be already, and to the bag; seat 0 is to act."""
    for hand in table.hands * 6:
        hand.update([tiles.pop()] if tiles and hand.total() < 6 else [])
    table.bag, table.to_draw = Counter(tiles), 0
    table.look_for_end()


def begin_late(table: Table, random: Random) -> None:
    """The end of a game: most tiles lie, hands and bag are nearly empty."""
    table.grid[0, 0] = "r0"
    tiles, left = random.sample(KINDS * 3, 108), random.randint(2 * table.players, 6 * table.players + 4)
    tiles.remove("r0")
    for _ in range(400):
        cell = random.choice([near for cell in table.grid for near in around(cell) if near not in table.grid])
        fitting = [tile for tile in KINDS if tile in tiles and not wrong_lay(table.grid, ((cell, tile),))]
        if fitting and len(tiles) > left:
            table.grid[cell] = random.choice(fitting)
            tiles.remove(table.grid[cell])
    deal(table, tiles)


WHOLE = [Options(2), Options(3, starter=2), Options(4, idle_limit=3)]
LATE = [
    Options(2 + seed % 3, free_pass=seed % 2 == 0, idle_limit=None if seed % 3 else 2) for seed in range(8)
]


@pytest.mark.parametrize(("seed", "options"), list(enumerate(WHOLE + LATE)))
def test_both_play_the_same_game(seed: int, options: Options) -> None:
    """A random game; the first few are whole, the others begin near the end."""
    random, table, position = Random(seed), Table(options), Position.start(options)
    if seed >= len(WHOLE):
        begin_late(table, random)
        position = built(table)
    while True:
        compare(table, position)
        legal = sorted(table.legal())
        assert sorted(map(from_engine, position.legal_moves)) == legal, position.text
        wrecks = [wreck(random.choice(legal), table, random) for _ in range(60 if legal else 0)]
        for attempt in [*legal, *wrecks, ("skip", ())]:
            compare_verdict(table, position, attempt)
        if table.end:
            break
        if table.to_draw:
            tiles = random.sample(sorted(table.bag.elements()), table.to_draw)
            draw = Draw(tiles_of(tiles))
            ways = prod(comb(table.bag[tile], count) for tile, count in Counter(tiles).items())
            assert position.probability(draw) == Fraction(ways, comb(table.bag.total(), len(tiles)))  # Q20
            table.draw(tiles)
            position = position.apply(draw)
        else:
            lays = [attempt for attempt in legal if attempt[0] == "lay"]
            eager = random.random() < (0.9 if options.idle_limit is None else 0.4)
            attempt = random.choice(lays if lays and eager else legal)
            table.play(attempt)
            position = position.play(to_engine(attempt))


def test_growing_finds_every_placement() -> None:
    """What is grown tile by tile is all that there is: every way to lay up to two tiles within reach is tried."""
    random = Random(0)
    grid: Grid = {(0, 0): "r0"}
    while len(grid) < 12:
        grid |= dict(random.choice(sorted(all_placements(grid, random.sample(KINDS, 4)))))
    hand = ["rs", "r4", "g4", "gs"]
    reach = (beside(grid) | {far for near in beside(grid) for far in around(near)}) - grid.keys()
    tried = {
        tuple(sorted(zip(cells, tiles, strict=True)))
        for count in (1, 2)
        for cells in combinations(reach, count)
        for tiles in permutations(hand, count)
    }
    legal = {lay for lay in tried if not wrong_lay(grid, lay)}
    assert {len(lay) for lay in legal} == {1, 2}
    assert legal == {lay for lay in all_placements(grid, hand) if len(lay) <= 2}


def dead_block() -> tuple[Grid, Lay]:
    """The block of Q24 without one tile, and that tile."""
    grid = {(x, y): "r" + SHAPES[(x + 2 * y) % 6] for x in range(6) for y in range(3)}
    return grid, (((5, 2), grid.pop((5, 2))),)


def full_grid() -> tuple[Grid, Lay]:
    """The game of the vectors that gets stuck: all placements but the last, and that one."""
    file = Path(__file__).parents[1] / "data" / "qwirkle" / "game.jsonl"
    game = next(game for game in map(json.loads, file.read_text().splitlines()) if game["reason"] == "stuck")
    lays = [
        tuple(
            ((x, y), Tile(Shape(shape), Colour(colour)).text) for x, y, shape, colour in turn["move"]["place"]
        )
        for turn in game["turns"]
        if "place" in turn["move"]
    ]
    return dict(one for lay in lays[:-1] for one in lay), lays[-1]


def whole_hand() -> tuple[Grid, Lay]:
    """Six tiles in the opening: the hand is empty, but the bag is not."""
    return {}, tuple(((x, 0), "r" + shape) for x, shape in enumerate(SHAPES))


@pytest.mark.parametrize(
    ("before", "end"), [(dead_block, "dead_grid"), (full_grid, "stuck"), (whole_hand, None)]
)
def test_both_see_rare_turns(before: Callable[[], tuple[Grid, Lay]], end: str | None) -> None:
    table = Table(Options(3))
    table.grid, lay = before()
    table.hands[0] = Counter(tile for _, tile in lay)
    deal(table, list((Counter(KINDS * 3) - Counter(table.grid.values()) - table.hands[0]).elements()))
    position = built(table)
    compare(table, position)
    compare_verdict(table, position, ("lay", lay))
    table.play(("lay", lay))
    position = position.play(to_engine(("lay", lay)))
    while table.to_draw:
        compare(table, position)
        tiles = sorted(table.bag.elements())[: table.to_draw]
        table.draw(tiles)
        position = position.apply(Draw(tiles_of(tiles)))
    assert table.end == end
    compare(table, position)
