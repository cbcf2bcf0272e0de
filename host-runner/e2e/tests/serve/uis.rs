//! UIs composed with the middleware, in front of a server without UIs.

use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt as _};
use http::{Request, Response};
use http_body::Frame;
use http_body_util::{BodyExt as _, StreamBody};
use mcp_ui_host_e2e::{Server, component, middleware_with_uis, run};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tower::service_fn;
use tower_mcp_ui::uis::{Ui, UiCatalog};
use wasmtime_wasi_http::WasiBody;

use crate::native_backend::{Middleware, Native};

const NOTIFICATION: &str = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"Listing"}}"#;

/// Composes the server with the middleware and its UIs, and returns the path to the component.
fn composed(name: &str) -> PathBuf {
    let out = output(name);
    let output = compose(&middleware_with_uis("fixture-backend"), &out);
    assert!(output.is_ok(), "{output:?}");
    out
}

fn output(name: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // There is no file on the first run.
    let _removed = fs::remove_file(&out);
    out
}

fn compose(parts: &[PathBuf], out: &Path) -> Result<(), String> {
    let arguments = [&["compose".into()], parts, &["--output".into(), out.to_owned()]].concat();
    let output = run(arguments);
    if output.status.success() { Ok(()) } else { Err(String::from_utf8(output.stderr).unwrap()) }
}

/// Sends a request to the MCP endpoint. With `names_method`, a header specifies the method.
async fn send(server: &Server, method: &str, params: &Value, names_method: bool) -> Response<Bytes> {
    let mut request = Request::post("/mcp").header("host", "localhost").header("content-type", "application/json");
    request = request.header("mcp-protocol-version", "2026-07-28");
    if names_method {
        request = request.header("mcp-method", method);
        for name in [&params["name"], &params["uri"]].into_iter().filter_map(Value::as_str) {
            request = request.header("mcp-name", name);
        }
    }
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    server.send(request.body(message.to_string().into()).unwrap()).await
}

async fn result(server: &Server, method: &str, params: Value, names_method: bool) -> Value {
    let response = send(server, method, &params, names_method).await;
    // One corpus tool contains half a surrogate pair, which `Value` cannot hold.
    let text = String::from_utf8_lossy(response.body()).replace(r"\ud800", "");
    let mut message: Value = serde_json::from_str(&text).unwrap();
    message["result"].take()
}

