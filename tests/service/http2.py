"""HTTP/2 by hand, for what no well-behaved client library does."""

from __future__ import annotations

import struct
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
END_STREAM, END_HEADERS = 1, 4
INITIAL_WINDOW_SIZE = 4
ENHANCE_YOUR_CALM = 11


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """One frame."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def question(stream: int, path: str, message: bytes, **metadata: str) -> bytes:
    """A gRPC call: headers and a message, with nothing compressed or indexed; `_` in a name of `metadata` is ``-``."""
    fields = {
        b":method": b"POST",
        b":scheme": b"http",
        b":path": path.encode(),
        b":authority": b"x",
        b"te": b"trailers",
        b"content-type": b"application/grpc",
        **{name.replace("_", "-").encode(): value.encode() for name, value in metadata.items()},
    }
    headers = b"".join(
        b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value for name, value in fields.items()
    )
    body = struct.pack(">BI", 0, len(message)) + message
    return frame(HEADERS, END_HEADERS, stream, headers) + frame(DATA, END_STREAM, stream, body)


def settings(**values: int) -> bytes:
    """A frame of settings; the one name known here is ``initial_window_size``."""
    size = values.get("initial_window_size")
    payload = b"" if size is None else struct.pack(">HI", INITIAL_WINDOW_SIZE, size)
    return frame(SETTINGS, 0, 0, payload)


def frames(connection: socket.socket, seconds: float) -> Iterator[tuple[int, int, bytes]]:
    """Kind, flags and payload of the frames that arrive within some time, or until the other side closes."""
    end, data = time.monotonic() + seconds, b""
    while (left := end - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            received = connection.recv(65536)
        except TimeoutError:
            return
        if not received:
            return
        data += received
        while len(data) >= 9 and len(data) >= 9 + (size := int.from_bytes(data[:3], "big")):
            yield data[3], data[4], data[9 : 9 + size]
            data = data[9 + size :]
