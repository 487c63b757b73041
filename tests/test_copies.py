"""Every public value can be copied, pickled and hashed; what only looks at one says what to pickle instead."""

import asyncio
import copy
import enum
import inspect
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import spielwerk
from spielwerk import Random, agents, arena, env, errors, lokus, qwirkle, rating, schraube, service
from spielwerk.service import client

NEVER_PICKLED = {
    spielwerk.Chances,
    spielwerk.Moves,
    lokus.Resolutions,
    lokus.Resolved,
    schraube.Chains,
    client.Question,
}
UNHASHABLE = {Random, lokus.Game, qwirkle.Game, schraube.Game, env.Episode, arena.Match, arena.Summary}
"""They change, or hold what might."""
WITHOUT_EQUALITY = {*NEVER_PICKLED, schraube.TurnSolver} - {lokus.Resolved}


def of_a_game(game: Any) -> Iterator[Any]:
    """What a random game shows on its way."""
    random = Random(3)
    played = game.Game(game.Position.start())
    wrong = {qwirkle: "9,9>r0", lokus: "0:r1", schraube: "place 3"}[game]
    while not played.is_over:
        position = played.position
        if len(played) % 9 == 0:
            yield from (position, position.options, position.view(1), position.legal_moves, position.chances)
            if position.is_chance:
                event = position.sample(random)
                yield from (
                    event,
                    position.sight(event, 0),
                    spielwerk.Chance(event, position.probability(event)),
                )
            else:
                chosen = position.sample_move(random)
                verdict = position.check(chosen)
                yield from (chosen, verdict, verdict.score, position.sight(chosen, 0), position.check(wrong))
        if game is schraube and position.phase is schraube.Phase.PLACE and not position.is_chance:
            state = schraube.TurnState.of(position)
            yield from (state, schraube.TurnSolver(state), *position.consequences(position.legal_moves[-1]))
        played.push(position.sample(random) if position.is_chance else position.sample_move(random))
    yield from (played, played.outcome, played.seen_by(0))
    episode = env.Episode(game.Position.start())
    episode.settle(random)
    yield from (episode, *episode.pieces)


def others() -> Iterator[Any]:
    """What no game shows."""
    yield from (Random(1), spielwerk.Census(1, 2, 3), spielwerk.Fault("", "Q1", "slug", "message"))
    yield spielwerk.Violation("Q9", "gap", "message", ("1,0",))
    tile = qwirkle.Tile.parse("r0")
    yield from (tile, qwirkle.TileSet([tile]), qwirkle.Laid(0, 0, tile), qwirkle.Grid.parse("0,0:r0"))
    yield from (qwirkle.Line(0, 0, qwirkle.Axis.DOWN, 2), qwirkle.Draw.hidden(2), qwirkle.Skip())
    cards = lokus.Card.all()
    yield from (cards[0], lokus.CardSet(cards[:3]), lokus.Row("r1y2"), lokus.Decline(1))
    yield lokus.Placement(0, cards[0], None, cleared=False)
    yield lokus.FixedDeal(lokus.Options(2), [cards[:11], cards[11:22]], cards[22:24], cards[24:])
    for choices in ((), (0, None), (0, 1)):
        rows = [[], []] if choices else ["r3b7", "y5"]
        resolution = lokus.resolve_round(rows, ["g4", "b9", "r2"], choices or (None, None))
        yield from (resolution, *filter(None, resolution.placements))
    yield lokus.resolve_rounds(np.full((1, 2, 4), 255, np.uint8), np.array([[0, 1]], np.uint8))
    yield from (
        schraube.PointCard(1, schraube.Kind.NUT, 1, 1),
        schraube.Deck.standard(),
        schraube.Points(1, 0, 0, 0),
    )
    yield from (schraube.Hand([1], [[2, 3]], 1), schraube.Pile(1, 6, [2]), schraube.EndVisit())
    for exact in (False, True):
        yield schraube.odds(1, exact=exact)[7]  # type: ignore[call-overload]
    yield schraube.resolve_chain(3, [1, 4, 3, 6, 5, 2], [1], [1, 2, 5], pro=True)
    yield schraube.resolve_chains(*(np.zeros(shape, np.uint8) for shape in (1, (1, 6), 1, (1, 6))))
    for ends in ([1, 2, 3, 4, 5, 6, 7], [Fraction(1, 3)] * 7, [0.1, -0.0, 2.5, 1e300, 5e-324, 10**40, 0]):
        objective = schraube.Objective(ends, laser_price=Fraction(1, 7))
        yield objective
        for dice in (None, [2, 3, 5, 5, 6, 6]):
            turn = schraube.TurnState(0, [1, 2, 3, 4, 5, 6], dice=dice, rerolls_left=1, lasers=1, pro=True)
            solution = schraube.TurnSolver(turn).solve(objective)
            yield from (
                turn,
                solution,
                *solution.alternatives,
                *(other.decision for other in solution.alternatives),
            )
    yield schraube.TurnSolver(turn).solve_exact(schraube.Objective.run())
    for decide in (schraube.Decide.REROLL, schraube.Decide.EXTRA, schraube.Decide.STOP):
        yield schraube.Decision(decide)
    match = arena.play("qwirkle", ["greedy", "random"], games=6)
    summary = match.summary(rating.Sprt(0, 50))
    yield from (match, match.setting, match.games[0], summary, summary.agents[0], summary.agents[0].points)
    yield from (rating.Sprt(0, 5, unit="margin"), service.ServerConfig(port=0), service.Fault("port", "-1"))
    yield client.qwirkle.check(qwirkle.Position.start(), "skip")
    agent = agents.Agent("uct:iterations=30")
    position = schraube.Position.start()
    choice = agent.choose(position.view(0), Random(1))
    yield from (agent, choice, *choice.statistics)


