//! The limit on the memory that all requests together may buffer.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use http_body::Frame;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Empty, Full, StreamBody};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::config::Limits;
use tower_mcp_ui::service::{GivenTools, RequestBody};
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool};

type Sent = UnsyncBoxBody<Bytes, Infallible>;

/// A layer that buffers at most 1 MiB, with a tool that runs until it gets a permit.
fn layer(permits: &Arc<Semaphore>) -> McpUiLayer<GivenTools> {
    let permits = Arc::clone(permits);
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let config = McpUiConfig::new().execution(Execution::all()).limits(Limits::new().buffered_bytes(1 << 20));
    McpUiLayer::new(config).tools_with(tools, move |_: String, arguments: Arguments| {
        let permits = Arc::clone(&permits);
        async move {
            permits.acquire().await.unwrap().forget();
            arguments.get().len().to_string()
        }
    })
}

async fn call(layer: McpUiLayer<GivenTools>, action: &'static str, body: Sent) -> Response<Bytes> {
    let inner =
        service_fn(|_: Request<RequestBody<Sent>>| async { Ok::<_, Infallible>(Response::new(Empty::<Bytes>::new())) });
    let path = format!("/explorer/tools/t/{action}");
    let request = Request::post(path).header("host", "localhost").body(body).unwrap();
    let (parts, body) = layer.layer(inner).oneshot(request).await.unwrap().into_parts();
    Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
}

/// A 400 KiB JSON object.
fn whole() -> Sent {
    let text = format!("{{{}}}", " ".repeat(400 * 1024 - 2));
    Full::from(text).boxed_unsync()
}

/// A body of the same size that is never completed.
fn unending() -> Sent {
    let begun = futures_util::stream::iter([Ok(Frame::data(Bytes::from(vec![b' '; 400 * 1024])))]);
    StreamBody::new(begun.chain(futures_util::stream::pending())).boxed_unsync()
}

/// Sends requests until the layer no longer refuses one for lack of memory. Panics after many attempts.
async fn wait_for_room(layer: &McpUiLayer<GivenTools>) {
    for _ in 0..1000 {
        if call(layer.clone(), "validate", whole()).await.status() != 503 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the memory is never released");
}

#[tokio::test]
async fn requests_share_the_memory_for_their_bodies() {
    for body in [whole, unending] {
        let permits = Arc::new(Semaphore::new(0));
        let layer = layer(&permits);
        let mut held = JoinSet::new();
        for _ in 0..2 {
            held.spawn(call(layer.clone(), "call", body()));
        }
        tokio::task::yield_now().await;
        for action in ["call", "validate"] {
            let refused = call(layer.clone(), action, whole()).await;
            assert_eq!(refused.status(), 503);
            assert_eq!(refused.headers()["retry-after"], "1");
            let message = String::from_utf8_lossy(refused.body()).into_owned();
            assert!(message.contains("1048576 bytes") && message.contains("MCP_UI_MAX_BUFFERED_BYTES"), "{message}");
        }
        // Bodies that fit into the remaining memory are still accepted.
        assert_eq!(call(layer.clone(), "validate", Full::from("{}").boxed_unsync()).await.status(), 200);
        permits.add_permits(2);
        held.abort_all();
        wait_for_room(&layer).await;
    }
}

#[tokio::test]
async fn a_call_holds_its_memory_until_it_ends() {
    let permits = Arc::new(Semaphore::new(0));
    let layer = layer(&permits);
    let mut held = JoinSet::new();
    for _ in 0..2 {
        held.spawn(call(layer.clone(), "call", whole()));
    }
    tokio::task::yield_now().await;
    assert_eq!(call(layer.clone(), "validate", whole()).await.status(), 503);
    permits.add_permits(2);
    while let Some(response) = held.join_next().await {
        assert_eq!(response.unwrap().status(), 200);
    }
    assert_eq!(call(layer, "validate", whole()).await.status(), 200);
}
