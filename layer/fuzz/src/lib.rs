//! Shared by the fuzz targets.

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::{McpUiLayer, embedding};

/// Runs a future to its end. Time passes only when nothing else can happen, so no timeout takes long.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime without I/O").block_on(future)
}

/// Returns the explorer's response to a request, with its whole body.
pub async fn respond(layer: &McpUiLayer<GivenTools>, request: Request<Full<Bytes>>) -> Option<(StatusCode, Bytes)> {
    whole(embedding::respond(layer, request).await?).await
}

/// Reads a response. Panics if the explorer has panicked.
pub async fn whole<B: Body<Data = Bytes>>(response: Response<B>) -> Option<(StatusCode, Bytes)> {
    let status = response.status();
    let body = response.into_body().collect().await.ok()?.to_bytes();
    assert!(!body.starts_with(b"{\"error\":\"Internal error."), "the explorer has panicked");
    Some((status, body))
}
