"""``spielwerk check``."""

import json
import sys
from typing import Annotated

from cyclopts import Parameter

import spielwerk
from spielwerk.cli.games import GameModule, GameName, rules
from spielwerk.cli.output import Json, error_to_json, print_json, print_verdict, say_error, verdict_to_json


def check(
    game: GameName,
    position: str | None = None,
    move: str | None = None,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """Tell whether a move is legal, and every reason why not.

    Without a position, JSON lines are read from stdin, each `{"position": TEXT, "move": TEXT}` or
    `{"position": TEXT, "actions": [ID, ...]}`, and a JSON line is written for each. The exit code is 0 when
    every move is legal, 1 when one is not, and 2 when a line makes no sense.

    Args:
        game: Which rule book.
        position: The position in one line, as `spielwerk start` writes it.
        move: The move in one line: `2,0>r4` or `trade:r0g8` in Qwirkle, `0:r7` or `0>1` in Lokus, `place 2` in
            Schraube locker; `spielwerk moves` lists all that are legal.
        as_json: Write JSON instead of text.
    """
    module = rules(game)
    if position is None:
        return _check_lines(module)
    if move is None:
        say_error(ValueError("a position needs a move after it"))
        return 2
    verdict = module.Position.parse(position).check(move)
    if as_json:
        print_json(verdict_to_json(verdict))
    else:
        print_verdict(verdict)
    return 0 if verdict.legal else 1


def _check_lines(module: GameModule) -> int:
    worst = 0
    for number, line in enumerate(sys.stdin, start=1):
        if line.isspace():
            continue
        answer, code = _check_line(module, line)
        print_json({"line": number, **answer})
        worst = max(worst, code)
    return worst


def _check_line(module: GameModule, line: str) -> tuple[dict[str, Json], int]:
    try:
        asked = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        return {"error": f"not JSON: {error}", "kind": "ParseError", "faults": []}, 2
    fields = asked if isinstance(asked, dict) else {}
    wrong = _faults(fields)
    if wrong:
        return {"error": "; ".join(wrong), "kind": "InvalidInputError", "faults": list(wrong)}, 2
    try:
        position = module.Position.parse(fields["position"])
        move = position.read_actions(fields["actions"]) if "actions" in fields else fields["move"]
        verdict = position.check(move)
    except spielwerk.SpielwerkError as error:
        return error_to_json(error), 2
    return verdict_to_json(verdict), 0 if verdict.legal else 1


def _faults(fields: dict[str, Json]) -> list[str]:
    """Everything that is wrong with the fields of a line."""
    told = "actions" if "actions" in fields else "move"
    wrong = [
        f"{name}: a text is needed"
        for name in ("position", told)
        if name != "actions" and not isinstance(fields.get(name), str)
    ]
    ids = fields.get("actions", [])
    if not isinstance(ids, list) or any(type(number) is not int for number in ids):
        wrong.append("actions: a list of integers is needed")
    return wrong + [f"{name}: there is no such field" for name in fields if name not in {"position", told}]
