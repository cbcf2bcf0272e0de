//! The explorer around an app that serves MCP at `/mcp`. The explorer gets its tools from there.

use axum::Router;
use axum::routing::get;
use tower::ServiceBuilder;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let router =
        Router::new().route("/", get(|| async { "the app's own response" })).nest_service("/mcp", example_axum::mcp());

    // The layer wraps the whole router. `Router::layer` would wrap each route separately, and the explorer, wrapped
    // around the fallback, could not reach /mcp. The example `handed-over` shows how to use `Router::layer`.
    let config = McpUiConfig::new().title("Greeter").execution(Execution::all());
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config)).service(router);

    example_axum::serve(Router::new().fallback_service(app)).await
}
