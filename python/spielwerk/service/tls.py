"""Certificates: TLS, client certificates, and new ones without a restart."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import grpc

from spielwerk.service.config import ConfigError, Fault, ServerConfig
from spielwerk.service.watch import FileWatch

if TYPE_CHECKING:
    from pathlib import Path

    from spielwerk.service.log import ServiceLog


def server_credentials(config: ServerConfig, log: ServiceLog) -> grpc.ServerCredentials:
    """Credentials for the listener, read again when a file changes.

    Before each handshake the files are looked at, at most once a second. Unusable new files are logged and
    the old certificate stays: half-written files must not take the service down.

    Raises:
        ConfigError: a file can't be read, holds no certificate, or key and certificate don't belong together.
    """
    if config.tls_certificate is None or config.tls_key is None:
        raise ConfigError((Fault("tls_certificate", "there is none"),))
    paths = tuple(
        path for path in (config.tls_certificate, config.tls_key, config.tls_client_ca) if path is not None
    )
    initial = _certificate_configuration(config.tls_certificate, config.tls_key, config.tls_client_ca)
    watch = FileWatch(paths)
    certificate, key, client_ca = config.tls_certificate, config.tls_key, config.tls_client_ca

    def fetch() -> grpc.ServerCertificateConfiguration | None:
        if not watch.changed():
            return None
        try:
            fresh = _certificate_configuration(certificate, key, client_ca)
        except ConfigError as error:
            log.warning("new certificate refused, the old one stays", fault=str(error))
            return None
        log.info("certificate read again", certificate=str(certificate))
        return fresh

    return grpc.dynamic_ssl_server_credentials(
        initial,
        fetch,  # type: ignore[arg-type]  # the stubs forget that None means "no change"
        require_client_authentication=config.tls_client_ca is not None,
    )


def _certificate_configuration(
    certificate: Path, key: Path, client_ca: Path | None
) -> grpc.ServerCertificateConfiguration:
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
    return grpc.ssl_server_certificate_configuration(
        [(contents["tls_key"], contents["tls_certificate"])], contents.get("tls_client_ca")
    )


def _content_faults(certificate: Path, key: Path, client_ca: Path | None) -> list[Fault]:
    """Let OpenSSL judge the files: grpc itself would only fail later, one handshake at a time."""
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
