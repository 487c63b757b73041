"""What the environments promise beyond PettingZoo's own suites."""

import copy
import importlib
import pickle
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
import spielwerk.pettingzoo
from gymnasium.spaces import Discrete
from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk.agents import Agent
from spielwerk.env import Episode
from spielwerk.errors import InvalidInputError, ParseError
from spielwerk.pettingzoo import TurnEnv, lokus_v0, qwirkle_v0, schraube_v0
from spielwerk.pettingzoo.lokus_v0 import WAIT

TURNS = [
    (qwirkle_v0, qwirkle.Options(2)),
    (qwirkle_v0, qwirkle.Options(4, idle_limit=8)),
    (lokus_v0, lokus.Options(2, starters=False)),
    (lokus_v0, lokus.Options(5, deals=2, table="progressive")),
    (schraube_v0, schraube.Options(2)),
    (schraube_v0, schraube.Options(4, pro=True)),
]


def named(value: Any) -> str:
    """A name for a module or for options."""
    return value.__name__.rsplit(".", 1)[-1] if hasattr(value, "__name__") else f"{value.players} players"


STARTS: dict[Any, Any] = {qwirkle_v0: qwirkle, lokus_v0: lokus, schraube_v0: schraube}
every_game = pytest.mark.parametrize(("module", "options"), TURNS, ids=named)


def walk(env: TurnEnv[Any], seed: int = 1, most: int = 10_000) -> Iterator[int]:
    """Plays random actions until the game ends; yields each before it is taken."""
    random = Random(seed)
    for _ in range(most):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        legal = env.episode.legal_actions()
        action = legal[random.below(len(legal))]
        yield action
        env.step(action)


def rounds(env: lokus_v0.LokusParallelEnv, infos: dict[str, Any], seed: int = 1) -> Iterator[dict[str, int]]:
    """Plays random actions until the game ends; yields those of all agents before they are taken."""
    random = Random(seed)
    while env.agents:
        actions = {}
        for agent in env.agents:
            legal = np.flatnonzero(infos[agent]["action_mask"])
            actions[agent] = int(legal[random.below(len(legal))])
        yield actions
        *_, infos = env.step(actions)


@every_game
def test_an_environment_is_an_episode(module: Any, options: Any) -> None:
    """A seed, drawn from by ``Random``, and the same actions give the same episode, arrays and masks."""
    env = module.raw_env(options)
    env.reset(seed=5)
    luck = Random(5)
    episode = Episode(STARTS[module].Position.start(options))
    episode.settle(luck)
    for action in walk(env):
        assert env.episode == episode
        assert env.agent_selection == f"player_{episode.actor}"
        for seat, agent in enumerate(env.possible_agents):
            observed, info = env.observe(agent), env.infos[agent]
            legal = episode.legal_actions() if seat == episode.actor else []
            assert np.array_equal(observed["observation"], episode.observe(seat))
            assert np.flatnonzero(observed["action_mask"]).tolist() == legal
            assert np.array_equal(info["action_mask"], observed["action_mask"])
            assert observed in env.observation_space(agent)
        episode.step(action)
        episode.settle(luck)
    assert episode.is_over
    assert all(env.terminations.values()) or episode.is_cut
    assert all(observed["action_mask"].sum() == 0 for observed in map(env.observe, env.agents))


@every_game
def test_an_action_space_samples_what_is_legal(module: Any, options: Any) -> None:
    """A whole game by ``sample()`` alone, the same again with the same seeds."""
    games = []
    for _ in range(2):
        env = module.raw_env(options, most_moves=100)
        spaces = [env.action_space(agent) for agent in env.possible_agents]
        assert all(space == Discrete(STARTS[module].ACTIONS) for space in spaces)
        for seed, space in enumerate(spaces):
            space.seed(seed)
        assert {int(spaces[0].sample()) for _ in range(200)} - {0}, "before the first game any may come"
        env.reset(seed=1)
        while not (any(env.terminations.values()) or any(env.truncations.values())):
            legal = env.infos[env.agent_selection]["action_mask"]
            for agent, space in zip(env.possible_agents, spaces, strict=True):
                assert env.action_space(agent) is space
                drawn = space.sample()
                assert legal[drawn] if agent == env.agent_selection else drawn == 0
            env.step(spaces[env.possible_agents.index(env.agent_selection)].sample())
        games.append(env.episode.history)
    assert games[0] == games[1]


