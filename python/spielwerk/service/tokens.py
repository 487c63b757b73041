"""Where bearer tokens come from: the configuration, an environment variable, a file that may change."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from spielwerk.service.config import ConfigError, Fault, ServerConfig, token_faults
from spielwerk.service.watch import FileWatch

if TYPE_CHECKING:
    from pathlib import Path

    from spielwerk.service.log import ServiceLog


class TokenSource:
    """The tokens that are valid now."""

    def __init__(self, config: ServerConfig, log: ServiceLog) -> None:
        """Read the tokens of `config`.

        Raises:
            ConfigError: a file can't be read or holds no token, or a token is too weak.
        """
        self._log = log
        self._fixed = (*config.tokens, *_variable_tokens(config.token_variable))
        self._from_file: tuple[str, ...] = ()
        self._watch: FileWatch | None = None
        if config.token_file is not None:
            self._from_file = _file_tokens(config.token_file)
            self._watch = FileWatch((config.token_file,))

    @property
    def tokens(self) -> tuple[str, ...]:
        """All valid tokens; empty when none were asked for, and then everybody may come."""
        return (*self._fixed, *self._from_file)

    def follow(self) -> bool:
        """Read the file again if it was replaced; whether there are other tokens now.

        A file that can't be used is told and changes nothing: a mistake must neither open nor close the door.
        """
        if self._watch is None or not self._watch.changed():
            return False
        (path,) = self._watch.paths
        try:
            self._from_file = _file_tokens(path)
        except ConfigError as error:
            self._log.warning("token file refused, the tokens read before stay valid", fault=str(error))
            return False
        self._log.info("token file read again", tokens=len(self._from_file))
        return True


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
