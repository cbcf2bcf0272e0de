//! MCP 2025-11-25. The handshake begins with it, and servers of the older revisions answer with their own.

use super::Revision;

/// 2025-11-25, the last revision with a handshake and sessions.
#[derive(Debug)]
pub(super) struct V2025_11_25;

impl Revision for V2025_11_25 {
    fn version(&self) -> &'static str {
        "2025-11-25"
    }
}
