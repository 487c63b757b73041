"""How verdicts and errors look: coloured for people, JSON lines for programs."""

import json
import sys
from enum import Enum
from typing import TypeAlias

from rich.console import Console
from rich.table import Table
from rich.text import Text

import spielwerk


class _Terminal(Console):
    """A console that leaves it to the command line what happens when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        """Go on with the error that rich would end the process for."""
        raise BrokenPipeError


out = _Terminal(highlight=False, soft_wrap=True)
err = _Terminal(highlight=False, soft_wrap=True, stderr=True)

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def to_json(value: object) -> Json:
    """A value of the package as plain JSON: its text where it has one, else its fields by name.

    >>> to_json(spielwerk.Census(leaves=1, decisions=2, chances=3))
    {'leaves': 1, 'decisions': 2, 'chances': 3}
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    text = getattr(value, "text", None)
    if isinstance(text, str):
        return text
    names: tuple[str, ...] = getattr(value, "__match_args__", ())
    if not names:
        return str(value)
    total = ("points",) if hasattr(value, "points") else ()  # what a score adds up to is no field of its own
    return {name: to_json(getattr(value, name)) for name in (*total, *names)}


def verdict_to_json(verdict: spielwerk.Verdict) -> dict[str, Json]:
    """A verdict as one JSON object: the same fields as the verdict of the gRPC service."""
    return {
        "legal": verdict.legal,
        "move": to_json(verdict.move),
        "score": to_json(verdict.score),
        "violations": to_json(verdict.violations),
    }


def error_to_json(error: Exception) -> dict[str, Json]:
    """An error as one JSON object, with every fault where the error has any."""
    faults = to_json(getattr(error, "faults", ()))
    return {"error": str(error), "kind": type(error).__name__, "faults": faults}


def print_json(value: Json) -> None:
    """Write one JSON line."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def print_table(table: Table) -> None:
    """Write a table in full, as a figure cut short is none; a terminal that is too narrow breaks the lines."""
    _Terminal(highlight=False, soft_wrap=True, width=10_000).print(table)


def print_verdict(verdict: spielwerk.Verdict) -> None:
    """Write a verdict for people."""
    if verdict.legal:
        out.print(Text("legal", style="bold green"), Text(json.dumps(to_json(verdict.score))))
        return
    out.print(Text("illegal", style="bold red"))
    for broken in verdict.violations:
        out.print(Text(f"  {broken.rule} ", style="bold"), Text(f"{broken.slug}: {broken.message}"), sep="")


def say_error(error: Exception) -> None:
    """Write an error to stderr."""
    err.print(Text("error: ", style="bold red"), Text(str(error)), sep="")
