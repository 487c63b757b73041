"""The games under OpenSpiel: its own suites, its own searches, and what it is told."""

import copy
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyspiel
import pytest
import spielwerk.openspiel as adapter
from absl import flags
from spielwerk import Random
from spielwerk.agents import Agent
from spielwerk.env import CHANCE, Episode

# OpenSpiel's suites list the registered games when they are imported: after ours.
from open_spiel.integration_tests import api_test  # isort: skip
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # isort: skip
from open_spiel.python.tests import games_sim_test  # isort: skip

GAMES = (
    "spielwerk_qwirkle",
    "spielwerk_qwirkle(players=4,idle_limit=8)",
    "spielwerk_qwirkle(players=3,reward=points,most_moves=20)",
    "spielwerk_lokus",
    "spielwerk_lokus(players=6,deals=1)",
    "spielwerk_lokus(players=2,sequential=True,reward=points)",
    "spielwerk_lokus(players=3,deals=1,sequential=True,starters=False,table=progressive)",
    "spielwerk_schraube",
    "spielwerk_schraube(players=4,pro=True,reward=points)",
    "spielwerk_schraube(players=3,max_rolls=2,most_moves=30)",
)

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["tests"])


def walk(game: pyspiel.Game, seed: int) -> Iterator[pyspiel.State]:
    """The states of a random game, the last one included."""
    random = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            state.apply_action(state.episode.sample_outcome(random))
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.num_players())]
            state.apply_actions([actions[random.below(len(actions))] for actions in legal])
        else:
            legal_actions = state.legal_actions()
            state.apply_action(legal_actions[random.below(len(legal_actions))])
    yield state


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


OURS = [
    name for name in dir(games_sim_test.GamesSimTest) if name.startswith("test_") and "spielwerk_" in name
]


def test_the_suite_knows_the_games() -> None:
    """Each game once, Lokus also turn-based, and each number of players."""
    assert len(OURS) == 3 + 1 + 3 + 5 + 3


@pytest.mark.parametrize("name", OURS)
def test_simulations_of_the_suite(name: str) -> None:
    np.random.seed(1)  # noqa: NPY002 - what the suite draws from
    games_sim_test.GamesSimTest(name).debug()


@pytest.mark.parametrize("name", GAMES)
def test_every_check_of_the_interface(name: str) -> None:
    """EnforceAPIOnPartialTree, all of its tests."""
    game = pyspiel.load_game(name)
    suite = type(
        "Suite",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game": game, "game_name": game.get_type().short_name},
    )
    suite.setUpClass()
    tests = [test for test in dir(suite) if test.startswith("test_")]
    assert len(tests) >= 5
    for test in tests:
        suite(test).debug()


@pytest.mark.parametrize(
    "name",
    [
        "spielwerk_qwirkle(most_moves=1)",
        "spielwerk_lokus(players=3,deals=1)",
        "spielwerk_lokus(players=2,deals=1,sequential=True)",
        "spielwerk_schraube(most_moves=25)",
    ],
)
def test_playthroughs_replay(name: str, tmp_path: Path) -> None:
    """A playthrough holds everything a game tells; made again from its own actions it is the same text."""
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=7)
    assert "IsTerminal() = True" in text
    assert "ChanceOutcomes() = " in text
    file = tmp_path / "playthrough.txt"
    file.write_text(text)
    original, again = generate_playthrough.replay(str(file))
    assert original == again


@pytest.mark.parametrize("name", GAMES)
def test_copies_are_cheap_and_complete(name: str) -> None:
    game = pyspiel.load_game(name)
    for seed, state in enumerate(walk(game, 5)):
        if seed % 37 == 0:
            for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301
                assert str(other) == str(state)
                assert other.history() == state.history()
                assert other.episode == state.episode


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same(name: str) -> None:
    game = pyspiel.load_game(name)
    players = set(range(game.num_players()))
    random = Random(2)
    different = 0
    for number, state in enumerate(walk(game, 3)):
        if number % 23 or state.is_terminal() or state.is_chance_node():
            continue
        asked = players if state.is_simultaneous_node() else {state.current_player()}
        for player in asked:
            other = state.resample_from_infostate(player, random.unit)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.legal_actions(player) == state.legal_actions(player)
            assert other.current_player() == state.current_player()
            assert len(other.history()) == len(state.history())
            different += other.episode != state.episode
        for player in set() if state.episode.is_joint else players - asked:
            with pytest.raises(ValueError, match="not to act"):
                state.resample_from_infostate(player, random.unit)
    assert different > 0 or "schraube" in name, "in Schraube locker nothing is hidden"


