//! Tool providers: the trait, and the kinds of functions that convert into providers.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_util::future;

use super::{RequestParts, ToolsError};
use crate::box_future::BoxFuture;
use crate::error::BoxError;
use crate::model::{Tool, ToolList};

/// A provider for the tool list. It runs for every request. If the tools have not changed, it should return a clone of
/// the same [`ToolList`], which keeps its caches.
///
/// A `ToolList` is a provider, and so is an async function that takes no arguments or the request's parts:
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};
/// use tower_mcp_ui::tools::{Arguments, RequestParts, ToolList};
///
/// # async fn handler(_: String, _: Arguments) -> &'static str { "" }
/// # let (config, config2) = (McpUiConfig::new(), McpUiConfig::new());
/// let fixed = ToolList::new([Tool::new("echo", "Repeats the input")])?;
/// let layer = McpUiLayer::new(config).tools_with(fixed, handler);
///
/// let layer = McpUiLayer::new(config2).tools_with(
///     |request: RequestParts| async move {
///         let admin = request.headers.contains_key("x-admin");
///         vec![Tool::new(if admin { "shutdown" } else { "status" }, "")]
///     },
///     handler,
/// );
/// # Ok::<(), tower_mcp_ui::tools::DuplicateTool>(())
/// ```
///
/// A closure that captures shared state must clone it for each request, because the future may outlive the borrow:
/// `move || { let db = db.clone(); async move { db.tools().await } }`.
///
/// A type that implements the trait can keep its list until it changes:
///
/// ```
/// use std::sync::RwLock;
/// use tower_mcp_ui::{BoxFuture, Tool};
/// use tower_mcp_ui::tools::{RequestParts, ToolList, ToolsError, ToolsProvider};
///
/// struct Registry(RwLock<ToolList>);
///
/// impl Registry {
///     fn replace(&self, tools: Vec<Tool>) {
///         *self.0.write().unwrap() = tools.into();
///     }
/// }
///
/// impl ToolsProvider for Registry {
///     fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
///         let tools = self.0.read().unwrap().clone();
///         Box::pin(async { Ok(tools) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry(RwLock::new(ToolList::new([])?));
/// registry.replace(vec![Tool::new("status", ""), Tool::new("shutdown", "")]);
/// # let (request, ()) = http::Request::new(()).into_parts();
/// assert_eq!(registry.list(std::sync::Arc::new(request)).await?.len(), 2);
/// # Ok(()) }
/// ```
///
/// To share the provider with the code that changes it, pass it to the layer in an `Arc`: an `Arc` around a provider is
/// a provider, too.
pub trait ToolsProvider: Send + Sync + 'static {
    /// Returns the tools that this caller may see, in order.
    ///
    /// Runs before each call, too: a tool missing from this caller's list cannot be called. The explorer drops the
    /// future when the client disconnects and when [`Timeouts::list`](crate::config::Timeouts::list) has passed (504).
    /// A panic results in 502.
    ///
    /// # Errors
    ///
    /// If the tools cannot be listed. The client sees the message; see [`ToolsError`] for the status.
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>>;
}

/// A fixed list, the same for every caller.
impl ToolsProvider for ToolList {
    fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        Box::pin(future::ready(Ok(self.clone())))
    }
}

/// A shared provider, for code that keeps its own reference to the provider.
impl<P: ToolsProvider + ?Sized> ToolsProvider for Arc<P> {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        (**self).list(request)
    }
}

/// Conversion from a provider function's return value: a list, a vector of tools (if several tools have the same name,
/// the first one wins), or a `Result` with either.
///
/// ```
/// use tower_mcp_ui::{BoxError, Tool};
/// use tower_mcp_ui::tools::{IntoToolList, ToolList};
///
/// let list = vec![Tool::new("a", "first"), Tool::new("a", "second")].into_tool_list()?;
/// assert_eq!(list.len(), 1);
///
/// let failed = Err::<ToolList, _>("the registry is down").into_tool_list();
/// assert_eq!(failed.unwrap_err().to_string(), "the registry is down");
/// # Ok::<(), BoxError>(())
/// ```
pub trait IntoToolList {
    /// Converts the value into a list.
    ///
    /// # Errors
    ///
    /// If the provider failed. The client sees the error's message.
    fn into_tool_list(self) -> Result<ToolList, BoxError>;
}

/// A list is returned as it is, with its caches.
impl IntoToolList for ToolList {
    fn into_tool_list(self) -> Result<ToolList, BoxError> {
        Ok(self)
    }
}

/// A new list. If several tools have the same name, the first one wins. A new list has no caches, so for tools that
/// seldom change, return clones of one [`ToolList`] instead.
impl IntoToolList for Vec<Tool> {
    fn into_tool_list(self) -> Result<ToolList, BoxError> {
        Ok(self.into())
    }
}

/// The converted value, or the provider's error.
impl<T: IntoToolList, E: Into<BoxError>> IntoToolList for Result<T, E> {
    fn into_tool_list(self) -> Result<ToolList, BoxError> {
        self.map_err(Into::into)?.into_tool_list()
    }
}

/// Conversion into the provider for [`McpUiLayer::tools_with`](crate::McpUiLayer::tools_with).
///
/// Providers (such as [`ToolList`]) and functions with at most one argument implement this trait; there is no need to
/// implement or name it. The compiler infers the marker.
///
/// ```
/// use tower_mcp_ui::Tool;
/// use tower_mcp_ui::tools::{IntoToolsProvider, ToolsProvider};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), tower_mcp_ui::tools::ToolsError> {
/// let provider = (|| async { vec![Tool::new("status", "")] }).into_tools_provider();
/// # let (request, ()) = http::Request::new(()).into_parts();
/// assert!(provider.list(std::sync::Arc::new(request)).await?.get("status").is_some());
/// # Ok(()) }
/// ```
pub trait IntoToolsProvider<Marker> {
    /// The resulting provider.
    type Provider: ToolsProvider;

    /// Converts the value into a provider.
    fn into_tools_provider(self) -> Self::Provider;
}

/// A provider, used as it is.
impl<P: ToolsProvider> IntoToolsProvider<()> for P {
    type Provider = P;

    fn into_tools_provider(self) -> P {
        self
    }
}

/// A function as a provider.
pub struct ProviderFn(Box<ListFn>);

type ListFn = dyn Fn(RequestParts) -> BoxFuture<'static, Result<ToolList, ToolsError>> + Send + Sync;

impl ToolsProvider for ProviderFn {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        (self.0)(request)
    }
}

impl fmt::Debug for ProviderFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderFn").finish_non_exhaustive()
    }
}

/// An async function without arguments, whose tools are the same for every caller.
impl<F, Fut> IntoToolsProvider<fn()> for F
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoToolList> + Send + 'static,
{
    type Provider = ProviderFn;

    fn into_tools_provider(self) -> ProviderFn {
        ProviderFn(Box::new(move |_| Box::pin(list_of(self()))))
    }
}

/// An async function that takes the request's parts, whose tools may depend on the caller.
impl<F, Fut> IntoToolsProvider<fn(RequestParts)> for F
where
    F: Fn(RequestParts) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoToolList> + Send + 'static,
{
    type Provider = ProviderFn;

    fn into_tools_provider(self) -> ProviderFn {
        ProviderFn(Box::new(move |request| Box::pin(list_of(self(request)))))
    }
}

/// Converts a provider function's return value into a list, or its error into a [`ToolsError`].
async fn list_of(tools: impl Future<Output: IntoToolList>) -> Result<ToolList, ToolsError> {
    tools.await.into_tool_list().map_err(ToolsError::from_boxed)
}
