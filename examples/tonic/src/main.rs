//! gRPC and the explorer on one port: the health service, and a tool that calls it.

use std::time::Duration;

use clap::Parser;
use serde_json::json;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic_health::ServingStatus;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Tools};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
struct CommandLine {
    /// Port on 127.0.0.1; 0 picks a free one.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Maximum age of a connection in seconds. Running requests are finished before it is closed.
    #[arg(long, default_value_t = 600)]
    connection_age: u64,
}

#[derive(serde::Deserialize)]
struct Check {
    #[serde(default)]
    service: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(LevelFilter::WARN).init();
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_service_status("kitchen", ServingStatus::NotServing).await;

    let tool = Tool::new("health", "Checks the health of a service").input_schema(json!({
        "type": "object",
        "properties": { "service": { "enum": ["", "kitchen"], "default": "" } },
    }));
    // The tool calls the gRPC service in process: a generated client accepts a service instead of a channel.
    let client = HealthClient::new(health.clone());
    let check = move |Check { service }: Check| {
        let mut client = client.clone();
        async move {
            let response = client.check(HealthCheckRequest { service }).await?.into_inner();
            Ok::<_, tonic::Status>(response.status().as_str_name())
        }
    };
    let config = McpUiConfig::new().title("Tools beside gRPC").execution(Execution::all());

    let CommandLine { port, connection_age } = CommandLine::parse();
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("MCP UI: http://{}/explorer", listener.local_addr()?);
    let until_stopped = async { tokio::signal::ctrl_c().await.unwrap_or_default() };
    Server::builder()
        // Browsers support HTTP/2 only over TLS, and use HTTP/1.1 without TLS.
        .accept_http1(true)
        // Tonic disconnects a client that has not sent complete headers after 30 seconds, unless the bytes sent are too
        // few to tell HTTP/1.1 from HTTP/2. `max_connection_age` closes such connections, too.
        .max_connection_age(Duration::from_secs(connection_age))
        .http2_keepalive_interval(Some(Duration::from_secs(30)))
        // Must be the first layer, and so the outermost: inner layers may support only gRPC. For example,
        // `GrpcWebLayer` rejects plain HTTP/1.1 with 400, which would hide the page.
        .layer(McpUiLayer::new(config).tools(Tools::new().tool(tool, check)))
        .add_service(health)
        .serve_with_incoming_shutdown(TcpIncoming::from(listener), until_stopped)
        .await?;
    Ok(())
}