def test_an_action_space_can_be_asked_otherwise() -> None:
    """A mask or probabilities of the caller's own come first; a copy of a space goes on alone."""
    env = lokus_v0.parallel_env(players=3)
    env.reset(seed=1)
    space = env.action_space("player_0")
    copies = [copy.deepcopy(space), pickle.loads(pickle.dumps(space))]  # noqa: S301
    assert space.sample() != WAIT
    only = np.zeros(WAIT + 1, np.int8)
    only[WAIT] = 1
    assert {int(space.sample(only)) for _ in range(9)} == {WAIT}
    assert {int(space.sample(probability=only.astype(np.float64))) for _ in range(9)} == {WAIT}
    held = np.flatnonzero(env._masks["player_0"]).tolist()
    while env.agents:
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    assert space.sample() == 0, "nothing is left to do"
    assert all(int(other.sample()) in held for other in copies)


@every_game
def test_nothing_leaks(module: Any, options: Any) -> None:
    """What an agent is told does not change when only what it can't know does."""
    env = module.raw_env(options)
    env.reset(seed=2)
    random = Random(3)
    changed = 0
    for step, _ in enumerate(walk(env, most=150)):
        if step % 5:
            continue
        agent = env.agent_selection
        other = copy.copy(env)
        other.episode = env.episode.resample(random)
        changed += other.episode != env.episode
        seen, would_be_seen = env.observe(agent), other.observe(agent)
        assert seen["observation"].tobytes() == would_be_seen["observation"].tobytes()
        assert seen["action_mask"].tobytes() == other.episode.action_mask().tobytes()
        public = [piece for piece in env.episode.pieces if not piece.private]
        for anyone in env.possible_agents:
            one, another = env.observe(anyone), other.observe(anyone)
            assert np.array_equal(
                one["observation"][: public[-1].last], another["observation"][: public[-1].last]
            )
    assert changed > 0 or module is schraube_v0, "in Schraube locker nothing is hidden"


def test_nothing_leaks_when_all_choose_at_once() -> None:
    env = lokus_v0.parallel_env(players=4)
    _, infos = env.reset(seed=2)
    random = Random(3)
    for _ in rounds(env, infos):
        agent = f"player_{env.episode.actor}"
        other = copy.copy(env)
        other.episode = env.episode.resample(random)
        told, would_be_told = (table._told()[0][agent] for table in (env, other))
        assert told["observation"].tobytes() == would_be_told["observation"].tobytes()
        assert told["action_mask"].tobytes() == would_be_told["action_mask"].tobytes()


def played(env: TurnEnv[Any], *, seed: int | None) -> bytes:
    """All that is told in a game, as bytes."""
    env.reset(seed=seed)
    told = []
    for _ in walk(env, most=120):
        observation, reward, *_ = env.last()
        told += [
            observation["observation"].tobytes(),
            observation["action_mask"].tobytes(),
            bytes([reward > 0]),
        ]
    return b"".join(told)


@every_game
def test_a_seed_means_the_same_bytes(module: Any, options: Any) -> None:
    one, other = module.raw_env(options), module.raw_env(options)
    assert played(one, seed=9) == played(other, seed=9)
    again = played(one, seed=None)
    assert again == played(other, seed=None), "without a seed the generator goes on"
    assert again != played(one, seed=9)
    assert played(one, seed=2**64 - 1) != played(module.raw_env(options), seed=None)


@pytest.mark.parametrize("limits", [{}, {"most_moves": 25}])
@every_game
def test_the_win_is_shared_at_the_end(module: Any, options: Any, limits: dict[str, int]) -> None:
    env = module.raw_env(options, **limits)
    env.reset(seed=4)
    for _ in walk(env):
        assert not any(env.rewards.values())
    assert list(env.rewards.values()) == env.episode.shares()
    assert sum(env.rewards.values()) == pytest.approx(1)
    assert any(env.truncations.values()) == env.episode.is_cut != any(env.terminations.values())
    left = list(env.agents)
    for agent, _ in zip(env.agent_iter(), left, strict=False):
        assert env.last()[1] == env.episode.shares()[env.possible_agents.index(agent)]
        env.step(None)
    assert env.agents == []


@every_game
def test_points_are_paid_as_they_come(module: Any, options: Any) -> None:
    env = module.raw_env(options, reward="points")
    env.reset(seed=4)
    before = np.array(env.episode.points())
    total = np.zeros(len(env.agents))
    since_acting = dict.fromkeys(env.agents, 0.0)
    for _ in walk(env):
        agent = env.agent_selection
        total += list(env.rewards.values())
        for paid, reward in env.rewards.items():
            since_acting[paid] += reward
        assert env.last()[1] == since_acting[agent]
        since_acting[agent] = 0.0
    total += list(env.rewards.values())
    assert (before + total).tolist() == env.episode.points()


