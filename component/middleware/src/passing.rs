use mcp_ui_wasi_support::config_from_env;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::{McpUiLayer, embedding};
use wasip3::http::types::{ErrorCode, Request, Response};

use crate::backend::Backend;
use crate::bindings::wasi::http::handler;

/// Creates the layer.
pub(crate) fn layer() -> McpUiLayer<GivenTools> {
    McpUiLayer::new(embedding::passing(config_from_env())).mcp(Backend)
}

/// Responds to a request that is not the explorer's. The host's request and response objects are passed on, so that no
/// body is copied through the component.
pub(crate) async fn pass(request: Request, _path: &str) -> Result<Response, ErrorCode> {
    handler::handle(request).await
}
