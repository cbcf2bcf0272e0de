//! The TLS step, with the certificate's problem as a sentence.

use std::time::Duration;

use http::Uri;
use tower::{Service as _, ServiceExt as _};

use super::{Problem, Seen};
use crate::connect::{self, BoxError, connector};

/// Performs a TLS handshake with the server.
pub(super) async fn handshake(url: &Uri, limit: Duration) -> (Option<()>, Seen) {
    let mut connector = match connector() {
        Ok(connector) => connector,
        Err(error) => {
            let next = "Install your system's CA certificates, for example with the package ca-certificates.";
            return (None, Seen::failed(Problem::Unreachable, error.to_string(), next));
        }
    };
    let connected = async { connector.ready().await?.call(url.clone()).await };
    match tokio::time::timeout(limit, connected).await {
        Ok(Ok(_)) => (Some(()), Seen::ok("The connection is encrypted, and the certificate is valid.")),
        Ok(Err(error)) => {
            let (text, next) = explain(&error, url.host().unwrap_or_default());
            (None, Seen::failed(Problem::Unreachable, text, next))
        }
        Err(_) => {
            let text = format!("The server did not finish the TLS handshake within {} s.", limit.as_secs_f64());
            (None, Seen::failed(Problem::Unreachable, text, "Check that the port is for HTTPS."))
        }
    }
}

/// Explains a handshake error, and the remedy.
fn explain(error: &BoxError, host: &str) -> (String, &'static str) {
    match connect::source::<rustls::Error>(&**error) {
        Some(tls) => connect::explain_tls(tls, host),
        None => (format!("TLS fails: {error}."), "Check that the port is for HTTPS, and the network in between."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_tls_is_found_among_the_sources() {
        let expired = rustls::Error::InvalidCertificate(rustls::CertificateError::Expired);
        let (text, _) = explain(&BoxError::from(std::io::Error::other(expired)), "example.com");
        assert!(text.contains("has expired"), "{text}");
        let (text, _) = explain(&"broken pipe".into(), "example.com");
        assert_eq!(text, "TLS fails: broken pipe.");
    }
}