@every_game
def test_a_game_against_native_agents(module: Any, options: Any) -> None:
    env = module.env(options)
    env.reset(seed=6)
    random, agent = Random(7), Agent("greedy")
    spelled: list[int] = []
    moves = 0
    for name in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        if not spelled:
            seat = env.possible_agents.index(name)
            move = agent.choose(env.unwrapped.episode.position.view(seat), random).move
            spelled, moves = list(move.actions), moves + 1
        action = spelled.pop(0)
        assert observation["action_mask"][action] == 1
        env.step(action)
    episode = env.unwrapped.episode
    assert spelled == []
    assert episode.position.outcome is not None
    assert episode.moves_played == moves


@every_game
def test_an_illegal_action_changes_nothing(module: Any, options: Any) -> None:
    env = module.raw_env(options)
    env.reset(seed=1)
    for _ in walk(env, most=17):
        pass
    illegal = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    before = copy.copy(env)
    for action in (illegal, -1, env.episode.action_count, 2**40):
        with pytest.raises(InvalidInputError, match=f"^{action}"):
            env.step(action)
    for nothing in (None, "draw", 1.5):
        with pytest.raises(TypeError):
            env.step(nothing)
    assert env.episode == before.episode
    assert (env.agent_selection, env.random) == (before.agent_selection, before.random)
    assert env.last()[0]["observation"].tobytes() == before.last()[0]["observation"].tobytes()


