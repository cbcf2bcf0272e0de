//! Runs the explorer's components, and any other WASI HTTP 0.3 component, on wasmtime.
//!
//! - [`Binary`] is a component, and [`Composition`] supplies its imports from other components.
//! - [`ComponentService`] runs a component as a tower service, within the limits of [`Options`]. Any layer can wrap it.
//! - [`serve()`] is an HTTP server for it, within the limits of [`ServerOptions`].
//!
//! Instances of a component are pooled and reused. A trap, an endless loop or too much memory fails the requests of one
//! instance, never the host.
//!
//! ```no_run
//! use mcp_ui_host::{Composition, ComponentService, Options, ServerOptions, serve};
//!
//! # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let component = Composition::read("explorer.wasm")?.tools("tools.wasm")?.into_binary();
//! let service = ComponentService::new(&component, Options::new().env("MCP_UI_TITLE", "My tools"))?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! let shutdown = async { drop(tokio::signal::ctrl_c().await) };
//! serve(listener, service, &ServerOptions::new(), shutdown).await?;
//! # Ok(()) }
//! ```

mod admission;
mod binary;
mod body;
mod compose;
mod diagnostics;
mod engine;
mod error;
mod guest_log;
mod linger;
mod machine;
mod memory;
mod options;
mod pool;
mod request_body;
mod response;
mod server;
mod server_options;
mod service;
mod store;
mod target;

pub use self::binary::Binary;
pub use self::body::ResponseBody;
pub use self::compose::Composition;
pub use self::error::Error;
pub use self::options::Options;
pub use self::server::serve;
pub use self::server_options::ServerOptions;
pub use self::service::ComponentService;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
