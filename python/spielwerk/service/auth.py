"""Bearer tokens: who may ask at all.

A token is compared in constant time by its digest, with every known token, so that the time of the answer
tells nothing about how close a guess was.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from typing import TYPE_CHECKING

import grpc

from spielwerk.service.config import ConfigError, Fault, ServerConfig, token_faults
from spielwerk.service.status import Refused, refused
from spielwerk.service.watch import FileWatch

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

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

    def __init__(self, config: ServerConfig, log: ServiceLog) -> None:
        """Read the tokens of `config`.

        Raises:
            ConfigError: a file can't be read, or a token is too weak.
        """
        self._log = log
        self._fixed = _digests((*config.tokens, *_variable_tokens(config.token_variable)))
        self._from_file: tuple[bytes, ...] = ()
        self._watch: FileWatch | None = None
        if config.token_file is not None:
            self._from_file = _digests(_file_tokens(config.token_file))
            self._watch = FileWatch((config.token_file,))

    @classmethod
    def from_config(cls, config: ServerConfig, log: ServiceLog) -> TokenGuard | None:
        """A guard when `config` names tokens, ``None`` when everybody may ask.

        Raises:
            ConfigError: as the constructor; also when a token file is named and holds no token.
        """
        guard = cls(config, log)
        if guard._watch is None and not guard._fixed:
            return None
        return guard

    def refusal(self, metadata: Iterable[tuple[str, str | bytes]]) -> Refused | None:
        """``None`` when the caller may go on, else the status to answer with."""
        self._follow_file()
        for key, value in metadata:
            if key == AUTHORIZATION and isinstance(value, str):
                if value[: len(_SCHEME)].lower() != _SCHEME:
                    return self._MISSING
                return None if self._knows(value[len(_SCHEME) :]) else self._WRONG
        return self._MISSING

    def _knows(self, token: str) -> bool:
        digest = _digest(token)
        known = False
        for candidate in (*self._fixed, *self._from_file):
            known |= hmac.compare_digest(digest, candidate)
        return known

    def _follow_file(self) -> None:
        if self._watch is not None and self._watch.changed():
            (path,) = self._watch.paths
            try:
                self._from_file = _digests(_file_tokens(path))
            except ConfigError as error:
                self._log.warning("token file refused, the tokens read before stay valid", fault=str(error))
            else:
                self._log.info("token file read again", tokens=len(self._from_file))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _digests(tokens: Iterable[str]) -> tuple[bytes, ...]:
    return tuple(_digest(token) for token in tokens)


def _variable_tokens(variable: str | None) -> tuple[str, ...]:
    tokens = tuple(os.environ.get(variable, "").split()) if variable else ()
    if faults := token_faults(tokens):
        raise ConfigError(tuple(Fault("token_variable", f"{variable}: {fault}") for fault in faults))
    return tokens


def _file_tokens(path: Path) -> tuple[str, ...]:
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError((Fault("token_file", f"{path} can't be read: {error}"),)) from error
    tokens = tuple(line for line in lines if line and not line.startswith("#"))
    if not tokens:
        raise ConfigError((Fault("token_file", f"{path} holds no token"),))
    if faults := token_faults(tokens):
        raise ConfigError(tuple(Fault("token_file", f"{path}: {fault}") for fault in faults))
    return tokens
