//! UIs for the tools of a server that has none, added as requests and responses pass.
//!
//! ```text
//! client ──▶ AugmentService ──▶ inner service
//!               │ initialize, server/discover   resources are declared
//!               │ tools/list                    tools are linked to their UIs
//!               │ resources/list, …/templates   UIs are listed
//!               │ resources/read of a UI        answered here
//!               │ tools/call, tasks/…           data of the UI, checked
//!               └ everything else               passes, byte for byte
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `service` | the tower service |
//! | `plan`, `known` | what a request asks for, and what it needs of earlier ones |
//! | `response`, `lines` | responses as JSON and as event streams |
//! | `rewrite`, `render`, `edits` | the changes of messages |
//! | `body`, `replay` | the bodies, also those that were read and pass nevertheless |
//! | `in_code` | the same for tools that are defined in code, without messages |

mod body;
mod edits;
mod in_code;
mod known;
mod lines;
mod plan;
mod render;
mod replay;
mod response;
mod rewrite;
mod service;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue, Method};
use tower_layer::Layer;

pub use self::body::AugmentBody;
pub(crate) use self::in_code::WithUis;
use self::known::Known;
use self::plan::Decision;
pub use self::service::{AugmentFuture, AugmentService};
use crate::catalog::{CatalogError, Contents, UiCatalog};
use crate::endpoint::{MCP, is_one_of};
use crate::runtime::{Background, Runtime};

/// The maximum size in bytes of a request that is read, and of a response or event. Larger ones pass as they are.
const REQUEST_BYTES: usize = 1 << 20;
const RESPONSE_BYTES: usize = 4 << 20;

/// A layer that gives UIs of a [`UiCatalog`] to the tools of an MCP server, which need not know of it.
///
/// [`McpUiLayer::uis`](crate::McpUiLayer::uis) takes it, or a catalog alone. At another place of the stack, it belongs around
/// the MCP server, inside the layers of the explorer and of the traffic:
///
/// ```
/// use http::{Request, Response};
/// use tower::{ServiceBuilder, service_fn};
/// use tower_mcp_ui::{BoxError, McpUiConfig, McpUiLayer};
/// use tower_mcp_ui::service::RequestBody;
/// use tower_mcp_ui::uis::{AugmentBody, AugmentLayer, Ui, UiCatalog};
///
/// # type Body = http_body_util::Full<bytes::Bytes>;
/// let catalog = UiCatalog::new().ui("list-databases", Ui::html("<!doctype html>"))?;
/// let service = ServiceBuilder::new()
///     .layer(McpUiLayer::new(McpUiConfig::new().uis(&catalog)))
///     .layer(AugmentLayer::new(&catalog))
///     .service(service_fn(async |_: Request<AugmentBody<RequestBody<Body>>>| {
///         Ok::<_, BoxError>(Response::new(Body::default()))
///     }));
/// # async { tower::ServiceExt::oneshot(service, Request::new(Body::default())).await };
/// # Ok::<(), tower_mcp_ui::uis::CatalogError>(())
/// ```
///
/// Tools that have a UI already keep it. A result whose data do not fit the UI's schema, that is larger than 4 MiB, or
/// that cannot be read passes byte for byte, and the explorer shows the reason. Requests for tools outside of the
/// catalog cost a look-up, if their headers name the tool (MCP 2026-07-28). Of other requests, bodies of up to 1 MiB
/// are read before they pass.
#[derive(Clone)]
#[must_use]
pub struct AugmentLayer(Arc<Settings>);

/// The settings of a layer, and what its services share.
#[derive(Clone)]
struct Settings {
    catalog: UiCatalog,
    /// `None`: `/mcp`, or the endpoint of the explorer's layer.
    endpoints: Option<Vec<String>>,
    ask_inner: bool,
    /// The URL of the explorer, for clients that do not show MCP Apps.
    older_clients: Option<String>,
    timeout: Duration,
    /// `None`: the default, or that of the explorer's layer.
    background: Option<Background>,
    known: Arc<Known>,
}

