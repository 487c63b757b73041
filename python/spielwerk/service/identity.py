"""What the server shows of itself over TLS, and whom it believes: certificate, key, client authorities."""

from __future__ import annotations

import dataclasses
import ssl
from typing import TYPE_CHECKING

from spielwerk.service.config import ConfigError, Fault, ServerConfig
from spielwerk.service.watch import FileWatch

if TYPE_CHECKING:
    from pathlib import Path

    from spielwerk.service.log import ServiceLog


@dataclasses.dataclass(frozen=True, slots=True)
class Identity:
    """The contents of the files, in PEM form."""

    certificate: bytes
    """Certificate chain of the server, leaf first."""
    key: bytes = dataclasses.field(repr=False)
    """Private key of the leaf."""
    client_ca: bytes | None
    """Authorities of client certificates; ``None`` when clients need none."""


class IdentitySource:
    """The identity that is in force, read again when one of its files changes."""

    def __init__(self, config: ServerConfig, log: ServiceLog) -> None:
        """Read the files of `config`.

        Raises:
            ConfigError: there are none, a file can't be read or holds no certificate, or key and certificate
                don't belong together.
        """
        if config.tls_certificate is None or config.tls_key is None:
            raise ConfigError((Fault("tls_certificate", "there is none"),))
        self._log = log
        self._paths = (config.tls_certificate, config.tls_key, config.tls_client_ca)
        self._watch = FileWatch(tuple(path for path in self._paths if path is not None))
        self.identity = _read(*self._paths)
        """The identity in force."""

    def follow(self) -> bool:
        """Read the files again if one was replaced; whether there is another identity now.

        Unusable new files are told and change nothing: half-written files must not take the service down.
        """
        if not self._watch.changed():
            return False
        try:
            self.identity = _read(*self._paths)
        except ConfigError as error:
            self._log.warning("new certificate refused, the old one stays", fault=str(error))
            return False
        self._log.info("certificate read again", certificate=str(self._paths[0]))
        return True


def _read(certificate: Path, key: Path, client_ca: Path | None) -> Identity:
    faults: list[Fault] = []
    contents: dict[str, bytes] = {}
    for field, path in (("tls_certificate", certificate), ("tls_key", key), ("tls_client_ca", client_ca)):
        if path is not None:
            try:
                contents[field] = path.read_bytes()
            except OSError as error:
                faults.append(Fault(field, f"{path} can't be read: {error.strerror}"))
    if not faults:
        faults = _content_faults(certificate, key, client_ca)
    if faults:
        raise ConfigError(tuple(faults))
    return Identity(contents["tls_certificate"], contents["tls_key"], contents.get("tls_client_ca"))


def _content_faults(certificate: Path, key: Path, client_ca: Path | None) -> list[Fault]:
    """Let OpenSSL judge the files: a transport would only fail later, one handshake at a time."""
    faults = []
    try:
        # An empty pass phrase makes OpenSSL fail on an encrypted key; without one it would ask on the
        # terminal.
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key, password="")
    except (ssl.SSLError, OSError) as error:
        faults.append(Fault("tls_certificate", f"{certificate} with {key} is not usable: {_reason(error)}"))
    if client_ca is not None:
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=client_ca)
        except (ssl.SSLError, OSError) as error:
            faults.append(Fault("tls_client_ca", f"{client_ca} is not usable: {_reason(error)}"))
    return faults


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None)
    return str(reason).replace("_", " ").lower() if reason else str(error)
