//! Sign-in requests: within the network policy, and bounded in time, size and redirects.

use std::time::Duration;

use bytes::Bytes;
use http::header;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, OutgoingRequest};
use url::Url;

use crate::connect::network::{Blocked, Policy};
use crate::connect::{Connector, UpstreamError, guarded_connector, source, without_query};

/// Timeout for a response, including redirects, after which the request fails.
const LIMIT: Duration = Duration::from_secs(10);

/// Maximum size of a response body, in bytes. A larger body fails the request.
const MAX_BODY: usize = 256 * 1024;

/// Maximum number of redirects for a metadata request. The next redirect fails the request.
const MAX_REDIRECTS: usize = 3;

/// Sends sign-in requests.
pub(super) struct Requests {
    client: Client<Connector, Full<Bytes>>,
    policy: Policy,
}

impl Requests {
    pub(super) fn new(policy: Policy) -> Result<Self, UpstreamError> {
        Ok(Self { client: Client::builder(TokioExecutor::new()).build(guarded_connector(policy)?), policy })
    }

    /// Sends a request, and returns the response's status and body.
    pub(super) async fn send(&self, request: &OutgoingRequest) -> Result<(u16, Bytes), AuthorizationError> {
        tokio::time::timeout(LIMIT, self.follow(request)).await.unwrap_or_else(|_| {
            let message =
                format!("{} did not respond within {} s.", without_query(request.url.as_str()), LIMIT.as_secs());
            Err(AuthorizationError::new(Code::Timeout, message))
        })
    }

    async fn follow(&self, request: &OutgoingRequest) -> Result<(u16, Bytes), AuthorizationError> {
        let mut url = request.url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let response = self.send_to(&url, request).await?;
            let status = response.status();
            // A code, a token or a secret is never sent elsewhere.
            let is_followed = status.is_redirection() && request.method() == Method::GET;
            match location(&response, &url).filter(|_| is_followed) {
                Some(next) if next.origin() == url.origin() => url = next,
                _ => return Ok((status.as_u16(), body(&url, response).await?)),
            }
        }
        let message = format!("{} redirects more than {MAX_REDIRECTS} times.", without_query(request.url.as_str()));
        Err(AuthorizationError::new(Code::NoMetadata, message))
    }

    async fn send_to(&self, url: &Url, request: &OutgoingRequest) -> Result<Response<Incoming>, AuthorizationError> {
        self.policy.check_host(url).map_err(|blocked| blocked_at(url, &blocked))?;
        let mut sent = Request::new(Full::new(Bytes::from(request.body.clone())));
        *sent.method_mut() = request.method();
        *sent.uri_mut() = url.as_str().parse().map_err(|_| unusable(url, "is not a URL"))?;
        *sent.headers_mut() = request
            .headers()
            .map_err(|_| unusable(url, "cannot receive the client's secret, which is not a valid header value"))?;
        self.client.request(sent).await.map_err(|error| {
            if let Some(blocked) = source::<Blocked>(&error) {
                return blocked_at(url, blocked);
            }
            let uri = url.as_str().parse().unwrap_or_default();
            AuthorizationError::new(Code::NoMetadata, UpstreamError::unreachable(&uri, &error).to_string())
        })
    }
}

async fn body(url: &Url, response: Response<Incoming>) -> Result<Bytes, AuthorizationError> {
    let read = Limited::new(response.into_body(), MAX_BODY).collect().await;
    read.map(http_body_util::Collected::to_bytes).map_err(|_| {
        let message = format!(
            "The response from {} is incomplete, or larger than {MAX_BODY} bytes.",
            without_query(url.as_str())
        );
        AuthorizationError::new(Code::TooLarge, message)
    })
}

fn location<B>(response: &Response<B>, url: &Url) -> Option<Url> {
    if response.status() == StatusCode::NOT_MODIFIED {
        return None;
    }
    url.join(response.headers().get(header::LOCATION)?.to_str().ok()?).ok()
}

fn blocked_at(url: &Url, blocked: &Blocked) -> AuthorizationError {
    AuthorizationError::new(
        Code::BlockedAddress,
        format!("No request was sent to {}, because {blocked}.", without_query(url.as_str())),
    )
}

fn unusable(url: &Url, why: &str) -> AuthorizationError {
    AuthorizationError::new(Code::InsecureEndpoint, format!("{} {why}.", without_query(url.as_str())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::net::TcpListener;
    use tokio::time::Instant;
    use tower_mcp_ui::authorization::Grant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_response_is_waited_for_ten_seconds() {
        // The system accepts connections, but they are never answered.
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = Url::parse(&format!("http://{}/revoke", silent.local_addr().unwrap())).unwrap();
        let client = json!({ "issuer": "https://issuer.example", "id": "client", "method": "none" });
        let grant = json!({ "endpoint": url, "client": client, "token_endpoint": url, "revocation_endpoint": url,
            "access_token": "token", "issued_at": 0 });
        let grant: Grant = serde_json::from_value(grant).unwrap();
        let requests = Requests::new(Policy::of(&url).await).unwrap();
        let begin = Instant::now();
        let error = requests.send(&grant.revocation().unwrap()).await.unwrap_err().to_string();
        assert!(error.contains("/revoke did not respond within 10 s"), "{error}");
        assert_eq!(begin.elapsed().as_secs(), 10);
    }
}
