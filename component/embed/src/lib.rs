//! The component `embed`: the explorer as a function, for hosts that have components but no `wasi:http`.

mod bindings;
mod conversion;

use std::sync::LazyLock;

use mcp_ui_wasi_support::config_without_timeouts;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::{McpUiLayer, embedding};

use self::bindings::exports::mcp_ui::tools::exchange::{Guest, Request, Response};

/// The layer, created on an instance's first request.
static LAYER: LazyLock<McpUiLayer<GivenTools>> = LazyLock::new(|| mcp_ui_wit_tools::layer(config_without_timeouts()));

struct Component;

impl Guest for Component {
    async fn handle(request: Request) -> Option<Response> {
        if !embedding::owns(&LAYER, conversion::authority(&request), &request.path_with_query) {
            return None;
        }
        let response = match conversion::into_request(request) {
            Ok(request) => embedding::respond(&LAYER, request).await,
            Err(bad_request) => Some(bad_request),
        };
        Some(conversion::into_response(response?).await)
    }
}

/// The component's entry points.
#[expect(unsafe_code, reason = "generated")]
mod export {
    use super::Component;

    crate::bindings::export!(Component with_types_in crate::bindings);
}
