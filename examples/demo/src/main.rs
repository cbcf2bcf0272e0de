//! `cargo xtask demo`: an MCP server with the explorer, and with execution enabled.

use std::time::Duration;

use axum::Router;
use clap::Parser;
use tower::ServiceBuilder;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
struct Arguments {
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Timeout in seconds for the headers of a request.
    #[arg(long, default_value_t = 30)]
    header_timeout: u64,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();
    let Arguments { port, header_timeout } = Arguments::parse();

    let mcp = Router::new().nest_service("/mcp", demo::service());
    let config = McpUiConfig::new().title("Demo tools").execution(Execution::all());
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config)).service(mcp);

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("The explorer is at http://{}/explorer", listener.local_addr()?);
    serving::serve(listener, Router::new().fallback_service(app), Duration::from_secs(header_timeout)).await;
    Ok(())
}
