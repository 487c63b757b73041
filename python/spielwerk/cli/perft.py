"""``spielwerk perft``."""

import time
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import track
from rich.table import Table

import spielwerk
from spielwerk.cli.games import GameName, rules
from spielwerk.cli.output import err, out, print_json, print_table, to_json


def perft(
    game: GameName,
    position: str,
    depth: Annotated[int, Parameter(validator=Number(gte=0, lte=32))],
    /,
    *,
    order: str | None = None,
    divide: Annotated[bool, Parameter(negative="")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Count the game tree: leaves at every depth, and the decision and chance nodes above them.

    Args:
        game: Which rule book.
        position: The position in one line.
        depth: How many decisions deep; all depths from 1 on are counted.
        order: What chance brings, from the front: the tiles of the bag (Qwirkle), the cards of the draw pile
            (Lokus), or the 42 cards of the fresh piles, `/` and the dice as they are rolled (Schraube locker).
            Every event is followed without it, which takes long where there are many.
        divide: Count below each step of the position on its own, at the full depth.
        as_json: Write JSON lines instead of a table.
    """
    start = rules(game).Position.parse(position)
    if divide:
        below = start.divide(depth, order) if depth else []
        rows = [(str(to_json(step)), census) for step, census in below]
        rows.append(("total", start.perft(depth, order)))
        _write("step", rows, as_json=as_json)
        return
    depths = range(min(depth, 1), depth + 1)
    began = time.perf_counter()
    counted = [
        (str(deep), start.perft(deep, order))
        for deep in track(depths, "counting", console=err, transient=True, disable=not err.is_terminal)
    ]
    _write("depth", counted, as_json=as_json)
    if not as_json:
        nodes = sum(census.leaves + census.decisions + census.chances for _, census in counted)
        seconds = time.perf_counter() - began
        out.print(f"# {nodes:,} nodes, {nodes / max(seconds, 1e-9):,.0f} a second", style="dim")


def _write(first: str, rows: list[tuple[str, spielwerk.Census]], *, as_json: bool) -> None:
    if as_json:
        for name, census in rows:
            print_json(
                {
                    first: name,
                    "leaves": census.leaves,
                    "decisions": census.decisions,
                    "chances": census.chances,
                }
            )
        return
    table = Table(first, "leaves", "decisions", "chances", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, census in rows:
        table.add_row(name, f"{census.leaves:,}", f"{census.decisions:,}", f"{census.chances:,}")
    print_table(table)
