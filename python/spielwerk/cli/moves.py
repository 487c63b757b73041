"""``spielwerk moves``."""

from itertools import islice
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from spielwerk.cli.games import GameName, rules
from spielwerk.cli.output import out, print_json, to_json


def moves(
    game: GameName,
    position: str,
    /,
    *,
    limit: Annotated[int, Parameter(validator=Number(gte=0))] = 100,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """List the legal moves of a position, one a line.

    Args:
        game: Which rule book.
        position: The position in one line.
        limit: Write at most so many; the number of all is always told.
        as_json: Write one JSON object instead.
    """
    legal = rules(game).Position.parse(position).legal_moves
    shown = [to_json(move) for move in islice(legal, limit)]
    if as_json:
        print_json({"count": len(legal), "truncated": len(shown) < len(legal), "moves": list(shown)})
        return
    for move in shown:
        out.print(str(move), markup=False)
    left = len(legal) - len(shown)
    out.print(f"# {len(legal)} legal moves" + (f", {left} not shown" if left else ""), style="dim")
