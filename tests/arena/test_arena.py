"""Matches: repeatable, interruptible, and summed up."""

import json
from pathlib import Path

import pytest
from spielwerk import arena, qwirkle
from spielwerk.errors import InvalidInputError
from spielwerk.rating import Interval, Sprt, elo, mean_interval, share


def test_the_same_games_with_one_thread_or_two(tmp_path: Path) -> None:
    agents = ["ismcts:iterations=8,cutoff=4", "greedy"]
    files = [tmp_path / "one", tmp_path / "two"]
    for threads, file in enumerate(files, start=1):
        arena.play("qwirkle", agents, games=6, seed=5, threads=threads, file=file)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(files[0].read_text().splitlines()) == 7


def test_an_interrupted_match_goes_on(tmp_path: Path) -> None:
    whole = arena.play("qwirkle", ["greedy", "random"], games=20, seed=3)
    file = tmp_path / "games"

    def interrupt(match: arena.Match) -> None:
        if len(match.games) == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.play("qwirkle", ["greedy", "random"], games=20, seed=3, file=file, watch=interrupt)
    assert len(arena.load(file).games) == 7
    file.write_bytes(file.read_bytes()[:-30])  # the power went off in the middle of a line
    assert len(arena.load(file).games) == 6
    resumed = arena.play("qwirkle", ["greedy", "random"], games=20, seed=3, file=file)
    assert resumed.games == whole.games
    assert arena.load(file).games == whole.games
    assert arena.play("qwirkle", ["greedy", "random"], games=20, seed=3, file=file).games == whole.games


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games"
    arena.play("qwirkle", ["greedy", "random"], games=2, seed=3, file=file)
    before = file.read_bytes()
    with pytest.raises(InvalidInputError, match="seed: 3 there, 4 here") as refused:
        arena.play("qwirkle", ["greedy", "random"], games=2, seed=4, file=file)
    assert refused.value.slug == "other_match"
    assert file.read_bytes() == before
    file.write_text("{}\n")
    with pytest.raises(InvalidInputError, match="line 1"):
        arena.load(file)


def test_every_deal_is_played_in_all_rotations() -> None:
    match = arena.play("qwirkle", ["greedy", "random", "uniform"], games=4, seed=1)
    assert [game.seating for game in match.games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)] * 2
    for games in match.deals():
        deals = {tuple(line for line in game.record.splitlines() if "draw" in line)[:3] for game in games}
        assert len(deals) == 1, "the hands are the same"


def test_games_replay() -> None:
    for game in arena.play("qwirkle", ["greedy", "random"], games=4, seed=1).games:
        replayed = qwirkle.Game.parse(game.record).position
        assert replayed.outcome is not None
        assert replayed.outcome.points == game.points
        assert tuple(replayed.outcome.ranking) == game.ranking
        assert sum(game.decisions) == sum(line.startswith("move") for line in game.record.splitlines())


def test_greedy_beats_random_by_the_figures_of_the_study() -> None:
    summary = arena.play("qwirkle", ["greedy", "random"], games=1000, seed=0).summary()
    greedy, random = summary.agents
    assert greedy.wins == Interval(1.0, 1.0, 1.0)
    assert abs(greedy.points.mean - 220.97) < 2
    assert abs(random.points.mean - 113.02) < 1.3
    # One seed in twenty lies outside its own 95 % interval; none should lie outside twice that.
    assert abs(greedy.points.mean - 220.97) < greedy.points.high - greedy.points.low
    assert abs(greedy.points_per_decision - 7.78) < 0.1


def test_a_sequential_test_stops_the_match() -> None:
    match = arena.play("qwirkle", ["greedy", "random"], games=1000, seed=2, test=Sprt(0, 50))
    assert len(match.games) < 100
    assert match.summary(Sprt(0, 50)).verdict == "h1"
    again = arena.play("qwirkle", ["greedy", "random"], games=1000, seed=2, test=Sprt(0, 50), threads=1)
    assert again.games == match.games, "where it stops does not depend on threads"
    margin = arena.play(
        "qwirkle", ["random", "greedy"], games=1000, seed=2, test=Sprt(0, 5, unit="margin"), threads=2
    )
    assert margin.summary(Sprt(0, 5, unit="margin")).verdict == "h0"


def test_wrong_agents_are_refused() -> None:
    with pytest.raises(InvalidInputError) as refused:
        arena.play("qwirkle", ["greedy", "uct:c=-1,k=2"])
    assert [fault.slug for fault in refused.value.faults] == ["out_of_range", "unknown_parameter"]
    with pytest.raises(InvalidInputError, match="no agent `turn`"):
        arena.play("qwirkle", ["greedy", "turn"])
    with pytest.raises(InvalidInputError, match="players"):
        arena.play("qwirkle", ["greedy"])
    with pytest.raises(InvalidInputError, match="chess"):
        arena.play("chess", ["greedy", "greedy"])  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="time_limit"):
        arena.play("qwirkle", ["greedy", "random"], time_limit=0.0)


def test_a_time_limit_ends_a_search() -> None:
    match = arena.play("qwirkle", ["uct:iterations=100000000", "random"], games=2, time_limit=0.002)
    assert all(0 < sum(game.iterations) < 100_000 for game in match.games)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    from random import Random  # noqa: PLC0415

    source = Random(4)
    hits = 0
    for _ in range(400):
        interval = mean_interval([source.gauss(3, 2) for _ in range(12)])
        hits += interval.low < 3 < interval.high
    assert 0.92 < hits / 400 < 0.98


@pytest.mark.parametrize(("true", "expected"), [(0.0, "h0"), (40.0, "h1")])
def test_the_sequential_test_is_right_most_of_the_time(true: float, expected: str) -> None:
    from random import Random  # noqa: PLC0415

    source = Random(8)
    test = Sprt(0, 40)
    right = 0
    for _ in range(100):
        samples: list[float] = []
        while test.verdict(samples) == "open":
            samples += [float(source.random() < share(true)) for _ in range(20)]
        right += test.verdict(samples) == expected
    assert right >= 90
    assert elo(share(true)) == pytest.approx(true)


def test_a_summary_is_plain_data() -> None:
    summary = arena.play("qwirkle", ["greedy", "random"], games=2).summary().to_json()
    text = json.dumps(summary, allow_nan=False)
    assert json.loads(text)["agents"][0]["elo"]["mean"] is None, "all won: no finite number"


def test_every_game_has_matches() -> None:
    lokus = arena.play(
        "lokus", ["greedy", "random", "duct:iterations=20"], games=6, seed=1, options={"deals": 1}
    )
    assert all(game.reason == "all deals are played" for game in lokus.games)
    for game in lokus.games:
        best = game.ranking.index(1)
        assert game.points[best] == min(game.points), "the fewest minus points win"
        assert game.margins[best] >= 0
    schraube = arena.play("schraube", ["turn", "random"], games=20, seed=1).summary()
    assert schraube.agents[0].wins.mean > 0.7
