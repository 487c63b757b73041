"""Every case of tests/data/qwirkle through Python. FORMAT.md beside the data tells what the fields mean."""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from spielwerk.errors import InvalidPositionError
from spielwerk.qwirkle import (
    Colour,
    Draw,
    Game,
    Grid,
    Laid,
    Move,
    Options,
    Place,
    Position,
    Reason,
    Shape,
    Skip,
    Tile,
    TileSet,
    Trade,
    View,
    best_placements,
    check_placement,
    count_placements,
    opening_groups,
    opening_size,
    placements,
    score_placement,
    starter,
    trades,
)

DATA = Path(__file__).parents[1] / "data" / "qwirkle"

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def named(case: Case) -> str:
    return str(case["id"])


def tile(shape: str, colour: str) -> Tile:
    return Tile(Shape(shape), Colour(colour))


def tiles(said: list[list[str]]) -> list[Tile]:
    return [tile(*kind) for kind in said]


def laid(said: list[list[Any]]) -> list[Laid]:
    return [Laid(x, y, tile(shape, colour)) for x, y, shape, colour in said]


def place_text(move: Move) -> str:
    """The text of FORMAT.md for a placement."""
    assert isinstance(move, Place)
    return ";".join(
        f"{one.x},{one.y},{one.tile.shape.value},{one.tile.colour.value}" for one in sorted_by_x(move)
    )


def sorted_by_x(move: Place) -> list[Laid]:
    return sorted(move.tiles, key=lambda one: one.cell)


@pytest.mark.parametrize("case", cases("check"), ids=named)
def test_check(case: Case) -> None:
    grid = Grid(laid(case["tiles"]))
    hand = None if case["hand"] is None else tiles(case["hand"])
    move = laid(case["move"])
    assert case["opening"] == (len(grid) == 0)
    verdict = check_placement(grid, move, hand)
    assert verdict.legal == case["legal"]
    assert sorted(violation.slug for violation in verdict.violations) == case["violations"]
    if not case["legal"]:
        assert verdict.score is None
        assert verdict.move is None
        return
    assert verdict.move == Place(move)
    assert verdict.score is not None
    assert verdict.score == score_placement(grid, move)
    assert verdict.score.points == case["score"]
    lines = sorted(([list(cell) for cell in line.cells], line.points) for line in verdict.score.lines)
    assert lines == sorted((line["cells"], line["points"]) for line in case["lines"])


@pytest.mark.parametrize("case", cases("moves"), ids=named)
def test_moves(case: Case) -> None:
    grid, hand = Grid(laid(case["tiles"])), TileSet(tiles(case["hand"]))
    listed = placements(grid, hand)
    assert len(listed) == count_placements(grid, hand) == case["placements"]
    texts = sorted(place_text(move) for move in listed)
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == case["sha256"]
    if case["list"] is not None:
        assert texts == case["list"]
    assert len(trades(hand, case["bag"])) == case["trades"]
    scores = Counter(score_placement(grid, move).points for move in listed)
    assert {str(points): count for points, count in scores.items()} == case["scores"]
    best = best_placements(grid, hand)
    if case["best"] is None:
        assert not best
    else:
        assert {score_placement(grid, move).points for move in best} == {case["best"]}
        assert len(best) == scores[case["best"]]


def play(case: Case, until: int | None = None) -> Game:
    """A game of the vectors with its fixed bag, checked step by step."""
    bag = tiles(case["bag_order"])
    game = Game(Position.start(Options(case["players"])))

    def draw() -> list[Tile]:
        count = game.position.draw_count
        drawn, bag[:count] = bag[:count], []
        game.push(Draw(drawn))
        return drawn

    for _ in range(case["players"]):
        assert len(draw()) == 6
    assert game.turn == case["starter"]
    for turn in case["turns"][:until]:
        before = game.position
        assert before.to_move == turn["seat"]
        move: Move
        match turn["move"]:
            case {"place": said}:
                move = Place(laid(said))
            case {"trade": said}:
                move = Trade(tiles(said))
            case _:
                move = Skip()
        assert move in before.legal_moves
        verdict = before.check(move)
        assert verdict.score is not None
        assert verdict.score.placement_points == (turn["score"] or 0)
        assert verdict.score.end_bonus == turn["end_bonus"]
        game.push(move)
        drawn = draw() if game.position.is_chance else []
        assert drawn == tiles(turn["drawn"])
        if isinstance(move, Trade):
            bag += sorted(move.tiles, key=lambda old: (old.shape.value, old.colour.value))
    return game


