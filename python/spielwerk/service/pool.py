"""Threads for the stock grpc server: few while calls are short, more while some are stuck.

A grpcio thread takes a call when its headers arrive and then waits for the message, so with a fixed pool a
handful of callers that send headers and nothing else would stop the whole server; and so would as many long
batches. Many threads from the start cost 10 to 20 % of the throughput, because they take turns on one
interpreter lock. Hence: a small pool in which a thread that has been busy for long no longer counts, and is
replaced for that time.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from concurrent import futures
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

STUCK_AFTER = 0.05
"""Seconds in one task after which a thread no longer counts as available."""
_TICK = 0.025

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ElasticPool(futures.ThreadPoolExecutor):
    """A thread pool that replaces stuck threads.

    It is a :class:`~concurrent.futures.ThreadPoolExecutor` in name because grpc asks for one; it shares none
    of its machinery.

    >>> with ElasticPool(threads=1, maximum_threads=2) as pool:
    ...     pool.submit(pow, 2, 10).result()
    1024
    """

    def __init__(self, threads: int, maximum_threads: int) -> None:
        """Start `threads` threads and never hold more than `maximum_threads`."""
        super().__init__(max_workers=1)  # stays empty: a base class thread starts at its own submit only
        self._base = threads
        self._maximum = maximum_threads
        self._tasks: queue.SimpleQueue[tuple[Any, Any, Any, Any] | None] = queue.SimpleQueue()
        # Appending, popping and taking the length of a deque are atomic; a counter would need a lock on the
        # hot path.
        self._unfinished: deque[None] = deque()
        self._members: dict[threading.Thread, _Member] = {}
        self._leaving = 0
        self._closed = threading.Event()
        self._lock = threading.Lock()
        for _ in range(threads):
            self._start_member()
        self._monitor = threading.Thread(target=self._watch, name="spielwerk-pool-monitor", daemon=True)
        self._monitor.start()

    @property
    def unfinished(self) -> int:
        """Tasks that run or wait."""
        return len(self._unfinished)

    @property
    def size(self) -> int:
        """Threads alive."""
        return len(self._members)

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> futures.Future[_T]:
        """Run ``fn(*args, **kwargs)`` on a thread of the pool.

        Raises:
            RuntimeError: the pool was shut down.
        """
        if self._closed.is_set():
            raise RuntimeError("the pool was shut down")
        future: futures.Future[_T] = futures.Future()
        self._unfinished.append(None)
        self._tasks.put((future, fn, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """End all threads after the tasks that were submitted before."""
        with self._lock:
            if not self._closed.is_set():
                self._closed.set()
                for _ in self._members:
                    self._tasks.put(None)
            members = list(self._members)
        if cancel_futures:
            self._cancel_waiting(len(members))
        if wait:
            for member in members:
                member.join()
            self._monitor.join()

    def _cancel_waiting(self, members: int) -> None:
        try:
            while True:
                task = self._tasks.get_nowait()
                if task is not None:
                    task[0].cancel()
                    self._unfinished.pop()
        except queue.Empty:
            for _ in range(members):
                self._tasks.put(None)

    def _start_member(self) -> None:
        member = _Member()
        thread = threading.Thread(target=self._work, args=(member,), name="spielwerk-call", daemon=True)
        self._members[thread] = member
        thread.start()

    def _work(self, member: _Member) -> None:
        take, clock = self._tasks.get, time.monotonic
        while (task := take()) is not None:
            future, fn, args, kwargs = task
            member.busy_since = clock()
            try:
                if future.set_running_or_notify_cancel():
                    future.set_result(fn(*args, **kwargs))
            except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for the future
                future.set_exception(error)
            finally:
                member.busy_since = None
                self._unfinished.pop()
            # Nothing of a finished call may stay alive while the thread waits for the next one.
            del task, future, fn, args, kwargs
        with self._lock:
            self._members.pop(threading.current_thread(), None)
            self._leaving = max(0, self._leaving - 1)

    def _watch(self) -> None:
        while not self._closed.wait(_TICK):
            long_ago = time.monotonic() - STUCK_AFTER
            with self._lock:
                if self._closed.is_set():
                    return
                stuck = sum(
                    since is not None and since < long_ago
                    for since in (member.busy_since for member in self._members.values())
                )
                wanted = min(self._base + stuck, self._maximum)
                staying = len(self._members) - self._leaving
                for _ in range(wanted - staying):
                    self._start_member()
                for _ in range(staying - wanted):
                    self._leaving += 1
                    self._tasks.put(None)


class _Member:
    """What the monitor knows about one thread."""

    __slots__ = ("busy_since",)

    def __init__(self) -> None:
        self.busy_since: float | None = None
        """Monotonic time at which the task in hand began; ``None`` between tasks."""
