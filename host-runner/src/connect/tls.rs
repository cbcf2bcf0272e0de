//! TLS errors as sentences.

use rustls::CertificateError;

/// Explains a TLS handshake error: the problem, and the remedy.
pub(crate) fn explain(error: &rustls::Error, host: &str) -> (String, &'static str) {
    let renew = "Renew the certificate on the server.";
    match error {
        rustls::Error::InvalidCertificate(problem) => match problem {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                ("The certificate of the server has expired.".to_owned(), renew)
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                let next = "Check the clock of this machine, and the certificate on the server.";
                ("The certificate of the server is not valid yet.".to_owned(), next)
            }
            CertificateError::Revoked => ("The certificate of the server was revoked.".to_owned(), renew),
            // The second error occurs if a trusted authority has the issuer's name.
            CertificateError::UnknownIssuer | CertificateError::BadSignature => (
                "This machine does not trust the issuer of the server's certificate: it is self-signed, of a company's \
                 own authority, or the server does not send the certificates in between."
                    .to_owned(),
                "Add the authority's certificate to those that the system trusts, or SSL_CERT_FILE to the environment.",
            ),
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                let next = "Open the server under a name of its certificate, or correct the certificate.";
                (format!("The certificate of the server is for another name than {host}."), next)
            }
            // A webpki error without a name in rustls.
            CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => (
                "The certificate of the server is that of an authority, as self-signed ones often are.".to_owned(),
                "Make a certificate for the server with basicConstraints CA:FALSE, and let the system trust its issuer.",
            ),
            other => (format!("The certificate of the server is not valid: {other}."), renew),
        },
        rustls::Error::InvalidMessage(_) => {
            ("The port does not speak TLS.".to_owned(), "Use http:// in place of https://, or the port for https.")
        }
        other => (format!("TLS fails: {other}."), "Check the TLS versions and the certificate of the server."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_of_certificates_are_sentences() {
        for (problem, expected) in [
            (CertificateError::Expired, "has expired"),
            (CertificateError::UnknownIssuer, "does not trust the issuer"),
            (CertificateError::BadSignature, "does not trust the issuer"),
            (CertificateError::NotValidForName, "another name than example.com"),
            (CertificateError::BadEncoding, "is not valid: "),
        ] {
            let (text, next) = explain(&rustls::Error::InvalidCertificate(problem), "example.com");
            assert!(text.contains(expected) && next.ends_with('.'), "{text}");
        }
    }
}
