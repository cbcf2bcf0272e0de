use std::future::Future;

use futures_util::future::BoxFuture;
use http::header::{HeaderMap, HeaderName};
use http::request::Parts;

use crate::error::BoxError;

/// Decides whether a caller may call tools.
///
/// The hook gets the request's parts and gives them back, with whatever it found out in their extensions: the handler
/// finds it there, and with [`auth_for_discovery`](crate::McpUiConfig::auth_for_discovery) the provider, too. An error refuses the request with 401; its message is logged, never sent.
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
    /// Gives the parts back if the request may go on.
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

/// Who the caller is, in the words of whoever has checked it.
///
/// It is found in the extensions of the request: put there by the auth hook, or taken from the header that
/// [`identity_header`](crate::McpUiConfig::identity_header) names. Tools that are a component get it with each call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl Identity {
    /// An identity that has been checked.
    pub fn new(identity: impl Into<String>) -> Self {
        Self(identity.into())
    }

    /// The identity as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What a trusted proxy has put into this header. One that comes several times is nobody's word.
    pub(crate) fn in_header(headers: &HeaderMap, name: &HeaderName) -> Option<Self> {
        let mut values = headers.get_all(name).iter();
        let value = values.next().filter(|_| values.next().is_none())?;
        let text = std::str::from_utf8(value.as_bytes()).ok().map(str::trim)?;
        (!text.is_empty()).then(|| Self::new(text))
    }
}
