use std::convert::Infallible;

use axum::body::Body;
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{Request, Response, StatusCode, Uri, header};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tower::{Service, service_fn};
use tower_mcp_ui::RequestBody;

use crate::{guard, hop_by_hop};

/// The server that requests are passed on to.
#[derive(Clone)]
pub(crate) struct Upstream {
    scheme: Scheme,
    authority: Authority,
    path: String,
}

type PassedBody = RequestBody<Body>;

impl Upstream {
    pub(crate) fn new(url: &Uri) -> Result<Self, String> {
        let wrong = || format!("--upstream takes a URL such as http://127.0.0.1:3001/mcp, not {url}");
        let scheme = url.scheme().filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme)).ok_or_else(wrong)?;
        let authority = url.authority().ok_or_else(wrong)?;
        let path = url.path_and_query().map_or("/", PathAndQuery::as_str);
        Ok(Self { scheme: scheme.clone(), authority: authority.clone(), path: path.to_owned() })
    }

    pub(crate) fn authority(&self) -> &str {
        self.authority.as_str()
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// A service that answers every request with what the upstream server says to it.
    pub(crate) fn service(
        self,
    ) -> impl Service<Request<PassedBody>, Response = Response<Body>, Error = Infallible, Future: Send> + Clone + Send + Sync
    {
        let connector = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        let client: Client<HttpsConnector<HttpConnector>, PassedBody> =
            Client::builder(TokioExecutor::new()).build(connector);
        service_fn(move |request: Request<PassedBody>| {
            let checked = guard::check(request.headers());
            let sent = checked.map(|()| client.request(self.readdressed(request)));
            async move {
                let mut response = match sent {
                    Ok(sent) => sent.await.map_or_else(|error| unreachable(&error), |response| response.map(Body::new)),
                    Err(refusal) => refusal,
                };
                hop_by_hop::remove(response.headers_mut());
                Ok(response)
            }
        })
    }

    /// The request as one to the upstream server, under its own name.
    fn readdressed(&self, mut request: Request<PassedBody>) -> Request<PassedBody> {
        let path = request.uri().path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/"));
        let uri = Uri::builder().scheme(self.scheme.clone()).authority(self.authority.clone()).path_and_query(path);
        *request.uri_mut() = uri.build().expect("the parts of valid URIs");
        *request.version_mut() = http::Version::HTTP_11;
        request.headers_mut().remove(header::HOST);
        hop_by_hop::remove(request.headers_mut());
        request
    }
}

fn unreachable(error: &hyper_util::client::legacy::Error) -> Response<Body> {
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
    let mut response = Response::new(Body::from(format!("the upstream server cannot be reached: {error}{cause}")));
    *response.status_mut() = StatusCode::BAD_GATEWAY;
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/plain"));
    response
}
