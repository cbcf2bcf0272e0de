//! A tower layer that gives any MCP server a web UI with one line of code: a page that lists the server's tools, shows
//! their schemas, validates arguments and runs calls.
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
//! By default, the layer requests the tools from the inner service over MCP. Without an MCP service, define the tools
//! in code, with a handler each:
//!
//! ```
//! use serde::Deserialize;
//! use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Tools};
//!
//! #[derive(Deserialize)]
//! struct Greet { name: String }
//!
//! let tools = Tools::new().tool(Tool::new("greet", "Greets somebody by name"), |greet: Greet| async move {
//!     format!("Hello, {}!", greet.name)
//! });
//! // Tool execution is disabled by default.
//! let config = McpUiConfig::new().execution(Execution::all());
//! let layer = McpUiLayer::new(config).tools(tools);
//! ```
//!
//! [`McpUiLayer::traffic`] records the messages of the clients and shows them live, and [`McpUiLayer::uis`] gives UIs to
//! tools that have none.
//!
//! The layer must be the outermost one: outside axum's routing, because `Router::layer` runs after routing (or pass the
//! MCP service to [`McpUiLayer::mcp`]), and outside tonic-web, which rejects plain HTTP/1.1.
//!
//! Hosts without a tower stack, such as WebAssembly components, use the functions of [`embedding`].
//!
//! # Settings
//!
//! [`McpUiConfig`] has the settings, and can read them from environment variables. [`Setting`] has the names of each.
//! An invalid setting is a [`ConfigError`].
//!
//! # Features
//!
//! - `tokio` (default): timeouts and background tasks on tokio. Without it, see [`Runtime`].
//! - `validate` (default): validates arguments against the tool's JSON Schema. Without it, the `validate` endpoint
//!   responds with 501.
//! - `authorization`: the module `authorization`, by which a program signs in at the authorization server of an MCP server.

mod augment;
mod auth;
#[cfg(feature = "authorization")]
pub mod authorization;
mod backend;
mod body;
mod box_future;
mod budget;
mod cache;
mod catalog;
mod config;
pub mod definitions;
mod digest;
pub mod embedding;
mod endpoint;
mod error;
mod explorer;
mod future;
mod headers;
mod layer;
mod model;
mod runtime;
mod sealer;
mod service;
mod setting;
mod severity;
mod source;
mod stack;
mod traffic;
mod typed;

pub use self::augment::{AugmentBody, AugmentFuture, AugmentLayer, AugmentService};
pub use self::auth::{AuthHook, Identity};
pub use self::backend::mcp::client_capabilities;
pub use self::backend::{
    Arguments, CallContext, CallError, Completion, IntoToolHandler, IntoToolList, IntoToolsProvider, LogLevel,
    PromptArguments, PromptsProvider, RequestParts, ResourcesProvider, RevisionChoice, ToolCall, ToolHandler,
    ToolsError, ToolsProvider,
};
pub use self::body::{NoBody, RequestBody, ResponseBody};
pub use self::box_future::BoxFuture;
pub use self::catalog::{
    Augmented, CatalogError, Outcome, Skip, StoryVerdict, Ui, UiCatalog, Visibility, augment_with_ui,
};
pub use self::config::{Apps, Execution, HostEndpoint, Limits, McpUiConfig, Theme, Timeouts, TrafficScope};
pub use self::error::{BoxError, ConfigError};
pub use self::future::ResponseFuture;
pub use self::layer::McpUiLayer;
pub use self::model::{
    CallToolResult, Content, DuplicateTool, GetPromptResult, IntoCallToolResult, Prompt, RawJson, ReadResourceResult,
    Resource, Tool, ToolAnnotations, ToolList,
};
pub use self::runtime::Runtime;
#[cfg(feature = "tokio")]
pub use self::runtime::TokioRuntime;
pub use self::service::McpUi;
pub use self::setting::Setting;
pub use self::source::{GivenTools, InnerService};
pub use self::traffic::conventions;
pub use self::traffic::{
    RecordError, StdioMessage, Traffic, TrafficBody, TrafficBus, TrafficEvent, TrafficEvents, TrafficFuture,
    TrafficLayer, TrafficService, TrafficSettings,
};
#[cfg(feature = "schemars")]
pub use self::typed::OutputSchema;
pub use self::typed::{
    Extension, FromToolCall, IntoPromptResult, IntoResourceContents, Prompts, Resources, Structured, Tools,
    TypedToolHandler,
};
