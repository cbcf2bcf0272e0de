//! The parts of MCP that are read by both the client and the layer for UIs.

use super::{RawJson, RawObject};

/// Both names for the MCP Apps extension. Servers may hide tools that have an app from clients that do not declare the
/// extension.
pub(crate) const APPS: [&str; 2] = ["io.modelcontextprotocol/ui", "modelcontextprotocol.io/ui"];

/// Returns the next page's cursor. Some servers end a list with an empty or `null` cursor.
pub(crate) fn next_cursor(page: &RawObject) -> Option<&RawJson> {
    page.get("nextCursor").filter(|cursor| !cursor.is_null() && cursor.get() != r#""""#)
}
