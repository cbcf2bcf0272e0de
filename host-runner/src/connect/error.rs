use std::convert::Infallible;
use std::error::Error;
use std::io;

use http::{Response, StatusCode, Uri};
use tower_mcp_ui::authorization::AuthorizationError;
use tower_mcp_ui::tools::ToolsError;

use super::BoxError;
use crate::bodies::BodyError;

/// The error for a server that cannot be reached, or whose redirect is not followed. The message states the server, the
/// problem and a remedy.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct UpstreamError {
    message: String,
    is_timeout: bool,
    is_redirect: bool,
    /// The response status that reports this error.
    status: StatusCode,
}

impl UpstreamError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), is_timeout: false, is_redirect: false, status: StatusCode::BAD_GATEWAY }
    }

    /// The error for a request body that was not read. Nothing was sent to the server.
    pub(crate) fn unread(error: BodyError) -> Self {
        Self { status: error.status(), ..Self::new(error.to_string()) }
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// The error for a failed sign-in.
    pub(crate) fn unauthorized(error: &AuthorizationError) -> Self {
        Self { status: StatusCode::UNAUTHORIZED, ..Self::new(error.to_string()) }
    }

    /// Returns true if a sign-in failed or was refused.
    pub fn is_unauthorized(&self) -> bool {
        self.status == StatusCode::UNAUTHORIZED
    }

    /// The error for a redirect that is not followed.
    pub(crate) fn redirect(message: impl Into<String>) -> Self {
        Self { is_redirect: true, ..Self::new(message) }
    }

    /// Returns true if the server answered with a redirect that is not followed.
    pub(crate) fn is_redirect(&self) -> bool {
        self.is_redirect
    }

    /// Returns a URL without its query.
    pub(crate) fn shown(url: &Uri) -> String {
        without_query(&url.to_string()).to_owned()
    }

    /// The error for a failed connection. The cause comes from the error's sources.
    pub(crate) fn unreachable(url: &Uri, error: &(dyn Error + 'static)) -> Self {
        let server = url.authority().map_or_else(|| Self::shown(url), ToString::to_string);
        let host = url.host().unwrap_or_default();
        if source::<LookupError>(error).is_some() {
            return Self::new(format!(
                "Can't reach {server}: the name {host} is not known. Check its spelling, and the network or VPN."
            ));
        }
        if let Some(tls) = source::<rustls::Error>(error) {
            let (text, next) = super::tls::explain(tls, host);
            return Self::new(format!("Can't reach {server}. {text} {next}"));
        }
        if source::<hyper::Error>(error).is_some_and(hyper::Error::is_incomplete_message) {
            return Self::unreachable(url, &io::Error::from(io::ErrorKind::UnexpectedEof));
        }
        if source::<hyper::Error>(error).is_some_and(hyper::Error::is_parse) {
            return Self::new(format!("{server} does not speak HTTP. Check the port."));
        }
        let is_timeout = source::<io::Error>(error).is_some_and(|error| error.kind() == io::ErrorKind::TimedOut);
        Self { is_timeout, ..Self::new(ToolsError::unreachable(server, error).to_string()) }
    }
}

/// Finds an error of a given type among an error's sources.
pub(crate) fn source<'e, E: Error + 'static>(error: &'e (dyn Error + 'static)) -> Option<&'e E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        // The source of an I/O error is its inner error's source, so the inner error itself would be skipped.
        next = match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}

/// Returns a URL without its query and fragment, which may contain secrets.
pub fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

/// Turns a response that reports a connection error back into that error, a [`ToolsError`], so that the explorer shows
/// its message unchanged.
///
/// # Errors
///
/// If the server could not be reached.
pub fn reached<B>(response: Result<Response<B>, Infallible>) -> Result<Response<B>, BoxError> {
    let Ok(response) = response;
    match response.extensions().get::<UpstreamError>() {
        Some(UpstreamError { message, is_timeout: true, .. }) => Err(ToolsError::timed_out(message.clone()).into()),
        Some(UpstreamError { message, status: StatusCode::UNAUTHORIZED, .. }) => {
            Err(ToolsError::unauthorized(message.clone()).into())
        }
        Some(UpstreamError { message, .. }) => Err(ToolsError::unavailable(message.clone()).into()),
        None => Ok(response),
    }
}

/// The error for a name that cannot be resolved, or that resolves to a blocked address.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct LookupError(#[source] pub(super) io::Error);

#[cfg(test)]
mod tests {
    use super::*;

    fn message(error: impl Error + 'static) -> String {
        let url = Uri::from_static("https://a.example:8443/mcp?key=sesame");
        UpstreamError::unreachable(&url, &error).to_string()
    }

    #[test]
    fn the_cause_is_found_among_the_sources() {
        let refused = message(io::Error::other(io::Error::from(io::ErrorKind::ConnectionRefused)));
        assert_eq!(refused, "Can't reach a.example:8443: connection refused. Is the server running?");
        let lookup = message(io::Error::other(LookupError(io::Error::other("no such host"))));
        assert!(lookup.starts_with("Can't reach a.example:8443: the name a.example is not known."), "{lookup}");
        let expired = rustls::Error::InvalidCertificate(rustls::CertificateError::Expired);
        let expired = message(io::Error::new(io::ErrorKind::InvalidData, expired));
        assert!(expired.starts_with("Can't reach a.example:8443. The server's certificate has expired."), "{expired}");
    }
}