GAMES = (qwirkle, lokus, schraube)
# A seat may see nothing of a step.
VALUES = [*others(), *(value for game in GAMES for value in of_a_game(game) if value is not None)]


def public_classes() -> set[type]:
    """Every class that the package shows, but for exceptions, clients, enumerations and base classes."""
    modules = (spielwerk, qwirkle, lokus, schraube, agents, env, arena, rating, service, client)
    classes = {
        getattr(module, name)
        for module in modules
        for name in module.__all__
        if inspect.isclass(getattr(module, name))
    }
    bases = (Exception, enum.Enum, client.Client, client.AsyncClient)
    abstract = {qwirkle.Move, lokus.Move, lokus.Event, schraube.Move, schraube.Event}
    return {each for each in classes if not issubclass(each, bases)} - abstract


def test_every_class_has_an_example() -> None:
    shown = {type(value) for value in VALUES}
    kinds = {qwirkle.Move, lokus.Move, lokus.Event, schraube.Move, schraube.Event}
    left = {each for each in public_classes() - shown if not kinds & set(each.__mro__)}
    assert not left


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol: int) -> None:
    for value in VALUES:
        if type(value) in NEVER_PICKLED:
            with pytest.raises(TypeError, match="is not pickled; pickle "):
                pickle.dumps(value, protocol)
            continue
        back = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own bytes
        assert type(back) is type(value)
        if type(value) not in WITHOUT_EQUALITY:
            assert back == value
            assert repr(back) == repr(value)
        if type(value) not in UNHASHABLE:
            assert type(value) in WITHOUT_EQUALITY or hash(back) == hash(value)


def test_copies() -> None:
    for value in VALUES:
        for made in (copy.copy(value), copy.deepcopy(value)):
            assert type(made) is type(value)
            assert made == value


@pytest.mark.parametrize("make", [client.Client, client.AsyncClient])
def test_a_client_is_shared(make: type[client.Client | client.AsyncClient]) -> None:
    async def with_a_loop() -> None:
        shared = make("localhost:1")
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="a client is not copied or pickled; share it"):
                call(shared)

    asyncio.run(with_a_loop())


def test_an_iterator_is_not_copied() -> None:
    position = qwirkle.Position.start()
    for each in (
        position.settle(Random(1)).legal_moves,
        position.chances,
        schraube.Deck.standard(),
        qwirkle.TileSet("r0"),
    ):
        for call in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(
                TypeError, match="an iterator is not copied or pickled; take what it goes over"
            ):
                call(iter(each))


def raised(call: Callable[[], object]) -> Exception:
    """The exception of a call that is refused."""
    with pytest.raises((spielwerk.SpielwerkError, service.BindError)) as refused:
        call()
    return refused.value


