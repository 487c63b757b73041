"""One of several serving processes, started by :mod:`spielwerk.service.workers`.

It reads its number, that of a pipe and its configuration from standard input, says ``ready`` into the pipe, and
drains on SIGTERM or when standard input ends, which is how it learns that its parent is gone. SIGINT is left to
the parent: a terminal sends it to the whole group.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from spielwerk.service.config import ConfigError, ServerConfig
from spielwerk.service.errors import BindError
from spielwerk.service.log import ServiceLog
from spielwerk.service.server import tune
from spielwerk.service.workers import READY

if TYPE_CHECKING:
    from spielwerk.service.answerer import Answerer
    from spielwerk.service.serving import Server


def main(answerer: Answerer | None = None) -> int:
    """Serve until told to end; returns the exit code.

    Args:
        answerer: the rules; those of the product unless told otherwise.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    index, pipe, text = sys.stdin.readline().split(" ", maxsplit=2)
    config = ServerConfig.from_json(text)
    if config.pin_workers:
        pin(int(index), config.workers)
    tune(config)
    from spielwerk.service import drain
    from spielwerk.service.answerer import native

    orphaned = threading.Event()

    def wait_for_parent() -> None:
        sys.stdin.read()
        orphaned.set()

    def say_ready(_server: Server) -> None:
        threading.Thread(target=wait_for_parent, name="spielwerk-parent", daemon=True).start()
        with suppress(BrokenPipeError):  # the parent is gone already, which the other pipe tells too
            os.write(int(pipe), READY)

    try:
        return drain.run(
            config,
            native() if answerer is None else answerer,
            share_port=True,
            on_start=say_ready,
            signals=(signal.SIGTERM,),
            also_end=orphaned,
        )
    except (BindError, ConfigError) as error:
        ServiceLog().error("worker can't serve", worker=int(index), reason=str(error))
        return 1


def pin(index: int, workers: int) -> None:
    """Tie this process to one core, when there is exactly one for each worker and the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) == workers:
        os.sched_setaffinity(0, {cores[index]})


if __name__ == "__main__":
    sys.exit(main())
