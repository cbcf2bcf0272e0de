//! One of several MCP server replicas. Its explorer shows the traffic from all replicas, and feeds it to apps.

mod redis_bus;
mod redis_server;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use axum::Router;
use clap::Parser;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tower::ServiceBuilder;
use tower_mcp_ui::config::TrafficScope;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Traffic, TrafficSettings};
use tracing_subscriber::EnvFilter;

use self::redis_bus::RedisBus;
use self::redis_server::RedisServer;

#[derive(Parser)]
struct CommandLine {
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Redis server that the replicas share. Without it, redis-server is started for this replica and further ones.
    #[arg(long, value_name = "URL")]
    redis: Option<String>,
    /// Secret that the replicas share, of 64 hexadecimal digits. The default is only for trying it out.
    #[arg(long, value_parser = parse_key, default_value = "0000000000000000000000000000000000000000000000000000000000000000")]
    key: [u8; 32],
    /// Timeout in seconds for the headers of a request.
    #[arg(long, default_value_t = 30)]
    header_timeout: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    // RUST_LOG=debug says why Redis cannot be used.
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_env_filter(filter).init();
    match serve(CommandLine::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until Ctrl+C or SIGTERM.
async fn serve(command_line: CommandLine) -> Result<(), Box<dyn Error>> {
    let CommandLine { port, redis, key, header_timeout } = command_line;
    let started = if redis.is_some() { None } else { Some(RedisServer::start().await?) };
    let started_url = started.as_ref().map(RedisServer::url);

    let bus = RedisBus::new(redis.as_deref().or(started_url).unwrap_or_default())?;
    let traffic = Traffic::new(TrafficSettings::new().bus(bus, key));
    let config = McpUiConfig::new().execution(Execution::all()).see_traffic(TrafficScope::All);
    let mcp = Router::new().nest_service("/mcp", demo::service());
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config).traffic(traffic)).service(mcp);

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    if let Some(url) = started_url {
        eprintln!("Start another replica by: cargo run -p example-replicas -- --port 0 --redis {url}");
    }
    tokio::select! {
        () = serving::serve(listener, Router::new().fallback_service(app), Duration::from_secs(header_timeout)) => {}
        () = terminated() => {}
    }
    if let Some(started) = started {
        started.stop().await;
    }
    Ok(())
}

/// Waits for SIGTERM, so that the Redis server ends with this program.
async fn terminated() {
    #[cfg(unix)]
    if let Ok(mut signal) = signal(SignalKind::terminate()) {
        signal.recv().await;
        return;
    }
    std::future::pending::<()>().await;
}

fn parse_key(digits: &str) -> Result<[u8; 32], &'static str> {
    let wrong = "a key has 64 hexadecimal digits";
    let bytes = digits.as_bytes().chunks(2).map(|pair| {
        let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.bytes().all(|digit| digit.is_ascii_hexdigit()));
        pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()).ok_or(wrong)
    });
    bytes.collect::<Result<Vec<_>, _>>()?.try_into().map_err(|_| wrong)
}
