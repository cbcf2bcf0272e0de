use tower_mcp_ui::tools::{CallError, ToolsError};

use crate::bindings::mcp_ui::tools::types::{CallFailure, Failure};

pub(crate) fn into_error(failure: Failure) -> ToolsError {
    match failure {
        Failure::Failed(message) => ToolsError::unavailable(message),
        Failure::TimedOut(message) => ToolsError::timed_out(message),
    }
}

pub(crate) fn into_call_error(failure: CallFailure) -> CallError {
    match failure {
        CallFailure::Failed(message) => CallError::failed(message),
        CallFailure::Denied(reason) => CallError::denied(reason),
        CallFailure::Unavailable(message) => CallError::Tools(ToolsError::unavailable(message)),
        CallFailure::TimedOut(message) => CallError::Tools(ToolsError::timed_out(message)),
    }
}
