//! `cargo xtask demo`: an MCP server with the explorer, and with execution enabled.

#[path = "../../../host-runner/src/commands/open/launch.rs"]
mod launch;

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
    /// Open the browser, unless there is no display or this is a session of SSH.
    #[arg(long)]
    open: bool,
    /// Timeout in seconds for the headers of a request.
    #[arg(long, default_value_t = 30)]
    header_timeout: u64,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();
    let Arguments { port, open, header_timeout } = Arguments::parse();

    let mcp = Router::new().nest_service("/mcp", demo::service());
    let config = McpUiConfig::new().execution(Execution::all());
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config)).service(mcp);

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    let url = format!("http://{}/explorer", listener.local_addr()?);
    println!("The explorer is at {url}");
    let _opened = open.then(|| launch::show(&url));
    serving::serve(listener, Router::new().fallback_service(app), Duration::from_secs(header_timeout)).await;
    Ok(())
}
