//! Questions from servers in the older revisions, and their answers: `POST {prefix}/rpc/answer`.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::sync::watch;
use tower::{Layer as _, Service, ServiceExt as _, service_fn};
use tower_mcp_ui::service::{RequestBody, ResponseBody};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

use crate::support::script::{Seen, event, plain, result};

/// A 2025-11-25 server with one tool, which asks a question and returns the answer.
#[derive(Clone)]
struct Server {
    log: Arc<Mutex<Vec<Seen>>>,
    /// The client's response to the question, once it has arrived.
    answer: watch::Sender<Value>,
    /// The status for the stream with messages that belong to no request. With 200, the server asks the question on
    /// that stream.
    stream: u16,
    /// The number of calls that must have started before the server accepts its next stream.
    accepts_after: watch::Sender<usize>,
    /// False if the server gives its sessions no ids.
    has_ids: bool,
    /// False if the server accepts answers, but drops them.
    delivers: bool,
}

impl Server {
    fn new(stream: u16) -> Self {
        Self {
            log: Arc::default(),
            answer: watch::Sender::new(Value::Null),
            stream,
            accepts_after: watch::Sender::new(0),
            has_ids: true,
            delivers: true,
        }
    }

    fn seen(&self, method: &str) -> Vec<Seen> {
        self.log.lock().unwrap().iter().filter(|seen| seen.method() == method).cloned().collect()
    }

    fn respond(&self, seen: Seen) -> Response<Body> {
        self.log.lock().unwrap().push(seen.clone());
        let question = event(&json!({
            "jsonrpc": "2.0", "id": "q-1", "method": "elicitation/create", "params": { "message": "Name?" },
        }));
        if seen.http == Method::GET {
            return match self.stream {
                200 => events(stream::iter([question]).chain(stream::pending())),
                status => plain(status, ""),
            };
        }
        match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => {
                let mut response = result(&seen, json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
                let sessions = self.seen("initialize").len();
                if self.has_ids {
                    response.headers_mut().insert("mcp-session-id", format!("session {sessions}").parse().unwrap());
                }
                response
            }
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => {
                let (mut answer, id) = (self.answer.subscribe(), seen.message["id"].clone());
                let result = stream::once(async move {
                    let answer = answer.wait_for(|answer| !answer.is_null()).await.unwrap().clone();
                    event(&json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [], "answer": answer } }))
                });
                let asked = if self.stream == 200 { None } else { Some(question) };
                events(stream::iter(asked).chain(result))
            }
            "" if seen.message["id"] == "q-1" => {
                if self.delivers {
                    self.answer.send_replace(seen.message);
                }
                plain(202, "")
            }
            _ => plain(202, ""),
        }
    }

    fn explorer(&self, config: McpUiConfig) -> Explorer {
        let app = McpUiLayer::new(config.execution(Execution::all())).layer(self.service());
        Explorer(tower::util::BoxCloneSyncService::new(app))
    }

    fn service<B>(
        &self,
    ) -> impl Service<Request<B>, Response = Response<Body>, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
    where
        B: http_body::Body<Data: Send, Error: std::fmt::Debug> + Send + 'static,
    {
        let server = self.clone();
        service_fn(move |request: Request<B>| {
            let server = server.clone();
            async move {
                let (parts, body) = request.into_parts();
                let body = body.collect().await.unwrap().to_bytes();
                let message = serde_json::from_slice(&body).unwrap_or_default();
                let response = server.respond(Seen { http: parts.method.clone(), headers: parts.headers, message });
                let mut accepts_after = server.accepts_after.subscribe();
                if parts.method == Method::GET {
                    accepts_after.wait_for(|calls| *calls <= server.seen("tools/call").len()).await.unwrap();
                } else {
                    server.accepts_after.send_modify(|_| {});
                }
                Ok::<_, Infallible>(response)
            }
        })
    }
}

fn events(parts: impl futures_util::Stream<Item = String> + Send + 'static) -> Response<Body> {
    let body = Body::from_stream(parts.map(Ok::<_, Infallible>));
    Response::builder().header("content-type", "text/event-stream").body(body).unwrap()
}

