use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderMap};
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{Request, Response, StatusCode, Uri};
use http_body::Body;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tower_service::Service;

use super::connector::{self, Connector};
use super::{UpstreamError, hop_by_hop};
use crate::origin;

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The body of a response from the upstream server.
pub(super) type UpstreamBody = UnsyncBoxBody<Bytes, BoxError>;

type SentBody = UnsyncBoxBody<Bytes, BoxError>;

/// An MCP server at a URL, as a tower service. Every request goes to the server's MCP endpoint, whatever its path.
///
/// Requests are sent without cookies. Responses lose the headers by which they could affect the origin of the explorer,
/// and redirects are not followed, so that credentials never reach another server.
///
/// ```
/// use mcp_ui_host::HttpServer;
///
/// let server = HttpServer::new(&"https://example.com/mcp".parse()?)?;
/// assert_eq!(server.url().to_string(), "https://example.com/mcp");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HttpServer {
    scheme: Scheme,
    authority: Authority,
    endpoint: PathAndQuery,
    headers: HeaderMap,
    client: Client<Connector, SentBody>,
}

impl HttpServer {
    /// Creates the service of the server at a URL. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// If the URL is not an absolute one with `http` or `https`, or the certificates of the system cannot be read.
    pub fn new(url: &Uri) -> Result<Self, UpstreamError> {
        let invalid = || UpstreamError::new(format!("{url} is not a URL such as http://127.0.0.1:3001/mcp."));
        let scheme =
            url.scheme().filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme)).ok_or_else(invalid)?;
        let authority = url.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(invalid)?;
        let mut client = Client::builder(TokioExecutor::new());
        // A request is lost if the server is just closing the connection. Node's servers do so after 5 s without use.
        client.pool_timer(TokioTimer::new()).pool_idle_timeout(Duration::from_secs(2));
        Ok(Self {
            scheme: scheme.clone(),
            authority: authority.clone(),
            endpoint: url.path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/")),
            headers: HeaderMap::new(),
            client: client.build(connector::connector()?),
        })
    }

    /// Adds headers to every request that does not have them already.
    #[must_use]
    pub fn headers(mut self, headers: HeaderMap) -> Self {
        self.headers = headers;
        self
    }

    /// The URL of the server's MCP endpoint.
    ///
    /// # Panics
    ///
    /// Never: the parts come from a URL.
    pub fn url(&self) -> Uri {
        self.uri(&self.endpoint)
    }

    fn uri(&self, path: &PathAndQuery) -> Uri {
        let uri = Uri::builder().scheme(self.scheme.clone()).authority(self.authority.clone());
        uri.path_and_query(path.clone()).build().expect("the parts of valid URIs")
    }

    /// Sends a request to the server, and returns its response as it is.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached, or does not answer with HTTP.
    pub async fn send<B>(&self, mut request: Request<B>) -> Result<Response<UpstreamBody>, UpstreamError>
    where
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        // The endpoint's query is added unless the client sends one.
        let own = request.uri().query().filter(|query| !query.is_empty());
        let own = own.and_then(|query| PathAndQuery::try_from(format!("{}?{query}", self.endpoint.path())).ok());
        *request.uri_mut() = self.uri(own.as_ref().unwrap_or(&self.endpoint));
        *request.version_mut() = http::Version::HTTP_11;
        let headers = request.headers_mut();
        hop_by_hop::remove(headers);
        // Browsers send the cookies of all ports of this machine.
        for name in [header::HOST, header::COOKIE] {
            headers.remove(name);
        }
        for (name, value) in &self.headers {
            if !headers.contains_key(name) {
                headers.insert(name.clone(), value.clone());
            }
        }
        let sent = self.client.request(request.map(|body| body.map_err(Into::into).boxed_unsync()));
        let response = sent.await.map_err(|error| UpstreamError::unreachable(&self.url(), &error))?;
        Ok(response.map(|body| body.map_err(Into::into).boxed_unsync()))
    }
}

impl<B> Service<Request<B>> for HttpServer
where
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    type Response = Response<UpstreamBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let server = self.clone();
        Box::pin(async move {
            let mut response = server.send(request).await.unwrap_or_else(|error| bad_gateway(&error));
            hop_by_hop::remove(response.headers_mut());
            origin::protect(response.headers_mut());
            Ok(response)
        })
    }
}

fn bad_gateway(error: &UpstreamError) -> Response<UpstreamBody> {
    let body = Full::new(Bytes::from(format!("{error}\n"))).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = StatusCode::BAD_GATEWAY;
    let text = header::HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, text);
    response
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer").field("url", &self.url()).finish_non_exhaustive()
    }
}
