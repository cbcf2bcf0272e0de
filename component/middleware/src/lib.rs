//! The component `middleware`: the explorer in front of any HTTP service that speaks MCP.

mod backend;
mod bindings;

use std::sync::LazyLock;

use mcp_ui_wasi_support::{config_from_env, into_request, into_response};
use tower_mcp_ui::{GivenTools, McpUiLayer};
use wasip3::http::types::{ErrorCode, Request, Response};

use self::backend::Backend;
use self::bindings::wasi::http::handler;

/// What an instance makes once, with its first request.
static LAYER: LazyLock<McpUiLayer<GivenTools>> = LazyLock::new(|| McpUiLayer::new(config_from_env()).mcp(Backend));

struct Component;

impl bindings::exports::wasi::http::handler::Guest for Component {
    async fn handle(request: Request) -> Result<Response, ErrorCode> {
        let path = request.get_path_with_query().unwrap_or_default();
        let authority = request.get_authority();
        if !LAYER.owns(authority.as_deref(), path.split('?').next().unwrap_or_default()) {
            // The host's own request goes on, and the host's own response comes back: no body passes through here.
            return handler::handle(request).await;
        }
        let answer = LAYER.answer(into_request(request)?).await;
        into_response(answer.ok_or(ErrorCode::HttpRequestUriInvalid)?)
    }
}

/// The component's entry points.
#[expect(unsafe_code, reason = "generated")]
mod export {
    use super::Component;

    crate::bindings::export!(Component with_types_in crate::bindings);
}
