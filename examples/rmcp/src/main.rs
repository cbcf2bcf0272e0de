//! The smallest example: an MCP server built with rmcp, and one line that adds the explorer.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use clap::Parser;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{schemars, tool, tool_router};
use tower::Layer as _;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
struct CommandLine {
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Timeout in seconds for the headers of a request.
    #[arg(long, default_value_t = 30)]
    header_timeout: u64,
}

struct Greeter {
    greeting: &'static str,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Greet {
    /// The name of the person to greet.
    name: String,
}

#[tool_router(server_handler)]
impl Greeter {
    #[tool(description = "Greets somebody by name")]
    fn greet(&self, Parameters(Greet { name }): Parameters<Greet>) -> String {
        format!("{}, {name}!", self.greeting)
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();
    let mcp = StreamableHttpService::new(
        || Ok(Greeter { greeting: "Hello" }),
        Arc::<LocalSessionManager>::default(),
        StreamableHttpServerConfig::default(),
    );

    let app = McpUiLayer::new(McpUiConfig::new().title("Greeter").execution(Execution::all())).layer(mcp);

    let CommandLine { port, header_timeout } = CommandLine::parse();
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    serving::serve(listener, Router::new().fallback_service(app), Duration::from_secs(header_timeout)).await;
    Ok(())
}
