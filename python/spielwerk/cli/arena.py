"""``spielwerk arena``."""

import math
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from spielwerk.arena import Match, Summary, play
from spielwerk.cli.games import GameName, Options, options_of
from spielwerk.cli.output import err, out, print_json, print_table, say_error
from spielwerk.rating import Interval, Sprt, Unit


def arena(
    game: GameName,
    /,
    *agents: str,
    games: Annotated[int, Parameter(validator=Number(gte=1, lte=10_000_000))] = 1000,
    seed: Annotated[int, Parameter(validator=Number(gte=0, lt=2**64))] = 0,
    threads: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    file: Path | None = None,
    time_limit: float | None = None,
    option: Options = None,
    sprt: tuple[float, float] | None = None,
    sprt_unit: Unit = "elo",
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Let agents play each other, every deal in all rotations of the seats.

    For example: `spielwerk arena qwirkle greedy random --games 1000`. The same seed gives the same games with
    any number of threads.

    Args:
        game: Which rule book.
        agents: One agent a seat, such as `greedy` or `ismcts:iterations=1000,c=0.7`.
        games: How many games, rounded up to whole deals.
        seed: What all luck comes from.
        threads: How many games are played at once; by default as many as there are processors.
        file: Where the games go, one JSON line each. An interrupted match goes on from there. Without a file, an
            interruption shows how the match stands, and the games are gone.
        time_limit: Seconds a decision, on top of the agents' own budgets.
        option: An option of the game, such as `--option.idle-limit 8`.
        sprt: Two numbers, the lower first: stop as soon as the first agent is shown to be better by the second,
            or by no more than the first.
        sprt_unit: Whether these numbers are Elo or points.
        as_json: Write the summary as JSON instead of a table.
    """
    if find_spec("scipy") is None:  # said before any game is played
        say_error(ImportError("a match needs an extra: pip install 'spielwerk[arena]'"))
        return 2
    test = Sprt(*sprt, unit=sprt_unit) if sprt else None
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    seats = max(len(agents), 1)
    bar = progress.add_task(" - ".join(agents), total=-(-games // seats) * seats)
    latest: Match | None = None

    def watch(match: Match) -> None:
        nonlocal latest
        latest = match
        progress.update(bar, completed=len(match.games))

    try:
        with progress:
            match = play(
                game.value,
                agents,
                games=games,
                seed=seed,
                options=options_of(option),
                threads=threads,
                time_limit=time_limit,
                test=test,
                file=file,
                watch=watch,
            )
    except KeyboardInterrupt:
        if latest is not None:
            err.print("Interrupted." + (f" The same command goes on from {file}." if file else ""))
            _report(latest.summary(test), as_json=as_json)
        raise
    _report(match.summary(test), as_json=as_json)
    return 0


def _report(summary: Summary, *, as_json: bool) -> None:
    if as_json:
        print_json(summary.to_json())
        return
    table = Table("agent", "wins %", "points", "margin", "Elo", "points a decision", box=None)
    for column in table.columns[1:]:
        column.justify = "right"
    for number, agent in enumerate(summary.agents, start=1):
        percent = Interval(*(100 * share for share in (agent.wins.mean, agent.wins.low, agent.wins.high)))
        table.add_row(
            f"{number} {agent.agent.partition(':')[0]}",
            f"{percent:.1f}",
            f"{agent.points:.1f}",
            f"{agent.margin:.1f}",
            _elo(agent.elo),
            f"{agent.points_per_decision:.2f}",
        )
    print_table(table)
    for number, agent in enumerate(summary.agents, start=1):
        if ":" in agent.agent:
            out.print(f"# {number} = {agent.agent}", style="dim", markup=False)
    ends = ", ".join(f"{reason} {count:,}" for reason, count in summary.reasons.items())
    out.print(f"# {summary.games:,} games, {summary.deals:,} deals; ends: {ends}", style="dim")
    if summary.verdict is not None:
        out.print(f"# sequential test: {summary.verdict} ({summary.log_likelihood_ratio:+.2f})", style="dim")


def _elo(elo: Interval) -> str:
    if math.isinf(elo.mean):
        return "all won" if elo.mean > 0 else "all lost"
    if math.isnan(elo.low):
        return f"{elo.mean:+.0f}"
    return f"{elo.mean:+.0f} ({elo.low:+.0f}..{elo.high:+.0f})"
