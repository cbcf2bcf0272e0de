//! Connections to the upstream server: TLS with the certificates that the system trusts, and the system's proxy.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower_service::Service;

use super::UpstreamError;

/// A connector for `http` and `https`.
pub(super) type Connector = HttpsConnector<Proxied>;

/// Creates a connector that trusts the certificates that the system trusts, and uses the proxy that `HTTPS_PROXY`,
/// `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` name.
pub(super) fn connector() -> Result<Connector, UpstreamError> {
    let mut http = HttpConnector::new();
    http.enforce_http(false);
    let proxied = Proxied { http, matcher: Arc::new(Matcher::from_env()) };
    let builder = HttpsConnectorBuilder::new().try_with_platform_verifier();
    let builder = builder.map_err(|error| {
        UpstreamError::new(format!("The certificates that this system trusts cannot be used: {error}."))
    })?;
    Ok(builder.https_or_http().enable_http1().wrap_connector(proxied))
}

/// TCP connections, through a proxy if the environment names one.
#[derive(Clone, Debug)]
pub(super) struct Proxied {
    http: HttpConnector,
    matcher: Arc<Matcher>,
}

type BoxError = Box<dyn std::error::Error + Send + Sync>;

impl Service<Uri> for Proxied {
    type Response = TokioIo<TcpStream>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.http.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, destination: Uri) -> Self::Future {
        let proxy = if is_local(&destination) { None } else { self.matcher.intercept(&destination) };
        let Some(proxy) = proxy else {
            let connected = self.http.call(destination);
            return Box::pin(async move { Ok(connected.await?) });
        };
        let mut tunnel = Tunnel::new(proxy.uri().clone(), self.http.clone());
        if let Some(credentials) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(credentials.clone());
        }
        let connected = tunnel.call(destination);
        let name = proxy.uri().authority().map(ToString::to_string).unwrap_or_default();
        Box::pin(async move { connected.await.map_err(|error| format!("through the proxy {name}: {error}").into()) })
    }
}

/// Returns whether a destination is on this machine, which a proxy elsewhere cannot reach.
fn is_local(destination: &Uri) -> bool {
    let host = destination.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}
