//! Connections to the upstream server, with the system's trusted certificates for TLS, and the system's proxy.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::{io, vec};

use http::Uri;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::{GaiResolver, Name};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower_service::Service;

use super::BoxError;
use super::error::{LookupError, UpstreamError};
use super::network::Policy;

/// A connector for `http` and `https`.
pub(crate) type Connector = HttpsConnector<Proxied>;

/// Creates a connector that trusts the system's certificates, and uses the proxy from `HTTPS_PROXY`, `HTTP_PROXY`,
/// `ALL_PROXY` and `NO_PROXY`.
pub(crate) fn connector() -> Result<Connector, UpstreamError> {
    connector_with(Lookup { resolver: GaiResolver::new(), policy: None })
}

/// Creates a connector that connects only to addresses that a policy allows. A proxy's own connections are not checked.
pub(crate) fn guarded_connector(policy: Policy) -> Result<Connector, UpstreamError> {
    connector_with(Lookup { resolver: GaiResolver::new(), policy: Some(policy) })
}

fn connector_with(lookup: Lookup) -> Result<Connector, UpstreamError> {
    let proxied = Proxied::new(lookup);
    let builder = HttpsConnectorBuilder::new().try_with_platform_verifier();
    let builder = builder.map_err(|error| {
        UpstreamError::new(format!("The certificates that this system trusts cannot be used: {error}."))
    })?;
    Ok(builder.https_or_http().enable_http1().wrap_connector(proxied))
}

/// Returns the address of the proxy that the environment specifies for a URL.
pub(crate) fn proxy_for(url: &Uri) -> Option<String> {
    let proxy = if is_local(url) { None } else { Matcher::from_env().intercept(url) };
    // The proxy's URL may contain credentials, which are not shown.
    proxy.map(|proxy| proxy.uri().authority().map(|it| format!("{}:{}", it.host(), it.port_u16().unwrap_or(80))))?
}

/// The system's name resolver, whose errors can be distinguished from others.
#[derive(Clone, Debug)]
pub(crate) struct Lookup {
    resolver: GaiResolver,
    policy: Option<Policy>,
}

impl Service<Name> for Lookup {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = LookupError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, LookupError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), LookupError>> {
        self.resolver.poll_ready(cx).map_err(LookupError)
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let addresses = self.resolver.call(name);
        let policy = self.policy;
        Box::pin(async move {
            let addresses: Vec<_> = addresses.await.map_err(LookupError)?.collect();
            // One blocked address is enough: a name with allowed and blocked addresses is an attack.
            if let Some(policy) = policy {
                let blocked = addresses.iter().find_map(|address| policy.check(address.ip()).err());
                blocked.map_or(Ok(()), |blocked| Err(LookupError(io::Error::other(blocked))))?;
            }
            Ok(addresses.into_iter())
        })
    }
}

/// TCP connections, through a proxy if the environment specifies one.
#[derive(Clone, Debug)]
pub(crate) struct Proxied {
    http: HttpConnector<Lookup>,
    to_proxy: HttpConnector<Lookup>,
    matcher: Arc<Matcher>,
}

impl Proxied {
    fn new(lookup: Lookup) -> Self {
        let mut to_proxy = HttpConnector::new_with_resolver(Lookup { policy: None, ..lookup.clone() });
        let mut http = HttpConnector::new_with_resolver(lookup);
        http.enforce_http(false);
        // The body of a request does not wait until the server has acknowledged the headers.
        http.set_nodelay(true);
        to_proxy.set_nodelay(true);
        Self { http, to_proxy, matcher: Arc::new(Matcher::from_env()) }
    }
}

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
        let mut tunnel = Tunnel::new(proxy.uri().clone(), self.to_proxy.clone());
        if let Some(credentials) = proxy.basic_auth() {
            tunnel = tunnel.with_auth(credentials.clone());
        }
        let connected = tunnel.call(destination);
        let name = proxy.uri().authority().map(ToString::to_string).unwrap_or_default();
        Box::pin(async move { connected.await.map_err(|error| format!("through the proxy {name}: {error}").into()) })
    }
}

/// Returns true if a destination is on this machine, which a proxy elsewhere cannot reach.
fn is_local(destination: &Uri) -> bool {
    is_local_host(destination.host().unwrap_or_default())
}

/// Returns true if a URL's host is this machine: `localhost` or a loopback address.
pub fn is_local_host(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use std::future;
    use std::net::Ipv4Addr;

    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn bodies_do_not_wait_for_the_acknowledgement_of_headers() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
        let mut connector = Proxied::new(Lookup { resolver: GaiResolver::new(), policy: None });
        future::poll_fn(|cx| connector.poll_ready(cx)).await.unwrap();
        assert!(connector.call(url).await.unwrap().inner().nodelay().unwrap());
    }
}
