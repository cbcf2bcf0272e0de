//! A server's questions within a session, answered by a different instance from the one that asked.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, StreamExt as _};
use http::{Method, Request, Response};
use http_body::Frame;
use http_body_util::{BodyExt as _, StreamBody};
use serde_json::{Value, json};
use tokio::sync::watch;
use tower::service_fn;
use wasmtime_wasi_http::WasiBody;

use crate::native_backend::{Middleware, Native};

const CALL: &str = r#"{"params":{"name":"greet"},"capabilities":{"elicitation":{}}}"#;
const KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";

/// A 2025-11-25 MCP server with a tool that asks for a name during a call.
#[derive(Clone)]
struct Server {
    received: Arc<Mutex<Vec<Value>>>,
    /// The client's response to the question, once it has arrived.
    answer: watch::Sender<Value>,
}

impl Server {
    fn new() -> Self {
        Self { received: Arc::default(), answer: watch::Sender::new(Value::Null) }
    }

    fn native(&self) -> Native {
        let server = self.clone();
        Native::new(service_fn(move |request: Request<WasiBody>| {
            let server = server.clone();
            async move { Ok::<_, Infallible>(server.respond(request).await) }
        }))
    }

    fn received(&self, method: &str) -> Vec<Value> {
        let received = self.received.lock().unwrap();
        received.iter().filter(|message| message["method"] == method).cloned().collect()
    }

    async fn respond(&self, request: Request<WasiBody>) -> Response<WasiBody> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        let message: Value = serde_json::from_slice(&body).unwrap_or_default();
        self.received.lock().unwrap().push(message.clone());
        let result = |result: Value| json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
        let is_newest = parts.headers.get("mcp-protocol-version").is_some_and(|version| version == "2026-07-28");
        match message["method"].as_str() {
            _ if is_newest => response(400, stream::empty()),
            Some("initialize") => {
                let initialized = result(json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
                let mut response = response(200, stream::iter([initialized]));
                response.headers_mut().insert("mcp-session-id", "the-session".parse().unwrap());
                response
            }
            Some("tools/list") => response(200, stream::iter([result(json!({ "tools": [{ "name": "greet" }] }))])),
            Some("tools/call") => {
                let question = json!({ "message": "Name?", "requestedSchema": { "type": "object" } });
                let question =
                    json!({ "jsonrpc": "2.0", "id": "q-1", "method": "elicitation/create", "params": question });
                let (mut answer, id) = (self.answer.subscribe(), message["id"].clone());
                let greeting = stream::once(async move {
                    let answer = answer.wait_for(|answer| !answer.is_null()).await.unwrap().clone();
                    json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [], "structuredContent": answer } })
                });
                response(200, stream::iter([question]).chain(greeting))
            }
            None if message["id"] == "q-1" && parts.headers.get("mcp-session-id").is_some() => {
                self.answer.send_replace(message);
                response(202, stream::empty())
            }
            _ if parts.method == Method::GET => response(405, stream::empty()),
            _ => response(202, stream::empty()),
        }
    }
}

/// A response with an event for each message.
fn response(status: u16, messages: impl stream::Stream<Item = Value> + Send + 'static) -> Response<WasiBody> {
    let events = messages.map(|message| Ok(Frame::data(Bytes::from(format!("data: {message}\n\n")))));
    let events: BoxStream<'static, _> = events.boxed();
    let response = Response::builder().status(status).header("content-type", "text/event-stream");
    response.body(StreamBody::new(events).boxed_unsync()).unwrap()
}

/// Returns the data from the event with this name.
fn event(events: &str, name: &str) -> Value {
    let (_, data) = events.split_once(&format!("event: {name}\ndata: ")).unwrap_or_else(|| panic!("{events}"));
    serde_json::from_str(data.lines().next().unwrap()).unwrap()
}

#[tokio::test]
async fn another_instance_with_the_key_delivers_the_answer() {
    let server = Server::new();
    let env = [("MCP_UI_ALLOW_EXECUTE", "true"), ("MCP_UI_ANSWER_KEY", KEY)];
    let middleware = Middleware::new(&env, server.native());
    let (status, mut live) = middleware.post("/explorer/rpc/tools/call", CALL).await;
    assert_eq!(status, 200);
    let asked = event(live.read_until("\"token\":").await, "request");
    assert_eq!(asked["message"]["params"]["message"], "Name?");

    let accepted = json!({ "action": "accept", "content": { "name": "Ada" } });
    let answer = json!({ "token": asked["token"], "result": accepted }).to_string();
    let (status, response) = middleware.post("/explorer/rpc/answer", &answer).await;
    assert_eq!(status, 202, "{}", response.read().await);
    let result = event(&live.read().await, "result");
    assert_eq!(result["result"]["structuredContent"]["result"], accepted);

    let [initialize] = &server.received("initialize")[..] else { panic!("the answer needs no session of its own") };
    assert_eq!(initialize["params"]["capabilities"]["elicitation"], json!({}));
}

#[tokio::test]
async fn without_a_key_a_question_is_declined() {
    let server = Server::new();
    let middleware = Middleware::new(&[("MCP_UI_ALLOW_EXECUTE", "true")], server.native());
    let (status, live) = middleware.post("/explorer/rpc/tools/call", CALL).await;
    let events = live.read().await;
    assert_eq!(status, 200, "{events}");
    let declined = event(&events, "request");
    assert_eq!(declined["declined"], "Set `answer_key` (MCP_UI_ANSWER_KEY) to answer requests from this server.");
    assert_eq!(declined.get("token"), None);
    assert_eq!(event(&events, "result")["result"]["structuredContent"]["error"]["code"], -32601);
    assert_eq!(server.received("initialize")[0]["params"]["capabilities"].get("elicitation"), None);
}
