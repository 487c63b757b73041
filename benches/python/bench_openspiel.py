"""Steps a second under OpenSpiel, beside a game that does nothing.

A step is one action or one outcome of chance, drawn uniformly from what the state lists; all is one Python loop.
The contestants are interleaved, figures are medians of processor time over the rounds; the ratio to the
do-nothing game is the thing to rely on, as OpenSpiel's own cost is in both.

Run ``python benches/python/bench_openspiel.py --help``.
"""

import argparse
import random
import statistics
import time

import pyspiel
import spielwerk.openspiel  # noqa: F401 (registers the games)

STEPS = 100
"""Steps of a game that does nothing, about as many as a short game here has."""
KIND = pyspiel.GameType(
    short_name="bench_nothing",
    long_name="Nothing",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


class Nothing(pyspiel.Game):
    """The least that OpenSpiel takes for a game."""

    def __init__(self, params: dict[str, object] | None = None) -> None:
        info = pyspiel.GameInfo(2, 0, 2, 0.0, 1.0, 1.0, STEPS)
        super().__init__(KIND, info, params or {})

    def new_initial_state(self) -> "NothingState":
        """The only state there is, before its first step."""
        return NothingState(self)


class NothingState(pyspiel.State):
    """Two players take turns until they have taken enough."""

    def __init__(self, game: Nothing) -> None:
        super().__init__(game)
        self.steps = 0

    def current_player(self) -> int:
        """Who acts."""
        return int(pyspiel.PlayerId.TERMINAL) if self.steps == STEPS else self.steps % 2

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1] if player >= 0 else []

    def _apply_action(self, action: int) -> None:  # noqa: ARG002 (whichever it is)
        self.steps += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}:{action}"

    def is_terminal(self) -> bool:
        """Whether they have."""
        return self.steps == STEPS

    def returns(self) -> list[float]:
        """Both get the same."""
        return [0.5, 0.5]

    def __str__(self) -> str:
        return str(self.steps)


def rate(game: pyspiel.Game, seconds: float) -> float:
    """Steps a second of processor time."""
    unit, steps = random.random, 0
    began, end = time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(unit() * len(outcomes))][0])
            elif state.is_simultaneous_node():
                legal = [state.legal_actions(player) for player in range(game.num_players())]
                state.apply_actions([actions[int(unit() * len(actions))] for actions in legal])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(unit() * len(actions))])
            steps += 1
    return steps / (time.process_time() - began)


def main() -> None:
    """Measure and print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of all games")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a game and round")
    chosen = parser.parse_args()
    pyspiel.register_game(KIND, Nothing)
    names = (
        "bench_nothing",
        "spielwerk_qwirkle",
        "spielwerk_lokus",
        "spielwerk_lokus(sequential=True)",
        "spielwerk_schraube",
    )
    games = {name: pyspiel.load_game(name) for name in names}
    rates: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(chosen.rounds):
        for name, game in games.items():
            rates[name].append(rate(game, chosen.seconds))
    nothing = statistics.median(rates["bench_nothing"])
    for name in names:
        median = statistics.median(rates[name])
        print(f"{name:<34} {median:>9,.0f} steps/s  {median / nothing:5.2f} x the game that does nothing")


if __name__ == "__main__":
    main()
