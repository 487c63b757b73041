"""Several serving processes behind one port: a parent that starts, restarts and drains them.

The parent never imports grpc and the workers are new processes, not forks: grpc's threads do not survive a
fork. All listen on the same port by SO_REUSEPORT, which spreads connections (not calls) over them.
"""

from __future__ import annotations

import os
import random
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector

from spielwerk.service.errors import BindError
from spielwerk.service.listening import bound, listen
from spielwerk.service.log import ServiceLog
from spielwerk.service.metrics import close_page, start_page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from spielwerk.service.config import ServerConfig

WORKER_COMMAND = (sys.executable, "-m", "spielwerk.service.worker")
"""Program of a worker. It reads one line from its standard input and serves until that input ends."""
READY = b"ready\n"
"""What a worker writes once it answers, to a pipe whose number it was told."""
FIRST_PAUSE = 0.25
"""Seconds before the first restart of a worker that died; doubled each time."""
LONGEST_PAUSE = 5.0
"""Longest pause before a restart, in seconds."""
STEADY_AFTER = 10.0
"""Seconds of service, counted from the first answer, after which a worker's earlier deaths are forgotten."""


def supervise(config: ServerConfig, command: Sequence[str] = WORKER_COMMAND) -> int:
    """Run ``config.workers`` processes until SIGTERM or SIGINT, then drain them all.

    Args:
        config: all settings.
        command: program of a worker.

    Returns:
        The exit code for the process: 0 after a drain, 1 when a worker could not even start the first time.

    Raises:
        BindError: the port, or that of the metrics, is taken.
    """
    log = ServiceLog(config.log_sample, config.log_refusals)
    with ExitStack() as stack:
        config = config.with_port(hold_port(stack, config.host, config.port))
        environment = _environment()
        metrics_port = None
        if config.metrics_port is not None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="spielwerk-metrics-"))
            environment["PROMETHEUS_MULTIPROC_DIR"] = folder
            metrics_port = _serve_metrics(stack, config, folder)
        parent = Supervisor(config, command, environment, log)
        log.info(
            "supervising",
            address=config.address,
            workers=config.workers,
            metrics_port=metrics_port,
            pid=os.getpid(),
        )
        return parent.run()


def hold_port(stack: ExitStack, host: str, port: int) -> int:
    """Take a port for workers to share, without listening on it, until the stack ends.

    The port is first taken alone: were another service there, sharing would quietly split the callers between
    the two.

    Returns:
        The port.

    Raises:
        BindError: an address can't be bound.
    """

    def take(address: str, port: int) -> int:
        with bound(address, port) as alone:
            alone.listen(1)
            taken: int = alone.getsockname()[1]
        stack.enter_context(bound(address, taken, share=True))
        return taken

    return listen(host, port, take)


def _environment() -> dict[str, str]:
    """What workers are started with: the environment of the parent, instrumented like the parent."""
    environment = dict(os.environ)
    instrumentation = sys.modules.get("opentelemetry.instrumentation.auto_instrumentation")
    if instrumentation is not None and instrumentation.__file__ is not None:
        # ``opentelemetry-instrument`` takes its folder off the path again, so that it ends with the one process.
        path = (str(Path(instrumentation.__file__).parent), environment.get("PYTHONPATH"))
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    return environment


def _serve_metrics(stack: ExitStack, config: ServerConfig, folder: str) -> int:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    try:
        page = start_page(config.metrics_host, config.metrics_port or 0, registry)
    except OSError as error:
        raise BindError(str(error)) from error
    stack.callback(close_page, page)
    return page[0].server_port