struct Explorer(tower::util::BoxCloneSyncService<Request<Body>, Response<ResponseBody<Body>>, Infallible>);

/// A response, read one event at a time.
struct Live(Response<ResponseBody<Body>>, String);

impl Explorer {
    async fn post(&self, path: &str, body: String, token: &str) -> Response<ResponseBody<Body>> {
        let request = Request::post(format!("/explorer/rpc/{path}")).header("host", "localhost");
        let request = request.header("authorization", token).body(Body::from(body)).unwrap();
        self.0.clone().oneshot(request).await.unwrap()
    }

    async fn run(&self, options: &Value) -> Live {
        let mut body = json!({ "params": { "name": "t" } });
        body.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
        Live(self.post("tools/call", body.to_string(), "Bearer a").await, String::new())
    }

    async fn answer(&self, body: Value) -> (StatusCode, String) {
        self.answer_as(body, "Bearer a").await
    }

    async fn answer_as(&self, body: Value, token: &str) -> (StatusCode, String) {
        let response = self.post("answer", body.to_string(), token).await;
        let status = response.status();
        (status, text(&response.into_body().collect().await.unwrap().to_bytes()))
    }
}

impl Live {
    /// Returns the next event's name and data.
    async fn next(&mut self) -> (String, Value) {
        while !self.1.contains("\n\n") {
            let frame = self.0.body_mut().frame().await.expect("an event").unwrap();
            self.1.push_str(&text(&frame.into_data().unwrap()));
        }
        let (first, rest) = self.1.split_once("\n\n").unwrap();
        let (name, data) = first.strip_prefix("event: ").unwrap().split_once("\ndata: ").unwrap();
        let next = (name.to_owned(), serde_json::from_str(data).unwrap());
        let rest = rest.to_owned();
        self.1 = rest;
        next
    }
}

fn text(bytes: &Bytes) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn asks() -> Value {
    json!({ "capabilities": { "elicitation": { "form": {} } } })
}

#[tokio::test]
async fn an_answer_reaches_the_server_in_the_session_that_asked() {
    for stream in [405, 200, 409] {
        let server = Server::new(stream);
        let explorer = server.explorer(McpUiConfig::new());
        let mut live = explorer.run(&asks()).await;
        let (name, asked) = live.next().await;
        assert_eq!((&*name, &asked["message"]["params"]["message"]), ("request", &json!("Name?")), "{asked}");
        let accepted = json!({ "token": asked["token"], "result": { "action": "accept", "content": { "n": 1 } } });
        assert_eq!(explorer.answer(accepted.clone()).await, (StatusCode::ACCEPTED, "{}".to_owned()));
        let (name, end) = live.next().await;
        assert_eq!(name, "result");
        let expected = json!({ "jsonrpc": "2.0", "id": "q-1", "result": accepted["result"] });
        assert_eq!(end["result"]["answer"], expected);
        let initialize = &server.seen("initialize")[0].message["params"];
        assert_eq!(initialize["capabilities"]["elicitation"], json!({ "form": {} }));
        let sent = server.log.lock().unwrap().iter().find(|seen| seen.message["id"] == "q-1").cloned().unwrap();
        assert_eq!(sent.header("mcp-session-id"), server.seen("tools/call")[0].header("mcp-session-id"));
        assert_eq!(sent.header("authorization"), "Bearer a");
        assert_eq!(explorer.answer(accepted).await.0, StatusCode::CONFLICT, "a question is answered once");
    }
}

