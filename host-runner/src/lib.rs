//! Runs the explorer's components, and any other WASI HTTP component, on wasmtime.
//!
//! [`ComponentService`] is a tower service: a component behind it is an inner service like any other, whatever runs in
//! front of it. Instances are pooled and reused; a trap, an endless loop or too much memory costs the requests of one
//! instance an answer, never the host.
//!
//! ```no_run
//! use mcp_ui_host::{Composition, ComponentService, Options, ServerOptions, serve};
//!
//! # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let component = Composition::read("explorer.wasm")?.tools("tools.wasm")?.into_binary();
//! let service = ComponentService::new(&component, Options::new().env("MCP_UI_TITLE", "My tools"))?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
//! let asked_to_stop = async { drop(tokio::signal::ctrl_c().await) };
//! serve(listener, service, &ServerOptions::new(), asked_to_stop).await?;
//! # Ok(()) }
//! ```

mod admission;
mod body;
mod compose;
mod diagnostics;
mod engine;
mod error;
mod guest_log;
mod io_timeout;
mod linger;
mod machine;
mod memory;
mod options;
mod pool;
mod response;
mod server;
mod server_options;
mod service;
mod store;
mod target;

pub use self::body::ResponseBody;
pub use self::compose::{Binary, Composition};
pub use self::error::Error;
pub use self::options::Options;
pub use self::server::serve;
pub use self::server_options::ServerOptions;
pub use self::service::ComponentService;
