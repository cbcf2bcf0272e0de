use tower_mcp_ui::ToolsError;

use crate::bindings::mcp_ui::tools::types::Failure;

pub(crate) fn into_error(failure: Failure) -> ToolsError {
    match failure {
        Failure::Failed(message) => ToolsError::unavailable(message),
        Failure::TimedOut(message) => ToolsError::timed_out(message),
    }
}
