"""``spielwerk serve``."""

import threading
from typing import Annotated

from cyclopts import Parameter

from spielwerk import service
from spielwerk.cli.output import err, say_error
from spielwerk.service.server import tune


def serve(
    config: Annotated[service.ServerConfig | None, Parameter(name="*")] = None,
    *,
    show_check: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Run the validation service until SIGTERM or SIGINT.

    Args:
        config: How to listen, whom to answer, and what to tell.
        show_check: Once the service is up, ask it one real question and show the answer.
    """
    config = config or service.ServerConfig()
    if show_check:
        tune(config)  # the question imports grpc, perhaps before the server does
        threading.Thread(target=_show_check, args=(config,), daemon=True).start()
    try:
        return service.serve(config)
    except (service.BindError, service.ConfigError) as error:
        say_error(error)
    except ImportError as error:
        say_error(ImportError(f"the service needs an extra: pip install 'spielwerk[service]' ({error})"))
    return 2


def _show_check(config: service.ServerConfig) -> None:
    from spielwerk.service.example import show  # noqa: PLC0415 - imports grpc, which the parent of workers must not

    show(config, err)
