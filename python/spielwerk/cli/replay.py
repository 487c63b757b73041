"""``spielwerk replay``."""

import sys
from pathlib import Path

from spielwerk import SpielwerkError
from spielwerk.cli.games import GameName, rules
from spielwerk.cli.output import out, say_error, to_json


def replay(game: GameName, record: Path, /, *, seat: int | None = None) -> int:
    """Play a record again with full checks, and name the first step that can't have happened.

    Args:
        game: Which rule book.
        record: The file with the record, `-` for stdin: a position, then one step a line.
        seat: Write the game as this seat saw it, instead of the last position.
    """
    text = sys.stdin.read() if str(record) == "-" else record.read_text(encoding="utf-8")
    try:
        played = rules(game).Game.parse(text)
    except SpielwerkError as error:
        say_error(error)
        return 1
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
