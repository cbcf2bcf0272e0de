use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{HeaderMap, Request, Response, StatusCode, Uri, header};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tower::{Service, service_fn};
use tower_mcp_ui::RequestBody;

use crate::{endpoint, guard, hop_by_hop, origin, refusal};

/// The server behind the proxy.
#[derive(Clone)]
pub(crate) struct Upstream {
    scheme: Scheme,
    authority: Authority,
    endpoint: PathAndQuery,
}

type PassedBody = RequestBody<Body>;

impl Upstream {
    pub(crate) fn new(url: &Uri) -> Result<Self, String> {
        let invalid = || format!("--upstream must be a URL such as http://127.0.0.1:3001/mcp, not {url}");
        let scheme =
            url.scheme().filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme)).ok_or_else(invalid)?;
        let authority = url.authority().ok_or_else(invalid)?;
        let endpoint = url.path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/"));
        Ok(Self { scheme: scheme.clone(), authority: authority.clone(), endpoint })
    }

    pub(crate) fn authority(&self) -> &str {
        self.authority.as_str()
    }

    /// The path and query of the server's MCP endpoint.
    pub(crate) fn endpoint(&self) -> &str {
        self.endpoint.as_str()
    }

    /// A service that forwards requests for the MCP endpoint to the upstream server.
    pub(crate) fn service(
        self,
    ) -> impl Service<Request<PassedBody>, Response = Response<Body>, Error = Infallible, Future: Send> + Clone + Send + Sync
    {
        let connector = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        let mut client = Client::builder(TokioExecutor::new());
        // A request is lost if the server is just closing the connection. Node's servers do so after 5 s without use.
        client.pool_timer(TokioTimer::new()).pool_idle_timeout(Duration::from_secs(2));
        let client: Client<HttpsConnector<HttpConnector>, PassedBody> = client.build(connector);
        service_fn(move |request: Request<PassedBody>| {
            let checked = self.check(request.uri(), request.headers());
            let sent = checked.map(|()| client.request(self.rewrite(request)));
            async move {
                let mut response = match sent {
                    Ok(sent) => sent.await.map_or_else(|error| unreachable(&error), |response| response.map(Body::new)),
                    Err(refusal) => refusal,
                };
                hop_by_hop::remove(response.headers_mut());
                origin::protect(response.headers_mut());
                Ok(response)
            }
        })
    }

    fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Response<Body>> {
        guard::check(headers)?;
        endpoint::check_path(uri.path(), self.endpoint.path())?;
        endpoint::check_purpose(headers)
    }

    /// Rewrites a request for the upstream server.
    fn rewrite(&self, mut request: Request<PassedBody>) -> Request<PassedBody> {
        // The path of the request is that of the endpoint. The endpoint's query is added unless the client sends one.
        let with_query = request.uri().path_and_query().filter(|path| path.query().is_some());
        let path = with_query.unwrap_or(&self.endpoint).clone();
        let uri = Uri::builder().scheme(self.scheme.clone()).authority(self.authority.clone()).path_and_query(path);
        *request.uri_mut() = uri.build().expect("the parts of valid URIs");
        *request.version_mut() = http::Version::HTTP_11;
        hop_by_hop::remove(request.headers_mut());
        // Browsers send the cookies of all ports of this machine.
        for name in [header::HOST, header::COOKIE] {
            request.headers_mut().remove(name);
        }
        request
    }
}

fn unreachable(error: &hyper_util::client::legacy::Error) -> Response<Body> {
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
    let text =
        format!("The upstream server cannot be reached: {error}{cause}. Check --upstream, and that the server runs.\n");
    refusal::text(StatusCode::BAD_GATEWAY, text)
}
