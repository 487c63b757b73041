"""PettingZoo's own suites, on every game and every number of players."""

import itertools
import secrets
from types import SimpleNamespace
from typing import Any

import pettingzoo.test as suites
import pytest
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from spielwerk.pettingzoo import lokus_v0, qwirkle_v0, schraube_v0

pytestmark = [
    # An observation is a dict of two arrays, as PettingZoo asks for where actions are masked.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]

TABLES = [
    *((qwirkle_v0, {"players": players}) for players in (2, 3, 4)),
    (qwirkle_v0, {"players": 3, "reward": "points", "idle_limit": 6, "free_pass": True}),
    *((lokus_v0, {"players": players}) for players in (2, 3, 4, 5, 6)),
    (lokus_v0, {"players": 3, "reward": "points", "starters": False, "deals": 1, "table": "progressive"}),
    *((schraube_v0, {"players": players}) for players in (2, 3, 4)),
    (schraube_v0, {"players": 4, "reward": "points", "pro": True, "max_rolls": 2}),
]
PARALLEL = [fields for module, fields in TABLES if module is lokus_v0]


def named(value: object) -> str:
    """A name for what a test is about."""
    if isinstance(value, dict):
        return ",".join(f"{name}={field}" for name, field in value.items())
    return str(getattr(value, "__name__", value)).rsplit(".", 1)[-1]


every_table = pytest.mark.parametrize(("module", "fields"), TABLES, ids=named)
every_parallel_table = pytest.mark.parametrize("fields", PARALLEL, ids=named)


@pytest.fixture(autouse=True)
def _the_same_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suites reset environments and sample actions without a seed. Here the seeds that are missing are counted."""
    seeds = itertools.count(1)
    np_random = seeding.np_random
    monkeypatch.setattr(
        seeding, "np_random", lambda seed=None: np_random(next(seeds) if seed is None else seed)
    )
    monkeypatch.setattr(secrets, "randbits", lambda _: next(seeds))


@every_table
@pytest.mark.parametrize("kind", ["raw_env", "env"])
def test_api(module: Any, fields: dict[str, Any], kind: str) -> None:
    suites.api_test(getattr(module, kind)(**fields))


@pytest.mark.parametrize("module", [qwirkle_v0, lokus_v0, schraube_v0], ids=named)
def test_api_to_the_end_of_a_game(module: Any) -> None:
    suites.api_test(module.env(most_moves=60))


@every_parallel_table
def test_parallel_api(fields: dict[str, Any]) -> None:
    env = lokus_v0.parallel_env(**fields)
    suites.parallel_api_test(env)
    assert env.agents == [], "it was played to its end"
    suites.parallel_api_test(env, num_cycles=7)


@every_parallel_table
def test_api_of_the_converted_environment(fields: dict[str, Any]) -> None:
    suites.api_test(parallel_to_aec(lokus_v0.parallel_env(**fields)), num_cycles=100)


@every_table
def test_seeds(module: Any, fields: dict[str, Any]) -> None:
    suites.seed_test(lambda: module.env(**fields), num_cycles=100)


@every_parallel_table
def test_parallel_seeds(fields: dict[str, Any]) -> None:
    suites.parallel_seed_test(lambda: lokus_v0.parallel_env(**fields), num_cycles=500)


@every_parallel_table
def test_max_cycles(fields: dict[str, Any]) -> None:
    """The suite wants an agent to act once a cycle, so its turns are those of the parallel environment."""

    def parallel_env(**limits: int) -> lokus_v0.LokusParallelEnv:
        return lokus_v0.parallel_env(**fields, **limits)

    def env(**limits: int) -> AECEnv[Any, Any, Any]:
        return parallel_to_aec(parallel_env(**limits))

    suites.max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


@every_table
def test_rendering(module: Any, fields: dict[str, Any]) -> None:
    drawn = {
        "svg": lambda svg: svg.startswith("<svg ") and svg.endswith("</svg>"),
        "ansi": lambda text: text != "",
    }
    suites.render_test(lambda **mode: module.env(**fields, **mode), custom_tests=drawn)


@every_table
def test_states(module: Any, fields: dict[str, Any]) -> None:
    make = getattr(module, "parallel_env", module.env)
    parallel = make(**fields)
    suites.state_test(module.env(**fields), parallel, num_cycles=20)
