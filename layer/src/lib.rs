//! A tower layer that gives any MCP server a user interface by one line: a page that lists the server's tools, shows
//! their schemas, validates and runs calls.
//!
//! ```
//! use tower::ServiceBuilder;
//! use tower_mcp_ui::{McpUiConfig, McpUiLayer};
//!
//! # fn my_mcp_service() -> axum::Router { axum::Router::new() }
//! // A service that speaks MCP at /mcp; the explorer appears at /explorer.
//! let router = axum::Router::new().nest_service("/mcp", my_mcp_service());
//! let app = ServiceBuilder::new().layer(McpUiLayer::new(McpUiConfig::new())).service(router);
//! # fn is_service<S: tower::Service<http::Request<axum::body::Body>>>(_: S) {}
//! # is_service(app);
//! ```
//!
//! The tools are asked of the inner service, over MCP. Where there is none, they are given in code, by a provider and
//! a handler:
//!
//! ```
//! use serde::Deserialize;
//! use tower_mcp_ui::{Arguments, Execution, McpUiConfig, McpUiLayer, Tool, ToolList};
//!
//! #[derive(Deserialize)]
//! struct Greet { name: String }
//!
//! let tools = ToolList::new([Tool::new("greet", "Greets somebody by name")])?;
//! let handler = |_tool: String, arguments: Arguments| async move {
//!     arguments.parse::<Greet>().map(|greet| format!("Hello, {}!", greet.name))
//! };
//! // Execution is off unless it is switched on.
//! let config = McpUiConfig::new().execution(Execution::all());
//! let layer = McpUiLayer::new(config).tools(tools, handler);
//! # Ok::<(), tower_mcp_ui::DuplicateTool>(())
//! ```
//!
//! The layer goes outermost: outside of axum's routing, since `Router::layer` runs after routing (or hand the MCP
//! service over with [`McpUiLayer::mcp`]), and outside of tonic-web, which refuses plain HTTP/1.1.
//!
//! # Features
//!
//! - `tokio` (default): time-outs and background work on tokio. Without it, see [`Runtime`].
//! - `validate` (default): arguments are checked against the tool's JSON Schema. Without it, `validate` answers 501.

mod auth;
mod backend;
mod body;
mod budget;
mod cache;
mod config;
mod error;
mod explorer;
mod future;
mod layer;
mod model;
mod route;
mod runtime;
mod service;

pub use futures_util::future::BoxFuture;

pub use self::auth::{AuthHook, Identity};
pub use self::backend::{
    Arguments, CallError, IntoToolHandler, IntoToolList, IntoToolsProvider, RequestParts, ResourcesProvider, ToolCall,
    ToolHandler, ToolsError, ToolsProvider,
};
pub use self::body::{NoBody, RequestBody, ResponseBody};
pub use self::config::{Apps, Execution, Limits, McpUiConfig, Theme, Timeouts};
pub use self::error::{BoxError, ConfigError};
pub use self::explorer::error_answer;
pub use self::future::ResponseFuture;
pub use self::layer::{GivenTools, InnerService, McpUiLayer};
pub use self::model::{
    CallToolResult, Content, DuplicateTool, IntoCallToolResult, RawJson, ReadResourceResult, Resource, Tool,
    ToolAnnotations, ToolList,
};
pub use self::runtime::Runtime;
#[cfg(feature = "tokio")]
pub use self::runtime::TokioRuntime;
pub use self::service::McpUi;
