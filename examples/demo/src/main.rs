//! `cargo xtask demo`: an MCP server with the explorer, which runs tools, and shows agents' calls.

#[path = "../../../host-runner/src/commands/open/launch.rs"]
mod launch;

use std::io::Write as _;
use std::time::Duration;

use axum::Router;
use clap::Parser;
use tower::ServiceBuilder;
use tower_mcp_ui::config::TrafficScope;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Traffic, TrafficSettings};
use tracing_subscriber::filter::LevelFilter;

const DEFAULT_PORT: u16 = 8080;

#[derive(Parser)]
struct Arguments {
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = DEFAULT_PORT)]
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
    let traffic = Traffic::new(TrafficSettings::new());
    let config = McpUiConfig::new().execution(Execution::all());
    // Everybody using this machine may see every agent's calls, and the apps for these calls open automatically.
    let config = config.see_traffic(TrafficScope::All).open_apps(true);
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config).traffic(traffic)).service(mcp);

    let Ok(listener) = tokio::net::TcpListener::bind(("127.0.0.1", port)).await else {
        eprintln!(
            "Port {port} cannot be used, maybe because another program has it. Choose one: cargo xtask demo --port 0"
        );
        std::process::exit(1);
    };
    let address = listener.local_addr()?;
    let url = format!("http://{address}/explorer");
    let endpoint = if address.port() == DEFAULT_PORT { String::new() } else { format!(" http://{address}/mcp") };
    // Fails if nobody reads the output.
    let _ = writeln!(
        std::io::stdout(),
        "MCP UI: {url}\nSee an agent at work: cargo run -p example-agent{endpoint}   (in another terminal)\nCtrl+C ends it."
    );
    let _opened = open.then(|| launch::show(&url));
    serving::serve(listener, Router::new().fallback_service(app), Duration::from_secs(header_timeout)).await;
    Ok(())
}
