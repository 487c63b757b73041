"""Known questions that the rules must answer rightly before the service takes traffic.

A wrong build, a damaged file or a broken processor shows here and not in the verdicts of strangers.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from spielwerk.service.messages import MessageTypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from spielwerk.service.answerer import Answerer
    from spielwerk.service.log import ServiceLog


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A question whose answer is known."""

    method: str
    """Name of the method within its service."""
    request: dict[str, Any]
    """The request in protobuf's JSON form."""
    answer: dict[str, Any]
    """What the reply must say, in protobuf's JSON form; the reply may say more."""


QUESTIONS: dict[str, tuple[Question, ...]] = {
    "spielwerk.v1.CatalogService": (Question("GetCatalog", {}, {"games": [{"name": "qwirkle"}]}),),
    "spielwerk.v1.QwirkleService": (
        # Q8, Q14: three circles in a row, one of each colour.
        Question(
            "CheckMove",
            {
                "table": {
                    "tiles": {
                        "x": [0, 1],
                        "y": [0, 0],
                        "tile": ["QWIRKLE_TILE_RED_CIRCLE", "QWIRKLE_TILE_BLUE_CIRCLE"],
                    }
                },
                "move": {"place": {"x": [2], "y": [0], "tile": ["QWIRKLE_TILE_GREEN_CIRCLE"]}},
            },
            {"verdict": {"legal": True}, "score": {"points": 3}},
        ),
        # Q9: a cell between the laid tiles stays empty.
        Question(
            "CheckMove",
            {
                "table": {"tiles": {"x": [0], "y": [0], "tile": ["QWIRKLE_TILE_RED_CIRCLE"]}},
                "move": {
                    "place": {
                        "x": [1, 3],
                        "y": [0, 0],
                        "tile": ["QWIRKLE_TILE_BLUE_CIRCLE", "QWIRKLE_TILE_GREEN_CIRCLE"],
                    }
                },
            },
            {"verdict": {"violations": [{"rule": "Q9", "slug": "gap"}]}},
        ),
    ),
    "spielwerk.v1.LokusService": (
        # L2, L8, L9, L11: no row takes the lowest or the highest card, and the third turns into a roll.
        Question(
            "ResolveRound",
            {
                "rows": [{"cards": ["LOKUS_CARD_RED_1"]}, {"cards": ["LOKUS_CARD_BLUE_12"]}],
                "cards": ["LOKUS_CARD_BLUE_1", "LOKUS_CARD_YELLOW_6", "LOKUS_CARD_RED_12"],
            },
            {"lowestSeat": 0, "highestSeat": 2, "rolls": [2, 1, 2], "cleaning": [0, 0, 0]},
        ),
    ),
    "spielwerk.v1.SchraubeService": (
        # S7, S8: the chain goes from pile 1 to pile 2; pile 4 may be covered freely.
        Question(
            "ResolveChain",
            {"figure": 0, "faces": [1, 2, 3, 4, 5, 6], "dice": [2, 3, 5, 5, 5, 5]},
            {"forced": [1, 2], "diceLeft": [5, 5, 5, 5], "run": 2, "free": [4]},
        ),
        # S6 to S10: all six faces alike; a full circle in three rolls has the chance (91/216)^6.
        Question(
            "SolveTurn",
            {
                "turn": {"figure": 0, "faces": [3, 3, 3, 3, 3, 3], "toRoll": 6, "rerollsLeft": 2},
                "exact": True,
            },
            {"worth": {"exact": "567869252041/101559956668416"}},
        ),
    ),
}
"""The questions, by full name of the service."""


def run(answerer: Answerer) -> dict[str, list[str]]:
    """Ask all questions; for each service of `answerer` the faults found, an empty list when all is well."""
    types = MessageTypes(answerer.file_descriptor_set())
    services = sorted({path.split("/")[1] for path in answerer.methods()})
    return {
        service: [
            f"question {number} ({question.method}): {fault}"
            for number, question in enumerate(QUESTIONS.get(service, ()), start=1)
            if (fault := _fault(answerer, types, service, question)) is not None
        ]
        for service in services
    }


def announce(answerer: Answerer, log: ServiceLog, serving: Callable[[str], object]) -> None:
    """Ask all questions and tell the faults; the services that have none are serving.

    Args:
        answerer: the rules.
        log: where faults are told.
        serving: called with each service without a fault, and with ``""`` when there is no fault at all.
    """
    report = run(answerer)
    for service, faults in report.items():
        if faults:
            log.error("self-test of the rules failed", service=service, faults=faults)
        else:
            serving(service)
    if not any(report.values()):
        serving("")


def _fault(answerer: Answerer, types: MessageTypes, service: str, question: Question) -> str | None:
    path = f"/{service}/{question.method}"
    try:
        reply = answerer.answer(path, types.request(path, question.request), None, None)
        answer = types.reply(path, reply)
    except Exception as error:  # noqa: BLE001 - a question that fails in any way is not answered
        return f"{type(error).__name__}: {error}"
    return None if _says(answer, question.answer) else f"answered {answer}, should say {question.answer}"


def _says(found: Any, wanted: Any) -> bool:
    """Whether `found` has all that is `wanted`: of objects the named fields, of lists each element somewhere.

    >>> _says({"legal": True, "points": 3}, {"points": 3}), _says([{"a": 1}, {"b": 2}], [{"b": 3}])
    (True, False)
    """
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and _says(found[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return isinstance(found, list) and all(any(_says(one, value) for one in found) for value in wanted)
    return bool(found == wanted)
