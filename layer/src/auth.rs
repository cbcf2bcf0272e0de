use std::future::Future;

use futures_util::future::BoxFuture;
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
