"""What the service needs from the rules: one function from bytes to bytes and a few facts about it.

The extension module ``spielwerk._native`` is the one answerer of the product. It is named as a protocol so
that the transport can be tested with answers no rule book would give: slow ones, failing ones, wrong ones.
"""

from __future__ import annotations

from typing import Protocol, cast

BRIEF_METHODS = frozenset({"CheckMove", "ViewPosition"})
"""Names of the methods that take some microseconds for any request of at most :data:`BRIEF_BYTES`."""
BRIEF_BYTES = 2048
"""Largest request that is brief; every position and move of a game fits."""


class Refusal(Protocol):
    """The exception of an answerer that refuses a request (``spielwerk._native.AnswerError``)."""

    code: int
    """gRPC status code, 1 to 16."""
    message: str
    """One sentence for the caller."""
    details: bytes
    """A serialized ``google.rpc.Status``; empty when there is nothing to add."""


class Cancellation(Protocol):
    """A flag that a running answer looks at between chunks of work (``spielwerk._native.Cancel``)."""

    def cancel(self) -> None:
        """Ask the answer to stop soon. Safe from any thread, any number of times."""


class Answerer(Protocol):
    """The face of ``spielwerk._native`` towards the service."""

    @property
    def AnswerError(self) -> type[Exception]:  # noqa: N802 - the name of the class it returns
        """Exception type with the fields of :class:`Refusal`."""

    @property
    def Cancel(self) -> type[Cancellation]:  # noqa: N802 - the name of the class it returns
        """Type of cancellation flags, made without arguments."""

    def answer(
        self,
        method: str,
        request: bytes,
        time_left: float | None = None,
        cancel: Cancellation | None = None,
        /,
    ) -> bytes:
        """Answer one serialized request.

        Args:
            method: full path such as ``/spielwerk.v1.QwirkleService/CheckMove``.
            request: serialized request message.
            time_left: seconds until nobody waits any more; ``None`` for no deadline.
            cancel: flag that stops a long answer.

        Returns:
            The serialized reply message.

        Raises:
            AnswerError: the request is refused; see :class:`Refusal`.
        """

    def methods(self) -> list[str]:
        """Full paths of all methods."""

    def file_descriptor_set(self) -> bytes:
        """Serialized ``FileDescriptorSet`` of all protos, each file after those it imports."""

    def take_verdict_counts(self) -> dict[tuple[str, str], int]:
        """Verdicts since the last call, by game and rule (``legal`` for the legal ones); resets them."""

    def take_batch_items(self) -> dict[str, int]:
        """Items answered inside batch calls since the last call, by method path; resets them."""


def native() -> Answerer:
    """The answerer of the product.

    Raises:
        ImportError: the extension module is not installed.
    """
    from spielwerk import _native

    return cast("Answerer", _native)  # cast: it takes no other cancellation than its own
