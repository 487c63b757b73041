"""Qwirkle through a running server: the vectors, and the same answers as in this process."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import numpy as np
import pytest
from spielwerk import Random
from spielwerk.errors import InvalidInputError
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
    Shape,
    Skip,
    Tile,
    TileSet,
    Trade,
    check_placements,
    pack,
)
from spielwerk.service import ServerConfig, build_server
from spielwerk.service.client import AsyncClient, Client, ServiceError
from spielwerk.service.client import qwirkle as ask

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[1] / "data" / "qwirkle"
POSITION = Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def tile(shape: str, colour: str) -> Tile:
    return Tile(Shape(shape), Colour(colour))


def laid(said: list[list[Any]]) -> list[Laid]:
    return [Laid(x, y, tile(shape, colour)) for x, y, shape, colour in said]


def hand_of(said: list[list[str]]) -> TileSet:
    return TileSet([tile(*kind) for kind in said])


@pytest.fixture(scope="module", params=["grpcio", "native"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """A server with the rules, in this process, over each transport."""
    with build_server(ServerConfig(port=0, transport=request.param)) as server:
        yield server.address


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Client]:
    """A client of it."""
    with Client(address) as client:
        yield client


def test_check_vectors(client: Client) -> None:
    for case in cases("check"):
        hand = None if case["hand"] is None else hand_of(case["hand"])
        question = ask.check_placement(Grid(laid(case["tiles"])), laid(case["move"]), hand)
        verdict = client.ask(question)
        assert verdict.legal == case["legal"], case["id"]
        assert sorted(violation.slug for violation in verdict.violations) == case["violations"], case["id"]
        if case["legal"]:
            assert verdict.score is not None
            assert verdict.score.points == case["score"], case["id"]
            lines = sorted(([list(cell) for cell in line.cells], line.points) for line in verdict.score.lines)
            assert lines == sorted((line["cells"], line["points"]) for line in case["lines"]), case["id"]


def test_moves_vectors(client: Client) -> None:
    for case in cases("moves"):
        question = ask.list_placements(Grid(laid(case["tiles"])), hand_of(case["hand"]), limit=20_000)
        listed = client.ask(question)
        assert listed.total == case["placements"], case["id"]
        assert not listed.truncated
        texts = sorted(vector_text(move) for move in listed.moves)
        assert hashlib.sha256("\n".join(texts).encode()).hexdigest() == case["sha256"], case["id"]


def vector_text(move: Move) -> str:
    assert isinstance(move, Place)
    ordered = sorted(move.tiles, key=lambda one: one.cell)
    return ";".join(f"{one.x},{one.y},{one.tile.shape.value},{one.tile.colour.value}" for one in ordered)


def move_of(turn: dict[str, Any]) -> Move:
    match turn["move"]:
        case {"place": tiles}:
            return Place(laid(tiles))
        case {"trade": tiles}:
            return Trade([tile(*kind) for kind in tiles])
        case _:
            return Skip()


@pytest.mark.parametrize("case", cases("game"), ids=lambda case: str(case["id"]))
def test_game_vectors(client: Client, case: dict[str, Any]) -> None:
    """Every turn by PlayMove with its draw, then the whole record by ReplayGame."""
    bag = [tile(*kind) for kind in case["bag_order"]]
    hands = [Draw(bag[6 * seat : 6 * seat + 6]) for seat in range(case["players"])]
    start = Position.start(Options(case["players"]))
    dealt = client.ask(ask.play(start, events=hands)).position
    assert dealt is not None
    assert dealt.to_move == case["starter"]
    steps: list[Move | Draw] = [*hands]
    position = dealt
    for turn in case["turns"]:
        move = move_of(turn)
        drawn = Draw([tile(*kind) for kind in turn["drawn"]]) if turn["drawn"] else None
        played = client.ask(ask.play(position, move, [drawn] if drawn else []))
        assert played.verdict is not None
        assert played.position is not None
        assert played.verdict.score is not None
        assert played.verdict.score.placement_points == (turn["score"] or 0)
        assert played.verdict.score.end_bonus == turn["end_bonus"]
        position = played.position
        steps += [move, drawn] if drawn else [move]
    assert position.outcome is not None
    assert list(position.outcome.points) == case["scores"]
    assert list(position.outcome.winners) == case["winners"]
    replayed = client.ask(ask.replay(Game.replay(start, steps)))
    assert replayed.end == position
    assert replayed.steps_played == len(steps)
    assert replayed.wrong_step is None


def test_the_same_answers_as_in_this_process(client: Client) -> None:
    """Congruence: a random game, every question asked on both sides."""
    random = Random(5)
    position = Position.start(Options(3)).settle(random)
    for _ in range(25):
        if position.is_over:
            break
        move = position.sample_move(random)
        strange = Position.start(Options(2)).settle(random).sample_move(random)
        for attempt in (move, strange):
            assert client.ask(ask.check(position, attempt)) == position.check(attempt)
        listed = client.ask(ask.list_moves(position, limit=20_000))
        assert listed.moves == tuple(position.legal_moves)
        for seat in range(position.players):
            assert client.ask(ask.view(position, seat)) == position.view(seat)
        after = client.ask(ask.play(position, move)).position
        assert after == position.play(move)
        position = position.play(move).settle(random)


def test_batches_answer_like_single_questions(client: Client) -> None:
    moves = [*POSITION.legal_moves][:20]
    attempts: list[Move | str] = [*moves, "5,5>y8", "0,0>r4", "skip"]
    verdicts = client.ask(ask.check_many((POSITION, move) for move in attempts))
    assert verdicts == tuple(POSITION.check(move) for move in attempts)
    good, bad = client.ask(ask.check_many([(POSITION, moves[0]), ("nonsense", "skip")]))
    assert not isinstance(good, ServiceError)
    assert isinstance(bad, ServiceError)
    assert bad.code is grpc.StatusCode.INVALID_ARGUMENT
    assert bad.faults
    columns = pack([move for move in attempts if ">" in str(getattr(move, "text", move))])
    over_the_wire = client.ask(ask.check_placements(POSITION, *columns))
    hand = POSITION.hands[0]
    for here, there in zip(check_placements(POSITION.grid, *columns, hand), over_the_wire, strict=True):
        assert np.array_equal(here, there)


def test_a_request_that_makes_no_sense(client: Client) -> None:
    with pytest.raises(ServiceError) as refused:
        client.ask(ask.check("qwirkle/1 0,0:r0 r0/r0", "skip"))
    assert refused.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert {fault.slug for fault in refused.value.faults} >= {"hand_too_small"}
    assert all(fault.path for fault in refused.value.faults)


def test_nobody_answers() -> None:
    with Client("127.0.0.1:1", timeout=1.0) as nobody, pytest.raises(ServiceError) as refused:
        nobody.ask(ask.check(POSITION, "skip"))
    assert refused.value.code in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}


def test_the_asynchronous_client(address: str) -> None:
    async def many() -> None:
        async with AsyncClient(address) as client:
            moves = [*POSITION.legal_moves][:40]
            verdicts = await asyncio.gather(*(client.ask(ask.check(POSITION, move)) for move in moves))
            assert verdicts == [POSITION.check(move) for move in moves]
            with pytest.raises(ServiceError):
                await client.ask(ask.check("nonsense", "skip"))

    asyncio.run(many())


@pytest.mark.parametrize("make", [Client, AsyncClient])
def test_what_no_call_can_carry_is_refused_before_any_call(make: type[Client | AsyncClient]) -> None:
    for text in ("\ud800", "a\nb", "\0"):
        with pytest.raises(InvalidInputError, match=r"target: .* has characters that can't be printed"):
            make(f"localhost:1{text}")
        with pytest.raises(InvalidInputError) as refused:
            make("localhost:1", token="a-secret" + text)
        assert str(refused.value) == "token: it has characters other than printable ASCII (unprintable)"
    with pytest.raises(InvalidInputError, match="token"):
        make("localhost:1", token="é")  # noqa: S106 - no secret


def test_numbers_and_texts_that_no_message_carries(client: Client) -> None:
    """They are refused as everywhere in the package, not by protobuf."""
    for number in (-1, 2**32, 10**30):
        with pytest.raises(InvalidInputError, match="number_out_of_range"):
            ask.view(POSITION, number)
        with pytest.raises(InvalidInputError, match="number_out_of_range"):
            ask.list_moves(POSITION, limit=number)
        with pytest.raises(InvalidInputError, match="number_out_of_range"):
            ask.list_placements(POSITION.grid, TileSet("r0"), limit=number)
    for seat in (2, 255, 2**32 - 1):
        with pytest.raises(ServiceError, match="INVALID_ARGUMENT"):
            client.ask(ask.view(POSITION, seat))
    for position, move in (("\ud800", "skip"), (POSITION, "\ud800")):
        with pytest.raises(ServiceError) as refused:
            client.ask(ask.check(position, move))
        assert refused.value.faults
    _, x, y, kinds = pack(["2,0>r4"])
    for offsets in ([], [1, 1], [0, 1, 0]):
        with pytest.raises(InvalidInputError, match="offsets_wrong"):
            ask.check_placements(POSITION, np.array(offsets, np.int64), x, y, kinds)


def test_a_hidden_hand_has_no_view(client: Client) -> None:
    with pytest.raises(ServiceError) as refused:
        client.ask(ask.view(POSITION.view(0).position, 1))
    assert [(fault.path, fault.slug) for fault in refused.value.faults] == [
        ("position.hands[1]", "own_hand_hidden")
    ]
