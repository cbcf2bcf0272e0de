//! The explorer around an app that speaks MCP at `/mcp`: the tools are asked of the app itself.

use axum::Router;
use axum::routing::get;
use tower::ServiceBuilder;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let router =
        Router::new().route("/", get(|| async { "the app's own answer" })).nest_service("/mcp", example_axum::mcp());

    // The layer goes around the router. With `Router::layer` it would sit behind the routing, where a request for the
    // explorer meets the fallback alone, which has no /mcp: see `handed-over` for that.
    let config = McpUiConfig::new().title("Greeter").execution(Execution::all());
    let app = ServiceBuilder::new().layer(McpUiLayer::new(config)).service(router);

    example_axum::serve(Router::new().fallback_service(app)).await
}
