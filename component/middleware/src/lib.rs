//! The component `middleware`: the explorer in front of any HTTP service that speaks MCP.

mod backend;
mod bindings;

use std::sync::LazyLock;

use mcp_ui_wasi_support::{config_from_env, into_request, into_response};
use tower_mcp_ui::{GivenTools, McpUiLayer, embedding};
use wasip3::http::types::{ErrorCode, Request, Response};

use self::backend::Backend;
use self::bindings::wasi::http::handler;

/// The layer, created on the first request of an instance.
static LAYER: LazyLock<McpUiLayer<GivenTools>> =
    LazyLock::new(|| McpUiLayer::new(embedding::passing(config_from_env())).mcp(Backend));

struct Component;

impl bindings::exports::wasi::http::handler::Guest for Component {
    async fn handle(request: Request) -> Result<Response, ErrorCode> {
        let path = request.get_path_with_query().unwrap_or_default();
        let authority = request.get_authority();
        if !embedding::owns(&LAYER, authority.as_deref(), &path) {
            // The host's request and response objects are passed on, so that no body is copied through the component.
            return handler::handle(request).await;
        }
        let response = embedding::respond(&LAYER, into_request(request)?).await;
        into_response(response.ok_or(ErrorCode::HttpRequestUriInvalid)?)
    }
}

/// The component's entry points.
#[expect(unsafe_code, reason = "generated")]
mod export {
    use super::Component;

    crate::bindings::export!(Component with_types_in crate::bindings);
}
