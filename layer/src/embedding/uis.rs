//! The layer that adds UIs, in hosts without a tower stack.

use http::{HeaderName, HeaderValue, Method};
use http_body::Body;

use crate::augment::{AugmentBody, AugmentLayer};
use crate::config::McpUiConfig;
use crate::stack;

/// Creates the layer that adds the UIs from [`McpUiConfig::uis`] to the tools at [`McpUiConfig::mcp_endpoint`].
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, embedding};
/// use tower_mcp_ui::uis::{Ui, UiCatalog};
///
/// let catalog = UiCatalog::new().ui("list-databases", Ui::html("<!doctype html>"))?;
/// let config = McpUiConfig::new().mcp_endpoint("/weather/mcp")?.uis(&catalog);
/// let layer = embedding::augment_layer(&config);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn augment_layer(config: &McpUiConfig) -> AugmentLayer {
    AugmentLayer::new(&config.uis.clone().unwrap_or_default()).endpoints([stack::endpoint(config)])
}

/// Returns whether a request may concern UIs, for hosts that must decide before they convert or forward it. The layer
/// passes every other request unread. `header` returns a header's first value, and is called only for a few headers.
///
/// ```
/// use http::{HeaderName, HeaderValue, Method};
/// use tower_mcp_ui::{McpUiConfig, embedding};
/// use tower_mcp_ui::uis::{Ui, UiCatalog};
///
/// let catalog = UiCatalog::new().ui("list-databases", Ui::html("<!doctype html>"))?;
/// let layer = embedding::augment_layer(&McpUiConfig::new().uis(&catalog));
/// let none = |_: &HeaderName| None;
/// assert!(embedding::augments(&layer, &Method::POST, "/mcp", none));
/// assert!(!embedding::augments(&layer, &Method::POST, "/files", none));
///
/// let listing = |name: &HeaderName| (name == "mcp-method").then(|| HeaderValue::from_static("prompts/list"));
/// assert!(!embedding::augments(&layer, &Method::POST, "/mcp", listing));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn augments(
    layer: &AugmentLayer,
    method: &Method,
    path: &str,
    header: impl Fn(&HeaderName) -> Option<HeaderValue>,
) -> bool {
    layer.may_concern(method, path, header)
}

/// Returns a response body that passed the layer unread, for hosts that can pass on the original response. The response
/// head is unchanged, too.
///
/// # Errors
///
/// Returns the body as it is if the layer has read it.
///
/// ```
/// use http::{Request, Response};
/// use http_body_util::Full;
/// use tower::{Layer, ServiceExt, service_fn};
/// use tower_mcp_ui::{BoxError, McpUiConfig, embedding};
/// use tower_mcp_ui::uis::{AugmentBody, UiCatalog};
///
/// # type Body = Full<bytes::Bytes>;
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), BoxError> {
/// let layer = embedding::augment_layer(&McpUiConfig::new().uis(&UiCatalog::new()));
/// let service = layer.layer(service_fn(async |_: Request<AugmentBody<Body>>| {
///     Ok::<_, BoxError>(Response::new(Body::from("a page")))
/// }));
/// let response = service.oneshot(Request::new(Body::default())).await?;
/// assert!(embedding::passed_body(response.into_body()).is_ok());
/// # Ok(()) }
/// ```
pub fn passed_body<B: Body>(body: AugmentBody<B>) -> Result<B, AugmentBody<B>> {
    body.into_passed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Ui, UiCatalog};

    #[test]
    fn uis_are_added_at_the_configured_endpoint() {
        let catalog = UiCatalog::new().ui("time", Ui::html("<!doctype html>")).unwrap();
        for (endpoint, path, is_there) in [
            ("/mcp", "/mcp/", true),
            ("/weather/mcp/?key=1", "/weather/mcp", true),
            ("/", "/", true),
            ("/weather/mcp", "/mcp", false),
        ] {
            let config = McpUiConfig::new().mcp_endpoint(endpoint).unwrap().uis(&catalog);
            let layer = augment_layer(&config);
            assert_eq!(augments(&layer, &Method::POST, path, |_| None), is_there, "{endpoint} {path}");
            assert!(!augments(&layer, &Method::GET, path, |_| None), "{endpoint} {path}");
        }
        assert!(!augments(&augment_layer(&McpUiConfig::new()), &Method::POST, "/mcp", |_| None));
    }
}
