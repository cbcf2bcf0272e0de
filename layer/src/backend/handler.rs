use std::fmt;
use std::future::{Future, poll_fn};
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use tower_service::Service;

use super::{Arguments, CallContext, CallError, RequestParts, ToolCall};
use crate::error::BoxError;
use crate::model::{CallToolResult, IntoCallToolResult};

/// A handler of tool calls.
///
/// A handler is a type that implements this trait; an async function of the tool's name, the arguments and, optionally,
/// the request's parts or the [`CallContext`]; or a [`tower_service::Service`] that takes a [`ToolCall`]:
///
/// ```
/// use std::time::Duration;
/// use tower::{BoxError, ServiceBuilder, service_fn};
/// use tower_mcp_ui::{Arguments, CallToolResult, McpUiConfig, McpUiLayer, RequestParts, Tool, ToolCall, ToolList};
///
/// let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
/// # let config = McpUiConfig::new;
///
/// let layer = McpUiLayer::new(config()).tools(tools.clone(), |name: String, arguments: Arguments| async move {
///     Ok::<_, serde_json::Error>(format!("{name}: {}", arguments.parse::<serde_json::Value>()?))
/// });
///
/// let layer = McpUiLayer::new(config()).tools(
///     tools.clone(),
///     |name: String, _: Arguments, request: RequestParts| async move { format!("{name} by {}", request.uri) },
/// );
///
/// let service = ServiceBuilder::new().timeout(Duration::from_secs(5)).concurrency_limit(8).service(service_fn(
///     |call: ToolCall| async move { Ok::<_, BoxError>(CallToolResult::text(call.arguments.get())) },
/// ));
/// let layer = McpUiLayer::new(config()).tools(tools, service);
/// # Ok::<(), tower_mcp_ui::DuplicateTool>(())
/// ```
///
/// A closure that captures shared state must clone it for each call, because the future may outlive the borrow:
/// `move |name, arguments| { let db = db.clone(); async move { db.run(name, arguments).await } }`.
pub trait ToolHandler: Send + Sync + 'static {
    /// Runs a tool. Dropping the future cancels the call.
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>>;
}

impl<H: ToolHandler + ?Sized> ToolHandler for Arc<H> {
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        (**self).call(call)
    }
}

/// Conversion into the handler of [`McpUiLayer::tools`](crate::McpUiLayer::tools). The marker distinguishes the forms.
pub trait IntoToolHandler<Marker> {
    /// The resulting handler.
    type Handler: ToolHandler;

    /// Converts the value into a handler.
    fn into_tool_handler(self) -> Self::Handler;
}

impl<H: ToolHandler> IntoToolHandler<()> for H {
    type Handler = H;

    fn into_tool_handler(self) -> H {
        self
    }
}

/// A function or a service as a handler.
pub struct HandlerFn(Box<CallFn>);

type CallFn = dyn Fn(ToolCall) -> BoxFuture<'static, Result<CallToolResult, CallError>> + Send + Sync;

impl ToolHandler for HandlerFn {
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        (self.0)(call)
    }
}

impl fmt::Debug for HandlerFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HandlerFn").finish_non_exhaustive()
    }
}

impl<F, Fut> IntoToolHandler<fn(String, Arguments)> for F
where
    F: Fn(String, Arguments) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoCallToolResult> + Send + 'static,
{
    type Handler = HandlerFn;

    fn into_tool_handler(self) -> HandlerFn {
        HandlerFn(Box::new(move |call| Box::pin(result_of(self(call.tool.name().to_owned(), call.arguments)))))
    }
}

impl<F, Fut> IntoToolHandler<fn(String, Arguments, RequestParts)> for F
where
    F: Fn(String, Arguments, RequestParts) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoCallToolResult> + Send + 'static,
{
    type Handler = HandlerFn;

    fn into_tool_handler(self) -> HandlerFn {
        HandlerFn(Box::new(move |call| {
            Box::pin(result_of(self(call.tool.name().to_owned(), call.arguments, call.request)))
        }))
    }
}

impl<F, Fut> IntoToolHandler<fn(String, Arguments, CallContext)> for F
where
    F: Fn(String, Arguments, CallContext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output: IntoCallToolResult> + Send + 'static,
{
    type Handler = HandlerFn;

    fn into_tool_handler(self) -> HandlerFn {
        HandlerFn(Box::new(move |call| {
            Box::pin(result_of(self(call.tool.name().to_owned(), call.arguments, call.context)))
        }))
    }
}

async fn result_of(result: impl Future<Output: IntoCallToolResult>) -> Result<CallToolResult, CallError> {
    result.await.into_call_tool_result().map_err(CallError::from_boxed)
}

impl<S> IntoToolHandler<fn(ToolCall)> for S
where
    S: Service<ToolCall, Response = CallToolResult> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<BoxError>,
{
    type Handler = HandlerFn;

    fn into_tool_handler(self) -> HandlerFn {
        let service = Mutex::new(self);
        HandlerFn(Box::new(move |call| {
            let mut service = service.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Box::pin(async move {
                let failed = |error: S::Error| CallError::from_boxed(error.into());
                poll_fn(|cx| service.poll_ready(cx)).await.map_err(failed)?;
                service.call(call).await.map_err(failed)
            })
        }))
    }
}
