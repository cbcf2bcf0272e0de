use std::fmt;
use std::sync::Arc;

use crate::backend::Backend;
use crate::backend::mcp::McpClient;

/// Marks a layer whose tools come from the wrapped service itself.
#[derive(Clone)]
pub struct InnerService(pub(crate) Arc<McpClient>);

/// Marks a layer whose tools do not come from the wrapped service.
#[derive(Clone)]
pub struct GivenTools(pub(crate) Arc<dyn Backend>);

impl fmt::Debug for InnerService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InnerService")
    }
}

impl fmt::Debug for GivenTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GivenTools")
    }
}
