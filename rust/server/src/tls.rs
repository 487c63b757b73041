//! Certificates: TLS, client certificates, and new ones without a restart.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use rustls::{
    RootCertStore, ServerConfig,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::{NoClientAuth, WebPkiClientVerifier, danger::ClientCertVerifier},
};

/// What a server shows and whom it believes, as the contents of PEM files.
#[derive(Clone)]
pub struct Identity {
    /// The certificate chain of the server, leaf first.
    pub certificate: Vec<u8>,
    /// The private key of the leaf, without a pass phrase.
    pub key: Vec<u8>,
    /// Authorities whose client certificates are accepted; when given, a client must show one.
    pub client_ca: Option<Vec<u8>>,
}

impl fmt::Debug for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The key is nobody's business.
        formatter.debug_struct("Identity").finish_non_exhaustive()
    }
}

/// Why an [`Identity`] can't be used, in words for an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityError(String);

impl fmt::Display for IdentityError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for IdentityError {}

/// The TLS settings in force; handshakes that begin later see later ones.
pub(crate) struct Tls(RwLock<Arc<ServerConfig>>);

impl Tls {
    pub(crate) fn new(identity: &Identity) -> Result<Self, IdentityError> {
        Ok(Self(RwLock::new(server_config(identity)?)))
    }

    pub(crate) fn replace(&self, identity: &Identity) -> Result<(), IdentityError> {
        let config = server_config(identity)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    pub(crate) fn current(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

fn server_config(identity: &Identity) -> Result<Arc<ServerConfig>, IdentityError> {
    let fault =
        |what: &str, error: &dyn fmt::Display| IdentityError(format!("{what} is not usable: {error}"));
    let chain = certificates(&identity.certificate).map_err(|error| fault("the certificate", &error))?;
    let key = PrivateKeyDer::from_pem_slice(&identity.key).map_err(|error| fault("the key", &error))?;
    let provider = Arc::new(default_provider());
    let clients: Arc<dyn ClientCertVerifier> = match &identity.client_ca {
        None => Arc::new(NoClientAuth),
        Some(authorities) => {
            let mut roots = RootCertStore::empty();
            let authorities =
                certificates(authorities).map_err(|error| fault("the client authority", &error))?;
            for authority in authorities {
                roots.add(authority).map_err(|error| fault("the client authority", &error))?;
            }
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
                .build()
                .map_err(|error| fault("the client authority", &error))?
        }
    };
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_client_cert_verifier(clients).with_single_cert(chain, key))
        .map_err(|error| fault("the certificate with its key", &error))?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(Arc::new(config))
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, String> {
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    match certificates {
        Ok(certificates) if certificates.is_empty() => Err("it holds no certificate in PEM form".into()),
        Ok(certificates) => Ok(certificates),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use rcgen::{CertifiedKey, generate_simple_self_signed};

    use super::*;

    fn identity() -> Identity {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        Identity { certificate: cert.pem().into(), key: signing_key.serialize_pem().into(), client_ca: None }
    }

    #[test]
    fn certificate_and_key_belong_together() {
        let (one, other) = (identity(), identity());
        assert!(Tls::new(&one).is_ok());
        let mixed = Identity { key: other.key.clone(), ..one.clone() };
        let error = Tls::new(&mixed).err().unwrap().to_string();
        assert!(error.starts_with("the certificate with its key is not usable: "), "{error}");
        let empty = Identity { certificate: Vec::new(), ..one.clone() };
        assert!(Tls::new(&empty).err().unwrap().to_string().contains("holds no certificate"));
        let keyless = Identity { key: b"nothing".to_vec(), ..one.clone() };
        assert!(Tls::new(&keyless).err().unwrap().to_string().starts_with("the key is not usable"));
        let stranger = Identity { client_ca: Some(b"nothing".to_vec()), ..one };
        assert!(
            Tls::new(&stranger).err().unwrap().to_string().starts_with("the client authority is not usable")
        );
    }

    #[test]
    fn a_bad_new_certificate_leaves_the_old_one() {
        let old = identity();
        let tls = Tls::new(&old).unwrap();
        let before = tls.current();
        assert!(tls.replace(&Identity { key: identity().key, ..old }).is_err());
        assert!(Arc::ptr_eq(&before, &tls.current()));
        tls.replace(&identity()).unwrap();
        assert!(!Arc::ptr_eq(&before, &tls.current()));
    }

    #[test]
    fn the_key_is_not_printed() {
        assert_eq!(format!("{:?}", identity()), "Identity { .. }");
    }
}
