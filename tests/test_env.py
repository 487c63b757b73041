"""Episodes from Python: what is refused, copied, pickled, and written into arrays."""

import copy
import pickle
import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from spielwerk import Random, lokus, qwirkle, schraube
from spielwerk.env import CHANCE, OVER, Episode
from spielwerk.errors import InvalidInputError

STARTS = {
    "qwirkle": qwirkle.Position.start(qwirkle.Options(3)),
    "lokus": lokus.Position.start(lokus.Options(4)),
    "schraube": schraube.Position.start(schraube.Options(2)),
}


def played(game: str, steps: int, seed: int = 1) -> Episode:
    """An episode after so many random steps."""
    random = Random(seed)
    episode = Episode(STARTS[game])
    while len(episode.history) < steps and not episode.is_over:
        if episode.actor == CHANCE:
            episode.step(episode.sample_outcome(random))
        else:
            actions = episode.legal_actions()
            episode.step(actions[random.below(len(actions))])
    return episode


@pytest.mark.parametrize("game", STARTS)
def test_copies_and_pickles_go_on_alone(game: str) -> None:
    episode = played(game, 150)
    for other in (
        copy.copy(episode),
        copy.deepcopy(episode),
        pickle.loads(pickle.dumps(episode)),  # noqa: S301
        Episode(STARTS[game]).replay(episode.history),
    ):
        assert other == episode
        assert other.position == episode.position
        before = episode.history
        other.settle(Random(2))
        if other.actor >= 0:
            other.step(other.legal_actions()[0])
            assert other != episode
        assert episode.history == before


@pytest.mark.parametrize("game", STARTS)
def test_masks_are_the_legal_actions(game: str) -> None:
    episode = played(game, 200)
    episode.settle(Random(3))
    mask = episode.action_mask()
    assert mask.shape == (episode.action_count,)
    assert mask.dtype == np.int8
    assert np.flatnonzero(mask).tolist() == episode.legal_actions() != []


@pytest.mark.parametrize("game", STARTS)
def test_probabilities_sum_to_one(game: str) -> None:
    random = Random(4)
    episode = Episode(STARTS[game])
    for _ in range(300):
        if episode.actor == CHANCE:
            outcomes = episode.outcomes()
            assert len(outcomes) <= episode.most_outcomes
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert [outcome for outcome, _ in outcomes] == sorted({outcome for outcome, _ in outcomes})
            assert all(episode.outcome_name(outcome) for outcome, _ in outcomes)
            episode.step(episode.sample_outcome(random))
        elif episode.actor != OVER:
            assert episode.outcomes() == ()
            episode.step(episode.legal_actions()[-1])


@pytest.mark.parametrize("game", STARTS)
def test_arrays_are_laid_out_as_told(game: str) -> None:
    episode = played(game, 120)
    pieces = episode.pieces
    assert [piece.first for piece in pieces] == [0] + [piece.last for piece in pieces[:-1]]
    assert all(piece.last - piece.first == np.prod(piece.shape) for piece in pieces)
    assert len({piece.name for piece in pieces}) == len(pieces)
    assert [piece.private for piece in pieces] == sorted(piece.private for piece in pieces)
    for seat in range(episode.players):
        known = episode.observe(seat)
        for piece in pieces:
            part = known[piece.first : piece.last]
            assert piece.least <= part.min() <= part.max() <= piece.most, piece
    array = np.full(pieces[-1].last + 3, np.nan, dtype=np.float32)
    episode.observe_into(1, array)
    assert np.array_equal(array[: pieces[-1].last], episode.observe(1))
    seat = next(piece for piece in pieces if piece.name == "seat")
    assert array[seat.first : seat.last].tolist() == [0, 1, 0, 0][: episode.players]
    recalled = np.zeros(2 * len(episode.history), dtype=np.float32)
    episode.recall_into(0, recalled)
    seen = recalled.reshape(-1, 2)[:, 1].astype(int)
    assert all(told in (0, step + 1) for told, step in zip(seen, episode.history, strict=True))


