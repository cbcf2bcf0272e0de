//! The component `explorer`: the explorer over tools that are a component, as an HTTP service.

mod bindings;

use std::sync::LazyLock;

use mcp_ui_glue::{Settings, into_request, into_response, not_found, refusal};
use tower_mcp_ui::{ConfigError, GivenTools, McpUiLayer};
use wasip3::http::types::{ErrorCode, Request, Response};

/// What an instance makes once, with its first request.
static INSTANCE: LazyLock<Instance> = LazyLock::new(|| {
    let Settings { config, error } = Settings::from_env();
    Instance { layer: mcp_ui_wit_tools::layer(config), error }
});

struct Instance {
    layer: McpUiLayer<GivenTools>,
    error: Option<ConfigError>,
}

struct Component;

impl bindings::exports::wasi::http::handler::Guest for Component {
    async fn handle(request: Request) -> Result<Response, ErrorCode> {
        let Instance { layer, error } = &*INSTANCE;
        let request = into_request(request)?;
        if let Some(error) = error.as_ref().filter(|_| layer.owns(request.uri().path())) {
            return into_response(refusal(error));
        }
        into_response(layer.answer(request).await.unwrap_or_else(not_found))
    }
}

/// The component's entry points.
#[expect(unsafe_code, reason = "generated")]
mod export {
    use super::Component;

    crate::bindings::export!(Component with_types_in crate::bindings);
}
