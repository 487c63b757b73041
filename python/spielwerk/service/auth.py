"""Bearer tokens: who may ask at all.

A token is compared in constant time by its digest, with every known token, so that the time of the answer
tells nothing about how close a guess was.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

import grpc

from spielwerk.service.status import Refused, refused
from spielwerk.service.tokens import TokenSource

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spielwerk.service.config import ServerConfig
    from spielwerk.service.log import ServiceLog

AUTHORIZATION = "authorization"
_SCHEME = "bearer "


class TokenGuard:
    """Decides from the metadata of a call whether the caller may go on."""

    _MISSING = refused(
        grpc.StatusCode.UNAUTHENTICATED,
        "TOKEN_MISSING",
        "this service wants a bearer token in 'authorization'",
    )
    _WRONG = refused(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN", "the bearer token is not known")

    def __init__(self, source: TokenSource) -> None:
        self._source = source
        self._digests = _digests(source.tokens)

    @classmethod
    def from_config(cls, config: ServerConfig, log: ServiceLog) -> TokenGuard | None:
        """A guard when `config` names tokens, ``None`` when everybody may ask.

        Raises:
            ConfigError: a file can't be read or holds no token, or a token is too weak.
        """
        source = TokenSource(config, log)
        return cls(source) if source.tokens else None

    def refusal(self, metadata: Iterable[tuple[str, str | bytes]]) -> Refused | None:
        """``None`` when the caller may go on, else the status to answer with."""
        if self._source.follow():
            self._digests = _digests(self._source.tokens)
        for key, value in metadata:
            if key == AUTHORIZATION and isinstance(value, str):
                if value[: len(_SCHEME)].lower() != _SCHEME:
                    return self._MISSING
                return None if self._knows(value[len(_SCHEME) :]) else self._WRONG
        return self._MISSING

    def _knows(self, token: str) -> bool:
        digest = _digest(token)
        known = False
        for candidate in self._digests:
            known |= hmac.compare_digest(digest, candidate)
        return known


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _digests(tokens: Iterable[str]) -> tuple[bytes, ...]:
    return tuple(_digest(token) for token in tokens)
