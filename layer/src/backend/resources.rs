//! Resources defined in code, beside tools from any backend.

use std::sync::Arc;

use futures_util::future;

use super::{Backend, CallError, Exchange, LiveError, LiveRequest, LiveResult, RequestParts, ToolCall, ToolsError};
use crate::box_future::BoxFuture;
use crate::model::{CallToolResult, RawJson, RawObject, ReadResourceResult, Resource, ToolList};

/// A provider for the resources that tools refer to, such as the pages for MCP Apps.
///
/// A vector of resources with their contents is a provider:
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};
/// use tower_mcp_ui::tools::{ReadResourceResult, Resource, ToolList};
/// # async fn handler(_: String, _: tower_mcp_ui::tools::Arguments) -> &'static str { "" }
/// # let config = McpUiConfig::new();
///
/// const VIEW: &str = "ui://weather/view";
///
/// let weather = Tool::new("weather", "The weather").meta(serde_json::json!({ "ui": { "resourceUri": VIEW } }));
/// let tools = ToolList::new([weather])?;
/// let view = (Resource::new(VIEW, "Weather"), ReadResourceResult::app(VIEW, "<!doctype html><p>20 °C"));
/// let layer = McpUiLayer::new(config).tools_with(tools, handler).resources(vec![view]);
/// # Ok::<(), tower_mcp_ui::tools::DuplicateTool>(())
/// ```
///
/// Implement this trait for dynamic resources:
///
/// ```
/// use tower_mcp_ui::BoxFuture;
/// use tower_mcp_ui::tools::{ReadResourceResult, RequestParts, Resource, ResourcesProvider, ToolsError};
///
/// struct Notes;
///
/// impl ResourcesProvider for Notes {
///     fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
///         Box::pin(async { Ok(vec![Resource::new("note:1", "The first note")]) })
///     }
///
///     fn read(&self, uri: String, _: RequestParts) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
///         Box::pin(async move {
///             let is_known = uri == "note:1";
///             Ok(is_known.then(|| ReadResourceResult::text(uri, "text/plain", "Hello")))
///         })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # use tower_mcp_ui::{McpUiConfig, McpUiLayer};
/// # use tower_mcp_ui::tools::{Arguments, ToolList};
/// # let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(ToolList::new([])?, |_: String, _: Arguments| async { "" });
/// let layer = layer.resources(Notes);
/// let request = http::Request::get("/explorer/resources/read?uri=note:2").body(String::new())?;
/// assert_eq!(tower_mcp_ui::embedding::respond(&layer, request).await.unwrap().status(), 404);
/// # Ok(()) }
/// ```
///
/// [`Timeouts::list`](crate::config::Timeouts::list) limits the time for both methods. When the time has passed, the
/// future is dropped and the response is 504.
pub trait ResourcesProvider: Send + Sync + 'static {
    /// Returns the resources that this caller may see.
    ///
    /// # Errors
    ///
    /// If the resources cannot be listed. The client sees the message; see [`ToolsError`] for the status.
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>>;

    /// Reads a resource, listed or not. Returns `None` if there is no resource with this URI: 404.
    ///
    /// The URI comes from the client, unchecked. A provider that uses it to find a file or a database row must check
    /// that the caller may read it.
    ///
    /// # Errors
    ///
    /// If the resource exists, but cannot be read.
    fn read(&self, uri: String, request: RequestParts)
    -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>>;
}

/// Fixed resources, the same for every caller. URIs are compared character by character.
impl ResourcesProvider for Vec<(Resource, ReadResourceResult)> {
    fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        Box::pin(future::ready(Ok(self.iter().map(|(resource, _)| resource.clone()).collect())))
    }

    fn read(&self, uri: String, _: RequestParts) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        let found = self.iter().find(|(resource, _)| resource.uri() == uri);
        Box::pin(future::ready(Ok(found.map(|(_, contents)| contents.clone()))))
    }
}

/// A shared provider, for code that keeps its own reference to the provider.
impl<P: ResourcesProvider + ?Sized> ResourcesProvider for Arc<P> {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        (**self).list(request)
    }

    fn read(
        &self,
        uri: String,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        (**self).read(uri, request)
    }
}

/// The kind of resource list: MCP's `resources/list` or `resources/templates/list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    Resources,
    Templates,
}

/// A backend that takes its tools from another backend, and its resources from a provider in code. It has no templates.
pub(crate) struct WithResources<R> {
    tools: Arc<dyn Backend>,
    resources: R,
}

impl<R: ResourcesProvider> WithResources<R> {
    pub(crate) fn new(tools: Arc<dyn Backend>, resources: R) -> Self {
        Self { tools, resources }
    }
}

impl<R: ResourcesProvider> Backend for WithResources<R> {
    fn inner(&self) -> Option<&dyn Backend> {
        Some(&*self.tools)
    }

    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        self.tools.list(request)
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        self.tools.call(call)
    }

    fn live(self: Arc<Self>, request: LiveRequest) -> Exchange<LiveResult> {
        let method = request.method;
        if !method.starts_with("resources/") {
            return Arc::clone(&self.tools).live(request);
        }
        Exchange::of_result(async move {
            let uri = request.name();
            match (method, uri) {
                ("resources/list", _) => {
                    let resources = self.resources.list(request.request).await?;
                    let resources: Vec<_> = resources.iter().map(Resource::to_json).collect();
                    Ok(RawObject::of([("resources", RawJson::array(&resources))]).to_json())
                }
                ("resources/templates/list", _) => {
                    Ok(RawObject::of([("resourceTemplates", RawJson::array(&[]))]).to_json())
                }
                ("resources/read", Some(uri)) => match self.resources.read(uri.clone(), request.request).await? {
                    Some(contents) => Ok(contents.to_json()),
                    None => Err(LiveError::invalid_params(&format!("Resource not found: {uri}"))),
                },
                ("resources/read", None) => Err(LiveError::invalid_params("`uri` must be a string.")),
                _ => Err(LiveError::method_not_found()),
            }
        })
    }

    fn resources(&self, listing: Listing, request: RequestParts) -> BoxFuture<'_, Result<Vec<RawJson>, ToolsError>> {
        Box::pin(async move {
            match listing {
                Listing::Resources => Ok(self.resources.list(request).await?.iter().map(Resource::to_json).collect()),
                Listing::Templates => Ok(Vec::new()),
            }
        })
    }

    fn read(
        &self,
        uri: String,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        self.resources.read(uri, request)
    }
}
