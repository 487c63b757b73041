"""The real rules behind the service."""

from __future__ import annotations

import io

import grpc
import pytest
from harness import ask, channel_to
from rich.console import Console
from spielwerk import _native
from spielwerk.service import ServerConfig, build_server, selftest
from spielwerk.service.answerer import native
from spielwerk.service.example import show
from spielwerk.service.messages import MessageTypes

CHECK_MOVE = "/spielwerk.v1.QwirkleService/CheckMove"


def test_the_rules_answer_all_known_questions() -> None:
    report = selftest.run(native())
    assert report
    assert [faults for faults in report.values() if faults] == []


def test_each_service_has_known_questions() -> None:
    services = {path.split("/")[1] for path in _native.methods()}
    assert services == set(selftest.QUESTIONS)


def test_wrong_rules_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    (service, questions) = next(
        (name, questions) for name, questions in selftest.QUESTIONS.items() if len(questions) > 1
    )
    wrong = (selftest.Question(questions[0].method, questions[0].request, questions[1].answer),)
    monkeypatch.setattr(selftest, "QUESTIONS", {service: wrong})
    (fault,) = selftest.run(native())[service]
    assert "should say" in fault


def test_the_example_shows_question_and_answer() -> None:
    with build_server(ServerConfig(port=0)) as server:
        output = io.StringIO()
        show(ServerConfig(port=server.port), Console(file=output, highlight=False, soft_wrap=True))
    text = output.getvalue()
    assert CHECK_MOVE in text
    assert '"legal": true' in text


def test_a_request_that_makes_no_sense_is_refused_with_field_paths() -> None:
    from google.rpc import error_details_pb2, status_pb2

    types = MessageTypes(_native.file_descriptor_set())
    table = {"tiles": {"x": [0, 0], "y": [0, 0], "tile": [1, 99]}}
    request = types.request(
        CHECK_MOVE, {"table": table, "move": {"place": {"x": [1], "y": [0], "tile": [2]}}}
    )
    with build_server(ServerConfig(port=0)) as server, channel_to(server.address) as channel:
        for body in (request, b"\xff\xff\xff", b""):
            with pytest.raises(grpc.RpcError) as caught:
                ask(channel, body, CHECK_MOVE)
            assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
            (details,) = (value for key, value in caught.value.trailing_metadata() if key.endswith("-bin"))
            kinds = [detail.TypeName() for detail in status_pb2.Status.FromString(details).details]
            assert error_details_pb2.ErrorInfo.DESCRIPTOR.full_name in kinds
            if body == request:
                assert error_details_pb2.BadRequest.DESCRIPTOR.full_name in kinds
