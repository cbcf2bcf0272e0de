//! The layer inside the router. The MCP service, together with its authentication, is handed over to the layer.

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

/// Rejects requests without the token.
async fn bearer(request: Request, next: Next) -> Response {
    match request.headers().get(header::AUTHORIZATION) {
        Some(credentials) if credentials == "Bearer sesame" => next.run(request).await,
        _ => (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response(),
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let guarded = Router::new().nest_service("/mcp", example_axum::mcp()).route_layer(from_fn(bearer));

    // The explorer sends its requests to the handed-over service, with the credentials of the page's user (the page has
    // a field for the token). Handing over `example_axum::mcp()` without the guard would give everybody access to the
    // tools.
    let config = McpUiConfig::new().title("Greeter, guarded").execution(Execution::all());
    let explorer = McpUiLayer::new(config).mcp(guarded.clone());

    // Add the layer after the last route and fallback: it does not apply to routes added later.
    let app = Router::new().route("/", get(|| async { "the app's own response" })).merge(guarded).layer(explorer);
    example_axum::serve(app).await
}
