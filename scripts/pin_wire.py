"""Pin the bytes of requests and replies in tests/data/wire/pinned.jsonl (``make pinned``).

Reads the questions of tests/data/wire/questions.jsonl, each a method and a request in protobuf's JSON form,
and writes what they are on the wire and what is answered. Review the difference: a changed byte may break a
client.
"""

import json
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, json_format
from google.protobuf.message_factory import GetMessageClass
from spielwerk import _native

DATA = Path(__file__).resolve().parent.parent / "tests" / "data" / "wire"


def main() -> None:
    """Write the pinned bytes."""
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(_native.file_descriptor_set()).file:
        pool.Add(file)
    rows = []
    for line in (DATA / "questions.jsonl").read_text().splitlines():
        question = json.loads(line)
        service, method = question["method"].split("/")[1:]
        input_type = pool.FindServiceByName(service).methods_by_name[method].input_type
        request = json_format.ParseDict(
            question["request"], GetMessageClass(input_type)(), descriptor_pool=pool
        )
        data = request.SerializeToString(deterministic=True)
        row = {"id": question["id"], "method": question["method"], "request": data.hex()}
        try:
            row["reply"] = _native.answer(question["method"], data).hex()
        except _native.AnswerError as error:
            row["status"] = error.details.hex()
        rows.append(json.dumps(row, separators=(",", ":")) + "\n")
    (DATA / "pinned.jsonl").write_text("".join(rows))


if __name__ == "__main__":
    main()
