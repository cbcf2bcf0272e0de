//! The explorer in hosts without a tower stack, such as WebAssembly components.
//!
//! Such a host builds a [`McpUiLayer`] once and passes each request to it:
//!
//! ```
//! use http::{Request, Response, StatusCode};
//! use http_body_util::BodyExt;
//! use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool, embedding};
//! use tower_mcp_ui::service::{GivenTools, ResponseBody};
//! use tower_mcp_ui::tools::{Arguments, ToolList};
//!
//! fn explorer() -> Result<McpUiLayer<GivenTools>, Box<dyn std::error::Error>> {
//!     // The rest of the host works even if a setting is wrong.
//!     let config = McpUiConfig::from_env(std::env::vars())
//!         .unwrap_or_else(|error| embedding::refuse(McpUiConfig::new(), error));
//!     let tools = ToolList::new([Tool::new("echo", "Repeats the input")])?;
//!     let echo = |_name: String, arguments: Arguments| async move { arguments.get().to_owned() };
//!     Ok(McpUiLayer::new(config).tools_with(tools, echo))
//! }
//!
//! async fn handle(explorer: &McpUiLayer<GivenTools>, request: Request<String>) -> Response<ResponseBody> {
//!     let response = embedding::respond(explorer, request).await;
//!     response.unwrap_or_else(|| embedding::error_response(StatusCode::NOT_FOUND, "Not found."))
//! }
//!
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let response = handle(&explorer()?, Request::get("/explorer/tools").body(String::new())?).await;
//! let body = response.collect().await?.to_bytes();
//! assert_eq!(body, r#"[{"name":"echo","description":"Repeats the input"}]"#);
//! # Ok(()) }
//! ```
//!
//! A tower stack needs none of this: [`McpUiLayer`] is a [`tower_layer::Layer`].

#[cfg(feature = "uis")]
mod uis;

use http::{Request, Response, StatusCode};
use http_body::Body;

#[cfg(feature = "uis")]
pub use self::uis::{augment_layer, augments, passed_body};
use crate::config::McpUiConfig;
use crate::error::ConfigError;
use crate::explorer;
use crate::layer::McpUiLayer;
#[doc(hidden)]
pub use crate::mcp::client_capabilities;
use crate::source::GivenTools;
use crate::stack::ResponseBody;

/// Returns whether a request belongs to the explorer, for hosts that must decide before they convert or forward it.
///
/// `authority` is the request's authority, or its `Host` header (RFC 9110, section 7.2). It matters only if
/// [`sandbox_origin`](McpUiConfig::sandbox_origin) is set, because every path on that host belongs to the explorer.
/// `path` is the request target's path; a query is ignored.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, embedding};
///
/// let layer = McpUiLayer::new(McpUiConfig::new().sandbox_origin("https://apps.example.com")?);
/// assert!(embedding::owns(&layer, Some("example.com"), "/explorer/tools"));
/// assert!(embedding::owns(&layer, Some("apps.example.com"), "/"));
/// assert!(!embedding::owns(&layer, None, "/explorerx"));
/// # Ok::<(), tower_mcp_ui::config::ConfigError>(())
/// ```
pub fn owns<T>(layer: &McpUiLayer<T>, authority: Option<&str>, path: &str) -> bool {
    let config = &layer.explorer.config;
    let path = path.split('?').next().unwrap_or_default();
    let sandbox = config.sandbox_origin.as_ref();
    let is_for_sandbox = || sandbox.zip(authority).is_some_and(|(sandbox, authority)| sandbox.is_named_by(authority));
    config.prefix.strip(path).is_some() || is_for_sandbox()
}

/// Responds to a request, or returns `None` if the request does not belong to the explorer.
///
/// The layer must have its tools, from [`McpUiLayer::tools`] or [`McpUiLayer::mcp`]. The request body is read only
/// where an endpoint needs it, and only up to [`Limits::body_bytes`](crate::config::Limits::body_bytes).
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, embedding};
/// use tower_mcp_ui::tools::{Arguments, ToolList};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let handler = |_name: String, _: Arguments| async { "" };
/// let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(ToolList::first_wins([]), handler);
///
/// let request = http::Request::get("/explorer/tools").body(String::new())?;
/// let response = embedding::respond(&layer, request).await.expect("a path of the explorer");
/// assert_eq!(http_body_util::BodyExt::collect(response).await?.to_bytes(), "[]");
///
/// let request = http::Request::get("/else").body(String::new())?;
/// assert!(embedding::respond(&layer, request).await.is_none());
/// # Ok(()) }
/// ```
pub async fn respond<B>(layer: &McpUiLayer<GivenTools>, request: Request<B>) -> Option<Response<ResponseBody>>
where
    B: Body + Send,
{
    if !layer.explorer.owns(request.uri(), request.headers()) {
        return None;
    }
    Some(layer.explorer.respond(request, &layer.tools.backend).await.map(ResponseBody::explorer))
}

