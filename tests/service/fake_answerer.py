"""An answerer for tests of the transport: slow, failing and refusing on demand, which no rule book is.

A request is a word of text, with an argument behind a colon where it needs one:

=================  =====================================================================================
``refuse``         AnswerError INVALID_ARGUMENT with a BadRequest
``refuse:<n>``     the same with n field violations
``fail``           an exception nobody expects, with a secret in it
``sleep:<s>``      works for s seconds in chunks of 5 ms, looking at the deadline and the cancellation
``hold:<file>``    works until there is such a file, without looking at anything else; spaces may follow
``crash``          ends the process
anything else      is answered with ``answered:`` in front of it
=================  =====================================================================================

That ``sleep`` or ``hold`` has begun is told as a line of log, the event ``begun`` with the ``pid`` of the process.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Final

from google.protobuf import descriptor_pb2
from google.rpc import error_details_pb2, status_pb2

ASK: Final = "/spielwerk.fake.v1.FirstService/CheckMove"
ASK_MANY: Final = "/spielwerk.fake.v1.FirstService/CheckMoves"
OTHER: Final = "/spielwerk.fake.v1.SecondService/CheckMove"
SECRET: Final = "the-secret-inside-the-service"


class AnswerError(Exception):
    """A refusal, as the extension module raises it."""

    def __init__(self, code: int, message: str, details: bytes = b"") -> None:
        super().__init__(message)
        self.code, self.message, self.details = code, message, details


class Cancel:
    """A flag, as the extension module has it."""

    def __init__(self) -> None:
        self._set = threading.Event()

    def cancel(self) -> None:
        """Set the flag."""
        self._set.set()

    @property
    def cancelled(self) -> bool:
        """Whether the flag is set."""
        return self._set.is_set()


class FakeAnswerer:
    """Has the face of ``spielwerk._native``."""

    AnswerError = AnswerError
    Cancel = Cancel

    def __init__(self) -> None:
        self.endings: Counter[str] = Counter()
        """How answers of ``sleep`` ended: ``slept``, ``cancelled``, ``expired``."""
        self.sleeping = 0
        """Answers of ``sleep`` that began."""
        self._verdicts: Counter[tuple[str, str]] = Counter()
        self._items: Counter[str] = Counter()

    def methods(self) -> list[str]:
        """All method paths."""
        return [ASK, ASK_MANY, OTHER]

    def answer(
        self, method: str, request: bytes, time_left: float | None = None, cancel: Cancel | None = None, /
    ) -> bytes:
        """Do what the request says."""
        word, _, argument = request.decode("utf-8", "replace").partition(":")
        match word:
            case "refuse":
                raise AnswerError(3, "tile 7 is not known", _bad_request(int(argument or 1)))
            case "fail":
                raise RuntimeError(SECRET)
            case "sleep":
                _tell_begun()
                self._sleep(float(argument), time_left, cancel)
            case "hold":
                _tell_begun()
                while not Path(argument.rstrip()).exists():
                    time.sleep(0.005)
            case "crash":
                os._exit(3)
        game = method.rsplit(".", maxsplit=1)[-1].partition("Service")[0].lower()
        self._verdicts[game, "legal"] += 1
        if method == ASK_MANY:
            self._items[method] += len(request)
        return b"answered:" + request

    def _sleep(self, seconds: float, time_left: float | None, cancel: Cancel | None) -> None:
        begun = time.monotonic()
        self.sleeping += 1
        while (passed := time.monotonic() - begun) < seconds:
            if cancel is not None and cancel.cancelled:
                self.endings["cancelled"] += 1
                raise AnswerError(1, "the caller hung up")
            if time_left is not None and passed >= time_left:
                self.endings["expired"] += 1
                raise AnswerError(4, "the deadline passed")
            time.sleep(0.005)
        self.endings["slept"] += 1

    def file_descriptor_set(self) -> bytes:
        """Two services with one message, in two files."""
        common = descriptor_pb2.FileDescriptorProto(
            name="spielwerk/fake/v1/common.proto", package="spielwerk.fake.v1", syntax="proto3"
        )
        message = common.message_type.add(name="Text")
        message.field.add(
            name="text",
            number=1,
            type=descriptor_pb2.FieldDescriptorProto.TYPE_STRING,
            label=descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL,
        )
        games = descriptor_pb2.FileDescriptorProto(
            name="spielwerk/fake/v1/games.proto",
            package="spielwerk.fake.v1",
            syntax="proto3",
            dependency=["spielwerk/fake/v1/common.proto"],
        )
        for path in self.methods():
            service_name, method_name = path.rpartition(".")[2].split("/")
            service = next((known for known in games.service if known.name == service_name), None)
            service = service or games.service.add(name=service_name)
            service.method.add(
                name=method_name, input_type=".spielwerk.fake.v1.Text", output_type=".spielwerk.fake.v1.Text"
            )
        serialized: bytes = descriptor_pb2.FileDescriptorSet(file=[common, games]).SerializeToString()
        return serialized

    def take_verdict_counts(self) -> dict[tuple[str, str], int]:
        """Verdicts since the last call."""
        counts, self._verdicts = self._verdicts, Counter()
        return dict(counts)

    def take_batch_items(self) -> dict[str, int]:
        """Items since the last call."""
        counts, self._items = self._items, Counter()
        return dict(counts)


def _tell_begun() -> None:
    sys.stderr.write(json.dumps({"event": "begun", "pid": os.getpid()}) + "\n")


def _bad_request(violations: int) -> bytes:
    status = status_pb2.Status(code=3, message="tile 7 is not known")
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason="TILE_UNKNOWN", domain="spielwerk"))
    bad_request = error_details_pb2.BadRequest()
    for number in range(violations):
        bad_request.field_violations.add(field=f"position.tile[{number}]", description="is not known " * 4)
    status.details.add().Pack(bad_request)
    serialized: bytes = status.SerializeToString()
    return serialized
