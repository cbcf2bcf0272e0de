use std::fmt;
use std::sync::Arc;

use http::{Request, Response};
use http_body::Body;
use tower_layer::Layer;
use tower_service::Service;

#[cfg(feature = "uis")]
use crate::augment::AugmentLayer;
#[cfg(feature = "authorization")]
use crate::authorization::SignIn;
use crate::backend::{
    IntoToolHandler, IntoToolsProvider, PromptsProvider, ResourcesProvider, ToolHandler, ToolsProvider, WithPrompts,
};
use crate::budget::Budget;
use crate::config::McpUiConfig;
use crate::error::BoxError;
#[cfg(feature = "authorization")]
use crate::error::ConfigError;
use crate::explorer::Explorer;
use crate::mcp::{ErasedService, McpBackend, McpClient};
#[cfg(feature = "authorization")]
use crate::sealer::random_bytes;
use crate::service::McpUi;
#[cfg(feature = "authorization")]
use crate::setting::Setting;
#[cfg(any(feature = "traffic", feature = "uis"))]
use crate::source::Origin;
use crate::source::{GivenTools, InnerService};
#[cfg(any(feature = "traffic", feature = "uis"))]
use crate::stack;
use crate::stack::Layers;
use crate::stack::RequestBody;
#[cfg(feature = "traffic")]
use crate::traffic::Traffic;

/// A [`Layer`] that wraps a service in [`McpUi`], which adds a web UI to a service that speaks MCP.
///
/// `T` marks the backend that provides the tools:
///
/// - [`McpUiLayer::new`]: the inner service, over MCP, at the configured endpoint.
/// - [`McpUiLayer::mcp`]: a separate MCP service; the layer may then be anywhere in the stack.
/// - [`McpUiLayer::tools`] and [`McpUiLayer::tools_with`]: tools in code.
///
/// [`McpUiLayer::traffic`] records the clients' messages, and [`McpUiLayer::uis`] adds UIs to the tools, wherever the
/// tools come from. A layer's clones and services share its state.
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
    layers: Layers,
}

impl McpUiLayer {
    /// Creates a layer that requests the tools from the inner service, which must accept requests with a
    /// [`RequestBody`].
    pub fn new(config: McpUiConfig) -> Self {
        let budget = Budget::new(config.limits.buffered_bytes, config.setting_names);
        let client = McpClient::new(&config, budget.clone());
        let explorer = Arc::new(Explorer::new(config, budget));
        Self { explorer, tools: InnerService(Arc::new(client)), layers: Layers::default() }
    }

    /// Requests the tools from `service`, which speaks MCP at the configured endpoint (as a router does) or at any
    /// path (as rmcp's `StreamableHttpService` does).
    ///
    /// The explorer sends its requests directly to `service`, so pass the service together with its authentication and
    /// other middleware.
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
        let Self { explorer, tools: InnerService(client), layers } = self;
        let service = ErasedService::new(service);
        let tools = GivenTools::new(&layers, move |layers| {
            Arc::new(McpBackend::new(layers.around(service.clone()), Arc::clone(&client)))
        });
        McpUiLayer { explorer, tools, layers }
    }

    /// Uses tools defined in code: see [`Tools`](crate::Tools), which has a handler for each tool. Any other type that
    /// is both a provider and a handler works as well.
    ///
    /// ```
    /// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool, Tools};
    ///
    /// let tools = Tools::new().tool(Tool::new("ping", "Answers"), || async { "pong" });
    /// let layer = McpUiLayer::new(McpUiConfig::new()).tools(tools);
    /// ```
    pub fn tools(self, tools: impl ToolsProvider + ToolHandler) -> McpUiLayer<GivenTools> {
        let tools = Arc::new(tools);
        self.tools_with(Arc::clone(&tools), tools)
    }

    /// Uses tools defined in code, with one handler for all of them. The tools may change while the program runs. See
    /// [`ToolsProvider`](crate::tools::ToolsProvider) and [`ToolHandler`](crate::tools::ToolHandler) for the accepted
    /// providers and handlers.
    ///
    /// ```
    /// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};
    /// use tower_mcp_ui::tools::{Arguments, ToolList};
    ///
    /// let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
    /// let echo = |_name: String, arguments: Arguments| async move { arguments.get().to_owned() };
    /// let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, echo);
    /// # Ok::<(), tower_mcp_ui::tools::DuplicateTool>(())
    /// ```
    pub fn tools_with<P, PM, H, HM>(self, provider: P, handler: H) -> McpUiLayer<GivenTools>
    where
        P: IntoToolsProvider<PM>,
        H: IntoToolHandler<HM>,
    {
        let Self { explorer, layers, .. } = self;
        let provider = Arc::new(provider.into_tools_provider());
        let handler = Arc::new(handler.into_tool_handler());
        let tools =
            GivenTools::new(&layers, move |layers| layers.tools_in_code(Arc::clone(&provider), Arc::clone(&handler)));
        McpUiLayer { explorer, tools, layers }
    }
}

