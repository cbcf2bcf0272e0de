//! `cargo xtask demo`: a real MCP server under the explorer, with execution on.

use std::time::Duration;

use axum::Router;
use clap::Parser;
use tower::ServiceBuilder;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
struct Arguments {
    /// The port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Seconds for a request's headers to arrive.
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
