//! Any responses of an MCP server, in any pieces.
#![no_main]

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::{BoxError, Execution, McpUiConfig, McpUiLayer};
use tower_mcp_ui_fuzz::{body, run, whole};

#[derive(Arbitrary, Debug)]
struct Input {
    endpoint: u8,
    answers: Vec<Answer>,
}

#[derive(Arbitrary, Debug)]
struct Answer {
    status: u8,
    kind: u8,
    session: Option<u8>,
    /// In place of each `#` stands the id of the request, so that a response can be that of the request.
    pieces: Vec<Vec<u8>>,
}

const STATUSES: [u16; 8] = [200, 200, 200, 202, 400, 401, 404, 500];
const KINDS: [&str; 4] = ["application/json", "text/event-stream", "text/html", ""];

const LIVE: &str = r#"{"params":{"name":"echo","arguments":{}},"capabilities":{"elicitation":{}}}"#;
const ENDPOINTS: [(&str, &str, &str); 6] = [
    ("GET", "tools", ""),
    ("POST", "tools/echo/call", "{}"),
    ("POST", "rpc/tools/call", LIVE),
    ("GET", "server", ""),
    ("GET", "resources", ""),
    ("POST", "rpc/prompts/list", r#"{"params":{}}"#),
];

type Body = UnsyncBoxBody<Bytes, Infallible>;

impl Answer {
    fn to(&self, message: &[u8]) -> Result<Response<Body>, BoxError> {
        let message: Value = serde_json::from_slice(message).unwrap_or_default();
        let id = message["id"].to_string();
        let with_id =
            |piece: &Vec<u8>| Bytes::from(piece.split(|byte| *byte == b'#').collect::<Vec<_>>().join(id.as_bytes()));
        let pieces = self.pieces.iter().map(with_id).collect();
        let mut response = Response::builder()
            .status(STATUSES[usize::from(self.status) % STATUSES.len()])
            .header("content-type", KINDS[usize::from(self.kind) % KINDS.len()]);
        if let Some(session) = self.session {
            response = response.header("mcp-session-id", session.to_string());
        }
        Ok(response.body(body(pieces))?)
    }
}

fuzz_target!(|input: Input| {
    let (method, path, call) = ENDPOINTS[usize::from(input.endpoint) % ENDPOINTS.len()];
    let (answers, asked) = (Arc::new(input.answers), Arc::new(AtomicUsize::new(0)));
    let server = service_fn(move |request: Request<RequestBody<Full<Bytes>>>| {
        let (answers, asked) = (Arc::clone(&answers), Arc::clone(&asked));
        async move {
            let message = request.into_body().collect().await?.to_bytes();
            match answers.get(asked.fetch_add(1, Ordering::Relaxed)) {
                Some(answer) => answer.to(&message),
                None => Ok(Response::builder().status(404).body(body(Vec::new()))?),
            }
        }
    });
    let request = Request::builder().method(method).uri(format!("/explorer/{path}"));
    let request = request.body(Full::new(Bytes::from_static(call.as_bytes()))).expect("a valid request");
    run(async {
        let service = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).layer(server);
        let response = service.oneshot(request).await.expect("the inner service does not fail");
        whole(response).await;
    });
});
