"""``spielwerk serve``."""

import threading
from typing import Annotated

from cyclopts import Parameter

from spielwerk.cli.output import err, say_error
from spielwerk.service.config import ConfigError, ServerConfig


def serve(
    config: Annotated[ServerConfig | None, Parameter(name="*")] = None,
    *,
    show_check: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Run the validation service until SIGTERM or SIGINT.

    Args:
        config: How to listen, whom to answer, and what to tell.
        show_check: Once the service is up, ask it one real question and show the answer.
    """
    config = config or ServerConfig()
    try:
        from spielwerk.service import BindError, serve as run  # noqa: PLC0415 - the parent of workers must not import grpc
    except ImportError as error:
        say_error(ImportError(f"the service needs an extra: pip install 'spielwerk[service]' ({error})"))
        return 2
    if show_check:
        from spielwerk.service.example import show  # noqa: PLC0415 - see above

        threading.Thread(target=show, args=(config, err), daemon=True).start()
    try:
        return run(config)
    except (BindError, ConfigError) as error:
        say_error(error)
        return 2
