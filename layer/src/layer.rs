use std::fmt;
use std::sync::Arc;

use http::{Request, Response};
use http_body::Body;
use tower_layer::Layer;
use tower_service::Service;

use crate::backend::mcp::{McpBackend, McpClient};
use crate::backend::{
    IntoToolHandler, IntoToolsProvider, PromptsProvider, ResourcesProvider, ToolsInCode, WithPrompts, WithResources,
};
use crate::body::RequestBody;
use crate::budget::Budget;
use crate::config::McpUiConfig;
use crate::error::BoxError;
use crate::explorer::Explorer;
use crate::service::McpUi;
use crate::source::{GivenTools, InnerService};

/// A [`Layer`] that wraps a service in [`McpUi`], which adds a web UI to a service that speaks MCP.
///
/// `T` marks the backend that has the tools:
///
/// - [`McpUiLayer::new`]: the inner service, over MCP, at the configured endpoint.
/// - [`McpUiLayer::mcp`]: a separate MCP service; the layer may then be anywhere in the stack.
/// - [`McpUiLayer::tools`]: a provider and a handler in code.
///
/// The clones and services of a layer share its state.
///
/// ```
/// use tower::ServiceBuilder;
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
///
/// # fn my_mcp_service() -> axum::Router { axum::Router::new() }
/// let router = axum::Router::new().nest_service("/mcp", my_mcp_service());
/// let app = ServiceBuilder::new().layer(McpUiLayer::new(McpUiConfig::new())).service(router);
/// # fn is_service<S: tower::Service<http::Request<axum::body::Body>>>(_: S) {}
/// # is_service(app);
/// ```
#[derive(Clone)]
#[must_use]
pub struct McpUiLayer<T = InnerService> {
    pub(crate) explorer: Arc<Explorer>,
    pub(crate) tools: T,
}

impl McpUiLayer {
    /// Creates a layer that requests the tools from the inner service, which must accept requests with a
    /// [`RequestBody`].
    pub fn new(config: McpUiConfig) -> Self {
        let budget = Budget::new(config.limits.buffered_bytes, config.setting_names);
        let client = McpClient::new(&config, budget.clone());
        Self { explorer: Arc::new(Explorer::new(config, budget)), tools: InnerService(Arc::new(client)) }
    }

    /// Requests the tools from `service`, which speaks MCP at the configured endpoint (as a router does) or at any
    /// path (as rmcp's `StreamableHttpService` does).
    ///
    /// The explorer sends its requests directly to `service`, so pass the service with its authentication and other
    /// middleware applied.
    ///
    /// ```
    /// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
    ///
    /// # fn my_mcp_service() -> axum::Router { axum::Router::new() }
    /// let mcp = axum::Router::new().nest_service("/mcp", my_mcp_service());
    /// let layer = McpUiLayer::new(McpUiConfig::new()).mcp(mcp.clone());
    /// let app: axum::Router = mcp.layer(layer);
    /// ```
    pub fn mcp<M, B>(self, service: M) -> McpUiLayer<GivenTools>
    where
        M: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + 'static,
        M::Future: Send,
        M::Error: Into<BoxError>,
        B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
    {
        let Self { explorer, tools: InnerService(client) } = self;
        McpUiLayer { explorer, tools: GivenTools(Arc::new(McpBackend::new(service, client))) }
    }

    /// Uses tools that are defined in code. See [`ToolsProvider`](crate::ToolsProvider) and
    /// [`ToolHandler`](crate::ToolHandler) for the forms that the provider and the handler may take.
    ///
    /// ```
    /// use tower_mcp_ui::{Arguments, McpUiConfig, McpUiLayer, Tool, ToolList};
    ///
    /// let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
    /// let echo = |_name: String, arguments: Arguments| async move { arguments.get().to_owned() };
    /// let layer = McpUiLayer::new(McpUiConfig::new()).tools(tools, echo);
    /// # Ok::<(), tower_mcp_ui::DuplicateTool>(())
    /// ```
    pub fn tools<P, PM, H, HM>(self, provider: P, handler: H) -> McpUiLayer<GivenTools>
    where
        P: IntoToolsProvider<PM>,
        H: IntoToolHandler<HM>,
    {
        let tools = ToolsInCode::new(provider.into_tools_provider(), handler.into_tool_handler());
        McpUiLayer { explorer: self.explorer, tools: GivenTools(Arc::new(tools)) }
    }
}

impl McpUiLayer<GivenTools> {
    /// Sets the provider of the resources that the tools refer to, including the pages of MCP Apps: see
    /// [`ResourcesProvider`](crate::ResourcesProvider). Without it, resources come from the MCP service, and tools
    /// defined in code have none.
    pub fn resources(self, provider: impl ResourcesProvider) -> Self {
        let tools = GivenTools(Arc::new(WithResources::new(self.tools.0, provider)));
        Self { explorer: self.explorer, tools }
    }

    /// Sets the provider of prompts: see [`PromptsProvider`](crate::PromptsProvider). Without it, prompts come from the
    /// MCP service, and tools defined in code have none.
    pub fn prompts(self, provider: impl PromptsProvider) -> Self {
        let tools = GivenTools(Arc::new(WithPrompts::new(self.tools.0, provider)));
        Self { explorer: self.explorer, tools }
    }

    /// Forgets the lists of tools of the MCP service, because it was restarted and may have others. For programs that
    /// start the server themselves: the layer notices other restarts when the server no longer knows its session, or
    /// within a minute.
    pub fn server_restarted(&self) {
        self.tools.0.forget_lists();
    }
}

impl<S, T: Clone> Layer<S> for McpUiLayer<T> {
    type Service = McpUi<S, T>;

    fn layer(&self, inner: S) -> McpUi<S, T> {
        McpUi::new(inner, Arc::clone(&self.explorer), self.tools.clone())
    }
}

impl<T> fmt::Debug for McpUiLayer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpUiLayer").field("config", &self.explorer.config).finish_non_exhaustive()
    }
}
