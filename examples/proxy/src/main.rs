//! Adds the explorer to a running MCP server without changing it:
//! `cargo run -p example-proxy -- --upstream http://127.0.0.1:3001/mcp`.
//!
//! Requests to the path of `--upstream` are forwarded to the upstream server, for MCP clients on this machine. Other
//! paths of that server are not reachable, because in a browser they would share the explorer's origin.

mod endpoint;
mod guard;
mod refusal;
mod upstream;

use std::time::Duration;

use axum::Router;
use clap::{Parser, ValueEnum};
use http::Uri;
use mcp_ui_host::HttpServer;
use tower::ServiceBuilder;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Theme};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
struct Arguments {
    /// URL of the server's MCP endpoint.
    #[arg(long)]
    upstream: Uri,
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8090)]
    port: u16,
    /// Timeout in seconds for the headers of a request.
    #[arg(long, default_value_t = 30)]
    header_timeout: u64,
    /// Disable the execution of tools.
    #[arg(long)]
    no_execute: bool,
    /// Allow calls of tools that the server does not list.
    #[arg(long)]
    unlisted_tools: bool,
    /// Title of the page; by default the address of the upstream server.
    #[arg(long)]
    title: Option<String>,
    /// Colours of the page.
    #[arg(long, value_enum, default_value_t = Colours::Auto)]
    theme: Colours,
    /// Do not keep a history of calls in the browser.
    #[arg(long)]
    no_history: bool,
    /// Separate origin for apps, which must reach this server too; apps get storage there.
    #[arg(long)]
    sandbox_origin: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colours {
    Auto,
    Light,
    Dark,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();
    let arguments = Arguments::parse();

    let server = HttpServer::new(&arguments.upstream).map_err(|error| format!("--upstream: {error}"))?;
    let url = server.url();
    let authority = url.authority().map_or("", |authority| authority.as_str());
    let title = arguments.title.unwrap_or_else(|| format!("Tools of {authority}"));
    let config = McpUiConfig::new()
        .title(title)
        .theme(match arguments.theme {
            Colours::Auto => Theme::Auto,
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        })
        .history(!arguments.no_history)
        .history_key(arguments.upstream.to_string())
        .execution(if arguments.no_execute { Execution::disabled() } else { Execution::all() })
        .unlisted_tools(arguments.unlisted_tools)
        .mcp_endpoint(url.path_and_query().map_or("/", |path| path.as_str()))?;
    let config = match arguments.sandbox_origin {
        Some(origin) => config.sandbox_origin(&origin)?,
        None => config,
    };
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config)).service(upstream::service(server));

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", arguments.port)).await?;
    println!("The explorer is at http://{}/explorer", listener.local_addr()?);
    let header_timeout = Duration::from_secs(arguments.header_timeout);
    serving::serve(listener, Router::new().fallback_service(app), header_timeout).await;
    Ok(())
}
