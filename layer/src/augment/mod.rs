//! Adds UIs to a server's tools, as requests and responses pass through.
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
//! | `plan`, `known` | a request's purpose, and facts from earlier requests |
//! | `response`, `lines` | responses as JSON and as event streams |
//! | `rewrite`, `render`, `edits` | message changes |
//! | `body`, `replay` | bodies, including those that were read but still pass |
//! | `in_code` | the same for tools defined in code, without messages |

mod body;
mod call;
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

/// Maximum size in bytes for a request body to be read. A larger request and its response pass unchanged.
const REQUEST_BYTES: usize = 1 << 20;

/// Maximum size in bytes for a response or event to be changed. A larger response or event passes unchanged; for a
/// call, the explorer shows the reason.
const RESPONSE_BYTES: usize = 4 << 20;

/// A layer that adds UIs from a [`UiCatalog`] to an MCP server's tools. The server need not know about them.
///
/// [`McpUiLayer::uis`](crate::McpUiLayer::uis) takes this layer, or a catalog alone. Elsewhere in the stack, place it
/// around the MCP server, inside the explorer and traffic layers:
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
/// Tools that already have a UI keep it. A result passes byte for byte if its data do not fit the UI's schema, if it is
/// larger than 4 MiB, or if it cannot be read. The explorer then shows the reason. If a call's headers contain the
/// tool's name (MCP 2026-07-28), a call to a tool outside the catalog costs only a lookup. If the headers do not
/// suffice to decide about a request, its body is read before it passes, up to 1 MiB.
#[derive(Clone)]
#[must_use]
pub struct AugmentLayer(Arc<Settings>);

/// Layer settings, and the state that its services share.
#[derive(Clone)]
struct Settings {
    catalog: UiCatalog,
    /// `None` means `/mcp`, or the explorer layer's endpoint.
    endpoints: Option<Vec<String>>,
    ask_inner: bool,
    /// The explorer's URL, for clients that do not show MCP Apps.
    older_clients: Option<String>,
    timeout: Duration,
    /// `None` means the default, or the explorer layer's runtime.
    background: Option<Background>,
    known: Arc<Known>,
}

impl Settings {
    /// Decides from a request's head whether the request concerns UIs. Returns `None` if it passes unread, or else the
    /// decision and the current UIs.
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
    /// Creates a layer with the default settings, documented at each setter.
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

    /// Sets the MCP endpoint paths, as the layer sees them. Requests for other paths pass. Default: the
    /// [endpoint](crate::McpUiConfig::mcp_endpoint) of the [`McpUiLayer`](crate::McpUiLayer) that receives this layer,
    /// or `/mcp`.
    pub fn endpoints<P: Into<String>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        let endpoints = paths.into_iter().map(Into::into).collect();
        self.with(|settings| settings.endpoints = Some(endpoints))
    }

    /// Sends each request for a UI to the server first. A caller whom the server refuses with 401 or 403 does not get
    /// the UI either. Default: the server is not asked, since a UI is the same for all callers and holds no data.
    pub fn ask_inner(self) -> Self {
        self.with(|settings| settings.ask_inner = true)
    }

    /// Adds a resource with the UI's URL to results, in MCP-UI form, for clients that do not announce MCP Apps. `url`
    /// is the explorer's URL for clients, such as `https://tools.example.com/explorer`, where
    /// [`McpUiConfig::uis`](crate::McpUiConfig::uis) serves the UIs. Default: such clients get only the text.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL is malformed. It must use `https`, or `http` on a loopback address, and have no user
    /// information, query or fragment.
    pub fn older_clients(self, url: &str) -> Result<Self, CatalogError> {
        let url = crate::catalog::public_url(url)?;
        Ok(self.with(|settings| settings.older_clients = Some(url)))
    }

    /// Sets the time limit for [`Ui::render_data`](crate::uis::Ui::render_data). Default: 5 s.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.with(|settings| settings.timeout = timeout)
    }

    /// Sets the runtime whose timers enforce the [`timeout`](Self::timeout). Default: tokio with the feature `tokio`.
    pub fn runtime(self, runtime: impl Runtime) -> Self {
        self.with(|settings| settings.background = Some(Background::new(runtime)))
    }

    /// Sets the MCP endpoint path and the runtime, unless they are already set.
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

/// Creates a layer with the default settings.
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
