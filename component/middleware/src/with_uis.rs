use std::sync::LazyLock;

use http::{HeaderName, HeaderValue};
use mcp_ui_wasi_support::config_from_env;
use tower_layer::Layer as _;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::uis::{AugmentLayer, UiCatalog};
use tower_mcp_ui::{BoxError, McpUiConfig, McpUiLayer, RawJson, embedding};
use tower_service::Service as _;
use wasip3::http::types::{ErrorCode, Method, Request, Response};
use wasip3::http_compat::{http_from_wasi_request, http_into_wasi_response};

use crate::backend::Backend;
use crate::bindings::catalog::mcp_ui::tools::ui_catalog;
use crate::bindings::wasi::http::handler;

static CONFIG: LazyLock<McpUiConfig> = LazyLock::new(|| embedding::passing(config_from_env()).uis(&catalog()));

/// The layer that adds the UIs, even for the explorer's own requests.
static UIS: LazyLock<AugmentLayer> = LazyLock::new(|| embedding::augment_layer(&CONFIG));

/// Reads the imported catalog. A malformed catalog is logged, and replaced with an empty one.
fn catalog() -> UiCatalog {
    let bundle = RawJson::parse(ui_catalog::bundle()).map_err(BoxError::from);
    let catalog = bundle.and_then(|bundle| Ok(UiCatalog::from_bundle(&bundle)?));
    catalog.unwrap_or_else(|error| {
        tracing::error!(%error, "invalid catalog of UIs");
        UiCatalog::new()
    })
}

/// Creates the layer.
pub(crate) fn layer() -> McpUiLayer<GivenTools> {
    McpUiLayer::new(CONFIG.clone()).mcp(UIS.layer(Backend))
}

/// Responds to a request that is not the explorer's. If the request does not concern UIs, the host's response object is
/// passed on. So is the host's request object, unless its body had to be read for the decision.
pub(crate) async fn pass(request: Request, path: &str) -> Result<Response, ErrorCode> {
    if !may_concern_uis(&request, path) {
        return handler::handle(request).await;
    }
    let response = UIS.layer(Backend).call(http_from_wasi_request(request)?).await?;
    let (head, body) = response.into_parts();
    match embedding::passed_body(body) {
        Ok(mut body) => body.take_unstarted().ok_or(ErrorCode::HttpProtocolError),
        Err(body) => http_into_wasi_response(http::Response::from_parts(head, body)),
    }
}

/// Returns false if a request's head shows that the request does not concern UIs. Each query to the host costs time, so
/// few are made: for most requests to an MCP server, the headers are enough.
fn may_concern_uis(request: &Request, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let headers = request.get_headers();
    let header = |name: &HeaderName| HeaderValue::from_bytes(headers.get(name.as_str()).first()?).ok();
    embedding::augments(&UIS, &http::Method::POST, path, header) && matches!(request.get_method(), Method::Post)
}
