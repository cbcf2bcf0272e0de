//! Responses without a UI pass unchanged.

use std::convert::Infallible;
use std::io::Write as _;
use std::sync::Arc;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body::Frame;
use http_body_util::{BodyExt, Full, StreamBody};
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio_test::assert_pending;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::uis::{AugmentBody, AugmentLayer};
use tower_test::mock;

use super::{AnyBody, TOOL, catalog, json_response, parts, request, result, send};

#[tokio::test]
async fn it_is_ready_if_the_inner_service_is_ready() {
    let layer = AugmentLayer::new(&catalog());
    let (mut service, mut handle) =
        mock::spawn_with(move |mock: mock::Mock<Request<AugmentBody<Full<Bytes>>>, Response<Full<Bytes>>>| {
            layer.layer(mock)
        });
    handle.allow(0);
    assert_pending!(service.poll_ready());
    handle.allow(1);
    assert!(service.poll_ready().is_ready());
    let response = service.call(Request::post("/mcp").body(Full::default()).unwrap());
    let fail = async { handle.next_request().await.unwrap().1.send_error("broken") };
    let (response, ()) = tokio::join!(response, fail);
    assert_eq!(response.unwrap_err().to_string(), "broken");
}

/// Generates the results that get no UI, one for each reason.
fn skipped() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({ "content": [], "isError": true, "structuredContent": { "total": 1 } })),
        Just(json!({ "resultType": "input_required", "inputRequests": {} })),
        Just(json!({ "resultType": "task", "taskId": "t" })),
        Just(json!({ "content": [{ "type": "text", "text": "only text" }] })),
        Just(json!({ "content": [], "structuredContent": { "total": "many" } })),
        Just(json!({ "content": [], "structuredContent": null })),
        Just(json!({ "isError": "neither", "structuredContent": { "total": 1 } })),
        Just(json!("not an object")),
        // A linked UI does not change the result.
        Just(json!({ "content": [], "structuredContent": { "total": 1 } })),
    ]
}

