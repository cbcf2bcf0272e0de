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

impl Call {
    /// Returns a copy that keeps no other part of the request in memory.
    pub(super) fn detached(&self) -> Self {
        Self {
            entry: Arc::clone(&self.entry),
            tool: self.tool.clone(),
            arguments: self.arguments.detached(),
            shows_apps: self.shows_apps,
        }
    }
}
