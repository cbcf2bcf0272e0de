//! Markers for a layer's backend, used as a type parameter on the layer and its service.
//!
//! A marker is a type and not a value, because it determines the requests that the inner service must accept. If the
//! tools come from the inner service, that service also gets the explorer's requests, so its requests have another body
//! type.

use std::fmt;
use std::sync::Arc;

use crate::backend::Backend;
use crate::mcp::McpClient;
use crate::stack::Layers;

/// Marks a layer whose tools come from the wrapped service itself, over MCP.
///
/// It is the default type parameter for [`McpUiLayer`](crate::McpUiLayer) and [`McpUi`](crate::McpUi). The wrapped
/// service must accept a [`RequestBody`](crate::service::RequestBody), because it gets the explorer's requests in
/// addition to the clients' own.
///
/// Any service that speaks MCP over Streamable HTTP works, such as this one, with a single tool:
///
/// ```
/// use http::{Request, Response};
/// use http_body_util::BodyExt;
/// use serde_json::{Value, json};
/// use tower::{Layer, ServiceExt, service_fn};
/// use tower_mcp_ui::{BoxError, McpUiConfig, McpUiLayer};
/// use tower_mcp_ui::service::RequestBody;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), BoxError> {
/// let server = service_fn(|request: Request<RequestBody<String>>| async move {
///     let message: Value = serde_json::from_slice(&request.into_body().collect().await?.to_bytes())?;
///     assert_eq!(message["method"], "tools/list");
///     let result = json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "tools": [{ "name": "echo" }] } });
///     Ok::<_, BoxError>(Response::builder().header("content-type", "application/json").body(result.to_string())?)
/// });
/// let service = McpUiLayer::new(McpUiConfig::new()).layer(server);
///
/// let response = service.oneshot(Request::get("/explorer/tools").body(String::new())?).await?;
/// assert_eq!(response.into_body().collect().await?.to_bytes(), r#"[{"name":"echo","description":""}]"#);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct InnerService(pub(crate) Arc<McpClient>);

/// Marks a layer whose tools do not come from the wrapped service.
///
/// [`McpUiLayer::mcp`](crate::McpUiLayer::mcp) and [`McpUiLayer::tools`](crate::McpUiLayer::tools) return it. The
/// wrapped service gets only the passed requests.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};
/// use tower_mcp_ui::service::GivenTools;
/// use tower_mcp_ui::tools::{Arguments, DuplicateTool, ToolList};
///
/// // Both ways of giving tools have the same type.
/// fn layer() -> Result<McpUiLayer<GivenTools>, DuplicateTool> {
///     let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
///     let echo = |_: String, arguments: Arguments| async move { arguments.get().to_owned() };
///     Ok(McpUiLayer::new(McpUiConfig::new()).tools_with(tools, echo))
/// }
/// assert!(tower_mcp_ui::embedding::owns(&layer()?, None, "/explorer"));
/// # Ok::<(), DuplicateTool>(())
/// ```
#[derive(Clone)]
pub struct GivenTools {
    pub(crate) backend: Arc<dyn Backend>,
    build: Arc<Build>,
}

/// Creates the backend for the given layers. If layers are set after the tools, the backend is created again.
type Build = dyn Fn(&Layers) -> Arc<dyn Backend> + Send + Sync;

impl GivenTools {
    pub(crate) fn new(layers: &Layers, build: impl Fn(&Layers) -> Arc<dyn Backend> + Send + Sync + 'static) -> Self {
        Self { backend: build(layers), build: Arc::new(build) }
    }

    /// Wraps the backend, for example to add resources.
    pub(crate) fn with(
        self,
        layers: &Layers,
        add: impl Fn(Arc<dyn Backend>, &Layers) -> Arc<dyn Backend> + Send + Sync + 'static,
    ) -> Self {
        Self::new(layers, move |layers| add((self.build)(layers), layers))
    }
}

/// The source of the tools, within a stack's layers.
pub(crate) trait Origin {
    /// Returns the same tools within other layers.
    fn within(self, layers: &Layers) -> Self;
}

impl Origin for InnerService {
    fn within(self, _: &Layers) -> Self {
        self
    }
}

impl Origin for GivenTools {
    fn within(self, layers: &Layers) -> Self {
        Self { backend: (self.build)(layers), ..self }
    }
}

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
