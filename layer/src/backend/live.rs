use super::{CallError, RequestParts, ToolsError};
use crate::model::{RawJson, RawObject, Tool};

/// The method that subscribes to changes in what the server offers (2026-07-28, "Subscriptions"). The changes arrive as
/// messages, and the result comes only when the server ends the subscription.
pub(crate) const LISTEN: &str = "subscriptions/listen";

/// The error code for a method that the backend does not support (JSON-RPC 2.0, section 5.1).
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;

/// A request from the page, with any MCP method. The page gets the server's messages as they arrive.
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

/// A live request's result, as the backend wrote it.
pub(crate) type LiveResult = Result<RawJson, LiveError>;

/// A live request's error.
#[derive(Debug)]
pub(crate) enum LiveError {
    /// The JSON-RPC error object from the backend's response.
    Rpc(RawJson),
    /// The handler in code failed, or the backend is unreachable.
    Call(CallError),
}

impl LiveRequest {
    /// Returns the parameter that identifies the request's target: a tool, a prompt, a resource or a task.
    pub(crate) fn name(&self) -> Option<String> {
        self.params.get_string(match self.method {
            "resources/read" => "uri",
            method if method.starts_with("tasks/") => "taskId",
            _ => "name",
        })
    }
}

impl LiveError {
    /// Creates the error for a method that the backend does not support.
    pub(crate) fn method_not_found() -> Self {
        Self::Rpc(RawJson::literal(r#"{"code":-32601,"message":"Method not found"}"#))
    }

    /// Returns whether the error says that the backend does not support the method.
    pub(crate) fn is_method_not_found(&self) -> bool {
        let Self::Rpc(error) = self else { return false };
        let code = RawObject::parse(error).and_then(|error| error.get_as("code"));
        code.is_ok_and(|code| code == Some(METHOD_NOT_FOUND))
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
