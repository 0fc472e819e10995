//! TLS with the user's own certificate.

use std::path::Path;
use std::sync::Arc;

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::{self, ServerConfig};

/// Why a certificate can't be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The certificate's file.
    #[error(
        "reading the certificate {path}: {reason}; --tls-cert takes a PEM file, the server's own certificate first"
    )]
    Certificate {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// The key's file.
    #[error("reading the key {path}: {reason}; --tls-key takes a PEM file with an unencrypted private key")]
    Key {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// They do not belong together, or are of a kind that TLS does not use.
    #[error("the certificate {certificate} does not work with the key {key}: {source}")]
    Pair {
        /// The certificate's file.
        certificate: String,
        /// The key's file.
        key: String,
        /// Why not.
        source: rustls::Error,
    },
}

/// Reads certificate and key.
pub(super) fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let (certificate_path, key_path) = (certificate.display().to_string(), key.display().to_string());
    let certificate_error = |reason: String| TlsError::Certificate { path: certificate_path.clone(), reason };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| certificate_error(error.to_string()))?;
    if chain.is_empty() {
        return Err(certificate_error("there is no certificate in it".to_owned()));
    }
    let private = PrivateKeyDer::from_pem_file(key)
        .map_err(|error| TlsError::Key { path: key_path.clone(), reason: error.to_string() })?;
    let pair = |source| TlsError::Pair { certificate: certificate_path.clone(), key: key_path.clone(), source };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(&pair)?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(&pair)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
