//! UIs for tools without their own: what the layer adds, what it leaves unchanged, and what the explorer shows.

mod augmented;
mod catalog;
mod endpoints;
mod folder;
mod hostile;
mod older_clients;
mod streams;
mod untouched;

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{HeaderMap, Request, Response};
use http_body::Body;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::uis::{AugmentBody, AugmentLayer, Ui, UiCatalog};

use crate::support::bodies::{AnyBody, parts, whole};

/// The name shared by the tool with a UI and the UI.
const TOOL: &str = "list-databases";

fn json_response(body: impl Into<Bytes>) -> Response<AnyBody> {
    let body = body.into();
    let response = Response::builder().header("content-type", "application/json").header("content-length", body.len());
    response.header("etag", "\"1\"").body(whole(body)).unwrap()
}

fn result(result: &Value) -> Response<AnyBody> {
    json_response(json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string())
}

/// A request in 2025-11-25 or 2026-07-28, for the endpoint `/mcp`.
fn request(is_stateless: bool, method: &str, params: &Value) -> Request<AnyBody> {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let mut request =
        Request::post("/mcp").header("content-type", "application/json").header("accept-encoding", "gzip");
    request = request.header("mcp-protocol-version", if is_stateless { "2026-07-28" } else { "2025-11-25" });
    if is_stateless {
        request = request.header("mcp-method", method);
        if let Some(name) = params.get("name").or_else(|| params.get("uri")) {
            request = request.header("mcp-name", name.as_str().unwrap());
        }
    }
    request.body(whole(message.to_string())).unwrap()
}

fn html() -> Ui {
    Ui::html("<!doctype html><p>Databases")
}

fn catalog() -> UiCatalog {
    let schema = json!({ "type": "object", "properties": { "total": { "type": "integer" } }, "required": ["total"] });
    UiCatalog::new().ui(TOOL, html().title("Databases").schema(schema).story("One", json!({ "total": 1 }))).unwrap()
}

/// The headers and bodies of the requests that reach the server.
type Seen = Arc<Mutex<Vec<(HeaderMap, Bytes)>>>;

/// Sends a request through the layer to a server that responds with this function.
async fn send<F>(layer: &AugmentLayer, request: Request<AnyBody>, respond: F) -> Response<Bytes>
where
    F: Fn() -> Response<AnyBody> + Clone + Send + Sync + 'static,
{
    send_and_see(layer, request, respond, &Seen::default()).await
}

async fn send_and_see<F>(layer: &AugmentLayer, request: Request<AnyBody>, respond: F, seen: &Seen) -> Response<Bytes>
where
    F: Fn() -> Response<AnyBody> + Clone + Send + Sync + 'static,
{
    let seen = Arc::clone(seen);
    let server = service_fn(move |request: Request<AugmentBody<AnyBody>>| {
        let (respond, seen) = (respond.clone(), Arc::clone(&seen));
        async move {
            let (head, body) = request.into_parts();
            let body = body.collect().await?.to_bytes();
            seen.lock().unwrap().push((head.headers, body));
            Ok::<_, Infallible>(respond())
        }
    });
    let (head, body) = layer.layer(server).oneshot(request).await.unwrap().into_parts();
    let length = head.headers.get("content-length").map(|length| length.to_str().unwrap().to_owned());
    let hint = body.size_hint().exact();
    let body = body.collect().await.unwrap().to_bytes();
    if let Some(length) = length {
        assert_eq!((length, hint), (body.len().to_string(), Some(body.len() as u64)), "the length is that of the body");
    }
    Response::from_parts(head, body)
}

/// The JSON-RPC result in a response.
fn result_of(response: &Response<Bytes>) -> Value {
    let mut message: Value = serde_json::from_slice(response.body()).unwrap();
    message["result"].take()
}

/// Returns the UI's URI.
async fn uri(layer: &AugmentLayer) -> String {
    let response =
        send(layer, request(true, "resources/list", &json!({})), || result(&json!({ "resources": [] }))).await;
    result_of(&response)["resources"][0]["uri"].as_str().unwrap().to_owned()
}
