//! Code shared by the examples: a small MCP server, and a function that serves an app.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use clap::Parser;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{schemars, tool, tool_router};
use tracing_subscriber::filter::LevelFilter;

/// An MCP server with two tools.
#[derive(Debug)]
pub struct Greeter {
    greeting: &'static str,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Greet {
    /// The name of the person to greet.
    name: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Rename {
    from: String,
    to: String,
}

#[tool_router(server_handler)]
impl Greeter {
    #[tool(description = "Greets somebody by name", annotations(read_only_hint = true))]
    fn greet(&self, Parameters(Greet { name }): Parameters<Greet>) -> String {
        format!("{}, {name}!", self.greeting)
    }

    #[tool(description = "Renames somebody whom the server greets")]
    fn rename(&self, Parameters(Rename { from, to }): Parameters<Rename>) -> String {
        format!("{} from {from}, now {to}!", self.greeting)
    }
}

/// Creates the server as a tower service, for Streamable HTTP.
pub fn mcp() -> StreamableHttpService<Greeter, LocalSessionManager> {
    StreamableHttpService::new(
        || Ok(Greeter { greeting: "Hello" }),
        Arc::default(),
        StreamableHttpServerConfig::default(),
    )
}

/// The arguments for serving an app.
#[derive(Debug, Parser)]
pub struct Listen {
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8080)]
    pub port: u16,
    /// Timeout in seconds for the headers of a request.
    #[arg(long, default_value_t = 30)]
    header_timeout: u64,
}

/// Serves an app until Ctrl+C.
///
/// # Errors
///
/// Fails if the port is in use.
pub async fn serve(app: Router) -> std::io::Result<()> {
    serve_at(Listen::parse(), app).await
}

/// Does the same as [`serve`], with arguments that are already parsed.
///
/// # Errors
///
/// Fails if the port is in use.
pub async fn serve_at(Listen { port, header_timeout }: Listen, app: Router) -> std::io::Result<()> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    serving::serve(listener, app, Duration::from_secs(header_timeout)).await;
    Ok(())
}

// Compiles the README's snippets.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
