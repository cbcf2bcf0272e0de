use futures_util::future::BoxFuture;

use super::{CallError, RequestParts, ToolCall, ToolHandler, Tools, ToolsError, ToolsProvider};
use crate::model::{CallToolResult, ToolList};

/// Tools given in code: a provider and a handler.
#[derive(Debug)]
pub(crate) struct Registry<P, H> {
    provider: P,
    handler: H,
}

impl<P: ToolsProvider, H: ToolHandler> Registry<P, H> {
    pub(crate) fn new(provider: P, handler: H) -> Self {
        Self { provider, handler }
    }
}

impl<P: ToolsProvider, H: ToolHandler> Tools for Registry<P, H> {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        self.provider.list(request)
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        self.handler.call(call)
    }
}
