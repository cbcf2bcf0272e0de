//! Tools defined in code, without an MCP server. An auth hook identifies the caller for the tools.

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::routing::get;
use schemars::JsonSchema;
use serde::Deserialize;
use tower_mcp_ui::tools::Extension;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Tools};

/// The user calling a tool.
#[derive(Clone)]
struct User(&'static str);

/// Adds the user to the request's extensions, or rejects the call with 401.
async fn authenticate(mut request: Parts) -> Result<Parts, &'static str> {
    let user = match request.headers.get(header::AUTHORIZATION).map(HeaderValue::as_bytes) {
        Some(b"Bearer sesame") => User("Ali Baba"),
        Some(b"Bearer dinner") => User("Morgiana"),
        _ => return Err("unknown token"),
    };
    request.extensions.insert(user);
    Ok(request)
}

#[derive(Deserialize, JsonSchema)]
struct Add {
    a: f64,
    b: f64,
}

async fn add(Add { a, b }: Add) -> String {
    (a + b).to_string()
}

async fn whoami(Extension(User(user)): Extension<User>) -> String {
    format!("You are {user}.")
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let tools = Tools::new()
        .typed(Tool::new("add", "Adds two numbers"), add)
        .tool(Tool::new("whoami", "Names the user of the token: sesame or dinner"), whoami);
    let config = McpUiConfig::new().title("Tools in code").execution(Execution::all()).auth(authenticate);

    let router = Router::new().route("/", get(|| async { "the app's own response" }));
    example_axum::serve(router.layer(McpUiLayer::new(config).tools(tools))).await
}
