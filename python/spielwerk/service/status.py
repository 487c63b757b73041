"""Refusals that the transport itself gives, with the details a client can act on."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, NoReturn

import grpc
from google.protobuf import duration_pb2
from google.rpc import error_details_pb2, status_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

DOMAIN = "spielwerk"
"""Domain of every ``google.rpc.ErrorInfo`` of the service."""
DETAILS_KEY = "grpc-status-details-bin"
"""Trailing metadata key that carries a serialized ``google.rpc.Status``."""
MAXIMUM_DETAILS_BYTES = 5500
"""Largest details sent. Clients refuse a header list above 8 KiB, and base64 makes 7,400 bytes of these."""
MAXIMUM_MESSAGE_CHARACTERS = 500
"""Longest message sent; a character may take up to twelve bytes on the wire."""

CODES: dict[int, grpc.StatusCode] = {code.value[0]: code for code in grpc.StatusCode}
"""Status codes by number."""


@dataclasses.dataclass(frozen=True, slots=True)
class Refused:
    """An answer that is not OK."""

    code: grpc.StatusCode
    message: str
    details: bytes = b""
    """Serialized ``google.rpc.Status``; empty for none."""

    def abort(self, context: grpc.ServicerContext) -> NoReturn:
        """End the call with this status. Does not return: grpc leaves by an exception."""
        if self.details:
            context.set_trailing_metadata(((DETAILS_KEY, self.details),))
        context.abort(self.code, self.message)
        raise AssertionError("abort does not return")


def refused(
    code: grpc.StatusCode,
    reason: str,
    message: str,
    retry_after: float | None = None,
    metadata: Mapping[str, str] | None = None,
) -> Refused:
    """A refusal with an ``ErrorInfo`` and, when trying again makes sense, a ``RetryInfo``.

    Args:
        code: status of the call.
        reason: upper snake case name that programs may branch on.
        message: sentence for people.
        retry_after: seconds to wait before another try.
        metadata: what programs may want to know beside the reason.
    """
    status = status_pb2.Status(code=code.value[0], message=message)
    info = error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=metadata or {})
    status.details.add().Pack(info)
    if retry_after is not None:
        delay = duration_pb2.Duration()
        delay.FromNanoseconds(int(retry_after * 1e9))
        status.details.add().Pack(error_details_pb2.RetryInfo(retry_delay=delay))
    return Refused(code, message, status.SerializeToString())


def from_answerer(code: int, message: str, details: bytes) -> Refused:
    """The refusal an answerer gave, cut to a size that every client takes.

    >>> from_answerer(3, "no such tile", b"").code.name
    'INVALID_ARGUMENT'
    """
    if len(message) > MAXIMUM_MESSAGE_CHARACTERS:
        message = message[: MAXIMUM_MESSAGE_CHARACTERS - 1] + "…"
    if len(details) > MAXIMUM_DETAILS_BYTES:
        details = _shortened(details, message)
    return Refused(CODES[code], message, details)


def _shortened(details: bytes, message: str) -> bytes:
    """Keep as many details as fit: whole ones first, of a ``BadRequest`` as many violations as fit."""
    whole = status_pb2.Status.FromString(details)
    short = status_pb2.Status(code=whole.code, message=message)
    for detail in whole.details:
        if short.ByteSize() + detail.ByteSize() + 8 <= MAXIMUM_DETAILS_BYTES:
            short.details.add().CopyFrom(detail)
        elif detail.Is(error_details_pb2.BadRequest.DESCRIPTOR):
            room = MAXIMUM_DETAILS_BYTES - short.ByteSize() - 128
            bad_request = error_details_pb2.BadRequest()
            detail.Unpack(bad_request)
            kept = error_details_pb2.BadRequest()
            for violation in bad_request.field_violations:
                room -= violation.ByteSize() + 4
                if room < 0:
                    break
                kept.field_violations.add().CopyFrom(violation)
            short.details.add().Pack(kept)
    shortened: bytes = short.SerializeToString()
    return shortened
