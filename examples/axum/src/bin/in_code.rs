//! Tools defined in code, without an MCP server. An auth hook identifies the caller for the tools.

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::routing::get;
use serde_json::json;
use tower_mcp_ui::{Arguments, Execution, McpUiConfig, McpUiLayer, RequestParts, Tool, ToolList};

/// The user who calls a tool.
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

#[derive(serde::Deserialize)]
struct Add {
    a: f64,
    b: f64,
}

async fn run(tool: String, arguments: Arguments, request: RequestParts) -> Result<String, serde_json::Error> {
    let User(user) = request.extensions.get().expect("the hook adds the user to every call");
    Ok(match tool.as_str() {
        "add" => {
            let Add { a, b } = arguments.parse()?;
            format!("{}", a + b)
        }
        "whoami" => format!("You are {user}."),
        _ => unreachable!("only tools that are listed are called"),
    })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number = json!({ "type": "number" });
    let tools = ToolList::new([
        Tool::new("add", "Adds two numbers").input_schema(json!({
            "type": "object",
            "properties": { "a": number, "b": number },
            "required": ["a", "b"],
        })),
        Tool::new("whoami", "Names the user of the token: sesame or dinner"),
    ])?;
    let config = McpUiConfig::new().title("Tools in code").execution(Execution::all()).auth(authenticate);

    let router = Router::new().route("/", get(|| async { "the app's own response" }));
    example_axum::serve(router.layer(McpUiLayer::new(config).tools(tools, run))).await?;
    Ok(())
}