@pytest.mark.parametrize("array", [np.zeros(3, np.float32), np.zeros(100_000, np.float32)[::2]])
def test_a_wrong_array_is_refused(array: np.ndarray) -> None:
    episode = played("qwirkle", 50)
    with pytest.raises(InvalidInputError, match="elements"):
        episode.observe_into(0, array)
    with pytest.raises(InvalidInputError, match="elements"):
        episode.recall_into(0, array)


@pytest.mark.parametrize("wrong", [-1, 2**16, 10**30, 96])
def test_a_wrong_step_changes_nothing(wrong: int) -> None:
    episode = played("schraube", 40)
    episode.settle(Random(1))
    before = copy.copy(episode)
    with pytest.raises(InvalidInputError):
        episode.step(wrong)
    with pytest.raises(InvalidInputError):
        episode.replay([wrong])
    with pytest.raises(InvalidInputError):
        episode.replay(range(10**12))
    with pytest.raises(InvalidInputError):
        episode.step_jointly(range(10**12))
    with pytest.raises(InvalidInputError, match="not_joint"):
        episode.step_jointly([0, 0])
    assert episode == before


@pytest.mark.parametrize("wrong", [-1, 2**16, 2**40])
def test_a_wrong_history_names_its_step(wrong: int) -> None:
    episode = Episode(STARTS["lokus"])
    with pytest.raises(InvalidInputError) as refused:
        episode.replay([3, wrong])
    assert [(fault.path, fault.slug) for fault in refused.value.faults] == [("history[1]", "unknown_action")]
    assert str(refused.value).endswith(" (unknown_action)"), "no rule, no space"


@pytest.mark.parametrize("wrong", [-1, 2**32])
def test_a_limit_is_told_with_its_bounds(wrong: int) -> None:
    with pytest.raises(InvalidInputError, match=f"most_moves: a limit of {wrong} moves; 0 to 4294967295"):
        Episode(STARTS["lokus"], wrong)


@pytest.mark.parametrize("most_moves", [0, 1, 2**32 - 1])
def test_any_limit_will_do(most_moves: int) -> None:
    episode = Episode(STARTS["schraube"], most_moves)
    assert (episode.is_over, episode.is_cut, episode.most_moves) == (most_moves == 0,) * 2 + (most_moves,)
    assert episode.most_steps == 6 + 6 * most_moves
    assert pickle.loads(pickle.dumps(episode)) == episode  # noqa: S301


def test_threads_may_share_an_episode() -> None:
    """Whoever waits for the generator, draws a history or replays one holds no episode meanwhile."""
    episode = played("qwirkle", 150)
    episode.settle(Random(1))
    random = Random(2)
    failures: list[BaseException] = []

    def look() -> None:
        try:
            for _ in range(100):
                episode.resample(random)
                episode.replay(episode.history)
                episode.action_mask()
                episode.settle(random)
        except BaseException as error:  # noqa: BLE001 - whatever a thread meets
            failures.append(error)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.parametrize(
    "work", [lambda episode: episode.resample(Random(1)), lambda episode: episode.replay(episode.history)]
)
def test_others_run_while_a_history_is_drawn_or_replayed(work: Callable[[Episode], Episode]) -> None:
    """A thread that waits gets the interpreter within a call, as it would never be offered between two of them."""
    episode = played("qwirkle", 150)
    episode.settle(Random(1))
    ran = threading.Event()
    go = threading.Semaphore(0)
    waiting = threading.Thread(target=lambda: go.acquire() and ran.set(), daemon=True)
    waiting.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        go.release()
        end = time.monotonic() + 20
        while not ran.is_set() and time.monotonic() < end:
            work(episode)
        assert ran.is_set()
    finally:
        sys.setswitchinterval(interval)
    waiting.join()


