"""The pool keeps few threads while calls are short, and replaces stuck ones."""

from __future__ import annotations

import threading
import time

import pytest
from harness import PATIENCE, wait_until
from spielwerk.service import pool as pool_module
from spielwerk.service.pool import ElasticPool


def test_results_and_exceptions_come_back() -> None:
    with ElasticPool(2, 4) as pool:
        assert [future.result() for future in [pool.submit(pow, 2, n) for n in range(50)]] == [
            2**n for n in range(50)
        ]
        assert isinstance(pool.submit(int, "x").exception(), ValueError)
        wait_until(lambda: pool.unfinished == 0)


def test_stuck_threads_are_replaced_and_the_replacements_leave() -> None:
    release = threading.Event()
    with ElasticPool(2, 10) as pool:
        stuck = [pool.submit(release.wait, PATIENCE) for _ in range(6)]
        assert pool.submit(pow, 2, 2).result(timeout=PATIENCE) == 4
        wait_until(lambda: pool.unfinished == 6)
        wait_until(lambda: pool.size == 8)
        release.set()
        assert all(future.result() for future in stuck)
        wait_until(lambda: pool.size == 2)


def test_there_is_an_end_to_replacements() -> None:
    release = threading.Event()
    with ElasticPool(1, 3) as pool:
        futures = [pool.submit(release.wait, PATIENCE) for _ in range(5)]
        wait_until(lambda: pool.size == 3)
        time.sleep(0.2)
        assert (pool.size, pool.unfinished) == (3, 5)
        release.set()
        assert all(future.result() for future in futures)


def test_short_work_adds_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "STUCK_AFTER", PATIENCE)  # no pause of a busy machine looks stuck
    with ElasticPool(2, 10) as pool:
        futures = [pool.submit(time.sleep, 0.001) for _ in range(300)]
        while not all(future.done() for future in futures):
            assert pool.size == 2
            time.sleep(0.005)


def test_shutdown_ends_the_threads() -> None:
    pool = ElasticPool(2, 4)
    late = pool.submit(time.sleep, 0.1)
    pool.shutdown(wait=True)
    assert late.done()
    with pytest.raises(RuntimeError):
        pool.submit(print)
    wait_until(lambda: pool.size == 0)


def test_shutdown_can_drop_what_waits() -> None:
    release = threading.Event()
    pool = ElasticPool(1, 1)
    running = pool.submit(release.wait, PATIENCE)
    waiting = [pool.submit(print) for _ in range(3)]
    wait_until(running.running)
    pool.shutdown(wait=False, cancel_futures=True)
    release.set()
    assert running.result()
    assert all(future.cancelled() for future in waiting)
    wait_until(lambda: pool.size == 0)
