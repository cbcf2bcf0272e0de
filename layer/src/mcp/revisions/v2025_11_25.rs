//! MCP 2025-11-25. The client offers this revision in the handshake, and a server that uses an older revision responds
//! with that revision.
//!
//! Every message after the handshake carries the session's headers:
//!
//! ```text
//! POST /mcp HTTP/1.1
//! MCP-Protocol-Version: 2025-11-25
//! MCP-Session-Id: 8f2c…
//!
//! {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Oslo"}}}
//! ```

use super::revision::Revision;

/// 2025-11-25, the last revision with a handshake and sessions.
#[derive(Debug)]
pub(super) struct V2025_11_25;

impl Revision for V2025_11_25 {
    fn version(&self) -> &'static str {
        "2025-11-25"
    }
}
