"""The gRPC service: answers strangers who ask "may I play this?".

This package is the only part of Spielwerk that imports grpc, and it does so as late as it can: the parent of
a ``workers > 1`` service, and whoever only wants to read a configuration, never load it.

What to import:

* :class:`ServerConfig`: every knob, documented and validated;
* :func:`serve`: run until SIGTERM or SIGINT, for the command line and containers;
* :func:`build_server`: a server to embed in a process of your own.

It needs the extra ``spielwerk[service]``.
"""

from spielwerk.service.config import ConfigError, Fault, ServerConfig
from spielwerk.service.server import BindError, build_server, serve

__all__ = ["BindError", "ConfigError", "Fault", "ServerConfig", "build_server", "serve"]