#[tokio::test]
async fn clients_and_the_page_get_the_uis_that_were_composed() {
    let server = Server::start(&[composed("with-uis.wasm")], &[], &[]);
    for names_method in [true, false] {
        let list = result(&server, "tools/list", json!({}), names_method).await;
        let tool = |name: &str| list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
        assert_eq!(tool("echo")["_meta"], Value::Null);
        let uri = &tool("broken output")["_meta"]["ui"]["resourceUri"];
        assert!(uri.as_str().is_some_and(|uri| uri.starts_with("ui://cells/")), "{uri}");

        let read = result(&server, "resources/read", json!({ "uri": uri }), names_method).await;
        let document = &read["contents"][0];
        assert_eq!(document["mimeType"], "text/html;profile=mcp-app");
        let html = document["text"].as_str().unwrap();
        assert!(html.contains("<title>Cells</title>") && !html.contains("runtime.js"), "{html}");

        let list = result(&server, "resources/list", json!({}), names_method).await;
        let resources = list["resources"].as_array().unwrap();
        assert_eq!(resources.iter().filter(|resource| resource["uri"] == *uri).count(), 1, "{list}");
        assert!(resources.len() > 2, "those of the server: {list}");
    }
    let (status, uis) = server.get("/explorer/uis").await;
    assert_eq!(status, 200);
    assert!(uis.contains(r#""cells""#) && uis.contains(r#""rows""#) && uis.contains(r#""Seven""#), "{uis}");
    let (status, html) = server.get("/explorer/ui/cells").await;
    assert!(status == 200 && html.contains("<title>Cells</title>"), "{html}");
    let (status, tools) = server.get("/explorer/tools").await;
    assert!(status == 200 && tools.contains("ui://rows/"), "{tools}");
}

#[tokio::test]
async fn what_no_ui_changes_passes_byte_for_byte() {
    let composed = Server::start(&[composed("passing.wasm")], &[], &[]);
    let bare = Server::start(&[component("fixture-backend")], &[], &[]);
    let large = json!({ "name": "echo", "arguments": { "text": "x".repeat(2 << 20) } });
    // The first tool's data does not match its UI's schema, the second tool's needs no change, and the third tool has
    // no UI.
    let call = |tool: &str| json!({ "name": tool, "arguments": {} });
    for params in [call("wrong output"), call("broken output"), call("add"), large] {
        for names_method in [true, false] {
            let [with, without] = [&composed, &bare].map(|server| send(server, "tools/call", &params, names_method));
            let (with, without) = (with.await, without.await);
            assert_eq!(with.status(), without.status());
            assert_eq!(with.headers().get("content-type"), without.headers().get("content-type"));
            assert!(with.body() == without.body(), "{:.1000?}", with.body());
        }
    }
    composed.logged(|line| line.contains("wrong output") && line.contains("Must be a string")).await;
    assert_eq!(composed.post("/echo", "as it is").await, (200, "as it is".to_owned()));
    assert_eq!(composed.get("/bytes/3").await, (200, "...".to_owned()));
}

#[tokio::test]
async fn events_pass_as_they_arrive_and_only_the_response_changes() {
    let may_end = Arc::new(Notify::new());
    let ending = Arc::clone(&may_end);
    let native = Native::new(service_fn(move |_: Request<WasiBody>| {
        let ending = Arc::clone(&ending);
        let last = stream::once(async move {
            ending.notified().await;
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"cells"}]}}"#
        });
        let events = stream::iter([NOTIFICATION]).chain(last);
        let events = events.map(|message| Ok(Frame::data(Bytes::from(format!("data: {message}\n\n")))));
        let response = Response::builder().header("content-type", "text/event-stream");
        let response = response.body(StreamBody::new(events).boxed_unsync()).unwrap();
        async { Ok::<_, Infallible>(response) }
    }));
    let catalog = UiCatalog::new().ui("cells", Ui::html("<!doctype html>")).unwrap();
    let middleware = Middleware::with_uis(&catalog, native);
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let (status, mut events) = middleware.post("/mcp", list).await;
    assert_eq!(status, 200);
    assert_eq!(events.read_until("\n\n").await, format!("data: {NOTIFICATION}\n\n"));
    may_end.notify_one();
    let events = events.read().await;
    assert!(events.contains(r#""name":"cells","_meta":{"ui":{"resourceUri":"ui://cells/"#), "{events}");
}

#[test]
fn a_folder_that_cannot_be_used_is_named_and_nothing_is_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken-uis");
    fs::create_dir_all(folder.join("empty")).unwrap();
    let mut parts = middleware_with_uis("fixture-backend");
    *parts.last_mut().unwrap() = folder;
    let out = output("broken-uis.wasm");
    let error = compose(&parts, &out).unwrap_err();
    assert!(error.contains("ui.html"), "{error}");
    *parts.last_mut().unwrap() = "/no/such/folder".into();
    let error = compose(&parts, &out).unwrap_err();
    assert!(error.contains("/no/such/folder"), "{error}");
    assert!(!out.exists());
}

#[test]
fn a_middleware_that_takes_no_uis_is_refused() {
    let mut parts = middleware_with_uis("fixture-backend");
    parts[2] = component("middleware");
    let out = output("no-uis.wasm");
    let error = compose(&parts, &out).unwrap_err();
    assert!(error.contains("`--ui` needs a middleware that takes UIs"), "{error}");
    assert!(!out.exists());
    // Conversely, a middleware that takes UIs cannot run without them.
    let lacking = run([
        PathBuf::from("serve"),
        component("fixture-backend"),
        "--middleware".into(),
        component("middleware-with-uis"),
    ]);
    let error = String::from_utf8(lacking.stderr).unwrap();
    assert!(error.contains("imports mcp-ui:tools/ui-catalog@0.2.0") && error.contains("--ui DIR"), "{error}");
}
