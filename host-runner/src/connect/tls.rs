//! TLS errors as sentences.

use rustls::CertificateError;

/// Explains a TLS handshake error: the problem, and the remedy.
pub(crate) fn explain(error: &rustls::Error, host: &str) -> (String, &'static str) {
    let renew = "Renew the certificate on the server.";
    match error {
        rustls::Error::InvalidCertificate(problem) => match problem {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                ("The server's certificate has expired.".to_owned(), renew)
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                let next = "Check this machine's clock, and the certificate on the server.";
                ("The server's certificate is not valid yet.".to_owned(), next)
            }
            CertificateError::Revoked => ("The server's certificate was revoked.".to_owned(), renew),
            // `BadSignature` occurs if a trusted authority has the same name as the certificate's issuer.
            CertificateError::UnknownIssuer | CertificateError::BadSignature => (
                "This machine does not trust the issuer of the server's certificate: it is self-signed, or issued by a \
                 company's own authority, or the server does not send the intermediate certificates."
                    .to_owned(),
                "Add the authority's certificate to those that the system trusts, or set SSL_CERT_FILE.",
            ),
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                let next = "Use a host name for which the certificate is valid, or correct the certificate.";
                (format!("The server's certificate is not valid for {host}."), next)
            }
            // A webpki error for which rustls has no variant.
            CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => (
                "The server's certificate is a CA certificate, as self-signed ones often are.".to_owned(),
                "Make a certificate for the server with basicConstraints CA:FALSE, and let the system trust its issuer.",
            ),
            other => (format!("The server's certificate is not valid: {other}."), renew),
        },
        rustls::Error::InvalidMessage(_) => {
            ("The port does not speak TLS.".to_owned(), "Use http:// instead of https://, or the port for HTTPS.")
        }
        other => (format!("TLS fails: {other}."), "Check the server's TLS versions and certificate."),
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
            (CertificateError::NotValidForName, "is not valid for example.com"),
            (CertificateError::BadEncoding, "is not valid: "),
        ] {
            let (text, next) = explain(&rustls::Error::InvalidCertificate(problem), "example.com");
            assert!(text.contains(expected) && next.ends_with('.'), "{text}");
        }
    }
}
