//! Caller authentication: the hook that decides who may call tools, and the identity it attaches.
//!
//! The layer has no authentication scheme of its own. A hook gets the request as it arrived and may check a token, a
//! session or a signature. `BearerToken`, set by the variable `MCP_UI_TOKEN`, is an ordinary hook.

use std::future::Future;

use futures_util::future;
use http::header::{self, HeaderMap, HeaderName};
use http::request::Parts;
use subtle::ConstantTimeEq as _;

use crate::box_future::BoxFuture;
use crate::error::BoxError;

/// A hook that decides whether a caller may call tools.
///
/// The hook takes the request's parts and returns them. It may add extensions, which the handler and, with
/// [`auth_for_discovery`](crate::McpUiConfig::auth_for_discovery), the provider can read. An error rejects the request
/// with 401; its message is logged, but never sent.
///
/// Any `Fn(Parts) -> Future<Output = Result<Parts, E>>` is a hook:
///
/// ```
/// use http::Request;
/// use http::request::Parts;
/// use http_body_util::BodyExt;
/// use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, embedding};
/// use tower_mcp_ui::tools::{Arguments, RequestParts, ToolList};
///
/// #[derive(Clone)]
/// struct User(String);
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let hook = |mut parts: Parts| async move {
///     match parts.headers.get("authorization").map(|value| value.as_bytes()) {
///         Some(b"Bearer sesame") => {
///             parts.extensions.insert(User("ali".into()));
///             Ok(parts)
///         }
///         _ => Err("no valid token"),
///     }
/// };
/// let greet = |_: String, _: Arguments, request: RequestParts| async move {
///     format!("Hello, {}!", request.extensions.get::<User>().expect("set by the hook").0)
/// };
/// let config = McpUiConfig::new().execution(Execution::all()).auth(hook);
/// let layer = McpUiLayer::new(config).tools_with(ToolList::new([Tool::new("greet", "")])?, greet);
///
/// let call = Request::post("/explorer/tools/greet/call").body(String::new())?;
/// assert_eq!(embedding::respond(&layer, call).await.unwrap().status(), 401);
///
/// let call = Request::post("/explorer/tools/greet/call").header("authorization", "Bearer sesame");
/// let response = embedding::respond(&layer, call.body(String::new())?).await.unwrap();
/// let body = response.collect().await?.to_bytes();
/// assert_eq!(body, r#"{"content":[{"type":"text","text":"Hello, ali!"}],"isError":false}"#);
/// # Ok(()) }
/// ```
///
/// The hook runs at most once per request, before the body is read. Unless the hook guards discovery, it does not run
/// for `POST {prefix}/tools/{name}/call` if the tool does not exist, which results in 404 for every caller.
/// [`Timeouts::list`](crate::config::Timeouts::list) limits the hook's time, after which the response is 504. A panic
/// in the hook counts as a rejection.
pub trait AuthHook: Send + Sync + 'static {
    /// Returns the parts if the request is authorized.
    ///
    /// The future is dropped when the client disconnects or the timeout has passed.
    ///
    /// # Errors
    ///
    /// If the caller may not call tools, or the check itself failed. In both cases, the client gets 401 without a
    /// reason.
    fn authorize(&self, request: Parts) -> BoxFuture<'_, Result<Parts, BoxError>>;
}

impl<F, Fut, E> AuthHook for F
where
    F: Fn(Parts) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Parts, E>> + Send + 'static,
    E: Into<BoxError>,
{
    fn authorize(&self, request: Parts) -> BoxFuture<'_, Result<Parts, BoxError>> {
        let authorized = self(request);
        Box::pin(async move { authorized.await.map_err(Into::into) })
    }
}

/// The `MCP_UI_TOKEN` hook: requires a bearer token (RFC 6750, section 2.1) and compares it in constant time.
///
/// The comparison reveals the token's length, but not how much of it is right.
///
/// ```text
/// Authorization: Bearer 6f1c…
/// ```
pub(crate) struct BearerToken(pub(crate) String);

impl AuthHook for BearerToken {
    fn authorize(&self, request: Parts) -> BoxFuture<'_, Result<Parts, BoxError>> {
        let is_right = sent_token(&request).is_some_and(|sent| bool::from(sent.ct_eq(self.0.as_bytes())));
        let result = if is_right { Ok(request) } else { Err("the bearer token is missing or wrong".into()) };
        Box::pin(future::ready(result))
    }
}

/// Returns the token from an `Authorization` header with the scheme `Bearer`, ignoring case.
fn sent_token(request: &Parts) -> Option<&[u8]> {
    let sent = request.headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = sent.split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}

/// The id of the sign-in that issued a request's token. It stays the same when the token is renewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignInId(pub(crate) String);

/// The caller's authenticated identity.
///
/// The identity is a request extension, set by the auth hook, or taken from the header that
/// [`identity_header`](crate::McpUiConfig::identity_header) specifies. Tools in a WebAssembly component get it with
/// each call.
///
/// ```
/// use http::request::Parts;
/// use tower_mcp_ui::McpUiConfig;
/// use tower_mcp_ui::config::Identity;
/// use tower_mcp_ui::tools::{Arguments, RequestParts};
///
/// let config = McpUiConfig::new().auth(|mut parts: Parts| async move {
///     parts.extensions.insert(Identity::new("ali"));
///     Ok::<_, std::convert::Infallible>(parts)
/// });
///
/// async fn handler(_tool: String, _: Arguments, request: RequestParts) -> String {
///     let caller = request.extensions.get().map_or("nobody", Identity::as_str);
///     format!("Hello, {caller}!")
/// }
/// # drop(handler);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl Identity {
    /// Creates an identity. The caller must have been authenticated.
    pub fn new(identity: impl Into<String>) -> Self {
        Self(identity.into())
    }

    /// The identity as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads the header set by a trusted proxy. A repeated header is ignored, because one value may come from the
    /// client.
    pub(crate) fn in_header(headers: &HeaderMap, name: &HeaderName) -> Option<Self> {
        let mut values = headers.get_all(name).iter();
        let value = values.next().filter(|_| values.next().is_none())?;
        let text = std::str::from_utf8(value.as_bytes()).ok().map(str::trim)?;
        (!text.is_empty()).then(|| Self::new(text))
    }
}
