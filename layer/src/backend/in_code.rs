//! The backend of tools that are defined in code.

use futures_util::future::BoxFuture;

use super::{Backend, CallError, Exchange, RequestParts, ToolCall, ToolHandler, ToolsError, ToolsProvider};
use crate::model::{CallToolResult, ToolList};

/// Tools that are defined in code, as a provider and a handler.
///
/// It has no resources of its own: [`WithResources`](super::WithResources) adds them. It has no unlisted tools either,
/// so a handler is called only for tools that its provider lists for the caller.
#[derive(Debug)]
pub(crate) struct ToolsInCode<P, H> {
    provider: P,
    handler: H,
}

impl<P: ToolsProvider, H: ToolHandler> ToolsInCode<P, H> {
    pub(crate) fn new(provider: P, handler: H) -> Self {
        Self { provider, handler }
    }
}

impl<P: ToolsProvider, H: ToolHandler> Backend for ToolsInCode<P, H> {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        self.provider.list(request)
    }

    fn call(&self, call: ToolCall) -> Exchange<'_, Result<CallToolResult, CallError>> {
        Exchange::of_result(self.handler.call(call))
    }
}
