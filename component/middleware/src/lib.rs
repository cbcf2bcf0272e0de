//! The component `middleware`: the explorer in front of any HTTP service that speaks MCP.
//!
//! With the feature `uis`, it is the component `middleware-with-uis`.

mod backend;
mod bindings;
#[cfg_attr(feature = "uis", path = "with_uis.rs")]
mod passing;

use std::sync::LazyLock;

use mcp_ui_wasi_support::{into_request, into_response};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::{McpUiLayer, embedding};
use wasip3::http::types::{ErrorCode, Request, Response};

/// The layer, created on an instance's first request.
static LAYER: LazyLock<McpUiLayer<GivenTools>> = LazyLock::new(passing::layer);

struct Component;

impl bindings::exports::wasi::http::handler::Guest for Component {
    async fn handle(request: Request) -> Result<Response, ErrorCode> {
        let path = request.get_path_with_query().unwrap_or_default();
        let authority = request.get_authority();
        if !embedding::owns(&LAYER, authority.as_deref(), &path) {
            return passing::pass(request, &path).await;
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
