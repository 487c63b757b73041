"""``spielwerk moves``."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from spielwerk.cli.games import GameName, rules
from spielwerk.cli.output import Json, out, print_json


def moves(
    game: GameName,
    position: str,
    /,
    *,
    limit: Annotated[int, Parameter(validator=Number(gte=0))] = 100,
    actions: Annotated[bool, Parameter(negative="")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """List the legal moves of a position, one a line.

    Args:
        game: Which rule book.
        position: The position in one line.
        limit: Write at most so many; the number of all is always told.
        actions: Write the action ids of each move too.
        as_json: Write one JSON object instead.
    """
    legal = rules(game).Position.parse(position).legal_moves
    shown = legal[:limit]
    if as_json:
        answer: dict[str, Json] = {
            "count": len(legal),
            "truncated": len(shown) < len(legal),
            "moves": [move.text for move in shown],
        }
        if actions:
            answer["actions"] = [list(move.actions) for move in shown]
        print_json(answer)
        return
    for move in shown:
        out.print(move.text + ("  " + " ".join(map(str, move.actions)) if actions else ""), markup=False)
    left = len(legal) - len(shown)
    out.print(f"# {len(legal)} legal moves" + (f", {left} not shown" if left else ""), style="dim")
