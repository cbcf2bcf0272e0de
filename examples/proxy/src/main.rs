//! Gives a running MCP server the explorer without touching it:
//! `cargo run -p example-proxy -- --upstream http://127.0.0.1:3001/mcp`.
//!
//! Requests to the path of `--upstream` are passed on to the upstream server, for the MCP clients of this machine. Nothing
//! else of that server can be reached: in a browser it would share the explorer's origin.

mod endpoint;
mod guard;
mod hop_by_hop;
mod origin;
mod refusal;
mod upstream;

use std::time::Duration;

use axum::Router;
use clap::{Parser, ValueEnum};
use http::Uri;
use tower::ServiceBuilder;
use tower_mcp_ui::{Apps, Execution, McpUiConfig, McpUiLayer, Theme};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
struct Arguments {
    /// The URL at which the server speaks MCP.
    #[arg(long)]
    upstream: Uri,
    /// The port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 8090)]
    port: u16,
    /// Seconds for a request's headers to arrive.
    #[arg(long, default_value_t = 30)]
    header_timeout: u64,
    /// Shows the tools, but runs none.
    #[arg(long)]
    no_execute: bool,
    /// Runs tools that the server does not list, too.
    #[arg(long)]
    unlisted_tools: bool,
    /// The page's title; the upstream's address by default.
    #[arg(long)]
    title: Option<String>,
    /// The page's colours.
    #[arg(long, value_enum, default_value_t = Colours::Auto)]
    theme: Colours,
    /// The page keeps no calls in the browser.
    #[arg(long)]
    no_history: bool,
    /// An origin for apps alone, at which this very server is reached too: apps get storage there.
    #[arg(long)]
    sandbox_origin: Option<String>,
    /// Seconds for an app to introduce itself, before the page says why it may be blank.
    #[arg(long, default_value_t = 30.0)]
    app_timeout: f64,
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

    let upstream = upstream::Upstream::new(&arguments.upstream)?;
    let title = arguments.title.unwrap_or_else(|| format!("Tools of {}", upstream.authority()));
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
        .apps(Apps::new().initialize(Duration::try_from_secs_f64(arguments.app_timeout)?))
        .mcp_endpoint(upstream.endpoint())?;
    let config = match arguments.sandbox_origin {
        Some(origin) => config.sandbox_origin(&origin)?,
        None => config,
    };
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config)).service(upstream.service());

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", arguments.port)).await?;
    println!("The explorer is at http://{}/explorer", listener.local_addr()?);
    let header_timeout = Duration::from_secs(arguments.header_timeout);
    serving::serve(listener, Router::new().fallback_service(app), header_timeout).await;
    Ok(())
}
