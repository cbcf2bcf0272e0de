//! The parts of MCP that both the client and the layer for UIs read.

use super::{RawJson, RawObject};

/// Both names for the MCP Apps extension. Servers may list tools with an app only for clients that declare it.
pub(crate) const APPS: [&str; 2] = ["io.modelcontextprotocol/ui", "modelcontextprotocol.io/ui"];

/// Returns the next page's cursor. Some servers end a list with an empty or `null` cursor.
pub(crate) fn next_cursor(page: &RawObject) -> Option<&RawJson> {
    page.get("nextCursor").filter(|cursor| !cursor.is_null() && cursor.get() != r#""""#)
}
