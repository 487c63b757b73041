"""``spielwerk schraube odds``."""

import csv
import sys
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Table

from spielwerk.cli.output import out, print_table, say_error
from spielwerk.schraube import Odds
from spielwerk.schraube import odds as odds_of_all


def odds(
    *,
    rerolls: Annotated[int, Parameter(validator=Number(gte=0, lte=3))] = 2,
    as_csv: Annotated[bool, Parameter(name="--csv", negative="")] = False,
    exact: Annotated[bool, Parameter(negative="")] = False,
    plot: Path | None = None,
) -> int:
    """Tell the best chance of a full circle and the best expected run, for all 203 classes of layouts.

    The faces stand along the chain, the figure's own pile last; each new face is the lowest not seen yet. Nobody holds
    action cards. The two objectives are played for separately.

    Args:
        rerolls: Rolls after the first one, 0 to 3; two in the ordinary game (S6).
        as_csv: Write CSV instead of a table.
        exact: Write exact fractions instead of decimal numbers.
        plot: Draw a picture into this file (.svg, .png or .pdf) instead of writing.
    """
    rows = odds_of_all(rerolls, exact=True)
    if plot is not None:
        return _plot(rows, rerolls, plot)
    show = str if exact else lambda worth: f"{float(worth):.12f}"
    cells = [
        ("".join(map(str, row.faces)), str(row.layouts), show(row.full_circle[-1]), show(row.run[-1]))
        for row in rows
    ]
    header = ("faces", "layouts", "full circle", "expected run")
    if as_csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows([header, *cells])
        return 0
    table = Table(*header, box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in cells:
        table.add_row(*row)
    print_table(table)
    full, run = (_mean(rows, name) for name in ("full_circle", "run"))
    out.print(
        f"# mean over all 46,656 layouts: full circle {show(full)}, expected run {show(run)}", style="dim"
    )
    return 0


def _mean(rows: tuple[Odds[Fraction], ...], name: str) -> Fraction:
    total = sum((row.layouts * getattr(row, name)[-1] for row in rows), start=Fraction(0))
    return total / sum(row.layouts for row in rows)


def _plot(rows: tuple[Odds[Fraction], ...], rerolls: int, file: Path) -> int:
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        say_error(ImportError("pictures need an extra: pip install 'spielwerk[plot]'"))
        return 2
    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.subplots()
    for different in range(1, 7):
        shown = [row for row in rows if len(set(row.faces)) == different]
        axes.scatter(
            [float(row.run[-1]) for row in shown],
            [float(row.full_circle[-1]) for row in shown],
            s=[12 + row.layouts / 12 for row in shown],
            alpha=0.7,
            label=f"{different}",
        )
    axes.set_xlabel("best expected run, in piles")
    axes.set_ylabel("best chance of a full circle")
    axes.set_title(
        f"Schraube locker: the 203 classes of layouts, {rerolls} rerolls; area = number of layouts"
    )
    axes.legend(title="different faces")
    try:
        figure.savefig(file)
    except ValueError as error:  # a format that matplotlib does not write
        say_error(error)
        return 2
    return 0
