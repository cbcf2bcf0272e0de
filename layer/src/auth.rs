use std::future::Future;

use futures_util::future;
use http::header::{self, HeaderMap, HeaderName};
use http::request::Parts;
use subtle::ConstantTimeEq as _;

use crate::error::BoxError;
use crate::future::BoxFuture;

/// A hook that decides whether a caller may call tools.
///
/// The hook takes the request's parts and returns them. It may add to their extensions, where the handler and, with
/// [`auth_for_discovery`](crate::McpUiConfig::auth_for_discovery), the provider can find them. An error rejects the
/// request with 401; its message is logged, but never sent.
///
/// Any `Fn(Parts) -> Future<Output = Result<Parts, E>>` is a hook:
///
/// ```
/// use http::request::Parts;
/// use tower_mcp_ui::McpUiConfig;
///
/// #[derive(Clone)]
/// struct User(String);
///
/// let config = McpUiConfig::new().auth(|mut parts: Parts| async move {
///     match parts.headers.get("authorization").map(|value| value.as_bytes()) {
///         Some(b"Bearer sesame") => {
///             parts.extensions.insert(User("ali".into()));
///             Ok(parts)
///         }
///         _ => Err("no valid token"),
///     }
/// });
/// ```
pub trait AuthHook: Send + Sync + 'static {
    /// Returns the parts if the request is authorized.
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

/// The hook of `MCP_UI_TOKEN`: requires a bearer token (RFC 6750), which it compares in constant time.
pub(crate) struct BearerToken(pub(crate) String);

impl AuthHook for BearerToken {
    fn authorize(&self, request: Parts) -> BoxFuture<'_, Result<Parts, BoxError>> {
        let is_right = sent_token(&request).is_some_and(|sent| bool::from(sent.ct_eq(self.0.as_bytes())));
        let result = if is_right { Ok(request) } else { Err("the bearer token is missing or wrong".into()) };
        Box::pin(future::ready(result))
    }
}

fn sent_token(request: &Parts) -> Option<&[u8]> {
    let sent = request.headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = sent.split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}

/// The authenticated identity of the caller.
///
/// It is an extension of the request, set by the auth hook or from the header that
/// [`identity_header`](crate::McpUiConfig::identity_header) names. Tools in a WebAssembly component get it with each
/// call.
///
/// ```
/// use http::request::Parts;
/// use tower_mcp_ui::{Arguments, Identity, McpUiConfig, RequestParts};
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

    /// Reads the header that a trusted proxy has set. A repeated header is ignored, because one of its values may come
    /// from the client.
    pub(crate) fn in_header(headers: &HeaderMap, name: &HeaderName) -> Option<Self> {
        let mut values = headers.get_all(name).iter();
        let value = values.next().filter(|_| values.next().is_none())?;
        let text = std::str::from_utf8(value.as_bytes()).ok().map(str::trim)?;
        (!text.is_empty()).then(|| Self::new(text))
    }
}