#[tokio::test]
async fn an_answer_reaches_the_server_beside_resources_in_code() {
    let server = Server::new(405);
    let layer = McpUiLayer::new(McpUiConfig::new().execution(Execution::all()));
    let app =
        layer.mcp(server.service::<RequestBody>()).resources(Vec::new()).layer(server.service::<RequestBody<Body>>());
    let explorer = Explorer(tower::util::BoxCloneSyncService::new(app));
    let (_, asked) = explorer.run(&asks()).await.next().await;
    let answer = json!({ "token": asked["token"], "result": { "action": "decline" } });
    assert_eq!(explorer.answer(answer).await.0, StatusCode::ACCEPTED);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_accepted_late_is_read_in_this_call_and_the_next_ones() {
    let server = Server::new(200);
    let explorer = server.explorer(McpUiConfig::new());
    for calls in 1..=3 {
        server.accepts_after.send_replace(calls);
        let (name, asked) = explorer.run(&asks()).await.next().await;
        assert_eq!(name, "request", "call {calls}: {asked}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_a_server_without_sessions_cannot_deliver_ends_the_call() {
    let minute = Duration::from_secs(60);
    for (has_ids, delivers, thinks, end) in [
        (false, false, Duration::ZERO, "error"),
        (false, false, minute, "error"),
        (false, true, minute, "result"),
        (true, true, minute, "result"),
    ] {
        let server = Server { has_ids, delivers, ..Server::new(405) };
        let explorer = server.explorer(McpUiConfig::new());
        let mut live = explorer.run(&asks()).await;
        let (_, asked) = live.next().await;
        tokio::time::sleep(thinks).await;
        let answer = json!({ "token": asked["token"], "result": { "action": "accept", "content": {} } });
        assert_eq!(explorer.answer(answer).await.0, StatusCode::ACCEPTED);
        let (name, ended) = live.next().await;
        assert_eq!(name, end, "{ended}");
        if end == "error" {
            assert!(ended.to_string().contains("keeps no session, so the answer cannot reach the call"), "{ended}");
            // The next call waits for its own answer.
            let mut next = explorer.run(&asks()).await;
            next.next().await;
            // 14 s is shorter than the interval between keep-alive comments.
            assert!(tokio::time::timeout(Duration::from_secs(14), next.next()).await.is_err());
        }
    }
}

#[tokio::test]
async fn a_server_without_a_stream_is_asked_for_it_once_per_session() {
    let server = Server::new(405);
    let explorer = server.explorer(McpUiConfig::new());
    server.answer.send_replace(json!({}));
    for _ in 0..3 {
        let mut live = explorer.run(&asks()).await;
        while live.next().await.0 != "result" {}
    }
    let gets = server.log.lock().unwrap().iter().filter(|seen| seen.http == Method::GET).count();
    assert_eq!(gets, 1);
}

#[tokio::test]
async fn capabilities_have_a_session_of_their_own() {
    let server = Server::new(405);
    let explorer = server.explorer(McpUiConfig::new());
    server.answer.send_replace(json!({}));
    for options in [asks(), json!({}), asks(), json!({ "capabilities": {} }), json!({ "revision": "automatic" })] {
        let mut live = explorer.run(&options).await;
        while live.next().await.0 != "result" {}
    }
    let announced: Vec<_> = server.seen("initialize").iter().map(|seen| seen.message["params"].clone()).collect();
    let [asking, plain] = &announced[..] else { panic!("{announced:?}") };
    assert!(asking["capabilities"].get("elicitation").is_some());
    assert!(plain["capabilities"].get("elicitation").is_none());
}

#[tokio::test]
async fn a_request_without_its_capability_is_declined() {
    let server = Server::new(405);
    let explorer = server.explorer(McpUiConfig::new());
    let mut live = explorer.run(&json!({ "capabilities": { "sampling": {} } })).await;
    let (_, declined) = live.next().await;
    assert_eq!(declined["declined"], "The client does not have the capability for this request.");
    assert_eq!(declined["message"]["id"], "q-1");
    let (_, end) = live.next().await;
    assert_eq!(end["result"]["answer"]["error"]["code"], -32601);
}

#[tokio::test]
async fn a_token_is_valid_for_its_caller_and_key_alone() {
    let server = Server::new(405);
    let explorer = server.explorer(McpUiConfig::new().answer_key([1; 32]));
    let (_, asked) = explorer.run(&asks()).await.next().await;
    let answer = json!({ "token": asked["token"], "error": { "code": -1, "message": "no" } });
    let (status, why) = explorer.answer_as(answer.clone(), "Bearer b").await;
    assert_eq!((status, why.contains("another caller")), (StatusCode::FORBIDDEN, true), "{why}");
    let other_key = server.explorer(McpUiConfig::new().answer_key([2; 32]));
    assert_eq!(other_key.answer(answer.clone()).await.0, StatusCode::BAD_REQUEST);
    for token in [json!(""), json!("AAAA"), json!(1), json!("a".repeat(100_000))] {
        let forged = json!({ "token": token, "result": {} });
        assert_eq!(explorer.answer(forged).await.0, StatusCode::BAD_REQUEST);
    }
    let replica = server.explorer(McpUiConfig::new().answer_key([1; 32]));
    assert_eq!(replica.answer(answer).await.0, StatusCode::ACCEPTED, "another instance with the same key");
}

#[tokio::test]
async fn an_answer_that_the_server_refuses_can_be_sent_again() {
    let server = Server::new(405);
    let explorer = server.explorer(McpUiConfig::new().answer_key([1; 32]));
    let (_, asked) = explorer.run(&asks()).await.next().await;
    let answer = json!({ "token": asked["token"], "result": { "action": "decline" } });
    let lost = service_fn(|_: Request<RequestBody<Body>>| async { Ok::<_, Infallible>(plain(404, "")) });
    let broken = service_fn(|_: Request<RequestBody<Body>>| async { Ok::<_, Infallible>(plain(500, "")) });
    let send = async |app: Explorer, answer: Value| {
        let first = app.answer(answer.clone()).await.0;
        (first, app.answer(answer).await.0)
    };
    let config = || McpUiConfig::new().answer_key([1; 32]).execution(Execution::all());
    let app = Explorer(tower::util::BoxCloneSyncService::new(McpUiLayer::new(config()).layer(broken)));
    assert_eq!(send(app, answer.clone()).await, (StatusCode::BAD_GATEWAY, StatusCode::BAD_GATEWAY));
    let app = Explorer(tower::util::BoxCloneSyncService::new(McpUiLayer::new(config()).layer(lost)));
    assert_eq!(send(app, answer).await, (StatusCode::GONE, StatusCode::CONFLICT));
}

#[tokio::test]
async fn an_answer_needs_the_permission_of_a_call() {
    let inner = service_fn(|_: Request<RequestBody<Body>>| async { Ok::<_, Infallible>(plain(202, "")) });
    let app = McpUiLayer::new(McpUiConfig::new()).layer(inner);
    let explorer = Explorer(tower::util::BoxCloneSyncService::new(app));
    assert_eq!(explorer.answer(json!({ "token": "", "result": {} })).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_caller_chooses_the_revision() {
    for (revision, methods) in [
        ("newest", vec!["tools/list"]),
        ("older", vec!["initialize", "notifications/initialized", "tools/list"]),
        ("automatic", vec!["tools/list", "initialize", "notifications/initialized", "tools/list"]),
    ] {
        let server = Server::new(405);
        let explorer = server.explorer(McpUiConfig::new());
        let body = json!({ "revision": revision }).to_string();
        let response = explorer.post("tools/list", body, "").await;
        let _ = response.into_body().collect().await;
        let seen: Vec<_> = server.log.lock().unwrap().iter().map(|seen| seen.method().to_owned()).collect();
        let posts: Vec<_> = seen.iter().filter(|method| !method.is_empty()).collect();
        assert_eq!(posts, methods, "{revision}");
    }
}

#[tokio::test]
async fn the_options_of_a_header_hold_for_lists() {
    let server = Server::new(405);
    let explorer = server.explorer(McpUiConfig::new());
    let get = async |options: &str| {
        let request = Request::get("/explorer/tools").header("host", "localhost").header("mcp-ui-client", options);
        explorer.0.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
    };
    assert_eq!(get(r#"{"capabilities":{"roots":{}}}"#).await, StatusCode::OK);
    assert_eq!(server.seen("initialize")[0].message["params"]["capabilities"]["roots"], json!({}));
    for wrong in ["", "[]", r#"{"capabilities":1}"#, r#"{"revision":"2024"}"#] {
        assert_eq!(get(wrong).await, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_person_has_a_quarter_of_an_hour_to_answer() {
    let Live(response, _) = Server::new(405).explorer(McpUiConfig::new()).run(&asks()).await;
    let events = text(&response.into_body().collect().await.unwrap().to_bytes());
    assert!(events.contains("The server sent nothing for 900s."), "{events}");
}
