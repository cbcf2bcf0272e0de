//! An MCP server that follows a script and logs the messages it receives.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::util::BoxCloneSyncService;
use tower::{Layer, ServiceExt as _, service_fn};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

/// A message received by the server.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) http: Method,
    pub(crate) headers: HeaderMap,
    pub(crate) message: Value,
}

impl Seen {
    /// Returns the JSON-RPC method, which is empty for a response and for a request without a body, such as DELETE.
    pub(crate) fn method(&self) -> &str {
        self.message["method"].as_str().unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("visible ASCII"))
    }
}

/// The messages received so far.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<Seen>>>);

impl Log {
    pub(crate) fn all(&self) -> Vec<Seen> {
        self.0.lock().unwrap().clone()
    }

    /// Returns the JSON-RPC methods, with `DELETE` or `(response)` for messages without a method.
    pub(crate) fn methods(&self) -> Vec<String> {
        let name = |seen: &Seen| match seen.method() {
            "" if seen.http == Method::DELETE => "DELETE".to_owned(),
            "" => "(response)".to_owned(),
            method => method.to_owned(),
        };
        self.all().iter().map(name).collect()
    }

    pub(crate) fn of(&self, method: &str) -> Vec<Seen> {
        self.all().into_iter().filter(|seen| seen.method() == method).collect()
    }

    /// Waits until the server has received a message with this method, which is sent in the background.
    pub(crate) async fn wait_for(&self, method: &str) {
        self.wait_until(method, |log| log.methods().iter().any(|seen| seen == method)).await;
    }

    /// Waits until a session's stream has been requested.
    pub(crate) async fn wait_for_stream(&self) {
        self.wait_until("GET", |log| log.all().iter().any(|seen| seen.http == Method::GET)).await;
    }

    async fn wait_until(&self, what: &str, is_there: impl Fn(&Self) -> bool) {
        for _ in 0..500 {
            if is_there(self) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("the server has not received {what}: {:?}", self.methods());
    }
}

pub(crate) type Explorer = BoxCloneSyncService<Request<Body>, Response<Bytes>, Infallible>;

/// An explorer around a server with this script.
pub(crate) fn explorer<F, Fut>(script: F) -> (Explorer, Log)
where
    F: Fn(Seen) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Response<Body>> + Send + 'static,
{
    explorer_with(McpUiConfig::new(), script)
}

pub(crate) fn explorer_with<F, Fut>(config: McpUiConfig, script: F) -> (Explorer, Log)
where
    F: Fn(Seen) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Response<Body>> + Send + 'static,
{
    let log = Log::default();
    let seen = log.clone();
    let server = service_fn(move |request: Request<RequestBody<Body>>| {
        let (script, log) = (script.clone(), seen.clone());
        async move {
            let (parts, body) = request.into_parts();
            let body = body.collect().await.expect("a body").to_bytes();
            let message = serde_json::from_slice(&body).unwrap_or_default();
            let seen = Seen { http: parts.method, headers: parts.headers, message };
            log.0.lock().unwrap().push(seen.clone());
            Ok::<_, Infallible>(script(seen).await)
        }
    });
    let app = McpUiLayer::new(config.execution(Execution::all())).layer(server);
    let whole = app.and_then(|response: Response<tower_mcp_ui::service::ResponseBody<Body>>| async move {
        let (parts, body) = response.into_parts();
        Ok(Response::from_parts(parts, body.collect().await.expect("a response").to_bytes()))
    });
    (BoxCloneSyncService::new(whole), log)
}

pub(crate) async fn get(explorer: &Explorer, path: &str) -> Response<Bytes> {
    send(explorer, Request::get(path).header("host", "localhost").body(Body::empty()).unwrap()).await
}

pub(crate) async fn call(explorer: &Explorer, tool: &str, arguments: &'static str) -> Response<Bytes> {
    let path = format!("/explorer/tools/{tool}/call");
    send(explorer, Request::post(path).header("host", "localhost").body(Body::from(arguments)).unwrap()).await
}

pub(crate) async fn send(explorer: &Explorer, request: Request<Body>) -> Response<Bytes> {
    explorer.clone().oneshot(request).await.expect("never fails")
}

pub(crate) fn text(response: &Response<Bytes>) -> &str {
    std::str::from_utf8(response.body()).expect("UTF-8")
}

/// A JSON response with this result.
pub(crate) fn result(seen: &Seen, result: Value) -> Response<Body> {
    json_response(json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": result }))
}

/// The response to `initialize` that starts a 2025-11-25 session with this id.
pub(crate) fn session(seen: &Seen, id: &str) -> Response<Body> {
    let mut response = result(seen, json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
    response.headers_mut().insert("mcp-session-id", id.parse().unwrap());
    response
}

/// A JSON response with this error.
pub(crate) fn error(seen: &Seen, status: u16, code: i64, message: &str) -> Response<Body> {
    let error = json!({ "code": code, "message": message });
    with_status(json_response(json!({ "jsonrpc": "2.0", "id": seen.message["id"], "error": error })), status)
}

pub(crate) fn json_response(message: Value) -> Response<Body> {
    Response::builder().header("content-type", "application/json").body(Body::from(message.to_string())).unwrap()
}

pub(crate) fn plain(status: u16, body: &'static str) -> Response<Body> {
    with_status(Response::new(Body::from(body)), status)
}

pub(crate) fn with_status(mut response: Response<Body>, status: u16) -> Response<Body> {
    *response.status_mut() = StatusCode::from_u16(status).expect("a status");
    response
}

/// An event stream that sends the strings one after another.
pub(crate) fn events(parts: Vec<String>) -> Response<Body> {
    let chunks = futures_util::stream::iter(parts.into_iter().map(Ok::<_, Infallible>));
    Response::builder().header("content-type", "text/event-stream").body(Body::from_stream(chunks)).unwrap()
}

pub(crate) fn event(message: &Value) -> String {
    format!("event: message\ndata: {message}\n\n")
}

/// A server in the newest revision with one tool, `t`. `on_call` handles its calls.
pub(crate) fn modern(
    on_call: impl Fn(&Seen) -> Response<Body> + Clone + Send + Sync + 'static,
) -> impl Fn(Seen) -> std::future::Ready<Response<Body>> + Clone + Send + Sync + 'static {
    move |seen| {
        std::future::ready(match seen.method() {
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => on_call(&seen),
            _ => plain(400, ""),
        })
    }
}
