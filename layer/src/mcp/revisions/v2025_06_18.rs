//! MCP 2025-06-18. It removed batches, and requires the `MCP-Protocol-Version` header after the handshake.

use super::revision::Revision;

/// 2025-06-18, which introduced structured results and the `MCP-Protocol-Version` header.
#[derive(Debug)]
pub(super) struct V2025_06_18;

impl Revision for V2025_06_18 {
    fn version(&self) -> &'static str {
        "2025-06-18"
    }
}