def evaluator(seed: int) -> mcts.RandomRolloutEvaluator:
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


def their_mcts(game: pyspiel.Game, *, c: float, iterations: int, seed: int) -> pyspiel.MCTSBot:
    return pyspiel.MCTSBot(
        game=game,
        evaluator=pyspiel.RandomRolloutEvaluator(1, seed),
        uct_c=c,
        max_simulations=iterations,
        max_memory_mb=1000,
        solve=False,
        seed=seed,
        verbose=False,
        child_selection_policy=pyspiel.ChildSelectionPolicy.UCT,
    )


def decisive(game: pyspiel.Game, seed: int) -> pyspiel.State:
    """A state in which one player decides between several actions."""
    return next(
        copy.copy(state.clone())
        for state in walk(game, seed)
        if state.current_player() >= 0 and len(state.legal_actions()) > 2 and len(state.history()) > 30
    )


SEQUENTIAL = (
    "spielwerk_qwirkle(most_moves=12)",
    "spielwerk_lokus(players=3,deals=1,sequential=True)",
    "spielwerk_schraube(most_moves=40)",
)


@pytest.mark.parametrize("name", SEQUENTIAL)
def test_their_mcts_searches(name: str) -> None:
    game = pyspiel.load_game(name)
    state = decisive(game, 4)
    in_python = mcts.MCTSBot(game, 2.0, 20, evaluator(1), random_state=np.random.RandomState(2))
    assert in_python.step(state) in state.legal_actions()
    root = their_mcts(game, c=2.0, iterations=20, seed=4).mcts_search(state)
    assert root.explore_count == 20
    assert {child.action for child in root.children} == set(state.legal_actions())


@pytest.mark.parametrize("name", [*SEQUENTIAL[:2], "spielwerk_schraube(most_moves=40,imperfect=True)"])
def test_their_ismcts_searches(name: str) -> None:
    game = pyspiel.load_game(name)
    state = decisive(game, 6)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator(1),
        uct_c=2.0,
        max_simulations=20,
        random_state=np.random.RandomState(5),
    )
    policy = bot.get_policy(state)
    assert sum(probability for _, probability in policy) == pytest.approx(1)
    assert {action for action, _ in policy} <= set(state.legal_actions())
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    "name", [*SEQUENTIAL, "turn_based_simultaneous_game(game=spielwerk_lokus(players=3,deals=1))"]
)
def test_their_bots_play_to_the_end(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 3 + player) for player in range(game.num_players())]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 17)
    assert sum(returns) == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_only_what_a_player_sees_is_told(name: str) -> None:
    """Tensors and texts of an observer are those of the episode, part by part, and honour what was asked for."""
    game = pyspiel.load_game(name)
    private, nothing = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE

    def observer(*, public: bool, private: pyspiel.PrivateInfoType, recalls: bool) -> adapter.Observer:
        return game.make_py_observer(
            pyspiel.IIGObservationType(public_info=public, perfect_recall=recalls, private_info=private)
        )

    both = observer(public=True, private=private, recalls=False)
    public = observer(public=True, private=nothing, recalls=False)
    own = observer(public=False, private=private, recalls=False)
    recalled = observer(public=True, private=private, recalls=True)
    secrets = observer(public=False, private=private, recalls=True)
    for number, state in enumerate(walk(game, 9)):
        if number % 31:
            continue
        episode: Episode[object] = state.episode
        for player in range(game.num_players()):
            for each in (both, public, own, recalled, secrets):
                each.set_from(state, player)
            assert np.array_equal(both.tensor, episode.observe(player))
            assert set(public.dict) | set(own.dict) == set(both.dict)
            assert not set(public.dict) & set(own.dict)
            for part in (public, own):
                assert all(np.array_equal(part.dict[key], both.dict[key]) for key in part.dict)
            steps = recalled.dict["history"]
            assert not steps[len(episode.history) :].any()
            seen = {place: int(told) - 1 for place, told in enumerate(steps[:, 1]) if told}
            assert all(episode.history[place] == step for place, step in seen.items())
            alone = {place for place, told in enumerate(secrets.dict["history"][:, 1]) if told}
            assert alone <= set(seen)
            assert both.string_from(state, player) == episode.observation(player)
            assert recalled.string_from(state, player) == episode.information_state(player)
            assert public.string_from(state, player) == episode.public_observation()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pyspiel.load_game("spielwerk_qwirkle(players=5)"), "players"),
        (lambda: pyspiel.load_game("spielwerk_lokus(table=funny)"), "table"),
        (lambda: pyspiel.load_game("spielwerk_schraube(reward=honour)"), "reward"),
        (lambda: pyspiel.load_game("spielwerk_schraube").make_py_observer(None, {"a": 1}), "parameters"),
    ],
)
def test_wrong_parameters_are_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(Exception, match=message):
        make()


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = pyspiel.load_game("spielwerk_schraube").new_initial_state()
    before = copy.copy(state.episode)
    assert state.episode.actor != CHANCE
    with pytest.raises(Exception, match="illegal_action"):
        state.apply_action(60)
    assert state.episode == before


