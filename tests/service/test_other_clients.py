"""Lokus and Schraube locker through a running server give the same answers as in this process."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from spielwerk import Random, lokus, schraube
from spielwerk.service import ServerConfig, build_server
from spielwerk.service import client as service

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module", params=["grpcio", "native"])
def client(request: pytest.FixtureRequest) -> Iterator[service.Client]:
    """A client of a server in this process, over each transport."""
    with (
        build_server(ServerConfig(port=0, transport=request.param)) as server,
        service.Client(server.address) as client,
    ):
        yield client


@pytest.mark.parametrize(
    ("ask", "rules", "options"),
    [
        (service.lokus, lokus, lokus.Options(4, deals=1)),
        (service.lokus, lokus, lokus.Options(6, deals=1, starters=False)),
        (service.schraube, schraube, schraube.Options(2)),
        (service.schraube, schraube, schraube.Options(3, pro=True)),
    ],
)
def test_the_same_answers_as_in_this_process(
    client: service.Client, ask: Any, rules: Any, options: Any
) -> None:
    """Congruence over a random game: every question on both sides, legal moves and strange ones."""
    random = Random(11)
    start = rules.Position.start(options)
    game = rules.Game(start)
    strange = [*rules.Position.start(rules.Options(3)).settle(random).legal_moves][:3]
    for _ in range(120):
        if game.is_over:
            break
        position = game.position
        if position.is_chance:
            event = position.sample(random)
            assert client.ask(ask.play(position, events=[event])).position == position.apply(event)
            game.push(event)
            continue
        move = position.sample_move(random)
        for attempt in (move, *strange):
            assert client.ask(ask.check(position, attempt)) == position.check(attempt)
        assert client.ask(ask.list_moves(position)).moves == tuple(position.legal_moves)
        for seat in range(position.players):
            assert client.ask(ask.view(position, seat)) == position.view(seat)
        played = client.ask(ask.play(position, move))
        assert played.verdict == position.check(move)
        assert played.position == position.play(move)
        game.push(move)
    replayed = client.ask(ask.replay(game))
    assert replayed.end == game.position
    assert replayed.steps_played == len(game.steps)


@pytest.mark.parametrize("ask", [service.lokus, service.schraube])
def test_batches_answer_like_single_questions(client: service.Client, ask: Any) -> None:
    rules = lokus if ask is service.lokus else schraube
    position: Any = rules.Position.start(rules.Options(3)).settle(Random(1))
    moves = [*position.legal_moves]
    verdicts = client.ask(ask.check_many([(position, move) for move in moves] + [("nonsense", moves[0])]))
    assert verdicts[:-1] == tuple(position.check(move) for move in moves)
    assert isinstance(verdicts[-1], service.ServiceError)


def test_a_turn_is_solved(client: service.Client) -> None:
    turn = schraube.TurnState(0, [2, 3, 4, 5, 6, 1])
    solved = client.ask(service.schraube.solve_turn(turn, exact=True))
    assert solved.worth == Fraction(3856086575, 19591041024)
    assert sum(solved.ends) == 1
    solved = client.ask(service.schraube.solve_turn(turn, schraube.Objective.run()))
    assert solved.worth == pytest.approx(3.547853926838, abs=1e-12)
    turn = schraube.TurnState(0, [2, 3, 4, 5, 6, 1], dice=[3, 3, 3, 3, 3, 1], lasers=1)
    solved = client.ask(service.schraube.solve_turn(turn))
    assert solved.best is not None
    assert solved.alternatives[solved.best][1] == pytest.approx(solved.worth)
