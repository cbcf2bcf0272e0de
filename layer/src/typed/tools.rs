use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use futures_util::future;

use super::TypedToolHandler;
use crate::backend::{CallError, HandlerFn, RequestParts, ToolCall, ToolHandler, ToolsError, ToolsProvider};
use crate::box_future::BoxFuture;
use crate::model::{CallToolResult, Tool, ToolList};
use crate::validate::Validators;

/// Maximum total size in bytes of the tools' compiled schemas. The least recently used schemas are evicted, and
/// recompiled when needed.
const CACHED_BYTES: usize = 16 << 20;

/// Tools defined in code, each with a handler.
///
/// ```
/// use serde::Deserialize;
/// use serde_json::json;
/// use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Tools};
///
/// #[derive(Deserialize)]
/// struct Greet { name: String }
///
/// let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
/// let tools = Tools::new()
///     .tool(Tool::new("greet", "Greets somebody").input_schema(schema), |greet: Greet| async move {
///         format!("Hello, {}!", greet.name)
///     })
///     .tool(Tool::new("ping", "Answers"), || async { "pong" });
/// let layer = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).tools(tools);
/// ```
///
/// Arguments that do not fit the tool's input schema are refused before the handler runs, with a sentence for each
/// mistake. With the feature `schemars`, `typed` derives the schemas from the handler's types.
///
/// The type is both a [`ToolsProvider`] and a [`ToolHandler`], so that other providers and handlers can wrap it.
#[must_use]
pub struct Tools {
    definitions: Vec<Tool>,
    handlers: HashMap<String, HandlerFn>,
    validators: Validators,
    list: OnceLock<ToolList>,
}

impl Tools {
    /// Creates an empty tool set.
    pub fn new() -> Self {
        let validators = Validators::new(CACHED_BYTES);
        Self { definitions: Vec::new(), handlers: HashMap::new(), validators, list: OnceLock::new() }
    }

    /// Adds a tool with its handler: see [`TypedToolHandler`] for the accepted forms.
    ///
    /// # Panics
    ///
    /// If there is a tool with this name.
    #[track_caller]
    pub fn tool<H, M>(mut self, tool: Tool, handler: H) -> Self
    where
        H: TypedToolHandler<M>,
    {
        let name = tool.name().to_owned();
        assert!(!self.handlers.contains_key(&name), "there are two tools with the name {name:?}");
        self.handlers.insert(name, handler.into_handler());
        self.definitions.push(tool);
        self.list = OnceLock::new();
        self
    }

    /// Adds a tool whose input schema is derived from the handler's argument type. A
    /// [`Structured`](crate::tools::Structured) result also determines the output schema.
    ///
    /// ```
    /// use schemars::JsonSchema;
    /// use serde::{Deserialize, Serialize};
    /// use tower_mcp_ui::{Tool, Tools};
    /// use tower_mcp_ui::tools::Structured;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Sum { a: i32, b: i32 }
    ///
    /// #[derive(Serialize, JsonSchema)]
    /// struct Total { total: i32 }
    ///
    /// async fn add(Sum { a, b }: Sum) -> Result<Structured<Total>, &'static str> {
    ///     a.checked_add(b).map(|total| Structured(Total { total })).ok_or("The sum is too large.")
    /// }
    /// let tools = Tools::new().typed(Tool::new("add", "Adds two numbers"), add);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is a tool with this name.
    #[cfg(feature = "schemars")]
    #[track_caller]
    pub fn typed<H, M>(self, tool: Tool, handler: H) -> Self
    where
        H: TypedToolHandler<M, Arguments: schemars::JsonSchema, Output: super::OutputSchema>,
    {
        use super::OutputSchema as _;

        let tool = tool.input_schema(super::schema::schema_of::<H::Arguments>());
        let tool = match H::Output::output_schema() {
            Some(schema) => tool.output_schema(schema),
            None => tool,
        };
        self.tool(tool, handler)
    }

    fn list(&self) -> &ToolList {
        self.list.get_or_init(|| ToolList::first_wins(self.definitions.iter().cloned()))
    }
}

impl Default for Tools {
    fn default() -> Self {
        Self::new()
    }
}

impl ToolsProvider for Tools {
    fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        Box::pin(future::ready(Ok(self.list().clone())))
    }
}

impl ToolHandler for Tools {
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        let handler = self.handlers.get(call.tool.name()).zip(self.list().get(call.tool.name()));
        let Some((handler, tool)) = handler else {
            let unknown = format!("There is no tool {:?}.", call.tool.name());
            return Box::pin(future::ready(Err(CallError::failed(unknown))));
        };
        let wrong = self.validators.violations(tool.get("inputSchema"), call.arguments.as_json(), "arguments");
        if wrong.is_empty() {
            return handler.call(call);
        }
        let sentences: Vec<_> = wrong.iter().map(|violation| format!("- {violation}")).collect();
        let refused = CallError::failed(format!("The arguments are invalid:\n{}", sentences.join("\n")));
        Box::pin(future::ready(Err(refused)))
    }
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.definitions.iter().map(Tool::name)).finish()
    }
}

#[cfg(all(test, feature = "validate"))]
mod tests {
    use super::*;

    #[test]
    fn compiled_schemas_leave_beyond_the_limit() {
        assert_eq!(Tools::new().validators.keeps_of_twenty(), [false, true]);
    }
}
