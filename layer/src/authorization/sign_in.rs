//! The sign-in that a layer's page offers.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use http::{Request, Response};
use http_body::Body;
use http_body_util::{BodyExt as _, Limited};
use parking_lot::Mutex;
use tower_service::Service;
use url::Url;

use super::client::GivenClient;
use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::locations;
use super::requests::OutgoingRequest;
use super::secret::Secret;
use super::settings::{Holder, Settings};
use crate::box_future::BoxFuture;
use crate::error::BoxError;

/// Maximum size in bytes of a response from the authorization server. A larger response ends the sign-in with an error.
pub(crate) const MAX_BODY: usize = 256 * 1024;

/// The path of the redirect URI, below the page.
pub(crate) const CALLBACK: &str = "/authorization/callback";

/// The path of the client's metadata, below the page.
const CLIENT: &str = "/authorization/client.json";

/// The sign-in that the page offers when the MCP server asks for a token: see
/// [`McpUiLayer::authorization`](crate::McpUiLayer::authorization).
///
/// The requests to the authorization server go to a service such as hyper-util's client, so the embedder decides about
/// TLS, proxies and reachable addresses. Only the given authorization servers are used, even if the MCP server's
/// metadata list others. The metadata themselves are requested from the MCP service, never over the network.
///
/// By default, the client is registered at each sign-in. If there is a [`public_url`](Self::public_url) and the
/// authorization server supports client metadata documents, it fetches the client's document instead.
///
/// ```
/// use http_body_util::Full;
/// use hyper_util::client::legacy::Client;
/// use hyper_util::rt::TokioExecutor;
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
/// use tower_mcp_ui::authorization::SignIn;
///
/// // Use an HTTPS connector, such as that of hyper-rustls, for servers on other machines.
/// let http = Client::builder(TokioExecutor::new()).build_http::<Full<bytes::Bytes>>();
/// let sign_in = SignIn::new(http, ["http://127.0.0.1:9000"])?;
/// let layer = McpUiLayer::new(McpUiConfig::new()).authorization(sign_in);
/// # Ok::<(), tower_mcp_ui::authorization::AuthorizationError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct SignIn {
    service: Arc<dyn Fn(OutgoingRequest) -> Sent + Send + Sync>,
    issuers: Vec<String>,
    client: Option<GivenClient>,
    client_name: Option<String>,
    scope: Option<String>,
    public_url: Option<Url>,
}

type Sent = BoxFuture<'static, Result<Response<Bytes>, BoxError>>;

impl SignIn {
    /// Creates a sign-in at the authorization servers with these issuer identifiers. `service` sends the requests, and
    /// should not follow redirects.
    ///
    /// # Errors
    ///
    /// If an issuer is neither an `https` URL nor an `http` URL for this machine.
    pub fn new<S, B, R, I>(service: S, issuers: I) -> Result<Self, AuthorizationError>
    where
        S: Service<Request<B>, Response = Response<R>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<BoxError>,
        B: From<Bytes> + Send + 'static,
        R: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
        I: IntoIterator<Item: Into<String>>,
    {
        let issuers: Vec<String> = issuers.into_iter().map(Into::into).collect();
        for issuer in &issuers {
            checked(issuer)?;
        }
        let service = Mutex::new(service);
        let send = move |request| -> Sent {
            let service = service.lock().clone();
            Box::pin(sent(service, request))
        };
        Ok(Self { service: Arc::new(send), issuers, client: None, client_name: None, scope: None, public_url: None })
    }

    /// Sets the id and, if any, the password of a client that was registered beforehand with the redirect URI
    /// `{page}/authorization/callback`. A password needs exactly one authorization server. Default: no such client.
    pub fn client(self, id: impl Into<String>, secret: Option<Secret>) -> Self {
        Self { client: Some(GivenClient::new(id, secret, false)), ..self }
    }

    /// Sets the client's name, as shown to users. Default: `MCP UI`.
    pub fn client_name(self, name: impl Into<String>) -> Self {
        Self { client_name: Some(name.into()), ..self }
    }

    /// Sets the scopes to request, separated by spaces, instead of those listed by the MCP server. Default: the
    /// server's.
    pub fn scope(self, scope: impl Into<String>) -> Self {
        Self { scope: Some(scope.into()), ..self }
    }