def test_who_acts_together_acts_together() -> None:
    """One action alone would leave the others asked in turn, which no simultaneous game knows."""
    state = pyspiel.load_game("spielwerk_lokus(players=3)").new_initial_state()
    while not state.is_simultaneous_node():
        state.apply_action(state.legal_actions()[0])
    before = copy.copy(state.episode)
    with pytest.raises(ValueError, match="all players act at once"):
        state.apply_action(state.legal_actions(0)[0])
    assert state.episode == before
    state.apply_actions([state.legal_actions(player)[0] for player in range(3)])
    assert state.episode != before


RUNS, ITERATIONS, C = 40, 100, 0.3


def shares_by_action(state: pyspiel.State, agent: str) -> np.ndarray:
    """By run, which part of the visits of the root each action gets from an agent of ours."""
    legal = state.legal_actions()
    position = state.episode.position
    visits = np.zeros((RUNS, len(legal)))
    for run in range(RUNS):
        choice = Agent(agent).choose(position.view(position.turn), Random(run))
        for told in choice.statistics:
            visits[run, legal.index(told.move.actions[0])] = told.visits
    return visits / ITERATIONS


def are_alike(theirs: np.ndarray, ours: np.ndarray) -> None:
    """The means over all runs agree within four standard errors, and 0.02 for differences of detail."""
    errors = np.sqrt((theirs.var(axis=0) + ours.var(axis=0)) / RUNS)
    assert np.all(np.abs(theirs.mean(axis=0) - ours.mean(axis=0)) < 4 * errors + 0.02)


def late(game: pyspiel.Game, seed: int, steps: int) -> pyspiel.State:
    """A late state with some actions each of which is a whole move."""
    return next(
        state.clone()
        for state in walk(game, seed)
        if len(state.history()) > steps
        and state.current_player() >= 0
        and 3 <= len(state.legal_actions()) <= 6
        and all(len(move.actions) == 1 for move in state.episode.position.legal_moves)
    )


def test_uct_visits_the_root_as_theirs_does() -> None:
    """UCT with explicit chance nodes, the preset openspiel-mcts, against MCTSBot."""
    game = pyspiel.load_game("spielwerk_schraube")
    state = late(game, 2, 200)
    legal = state.legal_actions()
    theirs = np.zeros((RUNS, len(legal)))
    for run in range(RUNS):
        bot = their_mcts(game, c=C, iterations=ITERATIONS, seed=run)
        for child in bot.mcts_search(state).children:
            theirs[run, legal.index(child.action)] = child.explore_count / ITERATIONS
    agent = f"openspiel-mcts:iterations={ITERATIONS},rollouts=1,c={C},rollout=uniform"
    are_alike(theirs, shares_by_action(state, agent))


def test_ismcts_visits_the_root_as_theirs_does() -> None:
    """ISMCTS with a tree a player, the preset openspiel-ismcts, against their ISMCTSBot."""
    game = pyspiel.load_game("spielwerk_lokus(players=3,deals=1,sequential=True)")
    state = late(game, 3, 60)
    legal = state.legal_actions()
    theirs = np.zeros((RUNS, len(legal)))
    for run in range(RUNS):
        bot = ismcts.ISMCTSBot(
            game=game,
            evaluator=evaluator(run),
            uct_c=C,
            max_simulations=ITERATIONS,
            random_state=np.random.RandomState(run),
        )
        bot.get_policy(state)
        for action, child in bot._root_node.child_info.items():
            theirs[run, legal.index(action)] = child.visits / ITERATIONS
    agent = f"openspiel-ismcts:iterations={ITERATIONS},c={C},rollout=uniform"
    are_alike(theirs, shares_by_action(state, agent))


@pytest.mark.parametrize(
    "name",
    ["spielwerk_qwirkle(most_moves=200000000)", "spielwerk_lokus(deals=1000000000)"],
)
def test_a_game_too_long_for_openspiel_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"steps; OpenSpiel counts up to 2147483647"):
        pyspiel.load_game(name)
