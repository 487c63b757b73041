"""The three games as PettingZoo environments: ``qwirkle_v0``, ``lokus_v0`` and ``schraube_v0``.

Each module has ``env``, checked by PettingZoo's own wrappers, and ``raw_env``, without them and many times faster;
``lokus_v0`` has ``parallel_env`` too, where all choose at once. Importing this package also registers them, as
``spielwerk/qwirkle_v0`` and so on.

>>> import pettingzoo
>>> from spielwerk.pettingzoo import lokus_v0
>>> env = lokus_v0.env(players=3, deals=1)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         print(agent, reward)
...         env.step(None)
...     else:
...         env.step(int(observation["action_mask"].argmax()))
player_0 0.0
player_1 1.0
player_2 0.0
>>> pettingzoo.make("parallel", "spielwerk/lokus_v0", players=6).max_num_agents
6

``docs/environments.md`` tells what is observed, place by place, and what the actions mean.
"""

try:
    import pettingzoo
except ImportError as missing:
    raise ImportError(
        "spielwerk.pettingzoo needs PettingZoo: pip install 'spielwerk[pettingzoo]'"
    ) from missing

from spielwerk.pettingzoo import lokus_v0, qwirkle_v0, schraube_v0
from spielwerk.pettingzoo._table import Actions, RenderMode, Reward
from spielwerk.pettingzoo._turns import TurnEnv

__all__ = ["Actions", "RenderMode", "Reward", "TurnEnv", "lokus_v0", "qwirkle_v0", "schraube_v0"]

if "spielwerk/qwirkle-v0" not in pettingzoo.aec_registry:  # a module may be loaded twice
    pettingzoo.register("aec", "spielwerk/qwirkle_v0", qwirkle_v0.env)
    pettingzoo.register("aec", "spielwerk/lokus_v0", lokus_v0.env)
    pettingzoo.register("aec", "spielwerk/schraube_v0", schraube_v0.env)
    pettingzoo.register("parallel", "spielwerk/lokus_v0", lokus_v0.parallel_env)
