"""The certificates of the server in the words of grpc."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc

from spielwerk.service.identity import Identity, IdentitySource

if TYPE_CHECKING:
    from spielwerk.service.config import ServerConfig
    from spielwerk.service.log import ServiceLog


def server_credentials(config: ServerConfig, log: ServiceLog) -> grpc.ServerCredentials:
    """Credentials for the listener, read again when a file changes.

    Before each handshake the files are looked at, at most once a second.

    Raises:
        ConfigError: a file can't be read, holds no certificate, or key and certificate don't belong together.
    """
    source = IdentitySource(config, log)

    def fetch() -> grpc.ServerCertificateConfiguration | None:
        return _certificate_configuration(source.identity) if source.follow() else None

    return grpc.dynamic_ssl_server_credentials(
        _certificate_configuration(source.identity),
        fetch,  # type: ignore[arg-type]  # the stubs forget that None means "no change"
        require_client_authentication=config.tls_client_ca is not None,
    )


def _certificate_configuration(identity: Identity) -> grpc.ServerCertificateConfiguration:
    pair = (identity.key, identity.certificate)
    return grpc.ssl_server_certificate_configuration([pair], identity.client_ca)
