"""Agents through Python: they decide legally, the same way again, and by what their seat may know."""

import pickle
import signal
import threading
import time
from types import ModuleType

import pytest
import spielwerk
from spielwerk import Random, arena, lokus, qwirkle, schraube
from spielwerk.agents import Agent
from spielwerk.errors import InvalidInputError, WrongTurnError

GAMES = [qwirkle, lokus, schraube]
AGENTS = ["random", "uniform", "greedy", "flat", "uct", "pimc:worlds=3", "ismcts", "duct"]


def small(name: str) -> Agent:
    """The agent with a budget that is soon used up."""
    searches = name.partition(":")[0] not in {"random", "uniform", "greedy"}
    return Agent(f"{name}{',' if ':' in name else ':'}iterations=20,cutoff=6" if searches else name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_decides_legally_and_the_same_way_again(game: ModuleType, name: str) -> None:
    random = Random(3)
    position = game.Position.start().settle(random)
    for _ in range(6):
        view = position.view(position.turn)
        choice = small(name).choose(view, Random(5))
        assert position.check(choice.move).legal
        assert small(name).choose(view, Random(5)) == choice
        if choice.iterations:
            assert [entry.move for entry in choice.statistics] == list(position.legal_moves)
            assert sum(entry.visits for entry in choice.statistics) == choice.iterations == 20
            values = [entry.value for entry in choice.statistics if entry.visits]
            assert all(0 <= value <= 1 for value in values)
        position = position.play(choice.move).settle(random)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_an_agent_decides_by_its_view_alone(game: ModuleType) -> None:
    random = Random(8)
    position = game.Position.start().settle(random)
    for _ in range(5):
        view = position.view(position.turn)
        other = view.complete(random)
        assert other.view(position.turn) == view
        for name in ("greedy", "pimc:worlds=3", "ismcts", "duct"):
            one = small(name).choose(view, Random(1))
            assert small(name).choose(other.view(position.turn), Random(1)) == one
        position = position.play(small("random").choose(view, random).move).settle(random)


def test_the_exact_turn_is_for_schraube_locker() -> None:
    position = schraube.Position.start().settle(Random(1))
    assert position.check(Agent("turn").choose(position.view(position.turn), Random(1)).move).legal
    other = qwirkle.Position.start().settle(Random(1))
    with pytest.raises(InvalidInputError) as refused:
        Agent("turn").choose(other.view(other.turn), Random(1))
    assert refused.value.faults[0].slug == "no_turn_solver"


def test_only_the_seat_to_act_is_asked() -> None:
    position = qwirkle.Position.start().settle(Random(1))
    with pytest.raises(WrongTurnError, match="nothing to decide"):
        Agent("greedy").choose(position.view(1 - position.turn), Random(1))
    with pytest.raises(TypeError, match="no view"):
        Agent("greedy").choose(position, Random(1))


def test_an_agent_is_a_value() -> None:
    for name in Agent.NAMES:
        agent = Agent(name)
        assert Agent(agent.text) == agent
        assert hash(Agent(agent.text)) == hash(agent)
        assert pickle.loads(pickle.dumps(agent)) == agent  # noqa: S301 - our own bytes
        assert eval(repr(agent), {"Agent": Agent}) == agent  # noqa: S307 - a repr is an expression


def test_every_fault_of_a_text_is_named() -> None:
    with pytest.raises(InvalidInputError) as refused:
        Agent("ismcts:c=x,worlds=-1,iterations=0,k=1")
    assert [(fault.path, fault.slug) for fault in refused.value.faults] == [
        ("c", "out_of_range"),
        ("worlds", "out_of_range"),
        ("iterations", "out_of_range"),
        ("k", "unknown_parameter"),
    ]
    with pytest.raises(spielwerk.SpielwerkError, match="no agent is called"):
        Agent("deep-blue")


@pytest.mark.parametrize("name", ["flat", "uct", "pimc", "ismcts", "duct"])
def test_few_iterations_are_better_than_none(name: str) -> None:
    """Ten iterations a world are fewer than there are moves; what they found out counts all the same."""
    agents = [f"{name}:iterations=200,cutoff=0,reward=margin", "random"]
    searching, random = arena.play("qwirkle", agents, games=10, seed=1).summary().agents
    assert searching.wins.mean >= 0.9
    assert searching.points.mean > random.points.mean + 20


def test_a_time_limit_ends_a_search() -> None:
    position = qwirkle.Position.start().settle(Random(1))
    view = position.view(position.turn)
    choice = Agent("uct:iterations=100000000").choose(view, Random(1), time_limit=0.1)
    assert 0 < choice.iterations < 100_000_000
    assert sum(entry.visits for entry in choice.statistics) == choice.iterations
    for wrong in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(InvalidInputError):
            Agent("uct").choose(view, Random(1), time_limit=wrong)


def test_other_threads_run_during_a_search_and_may_interrupt_it() -> None:
    """However slow the machine: the search has no end but the interrupt, which another thread sends after a while."""
    position = qwirkle.Position.start().settle(Random(1))
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        for _ in range(10):
            ticks += 1
            time.sleep(0.001)
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=tick)
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it may come before the work has begun
        thread.start()
        Agent("uct:iterations=100000000").choose(position.view(position.turn), Random(1))
    thread.join()
    assert ticks == 10