    /// Sets the page's URL in the browser, such as `https://tools.example.com/weather/explorer`. It is needed behind a
    /// proxy that changes the header `Host`. Default: the URL at which the page was opened, if it has the same host as
    /// the request.
    ///
    /// With an `https` URL, the page also serves its client metadata document at
    /// `{public_url}/authorization/client.json`.
    ///
    /// # Errors
    ///
    /// If it is neither an `https` URL nor an `http` URL for this machine.
    pub fn public_url(mut self, url: &str) -> Result<Self, AuthorizationError> {
        let mut url = checked(url)?;
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        self.public_url = Some(url);
        Ok(self)
    }

    /// Returns the URL set as [`public_url`](Self::public_url).
    pub(crate) fn page(&self) -> Option<&Url> {
        self.public_url.as_ref()
    }

    /// The authorization servers' issuer identifiers, as given.
    pub(crate) fn issuers(&self) -> &[String] {
        &self.issuers
    }

    /// Returns the settings for a sign-in from the page at this URL.
    pub(crate) fn settings(&self, endpoint: Url, page: &Url) -> Settings {
        let mut settings = Settings::new(endpoint, below(page, CALLBACK));
        settings.holder = Holder::Person;
        settings.allowed_issuers = Some(self.issuers.clone());
        if let [issuer] = &self.issuers[..] {
            settings.issuer = Some(issuer.clone());
        }
        settings.client.clone_from(&self.client);
        settings.client_metadata_url = self.client_metadata_url();
        settings.scope.clone_from(&self.scope);
        if let Some(name) = &self.client_name {
            settings.client_name.clone_from(name);
        }
        settings
    }

    fn client_metadata_url(&self) -> Option<Url> {
        self.public_url.as_ref().filter(|url| url.scheme() == "https").map(|page| below(page, CLIENT))
    }

    /// Returns the client ID metadata document, if there is a public URL for it.
    pub(crate) fn client_metadata(&self) -> Option<String> {
        let (id, page) = self.client_metadata_url().zip(self.public_url.as_ref())?;
        let settings = self.settings(id.clone(), page);
        let document = serde_json::json!({
            "client_id": id,
            "client_name": settings.client_name,
            "application_type": "web",
            "redirect_uris": [settings.redirect_uri],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
        });
        Some(document.to_string())
    }

    /// Sends a request to the authorization server, and reads the response.
    pub(crate) fn send(&self, request: OutgoingRequest) -> Sent {
        (self.service)(request)
    }
}

async fn sent<S, B, R>(mut service: S, request: OutgoingRequest) -> Result<Response<Bytes>, BoxError>
where
    S: Service<Request<B>, Response = Response<R>>,
    S::Error: Into<BoxError>,
    B: From<Bytes>,
    R: Body<Error: Into<BoxError>>,
{
    let (method, headers) = (request.method(), request.headers()?);
    let mut outgoing = Request::new(Bytes::from(request.body).into());
    *outgoing.method_mut() = method;
    *outgoing.uri_mut() = request.url.as_str().parse()?;
    *outgoing.headers_mut() = headers;
    poll_fn(|cx| service.poll_ready(cx)).await.map_err(Into::into)?;
    let (parts, body) = service.call(outgoing).await.map_err(Into::into)?.into_parts();
    let mut body = Limited::new(body, MAX_BODY).collect().await?.aggregate();
    Ok(Response::from_parts(parts, body.copy_to_bytes(body.remaining())))
}

/// Parses a URL, which must use `https` unless its host is this machine.
fn checked(address: &str) -> Result<Url, AuthorizationError> {
    let url = Url::parse(address)
        .map_err(|_| AuthorizationError::new(Code::InsecureEndpoint, format!("{address:?} is not a URL.")))?;
    locations::parse(address, &url)
}

/// Returns a URL below the page.
fn below(page: &Url, path: &str) -> Url {
    locations::at(page, &format!("{}{path}", page.path().trim_end_matches('/')))
}

impl fmt::Debug for SignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignIn").field("issuers", &self.issuers).finish_non_exhaustive()
    }
}
