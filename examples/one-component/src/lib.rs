//! Tools in code with their explorer, as one component that needs no other.

use std::sync::LazyLock;

use http::{HeaderMap, StatusCode, header};
use mcp_ui_wasi_support::{config_from_env, into_request, into_response};
use serde::Deserialize;
use serde_json::json;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{CallContext, RequestParts};
use tower_mcp_ui::{McpUiLayer, Tool, Tools, embedding};
use wasip3::exports::http::handler::Guest;
use wasip3::http::types::{ErrorCode, Request, Response};

/// The layer, created on an instance's first request.
static LAYER: LazyLock<McpUiLayer<GivenTools>> = LazyLock::new(|| McpUiLayer::new(config_from_env()).tools(tools()));

fn tools() -> Tools {
    let number = |least| json!({ "type": "number", "minimum": least });
    let trip = json!({
        "type": "object",
        "properties": { "kilometers": number(0), "speed": number(1) },
        "required": ["kilometers", "speed"],
    });
    Tools::new()
        .tool(Tool::new("duration", "Returns the hours that a trip takes").input_schema(trip), duration)
        .tool(Tool::new("agent", "Names the program that calls"), agent)
        .tool(Tool::new("brew", "Makes coffee, and reports each step"), brew)
}

#[derive(Deserialize)]
struct Trip {
    kilometers: f64,
    speed: f64,
}

async fn duration(Trip { kilometers, speed }: Trip) -> String {
    format!("{:.1} hours", kilometers / speed)
}

async fn agent(request: RequestParts) -> String {
    let agent = |headers: &HeaderMap| headers.get(header::USER_AGENT)?.to_str().ok().map(str::to_owned);
    agent(&request.headers).unwrap_or_else(|| "unknown".to_owned())
}

async fn brew(context: CallContext) -> &'static str {
    for (step, done) in ["grind", "boil", "pour"].into_iter().zip(1_u8..) {
        context.progress(f64::from(done), Some(3.0), Some(step)).await;
    }
    "Coffee."
}

struct Component;

impl Guest for Component {
    async fn handle(request: Request) -> Result<Response, ErrorCode> {
        let response = embedding::respond(&LAYER, into_request(request)?).await;
        into_response(response.unwrap_or_else(|| embedding::error_response(StatusCode::NOT_FOUND, "Not found.")))
    }
}

wasip3::http::service::export!(Component);