@pytest.mark.parametrize(
    ("module", "fields", "cost"),
    [
        (qwirkle_v0, {}, -1),
        (qwirkle_v0, {"reward": "points"}, -1),
        (lokus_v0, {"players": 3}, -1),
        (lokus_v0, {"players": 3, "reward": "points"}, -67),
        (schraube_v0, {"players": 3, "reward": "points"}, -9),
    ],
)
def test_the_checked_environment_ends_with_an_illegal_action(module: Any, fields: Any, cost: float) -> None:
    env = module.env(**fields)
    with pytest.raises(AttributeError, match="reset"):
        _ = env.agent_selection
    env.reset(seed=1)
    offender = env.agent_selection
    with pytest.raises(AssertionError, match="action space"):
        env.step(env.unwrapped.episode.action_count)
    env.step(int(np.flatnonzero(env.observe(offender)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == dict.fromkeys(env.possible_agents, 0) | {offender: cost}
    env.reset(seed=1)
    assert not any(env.terminations.values())


@pytest.mark.parametrize("wrapped", [False, True])
@every_game
def test_copies_and_pickles_go_on_alone(module: Any, options: Any, *, wrapped: bool) -> None:
    env = (module.env if wrapped else module.raw_env)(options, reward="points")
    env.reset(seed=3)
    for _ in walk(env.unwrapped, most=60):
        pass
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301
    copies += [] if wrapped else [copy.copy(env)]
    raw = env.unwrapped
    for other in copies:
        twin = other.unwrapped
        assert twin.episode == raw.episode
        assert twin.random == raw.random
        assert twin.observation_space("player_0") == raw.observation_space("player_0")
        before = raw.episode.history
        going_on = copy.deepcopy(raw)
        played_on = [*walk(twin, seed=8, most=50)]
        assert raw.episode.history == before
        assert [*walk(going_on, seed=8, most=50)] == played_on
        assert going_on.episode == twin.episode
        assert going_on.rewards == twin.rewards
    assert module.raw_env(options).state_space == copy.deepcopy(module.raw_env(options)).state_space


def test_masks_that_a_learner_writes_to_stay_its_own() -> None:
    env = lokus_v0.raw_env(players=3)
    env.reset(seed=1)
    env.last()[0]["action_mask"][:] = 1
    env.observe("player_2")["action_mask"][:] = 1
    env.infos["player_1"]["action_mask"][:] = 1
    assert env.last()[0]["action_mask"].sum() == 11
    assert env.observe("player_2")["action_mask"].sum() == 0
    env.step(env.episode.legal_actions()[0])
    assert env.last()[0]["action_mask"].sum() == 11
    parallel = lokus_v0.parallel_env(players=3)
    _, infos = parallel.reset(seed=1)
    infos["player_0"]["action_mask"][:] = 1
    with pytest.raises(InvalidInputError):
        parallel.step(dict.fromkeys(parallel.agents, WAIT))


@every_game
def test_a_game_can_begin_anywhere(module: Any, options: Any) -> None:
    env = module.raw_env(options, reward="points")
    env.reset(seed=1)
    walked = walk(env, most=40)
    while env.episode.spelled or env.episode.history[-40:] == () or not begins(env.episode.position):
        next(walked)
    start = env.episode.position
    total = np.array(env.episode.points())
    for given in (start, start.text):
        other = module.raw_env(options, reward="points")
        other.reset(seed=1, options={"start": given})
        assert other.episode.position == start.settle(Random(1))
        for _ in walk(other):
            total += list(other.rewards.values())
        total += list(other.rewards.values())
        assert total.tolist() == other.episode.points()
        total = np.array(start_points(start))


def begins(position: Any) -> bool:
    """Whether an episode can begin here."""
    try:
        Episode(position)
    except InvalidInputError:
        return False
    return True


def start_points(position: Any) -> list[float]:
    """The points where an episode begins."""
    return Episode(position).points()


@pytest.mark.parametrize(
    ("start", "error", "told"),
    [
        (3, TypeError, "not int"),
        (lokus.Position.start(), TypeError, "Position"),
        ("qwirkle/1 0,0:r0", ParseError, "hands"),
        ("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/?6", InvalidInputError, "hand_hidden"),
        (qwirkle.Position.start(qwirkle.Options(3)), ValueError, "Options"),
        (qwirkle.Position.start(qwirkle.Options(2, idle_limit=3)), ValueError, "idle_limit=3"),
    ],
)
def test_a_start_that_makes_no_sense_is_refused(start: object, error: type[Exception], told: str) -> None:
    env = qwirkle_v0.raw_env()
    env.reset(seed=1)
    before = env.random, env.episode
    with pytest.raises(error, match=told):
        env.reset(seed=2, options={"start": start})
    assert (env.random, env.episode) == before


def test_a_game_does_not_begin_at_its_end() -> None:
    env = schraube_v0.raw_env()
    env.reset(seed=1)
    assert [*walk(env)] != []
    with pytest.raises(ValueError, match="over at its start"):
        env.reset(options={"start": env.episode.position})


def test_arguments_that_make_no_sense_are_refused() -> None:
    for wrong in ({"reward": "money"}, {"render_mode": "rgb_array"}, {"most_moves": 0}, {"max_cycles": -1}):
        for make in (qwirkle_v0.env, lokus_v0.parallel_env):
            with pytest.raises(ValueError, match=str(next(iter(wrong.values())))):
                make(**wrong)
    with pytest.raises(InvalidInputError, match="players_out_of_range"):
        lokus_v0.env(players=9)
    with pytest.raises(TypeError, match="colour"):
        schraube_v0.env(colour="red")
    with pytest.raises(TypeError, match="not both: players"):
        qwirkle_v0.env(qwirkle.Options(2), players=2)
    known = [range(1 + 7 * pile, 8 + 7 * pile) for pile in range(6)]
    with pytest.raises(InvalidInputError, match="order_known"):
        schraube_v0.env(schraube.Options(2, piles=known))
    with pytest.raises(InvalidInputError, match="number_out_of_range"):
        qwirkle_v0.env().reset(seed=-1)


@every_game
def test_cycles_can_be_counted(module: Any, options: Any) -> None:
    env = module.raw_env(options, max_cycles=3)
    env.reset(seed=1)
    steps = len([*walk(env)])
    assert steps == 3 * options.players
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert env.terminations == env.rewards == dict.fromkeys(env.possible_agents, 0)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_all_at_once_is_one_after_the_other(players: int) -> None:
    """The parallel environment steps through the same episode, and pays the same."""
    options = lokus.Options(players)
    env = lokus_v0.parallel_env(options, reward="points")
    observations, infos = env.reset(seed=3)
    luck = Random(3)
    episode = Episode(lokus.Position.start(options))
    episode.settle(luck)
    waited = False
    for actions in rounds(env, infos):
        observations, infos = env._told()
        assert env.episode == episode
        for seat, agent in enumerate(env.possible_agents):
            mask = infos[agent]["action_mask"]
            if episode.is_joint:
                legal = episode.joint_actions(seat)
            else:
                legal = episode.legal_actions() if seat == episode.actor else [WAIT]
                waited = True
            assert np.flatnonzero(mask).tolist() == legal
            assert np.array_equal(observations[agent]["action_mask"], mask)
            assert np.array_equal(observations[agent]["observation"], episode.observe(seat))
            assert observations[agent] in env.observation_space(agent)
        deciding = list(actions.values()) if episode.is_joint else [actions[f"player_{episode.actor}"]]
        for action in deciding:
            episode.step(action)
        episode.settle(luck)
    assert waited
    assert env.episode == episode
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_parallel_rewards_sum_up() -> None:
    for reward in ("win", "points"):
        env = lokus_v0.parallel_env(players=4, reward=reward)
        _, infos = env.reset(seed=8)
        random, total = Random(1), np.zeros(4)
        while env.agents:
            legal = {agent: np.flatnonzero(infos[agent]["action_mask"]) for agent in env.agents}
            actions = {agent: int(ids[random.below(len(ids))]) for agent, ids in legal.items()}
            _, rewards, terminations, truncations, infos = env.step(actions)
            total += list(rewards.values())
        assert all(terminations.values())
        assert not any(truncations.values())
        assert total.tolist() == (env.episode.shares() if reward == "win" else env.episode.points())


def test_every_wrong_action_of_a_round_is_named() -> None:
    env = lokus_v0.parallel_env(players=4)
    _, infos = env.reset(seed=1)
    chosen = {agent: int(infos[agent]["action_mask"].argmax()) for agent in env.agents}
    before = copy.copy(env)
    with pytest.raises(InvalidInputError) as refused:
        env.step({**chosen, "player_0": WAIT, "player_2": 1000, "player_9": 3})
    assert [(fault.path, fault.slug) for fault in refused.value.faults] == [
        ("actions[player_9]", "no_such_agent"),
        ("actions[player_0]", "illegal_action"),
        ("actions[player_2]", "illegal_action"),
    ]
    with pytest.raises(InvalidInputError, match="no_action"):
        env.step({agent: action for agent, action in chosen.items() if agent != "player_3"})
    for wrong in (1.0, "3", np.array([1, 2])):
        with pytest.raises(TypeError):
            env.step({**chosen, "player_1": wrong})
    assert env.episode == before.episode
    env.step({agent: np.int64(action) for agent, action in chosen.items()})
    assert env.episode != before.episode


def test_what_is_there_only_after_reset_says_so() -> None:
    parallel, turns = lokus_v0.parallel_env(), qwirkle_v0.raw_env()
    for ask in (
        lambda: parallel.step({}),
        parallel.state,
        lambda: turns.step(36),
        turns.last,
        lambda: turns.observe("player_0"),
        lambda: copy.deepcopy(turns).episode,
    ):
        with pytest.raises(AttributeError, match=r"call reset\(\) first"):
            ask()
    assert not hasattr(turns, "agents")
    with pytest.raises(AttributeError, match=r"no attribute 'money'$"):
        _ = turns.money


def test_the_state_is_what_all_know_together() -> None:
    env = lokus_v0.raw_env(players=3)
    env.reset(seed=1)
    for _ in walk(env, most=40):
        state = env.state()
        assert state in env.state_space
        public = next(piece.first for piece in env.episode.pieces if piece.private)
        seen = [env.observe(agent)["observation"] for agent in env.possible_agents]
        assert np.array_equal(state[:public], seen[2][:public])
        assert np.array_equal(state[public:].reshape(3, -1), [own[public:] for own in seen])


def test_drawings(capsys: pytest.CaptureFixture[str]) -> None:
    texts = {}
    for mode in ("ansi", "svg", "human"):
        env = qwirkle_v0.raw_env(render_mode=mode)
        env.reset(seed=1)
        env.step(36)
        texts[mode] = env.render()
    written = capsys.readouterr().out
    assert texts["svg"] == env.episode.position.to_svg()
    assert texts["ansi"] == f"{env.episode.position}\nspelled: across\n"
    assert texts["human"] is None
    assert written.count("bag:") == 3, "after reset, after the step, and when asked"
    assert written.endswith(texts["ansi"])
    parallel = lokus_v0.parallel_env(render_mode="human")
    _, infos = parallel.reset(seed=1)
    assert str(parallel.episode.position) in capsys.readouterr().out
    parallel.step({agent: int(infos[agent]["action_mask"].argmax()) for agent in parallel.agents})
    assert str(parallel.episode.position) in capsys.readouterr().out
    env = qwirkle_v0.raw_env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    env.close()


def test_the_registry_makes_them() -> None:
    for name, module in (("qwirkle", qwirkle_v0), ("lokus", lokus_v0), ("schraube", schraube_v0)):
        env = pettingzoo.make("aec", f"spielwerk/{name}_v0", players=3, max_cycles=5)
        assert str(env) == f"{name}_v0"
        assert isinstance(env.unwrapped, module.raw_env)
        assert (env.max_num_agents, env.max_cycles) == (3, 5)
    env = pettingzoo.make("parallel", "spielwerk/lokus", reward="points", players=5)
    assert isinstance(env, lokus_v0.LokusParallelEnv)
    assert env.max_num_agents == 5


def test_without_pettingzoo_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match=r"spielwerk\[pettingzoo\]"):
        importlib.reload(spielwerk.pettingzoo)
