//! Gives any MCP server the explorer, and runs the explorer's components.
//!
//! With the feature `open` (default):
//!
//! - [`StdioServer`] presents a child process, an MCP server over stdio, as a tower service that speaks Streamable
//!   HTTP.
//! - [`StdioServers`] starts a separate process for each session, and [`StdioOnDemand`] starts one at the first
//!   request.
//! - [`HttpServer`] is a tower service for an MCP server at a URL; [`UrlServer`] also speaks HTTP+SSE. [`reached`] turns
//!   their failures into errors for an explorer.
//! - [`wrap`] relays messages between an agent and its server over stdio, and delivers copies to explorers.
//!
//! Each service can be wrapped in `McpUiLayer` from the crate `tower-mcp-ui`, as the command `mcp-ui open` does.
//!
//! With the feature `serve`, WebAssembly components run on wasmtime:
//!
//! - `Binary` is a component, and `Composition` supplies its imports from other components.
//! - `ComponentService` runs a component as a tower service, within the limits of `Options`. Any layer can wrap it.
//! - `serve` is an HTTP server for it, within the limits of `ServerOptions`.
//!
//! Component instances are pooled and reused. A trap, an endless loop or excessive memory use fails the requests in one
//! instance, never the host.
#![cfg_attr(
    feature = "serve",
    doc = r#"
```no_run
use mcp_ui_host::{Composition, ComponentService, Options, ServerOptions, serve};

# #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
let component = Composition::read("explorer.wasm")?.tools("tools.wasm")?.into_binary();
let service = ComponentService::new(&component, Options::new().env("MCP_UI_TITLE", "My tools"))?;
let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
let shutdown = async { drop(tokio::signal::ctrl_c().await) };
serve(listener, service, &ServerOptions::new(), shutdown).await?;
# Ok(()) }
```
"#
)]

#[cfg(fuzzing)]
extern crate self as mcp_ui_host;

#[cfg(feature = "open")]
pub mod authorization;
#[cfg(feature = "open")]
pub mod bodies;
#[cfg(feature = "open")]
mod connect;
#[cfg(feature = "open")]
pub mod doctor;
#[cfg(feature = "open")]
pub mod live;
#[cfg(feature = "open")]
pub mod origin;
#[cfg(feature = "open")]
mod random;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "open")]
mod stdio;
#[cfg(feature = "open")]
mod upstream;
#[cfg(feature = "open")]
mod url_server;
#[cfg(feature = "open")]
pub mod wrap;

#[cfg(feature = "open")]
pub use self::connect::{ServerBody, UpstreamError, is_local_host, reached, without_query};
#[cfg(feature = "serve")]
pub use self::serve::{
    Binary, ComponentService, Composition, Error, Options, Origin, ResponseBody, ServerOptions, serve,
};
#[cfg(all(feature = "open", unix))]
pub use self::stdio::watchdog_main;
#[cfg(feature = "open")]
pub use self::stdio::{
    Console, ConsoleLevel, ConsoleLine, ConsoleSource, Exit, ProcessState, ProcessStates, ProtocolChoice, Questions,
    StdioCommand, StdioOnDemand, StdioOptions, StdioServer, StdioServers,
};
#[cfg(feature = "open")]
pub use self::upstream::{HttpServer, discover_request};
#[cfg(feature = "open")]
pub use self::url_server::UrlServer;

#[cfg(feature = "open")]
pub use self::random::{hexadecimal, key as random_key, token as random_token};

/// Entry points for the fuzz targets in `host-runner/fuzz`. The targets cannot use the program's modules, so the
/// library includes the commands, too.
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing {
    pub use crate::commands::fuzzing::{config_file, import, spans, test_file};
    pub use crate::stdio::fuzzing::{Outcome, relay, with_other_ids};
    #[cfg(unix)]
    pub use crate::wrap::follow;
}
#[cfg(fuzzing)]
#[expect(dead_code, reason = "the targets use a few of the commands")]
mod commands;

/// Compiles the README example.
#[cfg(all(doctest, feature = "serve"))]
#[doc = include_str!("../README.md")]
struct Readme;
