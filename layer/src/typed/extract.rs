//! Values from the call that a tool's handler may take before its arguments.

use std::any::type_name;
use std::ops::Deref;

use crate::auth::Identity;
use crate::backend::{CallContext, CallError, RequestParts, ToolCall};
use crate::model::Tool;

/// A handler's parameter whose value comes from the call. Such parameters precede the tool's arguments.
///
/// | type | value |
/// |---|---|
/// | [`CallContext`] | the conversation with the caller: progress, log lines, answers |
/// | [`RequestParts`] | the HTTP request |
/// | [`Extension<T>`] | a request extension |
/// | [`Identity`], `Option<Identity>` | the authenticated caller |
/// | [`Tool`] | the tool as it is listed |
///
/// Implement the trait for your own types, such as a language from a header:
///
/// ```
/// use tower_mcp_ui::{Tool, Tools};
/// use tower_mcp_ui::tools::{CallError, FromToolCall, ToolCall};
///
/// struct Language(String);
///
/// impl FromToolCall for Language {
///     fn from_tool_call(call: &ToolCall) -> Result<Self, CallError> {
///         let header = call.request.headers.get("accept-language").and_then(|value| value.to_str().ok());
///         header.map(|text| Self(text.to_owned())).ok_or_else(|| CallError::failed("Send `Accept-Language`."))
///     }
/// }
///
/// async fn greet(Language(language): Language) -> &'static str {
///     if language.starts_with("no") { "Hei!" } else { "Hello!" }
/// }
/// let tools = Tools::new().tool(Tool::new("greet", "Greets"), greet);
/// ```
#[diagnostic::on_unimplemented(
    message = "a handler cannot take `{Self}` before the arguments of the tool",
    label = "does not implement `FromToolCall`",
    note = "before the arguments of the tool, a handler takes `CallContext`, `RequestParts`, this crate's `Extension<T>`, `Identity`, `Tool`, or types that implement `FromToolCall`"
)]
pub trait FromToolCall: Sized {
    /// Returns the value for a call.
    ///
    /// # Errors
    ///
    /// If the call does not have the value. The handler then does not run, and the caller gets the error.
    fn from_tool_call(call: &ToolCall) -> Result<Self, CallError>;
}

impl FromToolCall for CallContext {
    fn from_tool_call(call: &ToolCall) -> Result<Self, CallError> {
        Ok(call.context.clone())
    }
}

impl FromToolCall for RequestParts {
    fn from_tool_call(call: &ToolCall) -> Result<Self, CallError> {
        Ok(Self::clone(&call.request))
    }
}

impl FromToolCall for Tool {
    fn from_tool_call(call: &ToolCall) -> Result<Self, CallError> {
        Ok(call.tool.clone())
    }
}

/// The authenticated caller. Anonymous callers are refused with 401.
impl FromToolCall for Identity {
    fn from_tool_call(call: &ToolCall) -> Result<Self, CallError> {
        let identity = call.request.extensions.get().cloned();
        identity.ok_or_else(|| CallError::denied("the tool requires an authenticated caller"))
    }
}

/// The authenticated caller, or `None` for an anonymous caller.
impl FromToolCall for Option<Identity> {
    fn from_tool_call(call: &ToolCall) -> Result<Self, CallError> {
        Ok(call.request.extensions.get().cloned())
    }
}

/// A request extension, added by the [auth hook](crate::McpUiConfig::auth) or by a layer around the
/// [`McpUiLayer`](crate::McpUiLayer).
///
/// ```
/// use tower_mcp_ui::{Tool, Tools};
/// use tower_mcp_ui::tools::Extension;
///
/// #[derive(Clone)]
/// struct Database(String);
///
/// // `axum::Extension(database)` around the layer adds it, for example.
/// async fn backup(Extension(database): Extension<Database>) -> String {
///     format!("{} is saved", database.0)
/// }
/// let tools = Tools::new().tool(Tool::new("backup", "Saves the database"), backup);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Extension<T>(pub T);

impl<T: Clone + Send + Sync + 'static> FromToolCall for Extension<T> {
    fn from_tool_call(call: &ToolCall) -> Result<Self, CallError> {
        let found = call.request.extensions.get().cloned().map(Self);
        found.ok_or_else(|| {
            CallError::failed(format!(
                "The request has no extension `{}`. Add it in a layer around that of the explorer.",
                type_name::<T>()
            ))
        })
    }
}

impl<T> Deref for Extension<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