#[cfg(any(feature = "traffic", feature = "uis"))]
#[expect(private_bounds, reason = "only the markers of this crate are origins")]
impl<T: Origin> McpUiLayer<T> {
    /// Records the messages between the clients and the MCP server as they pass, and shows them in the explorer.
    /// Default: nothing is recorded.
    ///
    /// ```
    /// use tower::ServiceBuilder;
    /// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Traffic, TrafficSettings};
    ///
    /// # fn my_mcp_service() -> axum::Router { axum::Router::new() }
    /// let router = axum::Router::new().nest_service("/mcp", my_mcp_service());
    /// let layer = McpUiLayer::new(McpUiConfig::new()).traffic(Traffic::new(TrafficSettings::new()));
    /// let app = ServiceBuilder::new().layer(layer).service(router);
    /// # fn is_service<S: tower::Service<http::Request<axum::body::Body>>>(_: S) {}
    /// # is_service(app);
    /// ```
    ///
    /// To show traffic recorded elsewhere, by a [`TrafficLayer`](crate::traffic::TrafficLayer) at another place in the
    /// stack or by [`Traffic::record`], use [`McpUiConfig::traffic`] instead.
    #[cfg(feature = "traffic")]
    pub fn traffic(mut self, traffic: Traffic) -> Self {
        self.layers.traffic = Some(traffic.layer().at(stack::endpoint(&self.explorer.config)));
        self.with(|config| config.traffic = traffic)
    }

    /// Gives a catalog's UIs to tools without a UI, for the MCP clients and in the explorer, which also shows the
    /// catalog itself. Default: no UIs.
    ///
    /// ```
    /// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
    /// use tower_mcp_ui::uis::{Ui, UiCatalog};
    ///
    /// let catalog = UiCatalog::new().ui("list-databases", Ui::html("<!doctype html>"))?;
    /// let layer = McpUiLayer::new(McpUiConfig::new()).uis(catalog);
    /// # Ok::<(), tower_mcp_ui::uis::CatalogError>(())
    /// ```
    ///
    /// The argument is a catalog, or an [`AugmentLayer`] with more settings. An `AugmentLayer` elsewhere in the stack
    /// works on its own; the explorer then shows the catalog through [`McpUiConfig::uis`].
    #[cfg(feature = "uis")]
    pub fn uis(mut self, uis: impl Into<AugmentLayer>) -> Self {
        let config = &self.explorer.config;
        let layer = uis.into().or(stack::endpoint(config), &config.background);
        let catalog = layer.catalog().clone();
        self.layers.uis = Some(layer);
        self.with(|config| config.uis = Some(catalog))
    }

    /// Lets users sign in at the MCP server's authorization server from the page, when the server answers 401: see
    /// [`SignIn`]. Default: the page offers no sign-in, only a field for a token.
    ///
    /// The explorer keeps no sign-in and no token. The page keeps them, sealed with the
    /// [`answer_key`](McpUiConfig::answer_key), or with a random key if none is set. Instances that serve the same
    /// page must share a key. The tools must come from an MCP service, which also serves the resource metadata (RFC
    /// 9728).
    ///
    /// The auth hook gets the token as `Authorization`. `MCP_UI_TOKEN`, which uses the same header, must not be set.
    #[cfg(feature = "authorization")]
    pub fn authorization(self, sign_in: SignIn) -> Self {
        self.with(|config| {
            if config.requires_token {
                let allowed = "unset if sign-in is configured, since sign-in also uses the header `Authorization`";
                config.error = Some(ConfigError::invalid(Setting::AUTH, "…", allowed));
            }
            config.sign_in = Some(sign_in);
            config.answer_key = config.answer_key.or_else(random_bytes);
        })
    }

    fn with(self, change: impl FnOnce(&mut McpUiConfig)) -> Self {
        let Self { explorer, tools, layers } = self;
        Self { explorer: Arc::new(explorer.with(change)), tools: tools.within(&layers), layers }
    }
}

impl McpUiLayer<GivenTools> {
    /// Sets the provider for the resources that the tools refer to, including MCP Apps pages: see
    /// [`ResourcesProvider`](crate::tools::ResourcesProvider). Without it, resources come from the MCP service, and
    /// tools defined in code have no resources.
    pub fn resources(self, provider: impl ResourcesProvider) -> Self {
        let Self { explorer, tools, layers } = self;
        let provider = Arc::new(provider);
        let tools = tools.with(&layers, move |tools, layers| layers.resources(tools, Arc::clone(&provider)));
        Self { explorer, tools, layers }
    }

    /// Sets the prompts provider: see [`PromptsProvider`](crate::tools::PromptsProvider). Without it, prompts come from
    /// the MCP service, and tools defined in code have no prompts.
    pub fn prompts(self, provider: impl PromptsProvider) -> Self {
        let Self { explorer, tools, layers } = self;
        let provider = Arc::new(provider);
        let tools = tools.with(&layers, move |tools, _| Arc::new(WithPrompts::new(tools, Arc::clone(&provider))));
        Self { explorer, tools, layers }
    }

    /// Discards the MCP service's cached tool lists after a restart, because its tools may have changed. Call it from a
    /// program that starts the server itself. Otherwise, the layer notices a restart only when the server no longer
    /// knows its session, or within a minute.
    pub fn server_restarted(&self) {
        self.tools.backend.forget_lists();
    }
}

impl<S, T: Clone> Layer<S> for McpUiLayer<T> {
    type Service = McpUi<S, T>;

    fn layer(&self, inner: S) -> McpUi<S, T> {
        McpUi::new(self.layers.around(inner), Arc::clone(&self.explorer), self.tools.clone())
    }
}

impl<T> fmt::Debug for McpUiLayer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpUiLayer").field("config", &self.explorer.config).finish_non_exhaustive()
    }
}