/// Makes the explorer respond with 500 and the error on all its paths, for hosts that serve everything else despite a
/// configuration error.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, embedding};
///
/// let config = McpUiConfig::from_env(std::env::vars())
///     .unwrap_or_else(|error| embedding::refuse(McpUiConfig::new(), error));
/// ```
pub fn refuse(config: McpUiConfig, error: ConfigError) -> McpUiConfig {
    McpUiConfig { error: Some(error), ..config }
}

/// Declares that the host passes requests for [`mcp_endpoint`](McpUiConfig::mcp_endpoint) to the MCP server given to
/// [`McpUiLayer::mcp`], so that the page shows how to connect other clients to that endpoint.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, embedding};
///
/// # fn my_mcp_service() -> axum::Router { axum::Router::new() }
/// let config = embedding::passing(McpUiConfig::new().mcp_endpoint("/weather/mcp")?);
/// let layer = McpUiLayer::new(config).mcp(my_mcp_service());
/// # Ok::<(), tower_mcp_ui::config::ConfigError>(())
/// ```
pub fn passing(config: McpUiConfig) -> McpUiConfig {
    McpUiConfig { endpoint_passes: true, ..config }
}

/// Creates an error response in the explorer's form, `{"error": message}`, for hosts that respond to some requests in
/// the explorer's place.
///
/// ```
/// use http::StatusCode;
/// use tower_mcp_ui::embedding;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), std::convert::Infallible> {
/// let response = embedding::error_response(StatusCode::NOT_FOUND, "Not found.");
/// let body = http_body_util::BodyExt::collect(response).await?.to_bytes();
/// assert_eq!(body, r#"{"error":"Not found."}"#);
/// # Ok(()) }
/// ```
pub fn error_response(status: StatusCode, message: &str) -> Response<ResponseBody> {
    explorer::error_response(status, message).map(ResponseBody::explorer)
}

/// Responds with the page for several servers, for the program `mcp-ui`. The page loads the server list from
/// `/servers`, using the token from `/start` if `has_tokens` is true.
#[doc(hidden)]
pub fn servers_page<B>(request: &Request<B>, has_tokens: bool) -> Response<ResponseBody> {
    explorer::servers::respond(request.method(), request.headers(), has_tokens).map(ResponseBody::explorer)
}

/// Returns the maximum tool response size in bytes, as set with
/// [`Limits::response_bytes`](crate::config::Limits::response_bytes). The layer enforces it for MCP servers. Providers
/// and handlers that read from elsewhere must enforce it themselves.
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, embedding};
/// use tower_mcp_ui::config::Limits;
///
/// let config = McpUiConfig::new().limits(Limits::new().response_bytes(1 << 20));
/// assert_eq!(embedding::response_limit(&config), 1_048_576);
/// ```
pub fn response_limit(config: &McpUiConfig) -> usize {
    config.limits.response_bytes
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;
    use crate::backend::Arguments;
    use crate::model::ToolList;
    use crate::setting::Setting;

    fn layer(config: McpUiConfig) -> McpUiLayer<GivenTools> {
        McpUiLayer::new(config).tools_with(ToolList::first_wins([]), |_: String, _: Arguments| async { "" })
    }

    #[tokio::test]
    async fn a_refusing_explorer_reports_the_error_on_all_of_its_paths() {
        let error = McpUiConfig::new().hosts(["a b"]).unwrap_err();
        let layer = layer(refuse(McpUiConfig::new().prefix("/ui").unwrap(), error));
        for path in ["/ui", "/ui/tools", "/ui/nosuch"] {
            let response = respond(&layer, Request::get(path).body(String::new()).unwrap()).await.unwrap();
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
            let body = response.into_body().collect().await.unwrap().to_bytes();
            let body = String::from_utf8_lossy(&body);
            assert!(body.contains(&Setting::HOSTS.to_string()) && body.contains("a b"), "{body}");
        }
        assert!(respond(&layer, Request::get("/explorer").body(String::new()).unwrap()).await.is_none());
    }

    #[tokio::test]
    async fn it_owns_exactly_the_requests_that_it_responds_to() {
        let layer = layer(McpUiConfig::new().sandbox_origin("http://apps.localhost").unwrap());
        for (host, path) in [
            ("localhost", "/explorer"),
            ("localhost", "/explorer?a=/b"),
            ("localhost", "/explorerx"),
            ("localhost", "/?/explorer"),
            ("apps.localhost", "/else"),
            ("APPS.localhost.:80", "/"),
        ] {
            let request = Request::get(path).header("host", host).body(String::new()).unwrap();
            assert_eq!(owns(&layer, Some(host), path), respond(&layer, request).await.is_some(), "{host} {path}");
        }
    }
}
