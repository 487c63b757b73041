"""Matches: repeatable, interruptible, and summed up."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from spielwerk import arena, qwirkle
from spielwerk.errors import InvalidInputError
from spielwerk.rating import Interval, Sprt, elo, mean_interval, share


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("qwirkle", ["ismcts:iterations=8,cutoff=4", "greedy"]),
        ("lokus", ["duct:iterations=8", "pimc:iterations=8,worlds=2", "random"]),
        ("schraube", ["uct:iterations=8,cutoff=9", "turn"]),
    ],
)
def test_the_same_games_with_one_thread_or_two(
    tmp_path: Path, game: arena.GameName, agents: list[str]
) -> None:
    files = [tmp_path / "one", tmp_path / "two", tmp_path / "again"]
    for threads, file in zip((1, 2, 2), files, strict=True):
        arena.play(game, agents, games=6, seed=5, threads=threads, file=file)
    assert len({file.read_bytes() for file in files}) == 1
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


def test_one_match_at_a_time_writes_a_file(tmp_path: Path) -> None:
    """Others are refused, in this process or in another, of the same match or not, and change nothing."""
    file, answers = tmp_path / "games", []

    def intrude(match: arena.Match) -> None:
        if len(match.games) != 1 or answers:
            return
        before = file.read_bytes()
        for seed in (3, 4):
            with pytest.raises(InvalidInputError, match="another match is writing") as refused:
                arena.play("qwirkle", ["greedy", "random"], games=2, seed=seed, file=file)
            assert refused.value.slug == "in_use"
        command = [
            sys.executable,
            "-m",
            "spielwerk",
            "arena",
            "qwirkle",
            "greedy",
            "random",
            "--file",
            str(file),
        ]
        other = subprocess.run([*command, "--seed", "3"], capture_output=True, text=True, check=False)  # noqa: S603
        assert other.returncode == 2
        assert "another match is writing" in other.stderr
        assert file.read_bytes() == before
        answers.append(other)

    match = arena.play("qwirkle", ["greedy", "random"], games=4, seed=3, threads=1, file=file, watch=intrude)
    assert len(answers) == 1
    assert arena.load(file).games == match.games
    assert len(arena.play("qwirkle", ["greedy", "random"], games=6, seed=3, file=file).games) == 6


@pytest.mark.parametrize("kept", [0, 1, 30, -1, None])
def test_a_match_goes_on_from_any_part_of_its_first_line(tmp_path: Path, kept: int | None) -> None:
    whole, file = tmp_path / "whole", tmp_path / "cut"
    arena.play("qwirkle", ["greedy", "random"], games=2, seed=3, file=str(whole))
    first = whole.read_bytes().splitlines(keepends=True)[0]
    file.write_bytes(first[:kept])
    arena.play("qwirkle", ["greedy", "random"], games=2, seed=3, file=file)
    assert file.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"index": 0}, "game 0 is in line 2 already"),
        ({"index": "1"}, "index is a whole number from 0 on, not '1'"),
        ({"index": True}, "index is a whole number"),
        ({"index": -1}, "index is a whole number"),
        ({"seating": [0, 1]}, r"seating of game 1 is \[1, 0\], not \[0, 1\]"),
        ({"seating": None}, "seating are 2 whole numbers"),
        ({"points": [1]}, "points are 2 whole numbers"),
        ({"points": [1, float("nan")]}, "points are 2 whole numbers"),
        ({"ranking": [2, 2]}, "ranking begins with 1"),
        ({"record": 3}, "record is a text"),
        ({"more": 3}, "it is an object with"),
    ],
)
def test_a_damaged_game_is_refused(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    file = tmp_path / "games"
    arena.play("qwirkle", ["greedy", "random"], games=2, seed=3, file=file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:2], json.dumps({**json.loads(lines[2]), **changed})]) + "\n")
    before = file.read_bytes()
    for read in (arena.load, lambda file: arena.play("qwirkle", ["greedy", "random"], seed=3, file=file)):
        with pytest.raises(InvalidInputError, match=f"line 3 is no game: {said}") as refused:
            read(file)
        assert refused.value.slug == "no_game"
    assert file.read_bytes() == before


@pytest.mark.parametrize("line", ["null", "[]", "3", '"x"', "", "\0", "[" * 100_000])
def test_a_line_that_is_no_game_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "games"
    arena.play("qwirkle", ["greedy", "random"], games=2, seed=3, file=file)
    with file.open("a") as out:
        out.write(line + "\n")
    with pytest.raises(InvalidInputError, match="line 4 is no game"):
        arena.load(file)
    file.write_text(line + "\n")
    with pytest.raises(InvalidInputError, match="line 1 is no setting"):
        arena.load(file)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"agents": "greedy"}, "agents are a list of texts"),
        ({"agents": ["greedy", 1]}, "agents are a list of texts"),
        ({"start": 1}, "start is a text"),
        ({"seed": "1"}, "seed is a whole number"),
        ({"time_limit": "1"}, "time_limit is a number or null"),
    ],
)
def test_a_damaged_setting_is_refused(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    file = tmp_path / "games"
    arena.play("qwirkle", ["greedy", "random"], games=2, seed=3, file=file)
    first = file.read_text().splitlines()[0]
    file.write_text(json.dumps({**json.loads(first), **changed}) + "\n")
    with pytest.raises(InvalidInputError, match=f"line 1 is no setting of a match: {said}"):
        arena.load(file)


def test_wrong_options_and_numbers_are_refused() -> None:
    options = {"players": 3, "idle_limit": "x", "free_pass": 1, "starter": 0}
    with pytest.raises(InvalidInputError) as refused:
        arena.play("qwirkle", ["greedy", "random"], options=options)
    assert [(fault.path, fault.slug) for fault in refused.value.faults] == [
        ("options.players", "unknown_option"),
        ("options.idle_limit", "wrong_type"),
        ("options.free_pass", "wrong_type"),
    ]
    with pytest.raises(InvalidInputError, match="games: 0; 1 to 10,000,000"):
        arena.play("qwirkle", ["greedy", "random"], games=0)
    with pytest.raises(InvalidInputError, match="threads: -1; at least 1"):
        arena.play("qwirkle", ["greedy", "random"], threads=-1)


def test_no_more_threads_than_games() -> None:
    agents = ["greedy", "random"]
    many = arena.play("qwirkle", agents, games=2, seed=3, threads=1_000_000_000)
    assert many.games == arena.play("qwirkle", agents, games=2, seed=3, threads=1).games


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
        arena.play("qwirkle", ["alphazero", "greedy", "uct:c=-1,k=2", "turn"])
    assert [(fault.path, fault.slug) for fault in refused.value.faults] == [
        ("agents[0]", "unknown_agent"),
        ("agents[2].c", "out_of_range"),
        ("agents[2].k", "unknown_parameter"),
        ("agents[3]", "no_turn_solver"),
    ]
    with pytest.raises(InvalidInputError, match="players"):
        arena.play("qwirkle", ["greedy"])
    with pytest.raises(InvalidInputError, match="chess"):
        arena.play("chess", ["greedy", "greedy"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="agents are a list of texts, one a seat, not 'greedy'"):
        arena.play("qwirkle", "greedy")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": "2"}, "games is a whole number, not '2'"),
        ({"games": 2.0}, "games is a whole number"),
        ({"seed": None}, "seed is a whole number"),
        ({"threads": 1.5}, "threads is a whole number"),
        ({"time_limit": "1"}, "time_limit is a number, not '1'"),
    ],
)
def test_what_is_no_number_is_named(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        arena.play("qwirkle", ["greedy", "random"], **{"games": 2, **wrong})


def test_numbers_of_other_types_are_numbers(tmp_path: Path) -> None:
    numbers = {"games": np.int64(2), "seed": np.uint8(3), "threads": np.int32(1), "time_limit": np.float32(9)}
    match = arena.play("qwirkle", ["greedy", "random"], file=tmp_path / "games", **numbers)  # type: ignore[arg-type]
    assert arena.load(tmp_path / "games") == match
    assert (match.setting.seed, match.setting.time_limit) == (3, 9.0)


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf"), 1e-10])
def test_a_time_that_can_not_be_waited_for_is_refused(tmp_path: Path, limit: float) -> None:
    """Before a file is begun, which no match could go on from."""
    with pytest.raises(InvalidInputError, match=r"time_limit: .* seconds; 1e-9 to"):
        arena.play("qwirkle", ["greedy", "random"], time_limit=limit, file=tmp_path / "games")
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize(
    ("wrong", "slug"),
    [
        ({"h0": 5, "h1": 5}, "not_below"),
        ({"h0": float("-inf"), "h1": 5}, "not_below"),
        ({"h0": 0, "h1": float("inf")}, "not_below"),
        ({"h0": 0, "h1": 5, "unit": "points"}, "unknown_unit"),
        ({"h0": 0, "h1": 5, "alpha": 0.5}, "out_of_range"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(wrong: dict[str, Any], slug: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        Sprt(**wrong)
    assert refused.value.slug == slug


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
    assert all(game.reason == "all_deals_played" for game in lokus.games)
    for game in lokus.games:
        best = game.ranking.index(1)
        assert game.points[best] == min(game.points), "the fewest minus points win"
        assert game.margins[best] >= 0
    schraube = arena.play("schraube", ["turn", "random"], games=20, seed=1).summary()
    assert schraube.agents[0].wins.mean > 0.7
