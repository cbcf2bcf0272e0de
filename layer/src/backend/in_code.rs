//! The backend for tools defined in code.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::{
    Arguments, Backend, CallContext, CallError, Exchange, LiveError, LiveRequest, LiveResult, Messages, RequestParts,
    ToolCall, ToolHandler, ToolsError, ToolsProvider,
};
use crate::model::{CallToolResult, RawJson, RawObject, Tool, ToolList};

/// Tools defined in code, as a provider and a handler.
///
/// This backend has no resources: [`WithResources`](super::WithResources) adds them. It has no unlisted tools either,
/// so the handler is called only for tools that the provider lists for the caller.
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

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        self.handler.call(call)
    }

    fn live(self: Arc<Self>, request: LiveRequest) -> Exchange<LiveResult> {
        Exchange::new(|messages| async move {
            match (request.method, request.tool) {
                ("tools/call", Some(tool)) => {
                    let call = call_of(tool, &request.params, request.request, messages)?;
                    match self.handler.call(call).await {
                        Ok(result) => Ok(result.to_json()),
                        Err(CallError::Failed(error)) => Ok(CallToolResult::error(error.to_string()).to_json()),
                        Err(failure) => Err(LiveError::Call(failure)),
                    }
                }
                ("tools/list", _) => {
                    let list = self.provider.list(request.request).await?;
                    let tools: Vec<_> = list.iter().map(Tool::to_json).collect();
                    Ok(RawObject::of([("tools", RawJson::array(&tools))]).to_json())
                }
                _ => Err(LiveError::method_not_found()),
            }
        })
    }
}

fn call_of(tool: Tool, params: &RawObject, request: RequestParts, messages: Messages) -> Result<ToolCall, LiveError> {
    let object = |key| params.get(key).filter(|value| !value.is_null());
    let arguments = object("arguments").cloned().map_or(Ok(Arguments::default()), Arguments::new);
    let arguments = arguments.map_err(|_| LiveError::invalid_params("The arguments must be a JSON object."))?;
    let answers = object("inputResponses").map_or(Ok(RawObject::default()), RawObject::parse);
    let answers = answers.map_err(|_| LiveError::invalid_params("`inputResponses` must be a JSON object."))?;
    let context = CallContext { messages, answers, state: params.get_string("requestState") };
    Ok(ToolCall { context, ..ToolCall::new(tool, arguments).request(request) })
}
