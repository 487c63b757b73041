"""A serving process with the answers of the tests; takes the configuration as its only argument, as JSON.

With ``worker`` as the argument it is one of several workers. Both do what the product does, around another
answerer.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fake_answerer import FakeAnswerer
from spielwerk.service.config import ServerConfig
from spielwerk.service.errors import BindError
from spielwerk.service.server import tune


def main(argument: str) -> int:
    """Serve; returns the exit code."""
    if argument == "worker":
        from spielwerk.service import worker

        return worker.main(FakeAnswerer())
    config = ServerConfig.from_json(argument)
    tune(config)
    try:
        if config.workers > 1:
            from spielwerk.service import workers

            code = workers.supervise(config, (sys.executable, str(Path(__file__)), "worker"))
            assert "grpc" not in sys.modules, "the parent must not import grpc"
            return code
        from spielwerk.service import drain

        return drain.run(config, FakeAnswerer())
    except BindError as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