def refusals() -> Iterator[Exception]:
    """One exception of every class."""
    position = qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8")
    calls: list[Callable[[], object]] = [
        lambda: position.play("5,5>y8"),
        lambda: position.apply("draw:r0"),
        lambda: position.sample(Random(1)),
        lambda: qwirkle.Position.parse("x"),
        lambda: qwirkle.Position.parse("qwirkle/1 0,0:r0r0 r0/r0"),
        lambda: qwirkle.Game.replay(position, ["skip"]),
        lambda: qwirkle.Options(9),
        lambda: arena.load("a\0b"),
        lambda: service.ServerConfig(port=-1, threads=0),
    ]
    yield from map(raised, calls)
    with service.build_server(service.ServerConfig(port=0)) as server, client.Client(server.address) as asked:
        yield raised(lambda: asked.ask(client.qwirkle.check("qwirkle/1 0,0:r0r0 r0/r0", "skip")))
        yield raised(
            lambda: service.build_server(service.ServerConfig(port=int(server.address.split(":")[1]))).start()
        )


def test_exceptions() -> None:
    """From a process of a pool an exception comes pickled: with its message, and all that it tells."""
    shown = list(refusals())
    shown.append(spielwerk.SpielwerkError("the base"))
    known = {getattr(module, name) for module in (errors, service, client) for name in module.__all__}
    kinds = {each for each in known if inspect.isclass(each) and issubclass(each, Exception)}
    assert {type(error) for error in shown} == kinds
    for error in shown:
        for back in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):  # noqa: S301
            assert type(back) is type(error)
            assert str(back) == str(error)
            assert vars(back) == vars(error)


def test_what_changes_has_no_hash() -> None:
    for value in VALUES:
        if type(value) in UNHASHABLE:
            with pytest.raises(TypeError):
                hash(value)
        else:
            assert hash(value) == hash(copy.copy(value))


def test_nothing_equals_something_else() -> None:
    for value in VALUES:
        for other in (None, 3, "r0", (), object()):
            assert value != other
            assert other != value


def test_equal_zeros_have_equal_hashes() -> None:
    low, high = schraube.Objective([-0.0] * 7), schraube.Objective([0.0] * 7)
    assert low == high
    assert hash(low) == hash(high)


@pytest.mark.parametrize(
    ("make", "slug"),
    [
        (lambda: schraube.Decision(schraube.Decide.PLACE), "wrong_parts"),
        (lambda: schraube.Decision(schraube.Decide.STOP, 1), "wrong_parts"),
        (lambda: schraube.Decision(schraube.Decide.PLACE, 6), "no_such_pile"),
        (lambda: schraube.Decision(schraube.Decide.LASER, turned_from=7, turned_to=1), "bad_face"),
        (lambda: schraube.Happening(schraube.Happens.MOVE, 1, moved_from=2), "wrong_parts"),
        (lambda: schraube.Happening(schraube.Happens.MOVE, 1, moved_from=2, run=7), "wrong_parts"),
        (lambda: schraube.Happening(schraube.Happens.TAKE, 1, card=43), "unknown_card"),
        (lambda: spielwerk.Chance(None, Fraction(3, 2)), "number_out_of_range"),
        (lambda: spielwerk.Chance(None, Fraction(-1, 2)), "number_out_of_range"),
    ],
)
def test_parts_that_are_no_value(make: Any, slug: str) -> None:
    with pytest.raises(spielwerk.errors.InvalidInputError, match=slug):
        make()


def test_a_pool_of_processes_calls_public_functions() -> None:
    turns = [schraube.TurnState(figure, [1, 2, 3, 4, 5, 6]) for figure in range(3)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(schraube.odds, [0, 1]) == [schraube.odds(0), schraube.odds(1)]
        rows = [(["r3b7", "y5"], ["g4", "b9", "r2"])]
        assert pool.starmap(lokus.resolve_round, rows) == [lokus.resolve_round(*rows[0])]
        solvers = pool.map(schraube.TurnSolver, turns)
    worths = [solver.worth(schraube.Objective.run()) for solver in solvers]
    assert worths == [schraube.TurnSolver(turn).worth(schraube.Objective.run()) for turn in turns]
