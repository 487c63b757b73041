"""The seeded source of random numbers."""

import copy
import pickle
import threading

import pytest
from spielwerk import Random
from spielwerk.errors import InvalidInputError


def test_a_seed_means_the_same_everywhere() -> None:
    random = Random(0)
    # The published xoshiro256++ stream for a state filled by SplitMix64 from 0.
    assert [random.bits(), random.bits()] == [0x53175D61490B23DF, 0x61DA6F3DC380D507]
    items = list(range(8))
    Random(7).shuffle(items)
    assert items == [7, 5, 6, 3, 2, 4, 1, 0]
    assert Random.stream(0, 0) != Random.stream(0, 1)
    assert Random.stream(3, 5) == Random.stream(3, 5)


def test_copies_go_on_alike_and_apart() -> None:
    random = Random(9)
    twin = copy.copy(random)
    assert [random.below(1_000) for _ in range(5)] == [twin.below(1_000) for _ in range(5)]
    random.unit()
    assert random != twin
    assert 0 <= copy.deepcopy(random).unit() < 1
    kept = pickle.loads(pickle.dumps(random))  # noqa: S301
    assert kept == random
    assert [kept.bits() for _ in range(3)] == [random.bits() for _ in range(3)]


def test_bad_input() -> None:
    with pytest.raises(InvalidInputError, match="empty_range"):
        Random(1).below(0)
    for seed in (-1, 2**64):
        with pytest.raises(InvalidInputError, match="number_out_of_range"):
            Random(seed)
    with pytest.raises(TypeError):
        Random("seed")  # type: ignore[arg-type]


def test_threads_share_one() -> None:
    random = Random(4)
    drawn: list[int] = []
    threads = [
        threading.Thread(target=lambda: drawn.extend(random.bits() for _ in range(500))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = Random(4)
    assert sorted(drawn) == sorted(alone.bits() for _ in range(2_000))
