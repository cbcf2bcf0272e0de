use std::sync::Arc;

use crate::backend::Arguments;
use crate::catalog::Entry;

/// A call to a tool with a UI.
pub(super) struct Call {
    pub(super) entry: Arc<Entry>,
    pub(super) tool: String,
    pub(super) arguments: Arguments,
    /// True if the client shows MCP Apps.
    pub(super) shows_apps: bool,
}
