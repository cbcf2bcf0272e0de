//! MCP 2025-03-26, the oldest revision with Streamable HTTP. Earlier revisions have another transport, which the
//! explorer does not speak.

use http::header::{HeaderMap, HeaderValue};

use super::revision::{Revision, SESSION_ID};

/// 2025-03-26, the first revision with Streamable HTTP. It has batches, but no `MCP-Protocol-Version` header.
#[derive(Debug)]
pub(super) struct V2025_03_26;

impl Revision for V2025_03_26 {
    fn version(&self) -> &'static str {
        "2025-03-26"
    }

    fn session_headers(&self, id: Option<&HeaderValue>) -> HeaderMap {
        id.map(|id| (SESSION_ID, id.clone())).into_iter().collect()
    }
}
