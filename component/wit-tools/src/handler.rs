use tower_mcp_ui::tools::{CallError, CallToolResult, ToolCall, ToolHandler, ToolsError};
use tower_mcp_ui::{BoxFuture, RawJson};

use crate::bindings::mcp_ui::tools::tool_handler::{self, Call, Outcome};
use crate::{context, document, failure, messages};

/// The imported `tool-handler`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WitHandler {
    pub(crate) limit: usize,
}

impl WitHandler {
    async fn run(self, call: ToolCall) -> Result<CallToolResult, CallError> {
        let context = context::of(&call.request);
        let wit_call = Call {
            name: call.tool.name().to_owned(),
            arguments: call.arguments.get().to_owned(),
            input_responses: call.context.answers().get().to_owned(),
            request_state: call.context.state().map(str::to_owned),
        };
        let outcome = tool_handler::call_tool(wit_call, context).await.map_err(failure::into_call_error)?;
        let bytes = match outcome {
            Outcome::Result(result) => document::read(result, self.limit).await.map_err(ToolsError::from)?,
            Outcome::Messages(messages) => messages::receive(messages, &call.context, self.limit).await?,
        };
        let invalid = |error| ToolsError::unavailable(format!("The tool's result is not an MCP result: {error}"));
        let json = RawJson::parse(bytes).map_err(invalid)?;
        Ok(CallToolResult::from_json(&json).map_err(invalid)?)
    }
}

impl ToolHandler for WitHandler {
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        Box::pin(self.run(call))
    }
}