/// Generates messages in the forms that servers write.
fn written() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let message = || skipped().prop_map(|result| json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string());
    prop_oneof![
        4 => message().prop_map(|message| ("application/json", message.into_bytes())),
        4 => (message(), "(: ping\n\n|id: 1\r\nretry: 9\r\n|\n|event: message\n)", "(\n\n|\r\n\r\n|\r\r|\n)")
            .prop_map(|(message, before, after)| ("text/event-stream", format!("{before}data: {message}{after}").into_bytes())),
        1 => message().prop_map(|message| ("text/plain", message.into_bytes())),
        2 => prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| ("application/json", bytes)),
        1 => prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| ("text/event-stream", bytes)),
        1 => Just(("application/json", br#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#.to_vec())),
        1 => Just(("application/json", br#"{"id":1,"result":{},"result":{"structuredContent":{"total":1}}}"#.to_vec())),
    ]
}

proptest! {
    #[test]
    fn what_gets_no_ui_passes_byte_for_byte(
        (kind, body) in written(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
        is_gzip: bool,
        is_stateless: bool,
        has_trailers: bool,
        has_length: bool,
    ) {
        let body = if is_gzip { gzip(&body) } else { body };
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(body.len() + 1)).collect();
        cuts.extend([0, body.len()]);
        cuts.sort_unstable();
        let mut frames: Vec<_> = cuts.windows(2).map(|pair| Frame::data(Bytes::copy_from_slice(&body[pair[0]..pair[1]]))).collect();
        let trailers = HeaderMap::from_iter([(http::header::ETAG, HeaderValue::from_static("x"))]);
        if has_trailers {
            frames.push(Frame::trailers(trailers.clone()));
        }
        let length = body.len();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let (headers, collected) = runtime.block_on(async move {
            let mut response = Response::new(BodyExt::boxed(StreamBody::new(futures_util::stream::iter(frames.into_iter().map(Ok::<_, Infallible>)))));
            response.headers_mut().insert("content-type", kind.parse().unwrap());
            response.headers_mut().insert("etag", "\"1\"".parse().unwrap());
            if has_length {
                response.headers_mut().insert("content-length", length.into());
            }
            if is_gzip {
                response.headers_mut().insert("content-encoding", "gzip".parse().unwrap());
            }
            let response = std::sync::Mutex::new(Some(response));
            let response = Arc::new(response);
            let server = service_fn(move |_: Request<AugmentBody<AnyBody>>| {
                let response = response.lock().unwrap().take().unwrap();
                async move { Ok::<_, Infallible>(response) }
            });
            let call = request(is_stateless, "tools/call", &json!({ "name": TOOL, "arguments": {} }));
            let (head, body) = AugmentLayer::new(&catalog()).layer(server).oneshot(call).await.unwrap().into_parts();
            (head.headers, body.collect().await.unwrap())
        });
        prop_assert_eq!(collected.trailers(), has_trailers.then_some(&trailers));
        prop_assert_eq!(collected.to_bytes(), body);
        prop_assert_eq!(&headers["etag"], "\"1\"");
        let length = length.to_string();
        prop_assert_eq!(headers.get("content-length").map(|value| value.to_str().unwrap()), has_length.then_some(&*length));
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn requests_pass_byte_for_byte() {
    let layer = AugmentLayer::new(&catalog());
    let odd = [
        r#" {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}} "#.to_owned(),
        r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#.to_owned(),
        "not json".to_owned(),
        String::new(),
        format!(r#"{{"id":1,"method":"tools/list","params":"{}"}}"#, "x".repeat(2 << 20)),
    ];
    for body in odd {
        let seen = super::Seen::default();
        let half = body.len() / 2;
        let pieces = [body[..half].to_owned(), body[half..].to_owned()];
        let request = Request::post("/mcp").body(parts(pieces)).unwrap();
        super::send_and_see(&layer, request, || json_response("{}"), &seen).await;
        assert_eq!(seen.lock().unwrap()[0].1, body.as_bytes());
    }
}

#[tokio::test]
async fn other_paths_and_methods_pass() {
    let layer = AugmentLayer::new(&catalog());
    let list = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"list-databases"}]}}"#;
    for (method, path) in [("POST", "/else"), ("GET", "/mcp"), ("DELETE", "/mcp"), ("POST", "/mcp/x")] {
        let mut passed = request(true, "tools/list", &json!({}));
        *passed.method_mut() = method.parse().unwrap();
        *passed.uri_mut() = path.parse().unwrap();
        assert_eq!(send(&layer, passed, move || json_response(list)).await.body(), list, "{method} {path}");
    }
    for path in ["/mcp/", "/v2"] {
        let mut changed = request(true, "tools/list", &json!({}));
        *changed.uri_mut() = path.parse().unwrap();
        let layer = layer.clone().endpoints(["/mcp", "/v2"]);
        assert_ne!(send(&layer, changed, move || json_response(list)).await.body(), list, "{path}");
    }
}

#[tokio::test]
async fn errors_of_the_server_pass() {
    let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}"#;
    for method in ["tools/list", "tools/call", "resources/list", "initialize"] {
        let failed = request(true, method, &json!({ "name": TOOL }));
        assert_eq!(send(&AugmentLayer::new(&catalog()), failed, move || json_response(error)).await.body(), error);
    }
    let claimed =
        json!({ "resources": [{ "uri": super::uri(&AugmentLayer::new(&catalog())).await, "name": "claimed" }] });
    let list = request(true, "resources/list", &json!({}));
    let before = claimed.clone();
    let response = send(&AugmentLayer::new(&catalog()), list, move || result(&before)).await;
    assert_eq!(super::result_of(&response), claimed, "a URI is listed once");
}

#[tokio::test]
async fn a_call_that_is_dropped_is_cancelled() {
    let held = Arc::new(());
    let holder = Arc::clone(&held);
    let server = service_fn(move |_: Request<AugmentBody<AnyBody>>| {
        let held = Arc::clone(&holder);
        async move {
            std::future::pending::<()>().await;
            drop(held);
            Ok::<_, Infallible>(json_response("{}"))
        }
    });
    let service = AugmentLayer::new(&catalog()).layer(server);
    let call = service.clone().oneshot(request(false, "tools/call", &json!({ "name": TOOL })));
    let mut call = tokio_test::task::spawn(call);
    assert_pending!(call.poll());
    let running = Arc::strong_count(&held);
    drop(call);
    assert!(Arc::strong_count(&held) < running, "the call of the server is dropped");
}
