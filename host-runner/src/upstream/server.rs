use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderMap};
use http::request::Parts;
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{Request, Response, StatusCode, Uri};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Challenge};

use super::{hop_by_hop, redirect};
use crate::authorization::Authorizer;
use crate::bodies::{self, HeldBody};
use crate::connect::{self, BoxError, Connector, ServerBody, UpstreamError, always_ready};
use crate::origin;

type SentBody = Full<Bytes>;

/// Maximum size of a request body, in bytes. The body is kept in memory, so that it can be sent again after a redirect
/// or a sign-in. A larger body gets 413.
const MAX_BODY: usize = 16 << 20;

/// An MCP server at a URL, as a tower service. Every request goes to the server's MCP endpoint, whatever its path.
///
/// Requests are sent without cookies. Headers that could affect the explorer's origin are removed from responses. Up to
/// five redirects are followed within the server's origin, so that credentials never reach another server.
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
    is_explorer: bool,
    /// The user's sign-in, for the explorer's own requests. It is never used for requests from agents.
    authorizer: Option<Arc<Authorizer>>,
}

/// Maximum number of sign-ins for one request: one for a token, and two for more scopes. Then the request fails.
const MAX_SIGN_INS: usize = 3;

impl HttpServer {
    /// Creates the service for the server at a URL. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// If the URL is not an absolute `http` or `https` URL, if it contains credentials, or if the system's certificates
    /// cannot be read.
    pub fn new(url: &Uri) -> Result<Self, UpstreamError> {
        let invalid =
            || UpstreamError::new(format!("{url} is not a valid URL. Use one such as http://127.0.0.1:3001/mcp."));
        let scheme =
            url.scheme().filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme)).ok_or_else(invalid)?;
        let authority = url.authority().ok_or_else(invalid)?;
        if let Some((_, server)) = authority.as_str().rsplit_once('@') {
            let message = format!("The URL of {server} contains credentials. Send them in a header instead.");
            return Err(UpstreamError::new(message));
        }
        let mut client = Client::builder(TokioExecutor::new());
        // A request is lost if the server is closing the connection at that moment. Node's servers close a connection
        // that has been idle for 5 s.
        client.pool_timer(TokioTimer::new()).pool_idle_timeout(Duration::from_secs(2));
        Ok(Self {
            scheme: scheme.clone(),
            authority: authority.clone(),
            endpoint: url.path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/")),
            headers: HeaderMap::new(),
            client: client.build(connect::connector()?),
            is_explorer: false,
            authorizer: None,
        })
    }

    /// Adds headers to every request that does not carry them already.
    #[must_use]
    pub fn headers(self, headers: HeaderMap) -> Self {
        Self { headers, ..self }
    }

    /// Signs in when the server demands it, for requests from the explorer itself
    /// ([`for_explorer`](Self::for_explorer)) without `Authorization`.
    #[must_use]
    pub fn signed_in_by(self, authorizer: Authorizer) -> Self {
        Self { authorizer: Some(Arc::new(authorizer)), ..self }
    }

    /// The user's sign-in, if this service has one.
    pub fn authorizer(&self) -> Option<&Arc<Authorizer>> {
        self.authorizer.as_ref()
    }

    /// Signs in for the challenge in a response's headers, unless there is a grant already. Returns `None` if this
    /// service has no authorizer.
    pub async fn sign_in(&self, refusal: &HeaderMap) -> Option<Result<(), AuthorizationError>> {
        Some(self.authorizer.as_ref()?.sign_in(Challenge::of(refusal), None).await)
    }

    /// The headers that are added to requests.
    pub fn own_headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The URL of the server's MCP endpoint.
    ///
    /// # Panics
    ///
    /// Never, because the parts come from a URL.
    pub fn url(&self) -> Uri {
        self.uri(&self.endpoint)
    }

    /// Returns the same server for requests from the explorer itself.
    #[must_use]
    pub fn for_explorer(&self) -> Self {
        Self { is_explorer: true, ..self.clone() }
    }

    pub(crate) fn is_for_explorer(&self) -> bool {
        self.is_explorer
    }

    /// Returns a service for another path on the server.
    pub(crate) fn at(&self, endpoint: PathAndQuery) -> Self {
        Self { endpoint, ..self.clone() }
    }

    fn uri(&self, path: &PathAndQuery) -> Uri {
        let uri = Uri::builder().scheme(self.scheme.clone()).authority(self.authority.clone());
        uri.path_and_query(path.clone()).build().expect("the parts of valid URIs")
    }

    /// Sends a request to the server, and returns its response unchanged.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached, or does not answer with HTTP.
    pub async fn send<B>(&self, mut request: Request<B>) -> Result<Response<ServerBody>, UpstreamError>
    where
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        // The endpoint's query is added unless the client sends its own.
        let own = request.uri().query().filter(|query| !query.is_empty());
        let own = own.and_then(|query| PathAndQuery::try_from(format!("{}?{query}", self.endpoint.path())).ok());
        *request.uri_mut() = self.uri(own.as_ref().unwrap_or(&self.endpoint));
        *request.version_mut() = http::Version::HTTP_11;
        let headers = request.headers_mut();
        hop_by_hop::remove(headers);
        // Browsers send cookies for every port on this machine.
        for name in [header::HOST, header::COOKIE] {
            headers.remove(name);
        }
        for (name, value) in &self.headers {
            if !headers.contains_key(name) {
                headers.insert(name.clone(), value.clone());
            }
        }
        let (head, body) = request.into_parts();
        let HeldBody { bytes: body, room: _room } =
            bodies::messages().read(body, MAX_BODY).await.map_err(UpstreamError::unread)?;
        let is_own = self.is_explorer && !head.headers.contains_key(header::AUTHORIZATION);
        match self.authorizer.as_ref().filter(|_| is_own) {
            Some(authorizer) => self.send_signed_in(authorizer, head, body).await,
            None => self.send_once(&head, &body).await,
        }
    }

    /// Sends a request with the user's grant, and resends it after a sign-in.
    async fn send_signed_in(
        &self,
        authorizer: &Arc<Authorizer>,
        mut head: Parts,
        body: Bytes,
    ) -> Result<Response<ServerBody>, UpstreamError> {
        for _ in 0..MAX_SIGN_INS {
            let header = authorizer.header().await;
            if let Some(header) = &header {
                head.headers.insert(header::AUTHORIZATION, header.clone());
            }
            let response = self.send_once(&head, &body).await?;
            let challenge = Challenge::of(response.headers());
            let is_refused = response.status() == StatusCode::UNAUTHORIZED
                || response.status() == StatusCode::FORBIDDEN && challenge.is_insufficient_scope();
            if !is_refused {
                if let Some(header) = &header {
                    authorizer.accept(header);
                }
                return Ok(response);
            }
            // Boxed, because a sign-in future is large, and most requests need none.
            let signed_in = Box::pin(authorizer.sign_in(challenge, header.as_ref())).await;
            signed_in.map_err(|error| UpstreamError::unauthorized(&error))?;
        }
        let message = "The server keeps asking for more scopes.";
        Err(UpstreamError::unauthorized(&AuthorizationError::new(Code::ScopeUnreachable, message)))
    }

    async fn send_once(&self, head: &Parts, body: &Bytes) -> Result<Response<ServerBody>, UpstreamError> {
        let mut uri = head.uri.clone();
        for _ in 0..=redirect::MAX_REDIRECTS {
            let mut request = Request::from_parts(head.clone(), Full::new(body.clone()));
            request.uri_mut().clone_from(&uri);
            let sent = self.client.request(request);
            let response = sent.await.map_err(|error| UpstreamError::unreachable(&self.url(), &error))?;
            match redirect::target(&head.method, &uri, response.status(), response.headers())? {
                Some(path) => uri = self.uri(&path),
                None => return Ok(response.map(|body| body.map_err(Into::into).boxed_unsync())),
            }
        }
        let url = UpstreamError::shown(&self.url());
        let message = format!("{url} redirects more than {} times. Check the URL.", redirect::MAX_REDIRECTS);
        Err(UpstreamError::redirect(message))
    }
}