impl Settings {
    /// Decides about a request by its head. Returns `None` if it passes unread, or else the UIs of this moment.
    fn decide(
        &self,
        method: &Method,
        path: &str,
        header: impl Fn(&HeaderName) -> Option<HeaderValue>,
    ) -> Option<(Decision, Arc<Contents>)> {
        if method != Method::POST || !is_one_of(self.endpoints.as_deref(), MCP, path) {
            return None;
        }
        let contents = self.catalog.contents();
        if contents.is_empty() {
            return None;
        }
        let decision = plan::by_headers(header, &contents, self.older_clients.is_some());
        (!matches!(decision, Decision::Pass)).then_some((decision, contents))
    }
}

impl AugmentLayer {
    /// Creates a layer with the default settings, which are documented at each setter.
    pub fn new(catalog: &UiCatalog) -> Self {
        catalog.note_use();
        Self(Arc::new(Settings {
            catalog: catalog.clone(),
            endpoints: None,
            ask_inner: false,
            older_clients: None,
            timeout: Duration::from_secs(5),
            background: None,
            known: Arc::new(Known::new()),
        }))
    }

    /// Sets the paths of the MCP endpoints, as the layer sees them. Requests for other paths pass. Default: the
    /// [endpoint](crate::McpUiConfig::mcp_endpoint) of the [`McpUiLayer`](crate::McpUiLayer) that the layer is handed to, or
    /// `/mcp`.
    pub fn endpoints<P: Into<String>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        let endpoints = paths.into_iter().map(Into::into).collect();
        self.with(|settings| settings.endpoints = Some(endpoints))
    }

    /// Asks the server before a UI is read, so that callers whom it refuses with 401 or 403 do not get the UI either. A
    /// UI is the same for all callers and holds no data. Default: the server is not asked.
    pub fn ask_inner(self) -> Self {
        self.with(|settings| settings.ask_inner = true)
    }

    /// Gives results a resource with the URL of their UI, in the form of MCP-UI, if the client does not announce MCP
    /// Apps. `url` is the address of the explorer as clients reach it, such as `https://tools.example.com/explorer`,
    /// where [`McpUiConfig::uis`](crate::McpUiConfig::uis) serves the UIs. Default: such clients get the text only.
    ///
    /// # Errors
    ///
    /// If the URL is malformed: it has the scheme `https`, or `http` on a loopback address, and no query.
    pub fn older_clients(self, url: &str) -> Result<Self, CatalogError> {
        let url = crate::catalog::public_url(url)?;
        Ok(self.with(|settings| settings.older_clients = Some(url)))
    }

    /// Sets the time for [`Ui::render_data`](crate::uis::Ui::render_data). Default 5 s.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.with(|settings| settings.timeout = timeout)
    }

    /// Sets the runtime whose timers limit this time. Default: tokio with the feature `tokio`.
    pub fn runtime(self, runtime: impl Runtime) -> Self {
        self.with(|settings| settings.background = Some(Background::new(runtime)))
    }

    /// Sets the path of the MCP endpoint and the runtime, unless they were set.
    pub(crate) fn or(self, endpoint: &str, background: &Background) -> Self {
        self.with(|settings| {
            settings.endpoints.get_or_insert_with(|| vec![endpoint.to_owned()]);
            settings.background.get_or_insert_with(|| background.clone());
        })
    }

    pub(crate) fn catalog(&self) -> &UiCatalog {
        &self.0.catalog
    }

    /// Returns whether a request may concern UIs.
    pub(crate) fn may_concern(
        &self,
        method: &Method,
        path: &str,
        header: impl Fn(&HeaderName) -> Option<HeaderValue>,
    ) -> bool {
        self.0.decide(method, path, header).is_some()
    }

    fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(Arc::make_mut(&mut self.0));
        self
    }
}

/// A layer with the default settings.
impl From<UiCatalog> for AugmentLayer {
    fn from(catalog: UiCatalog) -> Self {
        Self::new(&catalog)
    }
}

impl<S> Layer<S> for AugmentLayer {
    type Service = AugmentService<S>;

    fn layer(&self, inner: S) -> AugmentService<S> {
        AugmentService::new(inner, Arc::clone(&self.0))
    }
}

impl fmt::Debug for AugmentLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AugmentLayer").field("catalog", &self.0.catalog).finish_non_exhaustive()
    }
}
