//! The component `explorer`: the explorer over tools that are a component, as an HTTP service.

mod bindings;

use std::sync::LazyLock;

use http::StatusCode;
use mcp_ui_wasi_support::{config_from_env, into_request, into_response};
use tower_mcp_ui::{GivenTools, McpUiLayer, error_answer};
use wasip3::http::types::{ErrorCode, Request, Response};

/// What an instance makes once, with its first request.
static LAYER: LazyLock<McpUiLayer<GivenTools>> = LazyLock::new(|| mcp_ui_wit_tools::layer(config_from_env()));

struct Component;

impl bindings::exports::wasi::http::handler::Guest for Component {
    async fn handle(request: Request) -> Result<Response, ErrorCode> {
        let answer = LAYER.answer(into_request(request)?).await;
        into_response(answer.unwrap_or_else(|| error_answer(StatusCode::NOT_FOUND, "Not found.")))
    }
}

/// The component's entry points.
#[expect(unsafe_code, reason = "generated")]
mod export {
    use super::Component;

    crate::bindings::export!(Component with_types_in crate::bindings);
}
