"""The vectors of Lokus and Schraube locker through a running server. Those of Qwirkle are in test_qwirkle_client."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from spielwerk import schraube
from spielwerk._pb.spielwerk.v1 import lokus_pb2, schraube_pb2
from spielwerk.service import ServerConfig, build_server
from spielwerk.service import client as service

if TYPE_CHECKING:
    from collections.abc import Iterator


def in_process(game: str) -> Any:
    """The tests of the same vectors without a server: they know how a case is read."""
    file = Path(__file__).parents[1] / game / "test_vectors.py"
    spec = importlib.util.spec_from_file_location(f"{game}_vectors", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LOKUS = in_process("lokus")
SCHRAUBE = in_process("schraube")


@pytest.fixture(scope="module", params=["grpcio", "native"])
def client(request: pytest.FixtureRequest) -> Iterator[service.Client]:
    """A client of a server in this process, over each transport."""
    with (
        build_server(ServerConfig(port=0, transport=request.param)) as server,
        service.Client(server.address) as client,
    ):
        yield client


def test_schraube_chains(client: service.Client) -> None:
    read = schraube_pb2.SchraubeServiceResolveChainResponse.FromString
    for case in SCHRAUBE.cases("chain"):
        request = schraube_pb2.SchraubeServiceResolveChainRequest(
            figure=case["figure"], faces=case["faces"], covered=case["covered"], dice=case["dice"]
        )
        path = "/spielwerk.v1.SchraubeService/ResolveChain"
        answer = client.ask(service.Question(path, request.SerializeToString(), read))
        said = (list(answer.forced), list(answer.dice_left), answer.run, list(answer.free))
        assert said == (case["forced"], case["dice_left"], case["run"], case["free"]), case["id"]


def test_schraube_odds(client: service.Client) -> None:
    for case in SCHRAUBE.cases("odds"):
        turn = schraube.TurnState(5, case["chain_faces"], rerolls_left=case["rerolls"])
        for objective, name in (
            (schraube.Objective.full_circle(), "full_circle"),
            (schraube.Objective.run(), "expected_run"),
        ):
            solved = client.ask(service.schraube.solve_turn(turn, objective, exact=True))
            assert solved.worth == Fraction(case[name]), case["id"]


def test_schraube_games(client: service.Client) -> None:
    """Every decision and event by PlayMove, every list by ListMoves, and the whole record by ReplayGame."""
    ask = service.schraube
    for case in SCHRAUBE.cases("game"):
        options = schraube.Options(case["players"], max_rolls=case["max_rolls"], pro=case["pro"])
        game = schraube.Game(schraube.Position.start(options))
        for step in case["steps"]:
            before = game.position
            if "chance" in step:
                event = SCHRAUBE.event(step["chance"])
                game.push(event)
                after = client.ask(ask.play(before, events=[event])).position
            else:
                move = SCHRAUBE.move(step["do"])
                listed = client.ask(ask.list_moves(before)).moves
                assert {one.text for one in listed} == {SCHRAUBE.move(one).text for one in step["legal"]}
                game.push(move)
                after = client.ask(ask.play(before, move)).position
            assert after == game.position, case["id"]
        replayed = client.ask(ask.replay(game))
        assert replayed.end == game.position
        assert replayed.end.outcome is not None
        assert list(replayed.end.outcome.points) == [said["total"] for said in case["score"]["players"]]
        assert list(replayed.end.outcome.winners) == case["score"]["winners"]


def test_schraube_refusals(client: service.Client) -> None:
    for case in SCHRAUBE.cases("illegal"):
        question = service.schraube.check(SCHRAUBE.build(case["position"]), SCHRAUBE.move(case["attempt"]))
        slugs = sorted(violation.slug for violation in client.ask(question).violations)
        assert slugs == sorted(reason["slug"] for reason in case["reasons"]), case["id"]


def test_lokus_games_and_deals(client: service.Client) -> None:
    for case in [*LOKUS.cases("game"), *LOKUS.cases("deal")]:
        deals = case.get("deals", [case])
        table = LOKUS.Table(case["options"], deals)
        for deal in deals:
            LOKUS.play_deal(table, deal)
        replayed = client.ask(service.lokus.replay(table.game))
        assert replayed.wrong_step is None
        assert replayed.end == table.position, case["id"]
        assert replayed.end.outcome is not None
        assert list(replayed.end.outcome.points) == case.get("totals", case.get("minus"))


def test_lokus_refusals(client: service.Client) -> None:
    asked = 0
    for case in LOKUS.cases("illegal"):
        if case["attempt"]["type"] in {"place", "setup"}:
            continue  # no move of a game; judged in process and by the tests of the wire
        table = LOKUS.Table(case["options"], case["deals"])
        for action in case["actions"]:
            table.act(action)
        table.follow_chance(new_deal=True)
        verdict = client.ask(service.lokus.check(table.position, LOKUS.move(case["attempt"])))
        found = {"wrong_seat" if one.slug == "wrong_decider" else one.slug for one in verdict.violations}
        assert {case["reason"], *case.get("also", [])} & found, case["id"]
        asked += 1
    assert asked > 20


def test_lokus_views(client: service.Client) -> None:
    for case in LOKUS.cases("view"):
        table = LOKUS.Table(case["options"], case["deals"])
        for action in case["actions"]:
            table.act(action)
        for seat, seen in enumerate(case["views"]):
            LOKUS.check_view(client.ask(service.lokus.view(table.position, seat)), seen)


def schraube_position(
    hands: list[dict[str, Any]], phase: schraube.Phase, rerolls_left: int = 0
) -> schraube.Position:
    """A position in which the seats own these cards; all others lie in the piles."""
    owned = {
        card for hand in hands for card in (*hand["open"], *(one for pair in hand["covered"] for one in pair))
    }
    left = [card for card in range(1, 43) if card not in owned]
    down = [len(left[6 + pile :: 6]) for pile in range(6)]
    return schraube.Position.build(
        schraube.Options(len(hands)),
        phase=phase,
        mover=0,
        figures=[0] * len(hands),
        piles=[schraube.Pile(card, count, []) for card, count in zip(left[:6], down, strict=True)],
        hands=[schraube.Hand(hand["open"], hand["covered"], hand["bonus"]) for hand in hands],
        removed=[],
        bonus_left=6 - sum(hand["bonus"] for hand in hands),
        rerolls_left=rerolls_left,
        unplaced=[],
        to_roll=6 if phase is schraube.Phase.ROLL else 0,
        fresh=[],
        visited=[],
    )


def test_schraube_sets(client: service.Client) -> None:
    deck = schraube.Deck.standard()
    numbers = {
        kind: [at for at in range(1, 43) if deck[at].kind.value == kind] for kind in SCHRAUBE.COMBINABLE
    }
    asked = 0
    for case in SCHRAUBE.cases("combine"):
        if not case["sets"]:
            continue  # without a set nobody is asked (S18)
        cards = [card for kind, count in case["open"].items() for card in numbers[kind][:count]]
        rest = {"open": [], "covered": [], "bonus": 0}
        position = schraube_position(
            [{"open": cards, "covered": [], "bonus": 0}, rest], schraube.Phase.COMBINE
        )
        moves = client.ask(service.schraube.list_moves(position)).moves
        sets = {
            tuple(sorted(deck[card].kind.value for card in move.cards))
            for move in moves
            if isinstance(move, schraube.Combine)
        }
        assert sets == {tuple(sorted(name.split("+"))) for name in case["sets"]}, case["id"]
        asked += 1
    assert asked > 50


def test_schraube_decks(client: service.Client) -> None:
    read = schraube_pb2.SchraubeServiceListMovesResponse.FromString
    for case in SCHRAUBE.cases("deck"):
        start = schraube_pb2.SchraubePosition(
            options=schraube_pb2.SchraubeOptions(players=2, deck=schraube_pb2.SchraubeDeck(csv=case["csv"]))
        )
        request = schraube_pb2.SchraubeServiceListMovesRequest(position=start)
        question = service.Question(
            "/spielwerk.v1.SchraubeService/ListMoves", request.SerializeToString(), read
        )
        slugs: list[str] = []
        try:
            client.ask(question)
        except service.ServiceError as refused:
            slugs = [fault.slug for fault in refused.faults if ".deck" in fault.path]
        assert sorted(slugs) == sorted(fault["fault"] for fault in case["faults"] or []), case["id"]


def test_lokus_rows(client: service.Client) -> None:
    read = lokus_pb2.LokusServiceResolveRoundResponse.FromString
    asked = 0
    for case in LOKUS.cases("place"):
        rows = [[card.rank for card in LOKUS.cards(row)] for row in case["rows"]]
        card = LOKUS.card(case["card"]).rank
        higher = [rank for rank in range(card + 1, 72) if all(rank not in row for row in rows)]
        if not higher:
            continue  # no other card lets this one be the lowest
        request = lokus_pb2.LokusServiceResolveRoundRequest(
            rows=[lokus_pb2.LokusRow(cards=[rank + 1 for rank in row]) for row in rows],
            cards=[card + 1, higher[0] + 1],
        )
        path = "/spielwerk.v1.LokusService/ResolveRound"
        takes = [row for row, result in enumerate(case["results"]) if result["legal"]]
        if len(takes) < 2:
            answer = client.ask(service.Question(path, request.SerializeToString(), read))
            assert list(answer.placements[0].takes) == takes, case["id"]
            asked += 1
            continue
        for row in takes:
            request.lowest_row = row
            answer = client.ask(service.Question(path, request.SerializeToString(), read))
            placed = answer.placements[0]
            after = [[rank - 1 for rank in one.cards] for one in placed.rows_after]
            wanted = case["results"][row]
            assert after == [[one.rank for one in LOKUS.cards(cards)] for cards in wanted["rows_after"]], (
                case["id"]
            )
            assert bool(placed.set_aside) == wanted["cleared"], case["id"]
            asked += 1
    assert asked > 300


def test_schraube_scores(client: service.Client) -> None:
    read = schraube_pb2.SchraubeServiceViewPositionResponse.FromString
    asked = 0
    for case in SCHRAUBE.cases("score"):
        request = schraube_pb2.SchraubeServiceViewPositionRequest()
        # The last bonus card ends the game (S20).
        over = sum(hand["bonus"] for hand in case["hands"]) == 6
        position = schraube_position(
            case["hands"], *((schraube.Phase.OVER,) if over else (schraube.Phase.ROLL, 2))
        )
        request.position.text = position.text
        path = "/spielwerk.v1.SchraubeService/ViewPosition"
        answer = client.ask(service.Question(path, request.SerializeToString(), read))
        said = [
            (one.values, one.covered_pairs, one.final_pairs, one.bonus) for one in answer.view.table.points
        ]
        wanted = [
            (one["values"], one["covered_pairs"], one["final_pairs"], one["bonus"]) for one in case["players"]
        ]
        assert said == wanted, case["id"]
        asked += 1
    assert asked > 50
