"""The decoder accepts, refuses and understands exactly what the protobuf runtime of Python does."""

import random
from collections.abc import Callable, Iterator

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2
from spielwerk import _native
from spielwerk._pb.spielwerk.v1 import catalog_pb2, lokus_pb2, qwirkle_pb2, schraube_pb2

FILES = [file.DESCRIPTOR for file in (catalog_pb2, lokus_pb2, qwirkle_pb2, schraube_pb2)]
REQUESTS = {
    f"/{service.full_name}/{method.name}": method.input_type
    for file in FILES
    for service in file.services_by_name.values()
    for method in service.methods
}


def varint(value: int, padding: int = 0) -> bytes:
    """Write an integer, with ``padding`` bytes more than it needs."""
    out = []
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    if padding:
        out = [*[byte | 0x80 for byte in out], *[0x80] * (padding - 1), 0]
    return bytes(out)


def odd_varint(rng: random.Random) -> bytes:
    """An integer of any size, at times written in an unusual way."""
    value = rng.choice([0, 1, 2, 5, 36, 37, 127, 128, 1 << 31, 1 << 32, 1 << 63, (1 << 64) - 1])
    kind = rng.randrange(12)
    if kind == 0:
        return varint(value, rng.randrange(6))
    if kind == 1:  # ten bytes, bits beyond the 64th
        return bytes([rng.randrange(256) | 0x80 for _ in range(9)] + [rng.randrange(128)])
    if kind == 2:  # eleven bytes
        return bytes([0x80] * 10 + [0])
    return varint(value)


def odd_tag(rng: random.Random, number: int, wire_type: int) -> bytes:
    """A tag, at times with more bytes than it needs."""
    return varint(number << 3 | wire_type, rng.choice([0] * 20 + [1, 2, 3, 4, 5]))


def odd_text(rng: random.Random) -> bytes:
    """Bytes that may or may not be text."""
    return rng.choice([b"", b"skip", "größe".encode(), b"\xff", b"\xc0\x80", b"\xed\xa0\x80", "🎲".encode()])


