"""The life of one serving process: start, wait for a signal, end softly."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

from spielwerk.service.log import ServiceLog
from spielwerk.service.serving import Server, open_server

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from spielwerk.service.answerer import Answerer
    from spielwerk.service.config import ServerConfig


def run(
    config: ServerConfig,
    answerer: Answerer,
    *,
    share_port: bool = False,
    on_start: Callable[[Server], None] | None = None,
    signals: tuple[signal.Signals, ...] = (signal.SIGTERM, signal.SIGINT),
    also_end: threading.Event | None = None,
) -> int:
    """Serve until one of `signals`, drain, and return 0. A second signal ends the process at once.

    Args:
        config: all settings.
        answerer: the rules.
        share_port: whether other processes listen on the same port.
        on_start: called once the server answers.
        signals: what ends the process.
        also_end: an event that, when set, ends the process like a signal.
    """
    log = ServiceLog(config.log_sample, config.log_refusals)
    asked_to_end = also_end or threading.Event()
    signalled = False

    def on_signal(number: int, _frame: FrameType | None) -> None:
        nonlocal signalled
        if signalled:
            os._exit(128 + number)
        signalled = True
        asked_to_end.set()

    for number in signals:
        signal.signal(number, on_signal)
    server = open_server(config, answerer, log, share_port=share_port)
    server.start()
    if on_start is not None:
        on_start(server)
    # The last thing said: whoever reads it may rely on all the rest.
    log.info("serving", address=server.address, metrics_port=server.metrics_port, pid=os.getpid())
    asked_to_end.wait()
    server.turn_away()  # first, so that what the line says is so
    log.info("draining", pause=config.drain_pause, grace=config.drain_grace)
    server.drain()
    log.info("drained")
    return 0
