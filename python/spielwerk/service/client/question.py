"""A question to the service as a value."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NoReturn, Self, TypeVar

Answer = TypeVar("Answer", covariant=True)


@dataclass(frozen=True, slots=True)
class Question(Generic[Answer]):
    """What to ask and how to read the answer."""

    path: str
    """The full name of the method, such as ``/spielwerk.v1.QwirkleService/CheckMove``."""
    request: bytes
    """The serialised request."""
    read: Callable[[bytes], Answer]
    """Makes the answer of the serialised reply."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("Question is not pickled; pickle what it asks about, and ask anew")
