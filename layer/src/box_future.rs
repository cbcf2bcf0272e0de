use std::pin::Pin;

/// A boxed `Send` future, as this crate's traits return it: [`AuthHook`], [`Runtime`], [`ToolsProvider`],
/// [`ToolHandler`] and [`ResourcesProvider`]. `Box::pin` creates it from an async block.
///
/// The type is the same as in the `futures` crate.
///
/// ```
/// use tower_mcp_ui::{BoxFuture, Tool};
/// use tower_mcp_ui::tools::{RequestParts, ToolList, ToolsError, ToolsProvider};
///
/// struct Clock;
///
/// impl ToolsProvider for Clock {
///     fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
///         Box::pin(async { Ok(ToolList::first_wins([Tool::new("now", "Returns the time")])) })
///     }
/// }
/// ```
///
/// [`AuthHook`]: crate::config::AuthHook
/// [`Runtime`]: crate::runtime::Runtime
/// [`ToolsProvider`]: crate::tools::ToolsProvider
/// [`ToolHandler`]: crate::tools::ToolHandler
/// [`ResourcesProvider`]: crate::tools::ResourcesProvider
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
