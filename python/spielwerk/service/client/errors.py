"""Why a question has no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from spielwerk import Fault, SpielwerkError

if TYPE_CHECKING:
    from collections.abc import Iterable

_DETAILS: Final = "grpc-status-details-bin"


class ServiceError(SpielwerkError):
    """A call that got no answer.

    Attributes:
        code: The gRPC status code.
        message: What the server said, for developers.
        faults: Every fault of a request that made no sense, with its field path; else empty.
        reason: The stable reason of the server's ``ErrorInfo``, such as ``TOO_MANY_CALLS``; empty when it gave none.
        metadata: What the server adds to the reason, for example the limit that was passed.
    """

    def __init__(self, code: grpc.StatusCode, message: str, details: bytes = b"") -> None:
        super().__init__(f"{code.name}: {message}")
        self.slug = code.name.lower()
        self.code = code
        self.message = message
        self.faults: tuple[Fault, ...] = ()
        self.reason = ""
        self.metadata: dict[str, str] = {}
        self._details = details
        try:
            status = status_pb2.Status.FromString(details)
        except DecodeError:
            return
        self._read(status)

    def __reduce__(self) -> tuple[type[ServiceError], tuple[grpc.StatusCode, str, bytes]]:
        return type(self), (self.code, self.message, self._details)

    @classmethod
    def of(cls, error: grpc.RpcError) -> ServiceError:
        """The error that grpc raised, with its details read."""
        code = error.code() or grpc.StatusCode.UNKNOWN
        trailing = cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ())
        details = b"".join(value for key, value in trailing if key == _DETAILS and isinstance(value, bytes))
        return cls(code, error.details() or "", details)

    @classmethod
    def of_status(cls, status: status_pb2.Status) -> ServiceError:
        """The error of one item of a batch."""
        code = next(
            (code for code in grpc.StatusCode if code.value[0] == status.code), grpc.StatusCode.UNKNOWN
        )
        return cls(code, status.message, status.SerializeToString())

    def _read(self, status: status_pb2.Status) -> None:
        bad_request, info = error_details_pb2.BadRequest(), error_details_pb2.ErrorInfo()
        for detail in status.details:
            if detail.Unpack(bad_request):
                self.faults = tuple(_fault(violation) for violation in bad_request.field_violations)
            elif detail.Unpack(info):
                self.reason = info.reason
                self.metadata = dict(info.metadata)


def _fault(violation: error_details_pb2.BadRequest.FieldViolation) -> Fault:
    return Fault(violation.field, "", violation.reason.lower(), violation.description)