class Supervisor:
    """Keeps a number of workers alive and ends them together."""

    def __init__(
        self, config: ServerConfig, command: Sequence[str], environment: dict[str, str], log: ServiceLog
    ) -> None:
        self._config = config
        self._command = command
        self._environment = environment
        self._log = log
        self._slots = [Slot(index) for index in range(config.workers)]
        self._ending = False
        self._wake_reader, self._wake_writer = os.pipe()
        os.set_blocking(self._wake_reader, False)
        os.set_blocking(self._wake_writer, False)

    def run(self) -> int:
        """Serve until a signal; see :func:`supervise`."""
        watched = (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)
        previous = [(number, signal.signal(number, self._on_signal)) for number in watched]
        old_wake = signal.set_wakeup_fd(self._wake_writer, warn_on_full_buffer=False)
        try:
            for slot in self._slots:
                self._start(slot)
            while not self._ending:
                failed = self._tend()
                if failed is not None:
                    self._log.error("a worker can't start", worker=failed.index, exit_code=failed.exit_code)
                    self._drain()
                    return 1
                self._sleep()
            self._drain()
            self._log.info("drained")
            return 0
        finally:
            signal.set_wakeup_fd(old_wake)
            for number, handler in previous:
                signal.signal(number, handler)
            os.close(self._wake_reader)
            os.close(self._wake_writer)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if number == signal.SIGCHLD:
            return  # it only has to wake the loop
        if self._ending:
            for slot in self._slots:
                slot.kill()
            os._exit(128 + number)
        self._ending = True

    def _start(self, slot: Slot) -> None:
        slot.start(self._command, self._environment, self._config)

    def _tend(self) -> Slot | None:
        """Restart the dead whose pause is over; give back a worker that never served, when none did."""
        now = time.monotonic()
        for slot in self._slots:
            slot.look()
            if slot.died():
                self._log.warning(
                    "worker died",
                    worker=slot.index,
                    exit_code=slot.exit_code,
                    restart_in=round(slot.pause, 3),
                )
                if not any(other.ever_ready for other in self._slots):
                    return slot
            if slot.process is None and now >= slot.restart_at:
                self._start(slot)
        return None

    def _sleep(self) -> None:
        """Wait for a signal, for a worker to speak, or for the next restart."""
        now = time.monotonic()
        pauses = [slot.restart_at - now for slot in self._slots if slot.process is None]
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_reader, selectors.EVENT_READ)
            for slot in self._slots:
                if slot.voice is not None and not slot.ready:
                    selector.register(slot.voice, selectors.EVENT_READ)
            selector.select(max(0.0, min(pauses)) if pauses else None)
        with suppress(BlockingIOError):
            os.read(self._wake_reader, 4096)

    def _drain(self) -> None:
        self._ending = True
        self._log.info("draining", pause=self._config.drain_pause, grace=self._config.drain_grace)
        for slot in self._slots:
            slot.terminate()
        for slot in self._slots:
            slot.wait(self._config.drain_pause + self._config.drain_grace + 10)


class Slot:
    """The place of one worker, whoever fills it."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.process: subprocess.Popen[bytes] | None = None
        """The process that runs, or ran until just now; ``None`` while a restart is due."""
        self.ready = False
        """Whether the process answers."""
        self.ever_ready = False
        """Whether any process in this place ever answered."""
        self.restart_at = 0.0
        """Monotonic time of the next start."""
        self.pause = FIRST_PAUSE
        """Seconds of the current pause before a restart."""
        self.exit_code: int | None = None
        """How the last process ended."""
        self.voice: int | None = None
        """The pipe by which the process says that it is ready; its outputs are those of the parent."""
        self._ready_since = 0.0
        self._deaths = 0

    def start(self, command: Sequence[str], environment: dict[str, str], config: ServerConfig) -> None:
        """Start a process and hand it the configuration."""
        self.voice, theirs = os.pipe()
        # Standard input stays open as long as the parent lives: its end tells a worker that it is an orphan.
        self.process = subprocess.Popen(  # noqa: S603 - a program of ours, without a shell
            command, stdin=subprocess.PIPE, env=environment, bufsize=0, pass_fds=(theirs,)
        )
        os.close(theirs)
        self.ready = False
        if self.process.stdin is not None:
            with suppress(BrokenPipeError):  # it died at once; the next look says so
                self.process.stdin.write(f"{self.index} {theirs} {config.to_json()}\n".encode())

    def look(self) -> None:
        """Notice that the process became ready."""
        if self.voice is None or self.ready:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self.voice, selectors.EVENT_READ)
            if selector.select(0) and os.read(self.voice, len(READY)) == READY:
                self.ready = self.ever_ready = True
                self._ready_since = time.monotonic()

    def died(self) -> bool:
        """Whether the process ended since the last look; plans the restart."""
        if self.process is None:
            return False
        self.exit_code = self.process.poll()
        if self.exit_code is None:
            return False
        now = time.monotonic()
        if self.ready and now - self._ready_since > STEADY_AFTER:
            self._deaths = 0
        # Jitter keeps workers that died together from starting together again and again.
        self.pause = min(FIRST_PAUSE * 2**self._deaths, LONGEST_PAUSE) * random.uniform(0.8, 1.2)  # noqa: S311 - no secret
        self._deaths += 1
        self.restart_at = now + self.pause
        self._close()
        return True

    def terminate(self) -> None:
        """Ask the process to drain."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def kill(self) -> None:
        """End the process at once."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()

    def wait(self, timeout: float) -> None:
        """Wait for the end of the process; kill it when it takes longer than `timeout` seconds."""
        if self.process is not None:
            try:
                self.process.wait(timeout)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self._close()

    def _close(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        if self.voice is not None:
            os.close(self.voice)
        self.process = self.voice = None
