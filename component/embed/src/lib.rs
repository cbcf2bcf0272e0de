//! The component `embed`: the explorer as a function, for hosts that have components but no `wasi:http`.

mod bindings;
mod conversion;

use std::sync::LazyLock;

use mcp_ui_glue::{Settings, refusal};
use tower_mcp_ui::{ConfigError, GivenTools, McpUiLayer};

use self::bindings::exports::mcp_ui::tools::exchange::{Guest, Request, Response};

/// What an instance makes once, with its first request.
static INSTANCE: LazyLock<Instance> = LazyLock::new(|| {
    let Settings { config, error } = Settings::without_timeouts();
    Instance { layer: mcp_ui_wit_tools::layer(config), error }
});

struct Instance {
    layer: McpUiLayer<GivenTools>,
    error: Option<ConfigError>,
}

struct Component;

impl Guest for Component {
    async fn handle(request: Request) -> Option<Response> {
        let Instance { layer, error } = &*INSTANCE;
        let path = request.path_with_query.split('?').next().unwrap_or_default();
        if !layer.owns(path) {
            return None;
        }
        let answer = match (error, conversion::into_request(request)) {
            (Some(error), _) => Some(refusal(error)),
            (None, Ok(request)) => layer.answer(request).await,
            (None, Err(wrong)) => Some(wrong),
        };
        answer.map(conversion::into_response)
    }
}

/// The component's entry points.
#[expect(unsafe_code, reason = "generated")]
mod export {
    use super::Component;

    crate::bindings::export!(Component with_types_in crate::bindings);
}
