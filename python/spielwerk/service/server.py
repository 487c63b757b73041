"""The front door: run the service, or build one to embed.

grpc is imported when a server is built, not when this module is: the parent of several workers never needs
it.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from spielwerk.service.config import ServerConfig
from spielwerk.service.errors import BindError

if TYPE_CHECKING:
    from spielwerk.service.answerer import Answerer
    from spielwerk.service.serving import Server

__all__ = ["BindError", "ServerConfig", "build_server", "serve"]

_WITHOUT_EVENT_ENGINE = "-event_engine_listener,-event_engine_client"


def serve(config: ServerConfig) -> int:
    """Run the service until SIGTERM or SIGINT, then drain it. Call it from the main thread.

    The first signal turns health to NOT_SERVING, waits ``drain_pause``, refuses new calls and gives those in
    work ``drain_grace``; a second signal ends the process at once.

    Args:
        config: all settings.

    Returns:
        The exit code for the process: 0 after a drain, 1 when workers can't be kept alive.

    Raises:
        BindError: an address can't be bound.
        ConfigError: a file named in `config` is not usable.
        ImportError: the extra ``spielwerk[service]`` is not installed.
    """
    tune(config)
    if config.workers > 1:
        from spielwerk.service import workers

        return workers.supervise(config)
    from spielwerk.service import drain
    from spielwerk.service.answerer import native

    return drain.run(config, native())


def build_server(config: ServerConfig, answerer: Answerer | None = None) -> Server:
    """A server to embed; signals, drains and the number of processes are the caller's business.

    Args:
        config: all settings; ``workers`` is not looked at.
        answerer: the rules; those of the product unless told otherwise.

    Raises:
        BindError: an address can't be bound.
        ConfigError: a file named in `config` is not usable.
        ImportError: the extra ``spielwerk[service]`` is not installed.
    """
    from spielwerk.service.answerer import native
    from spielwerk.service.log import ServiceLog
    from spielwerk.service.serving import open_server

    log = ServiceLog(config.log_sample, config.log_refusals)
    return open_server(config, native() if answerer is None else answerer, log)


def tune(config: ServerConfig) -> None:
    """Choose grpc's way of polling, and keep its remarks about strangers out of the log, which is JSON and bounded.

    Must come before the first import of grpc; later it does nothing. What the environment says wins.
    """
    if "grpc" in sys.modules:
        return
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    if not config.event_engine:
        os.environ.setdefault("GRPC_EXPERIMENTS", _WITHOUT_EVENT_ENGINE)
