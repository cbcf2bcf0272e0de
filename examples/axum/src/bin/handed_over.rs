//! The MCP service is handed over to the layer, which may then be one of the router's own, and is handed over with its
//! guard.

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

/// Lets nobody pass without the token.
async fn bearer(request: Request, next: Next) -> Response {
    match request.headers().get(header::AUTHORIZATION) {
        Some(credentials) if credentials == "Bearer sesame" => next.run(request).await,
        _ => (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response(),
    }
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let guarded = Router::new().nest_service("/mcp", example_axum::mcp()).route_layer(from_fn(bearer));

    // What the explorer asks goes to the service that is handed over, with the credentials of whoever uses the page
    // (which has a field for the token). So it is the guarded one: handing over `example_axum::mcp()` itself would
    // open the tools to everybody.
    let config = McpUiConfig::new().title("Greeter, guarded").execution(Execution::all());
    let explorer = McpUiLayer::new(config).mcp(guarded.clone());

    // The layer comes after the last route and fallback, or it does not see them.
    let app = Router::new().route("/", get(|| async { "the app's own answer" })).merge(guarded).layer(explorer);
    example_axum::serve(app).await
}
