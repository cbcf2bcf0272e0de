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
//! in code, each with a handler:
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
//! [`McpUiLayer::traffic`] records the clients' messages and shows them live, and [`McpUiLayer::uis`] gives UIs to
//! tools without a UI.
//!
//! The layer must be the outermost one: outside tonic-web, which rejects plain HTTP/1.1, and outside axum's routing,
//! because `Router::layer` runs after routing. With `Router::layer`, pass the MCP service to [`McpUiLayer::mcp`].
//!
//! Hosts without a tower stack, such as WebAssembly components, use the functions in [`embedding`].
//!
//! # Settings
//!
//! [`McpUiConfig`] holds the settings and can read them from environment variables. [`config::Setting`] lists each
//! setting's names. An invalid setting is a [`config::ConfigError`].
//!
//! # Features
//!
//! - `tokio` (default): timeouts and background tasks on tokio. Without it, see [`runtime`].
//! - `validate` (default): validates arguments against the tool's JSON Schema. Without it, the `validate` endpoint
//!   responds with 501.
//! - `traffic`, `uis`, `embedding` (default): the modules with these names. Without them, less is compiled.
//! - `authorization`: the module `authorization`, which lets a program sign in at an MCP server's authorization server.
//! - `schemars`: [`Tools::typed`](tools::Tools), which derives schemas from types for tools in code.

#![cfg_attr(
    not(all(feature = "authorization", feature = "embedding", feature = "traffic", feature = "uis")),
    expect(dead_code, reason = "used by the features that are off")
)]

mod app_policy;
#[cfg(feature = "uis")]
mod augment;
mod auth;
#[cfg(feature = "authorization")]
pub mod authorization;
mod backend;
mod body;
mod box_future;
mod budget;
mod cache;
#[cfg_attr(not(feature = "uis"), path = "catalog/absent.rs")]
mod catalog;
mod catch_panic;
pub mod config;
mod constants;
pub mod definitions;
mod digest;
#[cfg(feature = "embedding")]
pub mod embedding;
mod endpoint;
mod error;
mod explorer;
mod future;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod headers;
mod layer;
mod mcp;
mod model;
mod origin;
pub mod runtime;
mod sealer;
pub mod service;
mod service_future;
mod setting;
mod severity;
mod source;
mod stack;
#[cfg(feature = "traffic")]
pub mod traffic;
#[cfg(not(feature = "traffic"))]
#[path = "traffic/absent.rs"]
mod traffic;
mod typed;
#[cfg_attr(not(feature = "validate"), path = "validate/absent.rs")]
mod validate;

/// Tools, prompts and resources defined in code, with their results and errors.
pub mod tools {
    pub use crate::backend::{
        Arguments, CallContext, CallError, Completion, IntoToolHandler, IntoToolList, IntoToolsProvider, LogLevel,
        PromptArguments, PromptsProvider, RequestParts, ResourcesProvider, ToolCall, ToolHandler, ToolsError,
        ToolsProvider,
    };
    pub use crate::model::{
        CallToolResult, Content, DuplicateTool, GetPromptResult, IntoCallToolResult, Prompt, ReadResourceResult,
        Resource, Tool, ToolAnnotations, ToolList,
    };
    #[cfg(feature = "schemars")]
    pub use crate::typed::OutputSchema;
    pub use crate::typed::{
        Extension, FromToolCall, IntoPromptResult, IntoResourceContents, Prompts, Resources, Structured, Tools,
        TypedToolHandler,
    };
}

/// UIs for tools without a UI. `docs/uis.md` is for UI authors.
///
/// [`McpUiLayer::uis`] gives the UIs in a [`UiCatalog`](uis::UiCatalog) to the tools.
#[cfg(feature = "uis")]
pub mod uis {
    pub use crate::augment::{AugmentBody, AugmentFuture, AugmentLayer, AugmentService};
    pub use crate::catalog::{
        Augmented, CatalogError, Outcome, Skip, StoryVerdict, Ui, UiCatalog, Visibility, augment_with_ui,
    };
}

pub use self::box_future::BoxFuture;
pub use self::config::{Execution, McpUiConfig};
pub use self::error::BoxError;
pub use self::layer::McpUiLayer;
pub use self::model::RawJson;
pub use self::service::McpUi;
pub use self::tools::{Tool, Tools};
#[cfg(feature = "traffic")]
pub use self::traffic::{Traffic, TrafficSettings};