def odd_message(rng: random.Random, descriptor: Descriptor, depth: int = 0) -> bytes:
    """Fields of a message, known and unknown, with right and wrong wire types."""
    out = bytearray()
    fields = list(descriptor.fields)
    for _ in range(rng.randrange(1 + 5 // (depth + 1), 7)):
        field = rng.choice(fields) if fields and rng.random() < 0.9 else None
        number = field.number if field else rng.choice([0, 15, 16, 2047, 2048, (1 << 29) - 1, 1 << 29])
        usual = usual_wire_type(field)
        wire_type = usual if rng.random() < 0.85 else rng.randrange(8)
        out += odd_tag(rng, number, wire_type)
        if wire_type == 0:
            out += odd_varint(rng)
        elif wire_type == 1:
            out += rng.randbytes(8)
        elif wire_type == 5:
            out += rng.randbytes(4)
        elif wire_type == 2:
            payload = odd_payload(rng, field, depth)
            length = len(payload) + (rng.choice([-1, 1, 5]) if rng.random() < 0.02 else 0)
            out += varint(max(length, 0), rng.choice([0] * 30 + [1, 5])) + payload
        elif wire_type == 3 and depth < 6:
            end = number if rng.random() < 0.9 else number + 1
            out += odd_message(rng, descriptor, depth + 1) + odd_tag(rng, end, 4)
    return bytes(out)


def usual_wire_type(field: FieldDescriptor | None) -> int:
    """The wire type of a field, packed when it can be."""
    if field is None:
        return 0
    if field.type == FieldDescriptor.TYPE_DOUBLE:
        return 2 if field.is_repeated else 1
    if field.type in {FieldDescriptor.TYPE_MESSAGE, FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES}:
        return 2
    return 2 if field.is_repeated else 0


def odd_payload(rng: random.Random, field: FieldDescriptor | None, depth: int) -> bytes:
    """What stands in a length-delimited field."""
    if field is not None and field.message_type is not None and rng.random() < 0.95:
        return odd_message(rng, field.message_type, depth + 1)
    if field is not None and field.type == FieldDescriptor.TYPE_DOUBLE:
        return rng.randbytes(rng.choice([0, 8, 8, 56, 56, 12]))
    if field is not None and field.is_repeated and rng.random() < 0.9:
        return b"".join(odd_varint(rng) for _ in range(rng.randrange(5)))
    return odd_text(rng)


def mutated(rng: random.Random, data: bytes) -> bytes:
    """A message with some bytes changed, lost, doubled or added."""
    out = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(5)
        if kind == 0 and out:
            out[at % len(out)] = rng.randrange(256)
        elif kind == 1:
            del out[at : at + rng.randrange(1, 4)]
        elif kind == 2:
            out[at:at] = rng.randbytes(rng.randrange(1, 4))
        elif kind == 3:
            out[at:at] = out[at : at + rng.randrange(1, 20)]
        else:
            out = out[:at]
    return bytes(out)


def nested_groups(depth: int, inside: bytes = b"") -> bytes:
    """Unknown groups in each other."""
    return varint(500 << 3 | 3) * depth + inside + varint(500 << 3 | 4) * depth


def sound_message(rng: random.Random, message: Message, depth: int = 0) -> Message:
    """Fill a message with values of the right types."""
    for field in message.DESCRIPTOR.fields:
        if rng.random() < 0.3:
            continue
        count = rng.randrange(4) if field.is_repeated else 1
        for _ in range(count):
            if field.type == FieldDescriptor.TYPE_MESSAGE:
                if depth > 6:
                    continue
                inner = getattr(message, field.name)
                sound_message(rng, inner.add() if field.is_repeated else inner, depth + 1)
                if not field.is_repeated:
                    inner.SetInParent()
                continue
            value: float | str
            if field.type == FieldDescriptor.TYPE_STRING:
                value = rng.choice(["", "skip", "größe"])
            elif field.type == FieldDescriptor.TYPE_BOOL:
                value = rng.random() < 0.5
            else:
                value = rng.choice([0, 1, 6, 200, 70_000])
            if field.is_repeated:
                getattr(message, field.name).append(value)
            else:
                setattr(message, field.name, value)
    return message


def understood(method: str, request: bytes) -> Message | None:
    """What our decoder makes of a request; None when it refuses it."""
    try:
        again = _native.reencode_request(method, request)
    except _native.AnswerError as error:
        status = status_pb2.Status.FromString(error.details)
    else:
        return GetMessageClass(REQUESTS[method]).FromString(again)
    info = error_details_pb2.ErrorInfo()
    assert any(detail.Unpack(info) for detail in status.details)
    assert (status.code, info.reason) == (3, "BAD_WIRE_DATA")
    return None


def expected(method: str, request: bytes) -> Message | None:
    """What the runtime of Python makes of a request; None when it refuses it."""
    message = GetMessageClass(REQUESTS[method])()
    try:
        message.ParseFromString(request)
    except DecodeError:
        return None
    message.DiscardUnknownFields()
    return message


def _bytes(message: Message | None) -> bytes | None:
    return None if message is None else message.SerializeToString(deterministic=True)


def same(method: str, requests: Iterator[bytes]) -> tuple[int, int]:
    """Compare both on all requests and tell how many were accepted and refused."""
    accepted = refused = 0
    for request in requests:
        theirs = expected(method, request)
        ours = understood(method, request)
        # Compared by their bytes, because a number that is none equals nothing.
        assert _bytes(ours) == _bytes(theirs), f"{method} {request.hex()}"
        if theirs is None:
            refused += 1
        else:
            accepted += 1
    return accepted, refused


def odd_requests(rng: random.Random, descriptor: Descriptor, count: int) -> Iterator[bytes]:
    return (odd_message(rng, descriptor) for _ in range(count))


def mutated_requests(rng: random.Random, descriptor: Descriptor, count: int) -> Iterator[bytes]:
    for _ in range(count):
        yield mutated(rng, sound_message(rng, GetMessageClass(descriptor)()).SerializeToString())


def random_requests(rng: random.Random, _: Descriptor, count: int) -> Iterator[bytes]:
    return (rng.randbytes(rng.randrange(40)) for _ in range(count))


@pytest.mark.parametrize("make", [odd_requests, mutated_requests, random_requests])
@pytest.mark.parametrize("method", REQUESTS)
def test_the_same_requests_are_understood_the_same_way(
    method: str, make: Callable[[random.Random, Descriptor, int], Iterator[bytes]]
) -> None:
    """Odd, mutated and random bytes."""
    rng = random.Random(f"{method} {make.__name__}")
    _, refused = same(method, make(rng, REQUESTS[method], 1000))
    assert refused > 10, "the requests are odd enough"


@pytest.mark.parametrize("method", REQUESTS)
def test_sound_messages_are_understood(method: str) -> None:
    """What a client of today sends."""
    rng = random.Random(method)
    make = GetMessageClass(REQUESTS[method])
    accepted, refused = same(method, (sound_message(rng, make()).SerializeToString() for _ in range(100)))
    assert (accepted, refused) == (100, 0)


@pytest.mark.parametrize("depth", [1, 50, 98, 99, 100, 101, 102, 300])
@pytest.mark.parametrize("inside", [b"", varint(8) + varint(1), varint(18) + varint(0)])
def test_the_same_nesting_is_too_deep(depth: int, inside: bytes) -> None:
    """Groups in groups, at the top and inside a message."""
    for method in REQUESTS:
        groups = nested_groups(depth, inside)
        same(method, iter([groups, varint(1 << 3 | 2) + varint(len(groups)) + groups]))


@pytest.mark.parametrize("padding", range(12))
def test_padded_numbers(padding: int) -> None:
    """Tags, lengths and values that are written with more bytes than they need."""
    method = "/spielwerk.v1.QwirkleService/ViewPosition"
    tag, value = varint(2 << 3, padding), varint(1, padding)
    text = varint(1 << 3 | 2) + varint(2, padding) + varint(7 << 3) + b"\x05"
    same(method, iter([tag + b"\x01", varint(2 << 3) + value, text]))


@pytest.mark.parametrize("method", REQUESTS)
def test_no_request_breaks_the_engine(method: str) -> None:
    """Whatever a message says, it is answered or refused as the mistake of the caller."""
    rng = random.Random(f"answered {method}")
    make = GetMessageClass(REQUESTS[method])
    requests = [sound_message(rng, make()).SerializeToString() for _ in range(300)]
    requests += odd_requests(rng, REQUESTS[method], 200)
    for request in requests:
        try:
            _native.answer(method, request)
        except _native.AnswerError as error:
            code = error.code
        else:
            continue
        assert code == 3, f"{method} {request.hex()}"
