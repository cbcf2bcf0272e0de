//! The explorer on hyper, with tools defined in code, without a framework or an MCP server.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::sync::Notify;
use tower::{ServiceBuilder, ServiceExt as _};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Tools};
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

#[derive(serde::Deserialize)]
struct Greet {
    name: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();

    let greet = Tool::new("greet", "Greets somebody by name").input_schema(json!({
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
    }));
    let tools = Tools::new().tool(greet, |Greet { name }: Greet| async move { format!("Hello, {name}!") });
    let config = McpUiConfig::new().title("Tools on hyper").execution(Execution::all());

    let service = ServiceBuilder::new().layer(McpUiLayer::new(config).tools(tools)).service_fn(
        |request: Request<RequestBody<Incoming>>| async move {
            Ok::<_, Infallible>(Response::new(format!("the service's own response to {}", request.uri().path())))
        },
    );

    let CommandLine { port, header_timeout } = CommandLine::parse();
    let header_timeout = Duration::from_secs(header_timeout);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(header_timeout);
    server.http2().timer(TokioTimer::new()).keep_alive_interval(header_timeout);
    let connections = GracefulShutdown::new();
    let mut stopped = pin!(tokio::signal::ctrl_c());
    loop {
        let (stream, _) = tokio::select! {
            accepted = listener.accept() => accepted?,
            _ = &mut stopped => break,
        };
        // The small messages of an event stream are sent at once. This fails if the client has disconnected.
        let _ = stream.set_nodelay(true);
        let first_request = Arc::new(Notify::new());
        let notifier = Arc::clone(&first_request);
        let service = service.clone().map_request(move |request| {
            notifier.notify_one();
            request
        });
        let service = TowerToHyperService::new(service);
        let connection = server.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                _ = connection => {}
                // The builder's own timeouts start only when it has detected the HTTP version. This timeout covers the
                // time before that.
                Err(_) = tokio::time::timeout(header_timeout, first_request.notified()) => {}
            }
        });
    }
    connections.shutdown().await;
    Ok(())
}
