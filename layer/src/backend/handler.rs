//! Tool call handlers: the trait, and the kinds of functions and services that convert into handlers.

use std::fmt;
use std::future::{Future, poll_fn};
use std::sync::Arc;

use parking_lot::Mutex;
use tower_service::Service;

use super::{Arguments, CallContext, CallError, RequestParts, ToolCall};
use crate::box_future::BoxFuture;
use crate::error::BoxError;
use crate::model::{CallToolResult, IntoCallToolResult};

/// A handler for tool calls.
///
/// A handler is a type that implements this trait; an async function that takes the tool's name, the arguments and,
/// optionally, the request's parts or the [`CallContext`]; or a [`tower_service::Service`] that takes a [`ToolCall`]:
///
/// ```
/// use std::time::Duration;
/// use tower::{BoxError, ServiceBuilder, service_fn};
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};
/// use tower_mcp_ui::tools::{Arguments, CallToolResult, RequestParts, ToolCall, ToolList};
///
/// let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
/// # let config = McpUiConfig::new;
///
/// let layer = McpUiLayer::new(config()).tools_with(tools.clone(), |name: String, arguments: Arguments| async move {
///     Ok::<_, serde_json::Error>(format!("{name}: {}", arguments.parse::<serde_json::Value>()?))
/// });
///
/// let layer = McpUiLayer::new(config()).tools_with(
///     tools.clone(),
///     |name: String, _: Arguments, request: RequestParts| async move { format!("{name} by {}", request.uri) },
/// );
///
/// let service = ServiceBuilder::new().timeout(Duration::from_secs(5)).concurrency_limit(8).service(service_fn(
///     |call: ToolCall| async move { Ok::<_, BoxError>(CallToolResult::text(call.arguments.get())) },
/// ));
/// let layer = McpUiLayer::new(config()).tools_with(tools, service);
/// # Ok::<(), tower_mcp_ui::tools::DuplicateTool>(())
/// ```
///
/// A closure that captures shared state must clone it for each call, because the future may outlive the borrow: `move
/// |name, arguments| { let db = db.clone(); async move { db.run(name, arguments).await } }`. A custom type can borrow
/// its state instead:
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use tower_mcp_ui::{BoxFuture, Tool};
/// use tower_mcp_ui::tools::{Arguments, CallError, CallToolResult, ToolCall, ToolHandler};
///
/// struct Counter(AtomicU64);
///
/// impl ToolHandler for Counter {
///     fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
///         Box::pin(async move {
///             match call.tool.name() {
///                 "next" => Ok(CallToolResult::text(self.0.fetch_add(1, Ordering::Relaxed).to_string())),
///                 other => Err(CallError::failed(format!("{other} is not implemented"))),
///             }
///         })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), CallError> {
/// let counter = Counter(AtomicU64::new(7));
/// let result = counter.call(ToolCall::new(Tool::new("next", ""), Arguments::default())).await?;
/// assert_eq!(result.to_json().get(), r#"{"content":[{"type":"text","text":"7"}],"isError":false}"#);
/// # Ok(()) }
/// ```
///
/// Calls run concurrently. A handler that blocks, for example by computing for seconds, delays the other requests on
/// its thread, and no timeout can interrupt it. Run such work on a blocking thread, for example with
/// `tokio::task::spawn_blocking`.
pub trait ToolHandler: Send + Sync + 'static {
    /// Runs a tool. Dropping the future cancels the call.
    ///
    /// The explorer drops the future, at whichever `await` it has reached, when the client disconnects or
    /// [`Timeouts::call`](crate::config::Timeouts::call) has passed. Work that must not stop halfway belongs in its own
    /// task. A panic is caught, and the client gets a tool error without the panic's message.
    ///
    /// # Errors
    ///
    /// If the tool could not be run. See [`CallError`] for the resulting status. A tool that ran and failed may also
    /// return a [`CallToolResult`] that reports an error.
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>>;
}

/// A shared handler, for code that keeps its own reference to the handler.
impl<H: ToolHandler + ?Sized> ToolHandler for Arc<H> {
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        (**self).call(call)
    }
}

/// Conversion into the handler for [`McpUiLayer::tools_with`](crate::McpUiLayer::tools_with).
///
/// Handlers, functions with two or three arguments, and services implement this trait; there is no need to implement or
/// name it. The compiler infers the marker, which keeps the implementations for functions and services from
/// overlapping.
///
/// A test can convert a function by hand, and call it without a layer:
///
/// ```
/// use tower_mcp_ui::Tool;
/// use tower_mcp_ui::tools::{Arguments, CallError, IntoToolHandler, ToolCall, ToolHandler};
///
/// async fn divide(_tool: String, arguments: Arguments) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
///     let (a, b) = arguments.parse::<std::collections::HashMap<String, i64>>().map(|n| (n["a"], n["b"]))?;
///     a.checked_div(b).map(|quotient| quotient.to_string()).ok_or("b must not be 0".into())
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), serde_json::Error> {
/// let arguments = Arguments::new(serde_json::json!({ "a": 1, "b": 0 }))?;
/// let result = divide.into_tool_handler().call(ToolCall::new(Tool::new("divide", ""), arguments)).await;
/// assert!(matches!(result, Err(CallError::Failed(error)) if error.to_string() == "b must not be 0"));
/// # Ok(()) }
/// ```
pub trait IntoToolHandler<Marker> {
    /// The resulting handler.
    type Handler: ToolHandler;

    /// Converts the value into a handler.
    fn into_tool_handler(self) -> Self::Handler;
}

/// A handler, used as it is.
impl<H: ToolHandler> IntoToolHandler<()> for H {
    type Handler = H;

    fn into_tool_handler(self) -> H {
        self
    }
}

/// A function or a service as a handler.
///
/// A service is cloned for each call and polled ready before it is called. A `ConcurrencyLimit` around the service
/// limits all calls together, because its clones share the permits. Backpressure delays the call.
pub struct HandlerFn(Box<CallFn>);

type CallFn = dyn Fn(ToolCall) -> BoxFuture<'static, Result<CallToolResult, CallError>> + Send + Sync;

impl HandlerFn {
    pub(crate) fn new(
        call: impl Fn(ToolCall) -> BoxFuture<'static, Result<CallToolResult, CallError>> + Send + Sync + 'static,
    ) -> Self {
        Self(Box::new(call))
    }
}

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

/// An async function that takes the tool's name and the arguments.
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

/// An async function that takes the tool's name, the arguments and the request's parts.
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

/// Converts a handler function's return value into a result, or its error into a [`CallError`].
pub(crate) async fn result_of(result: impl Future<Output: IntoCallToolResult>) -> Result<CallToolResult, CallError> {
    result.await.into_call_tool_result().map_err(CallError::from_boxed)
}

/// A service that takes tool calls. Each call goes to a clone that is polled ready first. If polling fails, its error
/// becomes the call's error.
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
            let mut service = service.lock().clone();
            Box::pin(async move {
                let failed = |error: S::Error| CallError::from_boxed(error.into());
                poll_fn(|cx| service.poll_ready(cx)).await.map_err(failed)?;
                service.call(call).await.map_err(failed)
            })
        }))
    }
}