@pytest.mark.parametrize("case", cases("game"), ids=named)
def test_game(case: Case) -> None:
    game = play(case)
    outcome = game.outcome
    assert outcome is not None
    assert list(outcome.points) == case["scores"]
    assert list(outcome.winners) == case["winners"]
    assert outcome.reason == Reason(case["reason"])
    assert Game.parse(game.text) == game
    assert Game.replay(game.start, game.steps) == game


GAMES = {case["id"]: case for case in cases("game")}


@pytest.mark.parametrize("case", cases("view"), ids=named)
def test_view(case: Case) -> None:
    position = play(GAMES[case["game"]], case["after_turns"]).position
    assert len(case["views"]) == position.players
    for seen in case["views"]:
        view = position.view(seen["seat"])
        known = view.position
        assert sorted(known.grid.tiles) == sorted(laid(seen["tiles"]))
        assert view.hand == TileSet(tiles(seen["hand"]))
        assert list(known.hand_sizes) == seen["hand_sizes"]
        assert known.bag == seen["bag"]
        assert list(known.scores) == seen["scores"]
        assert known.to_move == seen["to_move"]
        unseen = [
            [kind.shape.value, kind.colour.value, view.unseen.count(kind)] for kind in view.unseen.kinds
        ]
        assert sorted(unseen) == sorted(seen["unseen"])
        assert all(hand is None for seat, hand in enumerate(known.hands) if seat != seen["seat"])
        assert View.parse(view.text) == view


@pytest.mark.parametrize("case", cases("position"), ids=named)
def test_position(case: Case) -> None:
    def build() -> Position:
        return Position.build(
            tiles=laid(case["tiles"]), hands=[tiles(hand) for hand in case["hands"]], bag=case["bag"]
        )

    if not case["faults"]:
        position = build()
        assert sorted(position.grid.tiles) == sorted(laid(case["tiles"]))
        assert Position.parse(position.text) == position
        return
    with pytest.raises(InvalidPositionError) as refused:
        build()
    assert sorted({fault.slug for fault in refused.value.faults}) == case["faults"]
    assert all(fault.rule for fault in refused.value.faults)


@pytest.mark.parametrize("case", cases("opening"), ids=named)
def test_opening(case: Case) -> None:
    hands = [tiles(hand) for hand in case["hands"]]
    for hand, expected in zip(hands, case["groups"], strict=True):
        assert opening_size(hand) == expected["size"]
        groups = [
            sorted([one.shape.value, one.colour.value] for one in group) for group in opening_groups(hand)
        ]
        assert sorted(groups) == sorted(sorted(group) for group in expected["groups"])
    assert starter(hands) == case["starter"]
    assert len(placements(Grid(), hands[case["starter"]])) == case["openings"]


@pytest.mark.parametrize("case", cases("dead"), ids=named)
def test_dead(case: Case) -> None:
    assert Grid(laid(case["tiles"])).is_dead == case["dead"]


@pytest.mark.parametrize("case", cases("perft"), ids=named)
def test_perft(case: Case) -> None:
    order = tiles(case["bag_order"])
    position = Position.build(
        tiles=laid(case["tiles"]), hands=[tiles(hand) for hand in case["hands"]], to_move=case["to_move"]
    )
    for depth, leaves in enumerate(case["counts"], start=1):
        if leaves > 200_000:
            break
        assert position.perft(depth, order).leaves == leaves
    parts = position.divide(1, "".join(one.text for one in order))
    assert sum(census.leaves for _, census in parts) == case["counts"][0]