def test_joint_choices_name_every_wrong_seat() -> None:
    episode = Episode(STARTS["lokus"])
    episode.settle(Random(1))
    assert episode.is_joint
    chosen = [episode.joint_actions(seat)[0] for seat in range(4)]
    with pytest.raises(InvalidInputError) as refused:
        episode.step_jointly([chosen[0], -5, chosen[2], 99])
    assert [fault.path for fault in refused.value.faults] == ["actions[1]", "actions[3]"]
    with pytest.raises(InvalidInputError, match="wrong_action_count"):
        episode.step_jointly(chosen[:3])
    with pytest.raises(InvalidInputError, match="no_such_seat"):
        episode.joint_actions(4)
    episode.step_jointly(chosen)
    assert not any(episode.history[-1] == seat for seat in (72, 73))


def test_any_seat_that_is_asked_can_be_told_another_history() -> None:
    """One seat, or where all decide at once, each of them."""
    episode = Episode(STARTS["lokus"])
    random = Random(1)
    with pytest.raises(InvalidInputError, match="not_to_act"):
        episode.resample(random)
    with pytest.raises(InvalidInputError, match="not_to_act"):
        episode.resample(random, seat=0)
    episode.settle(random)
    for seat in range(4):
        other = episode.resample(random, seat=seat)
        assert other != episode
        assert other.information_state(seat) == episode.information_state(seat)
    episode.step(episode.legal_actions()[0])
    assert episode.resample(random).actor == 1
    for seat in (0, 2):
        with pytest.raises(InvalidInputError, match=f"seat {seat} is not to act"):
            episode.resample(random, seat=seat)
    for seat in (-1, 4):
        with pytest.raises(InvalidInputError, match="no_such_seat"):
            episode.resample(random, seat=seat)


@pytest.mark.parametrize("start", [None, "qwirkle/1", 3, qwirkle.Position])
def test_only_positions_begin_an_episode(start: object) -> None:
    with pytest.raises(TypeError, match="Position"):
        Episode(start)


def test_what_is_hidden_begins_no_episode() -> None:
    with pytest.raises(InvalidInputError, match="hand_hidden"):
        Episode(qwirkle.Position.parse("qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/?6"))


def test_an_episode_that_is_cut_is_over() -> None:
    episode = Episode(STARTS["schraube"], most_moves=5)
    random = Random(1)
    while not episode.is_over:
        episode.settle(random)
        if not episode.is_over:
            episode.step(episode.legal_actions()[0])
    assert (episode.is_cut, episode.moves_played, episode.actor) == (True, 5, OVER)
    assert episode.legal_actions() == []
    assert episode.position.outcome is None
    with pytest.raises(InvalidInputError, match="episode_over"):
        episode.step(0)


@pytest.mark.parametrize("game", STARTS)
def test_the_layout_of_observations_is_documented(game: str) -> None:
    """The tables in docs/environments.md list the parts with their shapes and bounds."""
    page = (Path(__file__).parents[1] / "docs/environments.md").read_text()
    title = {"qwirkle": "Qwirkle", "lokus": "Lokus", "schraube": "Schraube locker"}[game]
    section = page.split(f"### {title}\n")[1].split("\n#")[0]
    listed = re.findall(r"^\| `(\w+)` \| ([\dn, ]+) \| (\S+) to (\S+) \| \S", section, re.MULTILINE)
    for players in (2, 3, 4):
        start = {"qwirkle": qwirkle, "lokus": lokus, "schraube": schraube}[game]
        pieces = Episode(start.Position.start(start.Options(players))).pieces
        documented = [
            (name, tuple(players if side == "n" else int(side) for side in shape.split(", ")), least, most)
            for name, shape, least, most in listed
        ]
        assert documented == [
            (piece.name, piece.shape, f"{piece.least:.0f}", f"{piece.most:.0f}") for piece in pieces
        ]
        assert next(piece.name for piece in pieces if piece.private) == "seat"
