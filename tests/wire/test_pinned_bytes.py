"""The bytes on the wire are pinned: a client of yesterday is understood today."""

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message_factory import GetMessageClass
from spielwerk import _native
from spielwerk._pb.spielwerk.v1 import catalog_pb2, lokus_pb2, qwirkle_pb2, schraube_pb2

DATA = Path(__file__).parents[1] / "data" / "wire"
TYPES = {
    f"/{service.full_name}/{method.name}": method
    for file in (catalog_pb2, lokus_pb2, qwirkle_pb2, schraube_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}


def rows(name: str) -> dict[str, dict[str, Any]]:
    """The lines of a file by their id."""
    found = [json.loads(line) for line in (DATA / name).read_text().splitlines()]
    return {row["id"]: row for row in found}


QUESTIONS = rows("questions.jsonl")
PINNED = rows("pinned.jsonl")


def test_every_question_is_pinned_and_every_method_is_asked() -> None:
    """No line without its twin, no method without a line."""
    assert list(QUESTIONS) == list(PINNED)
    assert {row["method"] for row in PINNED.values()} == set(_native.methods())


@pytest.mark.parametrize("name", PINNED)
def test_pinned(name: str) -> None:
    """Generated code writes the pinned request, and it gets the pinned answer."""
    row = PINNED[name]
    method = TYPES[row["method"]]
    request = json_format.ParseDict(QUESTIONS[name]["request"], GetMessageClass(method.input_type)())
    assert request.SerializeToString(deterministic=True).hex() == row["request"]
    if "status" in row:
        with pytest.raises(_native.AnswerError) as caught:
            _native.answer(row["method"], bytes.fromhex(row["request"]))
        assert caught.value.details.hex() == row["status"]
    else:
        reply = _native.answer(row["method"], bytes.fromhex(row["request"]))
        assert reply.hex() == row["reply"]
        message = GetMessageClass(method.output_type).FromString(reply)
        assert message.SerializeToString(deterministic=True) == reply