always_ready!(HttpServer, [Data = Bytes, Error: Into<BoxError>], respond);

async fn respond<B>(server: HttpServer, request: Request<B>) -> Response<ServerBody>
where
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    let mut response = server.send(request).await.unwrap_or_else(failure);
    hop_by_hop::remove(response.headers_mut());
    origin::protect(response.headers_mut());
    response
}

fn failure(error: UpstreamError) -> Response<ServerBody> {
    let body = Full::new(Bytes::from(format!("{error}\n"))).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = error.status();
    let text = header::HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, text);
    response.extensions_mut().insert(error);
    response
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer").field("url", &self.url()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_in_a_url_are_refused_and_not_repeated() {
        let refused =
            HttpServer::new(&Uri::from_static("https://user:secret@example.com/mcp")).unwrap_err().to_string();
        assert!(refused.contains("example.com") && !refused.contains("secret"), "{refused}");
    }

    #[tokio::test]
    async fn a_larger_body_is_refused_before_anything_is_sent() {
        let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = HttpServer::new(&format!("http://{closed}/mcp").parse().unwrap()).unwrap();
        for (length, status) in [(16 << 20, 502), ((16 << 20) + 1, 413)] {
            let request = Request::post("/").body(Full::new(Bytes::from(vec![b' '; length]))).unwrap();
            assert_eq!(server.send(request).await.unwrap_err().status(), status, "{length}");
        }
    }
}
