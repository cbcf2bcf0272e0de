//! An MCP server with a separate session for each caller. It records messages that arrive in another caller's session.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::Body;
use futures_util::{StreamExt as _, stream};
use http::{Method, Request, Response};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::support::mcp_server::Era;
use crate::support::script::{self, Seen, event, plain, result};

/// The server. Clones and open streams share its state.
#[derive(Clone)]
pub(super) struct Server(Arc<State>);

struct State {
    era: Era,
    /// The callers by session id.
    sessions: Mutex<HashMap<String, String>>,
    asked: AtomicUsize,
    /// Open questions by id, with their sessions.
    questions: Mutex<HashMap<String, (String, oneshot::Sender<Value>)>>,
    /// Messages that arrived in another caller's session.
    mistaken: Mutex<Vec<String>>,
}

impl Server {
    pub(super) fn new(era: Era) -> Self {
        Self(Arc::new(State {
            era,
            sessions: Mutex::default(),
            asked: AtomicUsize::new(0),
            questions: Mutex::default(),
            mistaken: Mutex::default(),
        }))
    }

    pub(super) fn mistaken(&self) -> Vec<String> {
        self.0.mistaken.lock().unwrap().clone()
    }

    /// The number of open streams and live clones.
    pub(super) fn uses(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }

    pub(super) async fn respond<B>(self, request: Request<B>) -> Result<Response<Body>, Infallible>
    where
        B: http_body::Body<Data: Send, Error: std::fmt::Debug>,
    {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.expect("the layer sends whole bodies").to_bytes();
        let message = serde_json::from_slice(&body).unwrap_or_default();
        Ok(self.serve(&Seen { http: parts.method, headers: parts.headers, message }))
    }

    fn serve(&self, seen: &Seen) -> Response<Body> {
        let caller = seen.header("authorization").to_owned();
        let is_modern = seen.header("mcp-protocol-version") == "2026-07-28";
        if is_modern != (self.0.era == Era::Modern) {
            return plain(400, "unsupported protocol version");
        }
        let session = seen.header("mcp-session-id");
        if !is_modern && seen.method() != "initialize" {
            match self.0.sessions.lock().unwrap().get(session) {
                None => return plain(404, "no such session"),
                Some(of) if *of != caller => self.mistake(format!("{caller} in the session of {of}")),
                Some(_) => {}
            }
        }
        match seen.method() {
            "initialize" => self.begin(seen, caller),
            "tools/list" => {
                let tools: Vec<_> = ["echo", "report", "ask"]
                    .map(|name| json!({ "name": name, "description": format!("for {caller}") }))
                    .into();
                result(seen, json!({ "tools": tools, "ttlMs": 60_000, "cacheScope": "private" }))
            }
            "tools/call" => self.call(seen, &caller),
            "" if seen.http == Method::POST => self.answer(seen, session),
            "" if seen.http == Method::GET => plain(405, ""),
            _ => plain(202, ""),
        }
    }

    fn mistake(&self, text: String) {
        self.0.mistaken.lock().unwrap().push(text);
    }

    fn begin(&self, seen: &Seen, caller: String) -> Response<Body> {
        let mut sessions = self.0.sessions.lock().unwrap();
        let id = format!("session-{}", sessions.len());
        sessions.insert(id.clone(), caller);
        script::session(seen, &id)
    }

    fn call(&self, seen: &Seen, caller: &str) -> Response<Body> {
        let (id, params) = (&seen.message["id"], &seen.message["params"]);
        let text = format!("{} for {caller}", params["arguments"]["text"]);
        let end = json!({ "content": [{ "type": "text", "text": text }] });
        let response = event(&json!({ "jsonrpc": "2.0", "id": id, "result": end }));
        match params["name"].as_str() {
            Some("echo") => result(seen, end),
            Some("report") => {
                let progress = |step: u32| {
                    let params = json!({ "progressToken": id, "progress": step, "message": text });
                    event(&json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params }))
                };
                script::events((0..5).map(progress).chain([response]).collect())
            }
            _ if self.0.era == Era::Modern => {
                let answer = &params["inputResponses"]["name"];
                if answer.is_null() {
                    let question = json!({ "method": "elicitation/create", "params": { "message": text } });
                    let asks = json!({ "resultType": "input_required", "inputRequests": { "name": question }, "requestState": caller });
                    return result(seen, asks);
                }
                if params["requestState"] != *caller {
                    self.mistake(format!("{caller} with the state of {}", params["requestState"]));
                }
                result(seen, json!({ "content": [{ "type": "text", "text": format!("{text} {answer}") }] }))
            }
            _ => self.ask(seen, text),
        }
    }

    /// Asks a question, and waits for the answer.
    fn ask(&self, seen: &Seen, text: String) -> Response<Body> {
        let (sender, answer) = oneshot::channel();
        let question = format!("question-{}", self.0.asked.fetch_add(1, Ordering::Relaxed));
        let session = seen.header("mcp-session-id").to_owned();
        self.0.questions.lock().unwrap().insert(question.clone(), (session, sender));
        let params = json!({ "message": text, "requestedSchema": { "type": "object", "properties": {} } });
        let asked =
            event(&json!({ "jsonrpc": "2.0", "id": question, "method": "elicitation/create", "params": params }));
        let (server, id) = (self.clone(), seen.message["id"].clone());
        let answered = stream::once(async move {
            let _server = server;
            let text = format!("{text} {}", answer.await.unwrap_or_default());
            event(&json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [{ "type": "text", "text": text }] } }))
        });
        let parts = stream::iter([asked]).chain(answered).map(Ok::<_, Infallible>);
        Response::builder().header("content-type", "text/event-stream").body(Body::from_stream(parts)).unwrap()
    }

    fn answer(&self, seen: &Seen, session: &str) -> Response<Body> {
        let id = seen.message["id"].as_str().unwrap_or_default();
        if let Some((of, sender)) = self.0.questions.lock().unwrap().remove(id) {
            if of != session {
                self.mistake(format!("an answer in {session} to a question of {of}"));
            }
            // Fails if the call has ended.
            let _sent = sender.send(seen.message["result"]["content"].clone());
        }
        plain(202, "")
    }
}
