//! Test servers, and clients for their HTTP endpoint.

pub(crate) mod child;
pub(crate) mod collector;
pub(crate) mod lines;
pub(crate) mod ran;

use std::path::PathBuf;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use mcp_ui_host::{ConsoleSource, StdioCommand, StdioOptions, StdioServer};
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// The time after which a test fails instead of waiting forever.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) type Body = mcp_ui_host::ServerBody;

/// Returns the path to `server.py`.
pub(crate) fn script() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "children", "server.py"].iter().collect()
}

/// Creates the command for `server.py` with some arguments.
pub(crate) fn command(arguments: &[&str]) -> StdioCommand {
    StdioCommand::new("python3").args([script()]).args(arguments)
}

/// Starts `server.py`.
pub(crate) fn start(arguments: &[&str]) -> StdioServer {
    StdioServer::start(command(arguments), StdioOptions::new())
}

/// Starts a server, and a session with it.
pub(crate) async fn begin(arguments: &[&str]) -> (StdioServer, Client) {
    let server = start(arguments);
    let client = Client::begin(&server, json!({})).await;
    (server, client)
}

/// A client for the endpoint, with a session if the server needs one.
pub(crate) struct Client {
    pub(crate) server: StdioServer,
    pub(crate) session: Option<String>,
}

impl Client {
    /// Starts a session. The client announces these `capabilities`.
    pub(crate) async fn begin(server: &StdioServer, capabilities: Value) -> Self {
        Self::begin_as("test", server, capabilities).await
    }

    /// Starts a session for a client with this name.
    pub(crate) async fn begin_as(name: &str, server: &StdioServer, capabilities: Value) -> Self {
        let info = json!({ "name": name, "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info });
        let mut client = Self { server: server.clone(), session: None };
        let reply = client.request(json!("init"), "initialize", params).await;
        client.session = reply.session.clone();
        assert!(client.session.is_some(), "{reply:?}");
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(client.post(&initialized.to_string()).await.status, 202);
        client
    }

    /// Sends a message, and returns the response before its body is read.
    pub(crate) async fn send(&self, message: &str) -> Response<Body> {
        let mut request = Request::post("/mcp").header("content-type", "application/json");
        request = request.header("accept", "application/json, text/event-stream");
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        respond(&self.server, request.body(Full::from(message.to_owned())).unwrap()).await
    }

    /// Sends a message, and reads the response.
    pub(crate) async fn post(&self, message: &str) -> Reply {
        Reply::read(self.send(message).await).await
    }

    pub(crate) async fn request(&self, id: Value, method: &str, params: Value) -> Reply {
        self.post(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()).await
    }

    /// Calls a tool, and returns its text.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> String {
        let reply = self.request(json!(tool), "tools/call", json!({ "name": tool, "arguments": arguments })).await;
        assert_eq!(reply.last()["id"], tool);
        reply.text().unwrap_or_else(|| panic!("{reply:?}"))
    }

    /// Opens the stream for messages that belong to no request.
    pub(crate) async fn listen(&self) -> Events {
        let request = Request::get("/mcp").header("mcp-session-id", self.session.as_ref().unwrap());
        let response = respond(&self.server, request.body(Full::default()).unwrap()).await;
        assert_eq!(response.status(), 200);
        Events(response.into_body(), String::new())
    }
}

/// Sends a 2026-07-28 request, which needs no session.
pub(crate) async fn stateless(server: &StdioServer, id: Value, method: &str, mut params: Value) -> Reply {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    let client = Client { server: server.clone(), session: None };
    client.request(id, method, params).await
}

pub(crate) async fn respond(server: &StdioServer, request: Request<Full<Bytes>>) -> Response<Body> {
    let Ok(response) = within(server.clone().oneshot(request)).await;
    response
}

/// Waits, but not forever.
pub(crate) async fn within<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.expect("it happens in time")
}

/// Waits until a console line contains this text.
pub(crate) async fn written(server: &StdioServer, source: ConsoleSource, text: &str) -> String {
    let mut next = 0;
    loop {
        within(server.console().written(next)).await;
        for line in server.console().lines_from(next, usize::MAX) {
            next = line.number + 1;
            if line.source == source && line.text.contains(text) {
                return line.text.clone();
            }
        }
    }
}

/// A complete response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) session: Option<String>,
    /// The messages, exactly as written.
    pub(crate) texts: Vec<String>,
}

impl Reply {
    pub(crate) async fn read(response: Response<Body>) -> Self {
        let header = |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let (status, session) = (response.status().as_u16(), header("mcp-session-id"));
        let is_stream = header("content-type").is_some_and(|it| it == "text/event-stream");
        let body = within(response.into_body().collect()).await.unwrap().to_bytes();
        let body = String::from_utf8(body.to_vec()).unwrap();
        let texts = if is_stream {
            body.lines().filter_map(|line| line.strip_prefix("data: ")).map(str::to_owned).collect()
        } else {
            Some(body).filter(|body| !body.is_empty()).into_iter().collect()
        };
        Self { status, session, texts }
    }

    pub(crate) fn messages(&self) -> Vec<Value> {
        self.texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    pub(crate) fn last(&self) -> Value {
        self.messages().pop().unwrap_or_default()
    }

    /// Returns the first text in a tool's result.
    pub(crate) fn text(&self) -> Option<String> {
        Some(self.last()["result"]["content"][0]["text"].as_str()?.to_owned())
    }

    /// Returns an error's code and message.
    pub(crate) fn error(&self) -> (i64, String) {
        let error = &self.last()["error"];
        (error["code"].as_i64().unwrap_or_default(), error["message"].as_str().unwrap_or_default().to_owned())
    }
}

/// An event stream that is read message by message.
pub(crate) struct Events(pub(crate) Body, String);

impl Events {
    pub(crate) fn of(response: Response<Body>) -> Self {
        Self(response.into_body(), String::new())
    }

    /// Returns the next message, or `None` when the stream ends.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.1.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: ")).map(str::to_owned);
                let read = self.1.len() - rest.len();
                self.1.drain(..read);
                if let Some(data) = data {
                    return Some(serde_json::from_str(&data).unwrap());
                }
                continue;
            }
            let frame = within((&mut self.0).into_data_stream().next()).await?.expect("a complete stream");
            self.1.push_str(std::str::from_utf8(&frame).unwrap());
        }
    }
}
