//! The component `explorer`: the explorer as an HTTP service, with tools from another component.

mod bindings;

use std::sync::LazyLock;

use http::StatusCode;
use mcp_ui_wasi_support::{config_from_env, into_request, into_response};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::{McpUiLayer, embedding};
use wasip3::http::types::{ErrorCode, Request, Response};

/// The layer, created on an instance's first request.
static LAYER: LazyLock<McpUiLayer<GivenTools>> = LazyLock::new(|| mcp_ui_wit_tools::layer(config_from_env()));

struct Component;

impl bindings::exports::wasi::http::handler::Guest for Component {
    async fn handle(request: Request) -> Result<Response, ErrorCode> {
        let response = embedding::respond(&LAYER, into_request(request)?).await;
        into_response(response.unwrap_or_else(|| embedding::error_response(StatusCode::NOT_FOUND, "Not found.")))
    }
}

/// The component's entry points.
#[expect(unsafe_code, reason = "generated")]
mod export {
    use super::Component;

    crate::bindings::export!(Component with_types_in crate::bindings);
}
