//! Shared by the fuzz targets, and by those of `mcp-ui`.

use std::convert::Infallible;

use bytes::Bytes;
use futures_util::stream;
use http::{Request, Response, StatusCode};
use http_body::{Body, Frame};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
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

/// Splits bytes into pieces of these lengths. The rest is the last piece.
pub fn pieces(bytes: impl Into<Bytes>, lengths: &[u8]) -> Vec<Bytes> {
    let mut rest = bytes.into();
    let mut pieces: Vec<_> = lengths.iter().map(|length| rest.split_to(usize::from(*length).min(rest.len()))).collect();
    pieces.push(rest);
    pieces
}

/// A body that arrives in these pieces.
pub fn body(pieces: Vec<Bytes>) -> UnsyncBoxBody<Bytes, Infallible> {
    StreamBody::new(stream::iter(pieces.into_iter().map(|piece| Ok(Frame::data(piece))))).boxed_unsync()
}
