"""The command ``spielwerk``: check, list, count, replay and draw from a shell, and run the service.

It needs the extra ``spielwerk[cli]``; ``serve`` needs ``spielwerk[service]``.
"""

import io
import os
import sys

import spielwerk

__all__ = ["main"]

_COMMANDS = {
    "serve": "Run the validation service until SIGTERM or SIGINT.",
    "check": "Tell whether a move is legal, and every reason why not.",
    "moves": "List the legal moves of a position.",
    "perft": "Count the game tree.",
    "replay": "Play a record again and name the first wrong step.",
    "show": "Draw a position.",
    "start": "Deal a game.",
    "arena": "Let agents play each other.",
}
"""Each is a function in the module of the same name, which is imported when the command is used."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit.

    The exit code is 0 when all is fine, 1 for a refused move or a failed replay, 2 for input that makes no
    sense.
    """
    try:
        from cyclopts import App, Parameter  # noqa: PLC0415 - an extra: the core package works without it
    except ImportError:
        sys.exit("the command line needs an extra: pip install 'spielwerk[cli]'")
    from spielwerk.cli.output import say_error  # noqa: PLC0415 - needs the extra too

    _tolerate_any_text()
    app = App(
        name="spielwerk",
        help="Engines for modern tabletop games.",
        version=spielwerk.__version__,
        default_parameter=Parameter(negative_iterable=()),
    )
    for name, summary in _COMMANDS.items():
        app.command(f"spielwerk.cli.{name}:{name}", name=name, help=summary)
    schraube = App(name="schraube", help="What only Schraube locker has.")
    schraube.command(
        "spielwerk.cli.schraube:odds", name="odds", help="Tell the odds of all 203 classes of layouts."
    )
    app.command(schraube)
    try:
        app(sys.argv[1:] if arguments is None else arguments)
    except spielwerk.SpielwerkError as error:
        say_error(error)
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read the output, such as `head`, has seen enough. Nothing more can be written, not even at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        say_error(error)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _tolerate_any_text() -> None:
    """Read bytes that are no text as U+FFFD, which no grammar takes, and write what the terminal lacks as `?`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
