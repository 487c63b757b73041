"""``spielwerk replay``."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from spielwerk.cli.games import GameName, rules
from spielwerk.cli.output import out, say_error, to_json
from spielwerk.errors import InvalidInputError


def replay(
    game: GameName,
    record: Annotated[Path, Parameter(allow_leading_hyphen=True)],
    /,
    *,
    seat: int | None = None,
) -> int:
    """Play a record again with full checks, and name the first step that can't have happened.

    The exit code is 1 when a step can't have happened, and 2 when the record makes no sense.

    Args:
        game: Which rule book.
        record: The file with the record, `-` for stdin: a position, then one step a line.
        seat: Write the game as this seat saw it, instead of the last position.
    """
    text = sys.stdin.read() if str(record) == "-" else record.read_text(encoding="utf-8", errors="replace")
    try:
        played = rules(game).Game.parse(text)
    except InvalidInputError as error:
        say_error(error)
        return 1 if any(fault.path.startswith("steps[") for fault in error.faults) else 2
    if seat is not None:
        out.print(played.seen_by(seat).text, markup=False, end="")
        return 0
    out.print(str(played.position), markup=False)
    out.print(played.position.text, markup=False)
    outcome = played.position.outcome
    end = (
        f", over: {to_json(outcome.reason)}, points {outcome.points}, winners {outcome.winners}"
        if outcome
        else ""
    )
    out.print(f"# {len(played.steps)} steps replay{end}", style="dim")
    return 0
