//! The explorer on hyper alone: tools given in code, no framework, no MCP server.

use std::convert::Infallible;
use std::pin::pin;

use clap::Parser;
use http::{Request, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tower::ServiceBuilder;
use tower_mcp_ui::{Arguments, Execution, McpUiConfig, McpUiLayer, Tool, ToolList};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
struct CommandLine {
    /// The port on 127.0.0.1; 0 takes a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
}

#[derive(serde::Deserialize)]
struct Greet {
    name: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();

    let tools = ToolList::new([Tool::new("greet", "Greets somebody by name").input_schema(json!({
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
    }))])?;
    let handler = |_tool: String, arguments: Arguments| async move {
        arguments.parse::<Greet>().map(|greet| format!("Hello, {}!", greet.name))
    };
    let config = McpUiConfig::new().title("Tools on hyper").execution(Execution::all());

    let service = ServiceBuilder::new().layer(McpUiLayer::new(config).tools(tools, handler)).service_fn(
        |request: Request<Incoming>| async move {
            Ok::<_, Infallible>(Response::new(format!("the service's own answer to {}", request.uri().path())))
        },
    );

    let listener = tokio::net::TcpListener::bind(("127.0.0.1", CommandLine::parse().port)).await?;
    println!("The explorer is at http://{}/explorer", listener.local_addr()?);
    let server = auto::Builder::new(TokioExecutor::new());
    let connections = GracefulShutdown::new();
    let mut stopped = pin!(tokio::signal::ctrl_c());
    loop {
        let (stream, _) = tokio::select! {
            accepted = listener.accept() => accepted?,
            _ = &mut stopped => break,
        };
        let service = TowerToHyperService::new(service.clone());
        let connection = server.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
        tokio::spawn(connections.watch(connection));
    }
    connections.shutdown().await;
    Ok(())
}
