use super::{CallError, RequestParts, ToolsError};
use crate::model::{RawJson, RawObject, Tool};

/// A request of the page with any MCP method. The page gets the server's messages as they arrive.
#[derive(Clone, Debug)]
pub(crate) struct LiveRequest {
    /// The method, such as `tools/call`.
    pub(crate) method: &'static str,
    /// The `params` object, as sent by the page.
    pub(crate) params: RawObject,
    /// The tool to call; only for `tools/call`.
    pub(crate) tool: Option<Tool>,
    /// The HTTP request.
    pub(crate) request: RequestParts,
}

/// The result of a live request, as the backend wrote it.
pub(crate) type LiveResult = Result<RawJson, LiveError>;

/// The error of a live request.
#[derive(Debug)]
pub(crate) enum LiveError {
    /// The JSON-RPC error object with which the backend responded.
    Rpc(RawJson),
    /// The handler in code failed, or the backend cannot be reached.
    Call(CallError),
}

impl LiveRequest {
    /// Returns the parameter that names the object of the request: a tool, a prompt or a resource.
    pub(crate) fn name(&self) -> Option<String> {
        self.params.get_string(if self.method == "resources/read" { "uri" } else { "name" })
    }
}

impl LiveError {
    /// Creates the error for a method that the backend does not have.
    pub(crate) fn method_not_found() -> Self {
        Self::Rpc(RawJson::literal(r#"{"code":-32601,"message":"Method not found"}"#))
    }

    /// Creates the error for parameters that the backend cannot use (JSON-RPC 2.0, section 5.1).
    pub(crate) fn invalid_params(message: &str) -> Self {
        Self::Rpc(serde_json::json!({ "code": -32602, "message": message }).into())
    }
}

impl From<ToolsError> for LiveError {
    fn from(error: ToolsError) -> Self {
        Self::Call(error.into())
    }
}
