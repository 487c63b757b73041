"""Steps a second under PettingZoo: raw, observed, and in its wrappers, beside the episode alone.

A step is one action, drawn uniformly from the legal ones; chance acts in between. *episode* steps an ``Episode``,
*raw* steps ``raw_env`` and reads no observation, *observed* calls ``last`` before every step, *checked* does so
with ``env``. The contestants are interleaved, figures are medians of processor time over the rounds; the ratio to the
episode is the thing to rely on.

Run ``python benches/python/bench_pettingzoo.py --help``.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from pettingzoo import AECEnv
from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk.env import Episode
from spielwerk.pettingzoo import lokus_v0, qwirkle_v0, schraube_v0

GAMES = {"qwirkle": (qwirkle, qwirkle_v0), "lokus": (lokus, lokus_v0), "schraube": (schraube, schraube_v0)}


def episodes(start: object) -> Callable[[int], int]:
    """Plays episodes; gives the number of steps."""
    fresh, chance, choice = Episode(start), Random(1), Random(2)

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            episode = fresh.replay(())
            episode.settle(chance)
            while not episode.is_over:
                actions = episode.legal_actions()
                episode.step(actions[choice.below(len(actions))])
                episode.settle(chance)
                done += 1
        return done

    return play


def environments(env: AECEnv, *, observe: bool) -> Callable[[int], int]:
    """Plays in an environment; gives the number of steps."""
    choice = Random(2)
    env.reset(seed=1)

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            env.reset()
            episode = env.unwrapped.episode
            while not episode.is_over:
                if observe:
                    env.last()
                actions = episode.legal_actions()
                env.step(actions[choice.below(len(actions))])
                done += 1
        return done

    return play


def parallel(env: lokus_v0.LokusParallelEnv) -> Callable[[int], int]:
    """Plays with all agents at once; counts the actions of all but those that wait."""
    choice = Random(2)
    env.reset(seed=1)

    def play(steps: int) -> int:
        done = 0
        while done < steps:
            env.reset()
            while env.agents:
                episode = env.episode
                if episode.is_joint:
                    legal = [episode.joint_actions(seat) for seat in range(episode.players)]
                else:
                    wait = [lokus_v0.WAIT]
                    decides = episode.actor
                    actions = episode.legal_actions()
                    legal = [actions if seat == decides else wait for seat in range(episode.players)]
                chosen = [actions[choice.below(len(actions))] for actions in legal]
                done += sum(action != lokus_v0.WAIT for action in chosen)
                env.step(dict(zip(env.agents, chosen, strict=True)))
        return done

    return play


def rate(play: Callable[[int], int], seconds: float) -> float:
    """Steps a second of processor time."""
    steps, began, end = 0, time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        steps += play(500)
    return steps / (time.process_time() - began)


def main() -> None:
    """Measure and print a line a contestant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all contestants")
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds a contestant and round")
    chosen = parser.parse_args()
    contestants: dict[tuple[str, str], Callable[[int], int]] = {}
    for name, (game, module) in GAMES.items():
        contestants[name, "episode"] = episodes(game.Position.start())
        contestants[name, "raw"] = environments(module.raw_env(), observe=False)
        contestants[name, "observed"] = environments(module.raw_env(), observe=True)
        contestants[name, "checked"] = environments(module.env(), observe=True)
    contestants["lokus", "parallel"] = parallel(lokus_v0.parallel_env())
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in contestants}
    for _ in range(chosen.rounds):
        for key, play in contestants.items():
            rates[key].append(rate(play, chosen.seconds))
    for (name, kind), measured in rates.items():
        median, alone = statistics.median(measured), statistics.median(rates[name, "episode"])
        print(f"{name:<9} {kind:<9} {median:>9,.0f} steps/s  {median / alone:5.2f} x the episode alone")


if __name__ == "__main__":
    main()
