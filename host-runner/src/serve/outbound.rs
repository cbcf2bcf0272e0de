//! Outgoing requests from components: denied, except to allowed origins.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use http::Uri;
use http_body_util::BodyExt;
use wasmtime_wasi_http::{Error as HttpError, RequestOptions, WasiBody, WasiHttpHooks, default_send_request};

/// A URL's origin: its scheme, host and port.
///
/// ```
/// use mcp_ui_host::Origin;
///
/// let origin: Origin = "https://API.example.com".parse()?;
/// assert_eq!(origin.to_string(), "https://api.example.com:443");
/// assert!("https://api.example.com/v1".parse::<Origin>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    scheme: String,
    host: String,
    port: u16,
}

impl Origin {
    fn of(uri: &Uri) -> Option<Self> {
        let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme))?;
        let port = uri.port_u16().unwrap_or(if scheme == "https" { 443 } else { 80 });
        Some(Self { scheme: scheme.to_owned(), host: uri.host()?.to_ascii_lowercase(), port })
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let uri = text.parse::<Uri>().ok();
        let uri =
            uri.filter(|uri| uri.query().is_none() && uri.path() == "/" && !text.ends_with('/') && !text.contains('@'));
        let origin = uri.as_ref().and_then(Self::of);
        origin
            .ok_or_else(|| format!("{text} is not an origin such as https://api.example.com or http://127.0.0.1:3000"))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.scheme, self.host, self.port)
    }
}

/// Sends requests to allowed origins, and denies all others.
pub(crate) struct Outbound(pub(crate) Arc<[Origin]>);

type Done = Box<dyn Future<Output = Result<(), HttpError>> + Send>;

type Sent = Result<(http::Response<WasiBody>, Done), HttpError>;

impl WasiHttpHooks for Outbound {
    fn send_request(
        &mut self,
        request: http::Request<WasiBody>,
        options: Option<RequestOptions>,
        _: Done,
    ) -> Box<dyn Future<Output = Sent> + Send> {
        match Origin::of(request.uri()) {
            Some(origin) if self.0.contains(&origin) => Box::new(async move {
                let (response, done) = default_send_request(request, options).await?;
                Ok((response.map(BodyExt::boxed_unsync), Box::new(done) as Done))
            }),
            origin => {
                let origin = origin.map(|origin| origin.to_string()).unwrap_or_default();
                tracing::warn!(origin, "outgoing request denied: allow the origin with --allow-outbound");
                Box::new(async { Err(HttpError::HttpRequestDenied) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_a_scheme_a_host_and_a_port() {
        for (text, origin) in [
            ("https://API.example.com", "https://api.example.com:443"),
            ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("http://[::1]", "http://[::1]:80"),
        ] {
            assert_eq!(text.parse::<Origin>().map(|origin| origin.to_string()).as_deref(), Ok(origin));
        }
        for text in
            ["", "api.example.com", "https://a/", "https://a/b", "https://a?b", "https://u@a", "ftp://a", "https://"]
        {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }

    #[test]
    fn another_scheme_host_or_port_is_another_origin() {
        let allowed: Origin = "https://a.example".parse().unwrap();
        let of = |uri: &'static str| Origin::of(&Uri::from_static(uri)).unwrap();
        assert_eq!(of("https://A.example/path?q"), allowed);
        for other in ["http://a.example/", "https://b.a.example/", "https://a.example:8443/", "https://a.example.evil/"]
        {
            assert_ne!(of(other), allowed, "{other}");
        }
    }
}
