//! Any messages in an event stream, written in any of the ways that the format allows, in any pieces: they arrive in
//! order and as the server wrote them, and the stream ends with the result, or with an error if it was cut.
#![no_main]

use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::{BoxError, Execution, McpUiConfig, McpUiLayer};
use tower_mcp_ui_fuzz::{body, pieces, run, whole};

#[derive(Arbitrary, Debug)]
struct Input {
    lines: Vec<Line>,
    /// The lengths of the pieces. The rest is one piece.
    pieces: Vec<u8>,
    /// The number of bytes that the stream lacks at its end.
    cut: Option<u8>,
}

/// Some lines of the stream, with the way in which each ends.
#[derive(Arbitrary, Debug)]
struct Line {
    content: Content,
    end: u8,
}

#[derive(Arbitrary, Debug)]
enum Content {
    Notification {
        params: Vec<(String, i32)>,
        breaks: u8,
    },
    /// The response to a request that was never sent.
    OtherResponse(i32),
    Comment(String),
    Retry(u8),
    Field(u8, String),
    Empty,
}

const ENDS: [&str; 3] = ["\n", "\r\n", "\r"];
const FIELDS: [&str; 3] = ["event", "other", "data2"];

impl Line {
    /// Appends the line, and returns the text of its notification.
    fn write(&self, stream: &mut String) -> Option<String> {
        let end = ENDS[usize::from(self.end) % ENDS.len()];
        let on_one_line = |text: &str| text.replace(['\n', '\r'], " ");
        let (text, message) = match &self.content {
            Content::Notification { params, breaks } => {
                let params: Value = params.iter().map(|(name, value)| (name.clone(), Value::from(*value))).collect();
                let lines = [
                    r#"{"jsonrpc":"2.0","#,
                    r#""method":"notifications/message","#,
                    &format!(r#""params":{params}}}"#),
                ];
                let (break_of_json, break_of_data) =
                    if breaks % 2 == 0 { ("", String::new()) } else { ("\n", format!("{end}data: ")) };
                let data = lines.join(&break_of_data);
                (format!("data: {data}{end}"), Some(lines.join(break_of_json)))
            }
            Content::OtherResponse(id) => (format!(r#"data:{{"jsonrpc":"2.0","id":"{id}","result":{{}}}}{end}"#), None),
            Content::Comment(text) => (format!(":{}", on_one_line(text)), None),
            Content::Retry(milliseconds) => (format!("retry:{milliseconds}"), None),
            Content::Field(name, value) => {
                (format!("{}: {}", FIELDS[usize::from(*name) % FIELDS.len()], on_one_line(value)), None)
            }
            Content::Empty => (String::new(), None),
        };
        stream.push_str(&text);
        stream.push_str(end);
        message
    }
}

/// The events of the explorer's response: name and data.
fn events(body: &str) -> Vec<(&str, String)> {
    let events = body.split_terminator("\n\n").map(|event| {
        let mut lines = event.lines().filter(|line| !line.starts_with(':'));
        let name = lines.next().and_then(|line| line.strip_prefix("event: ")).expect("the event has a name");
        let data: Vec<_> = lines.map(|line| line.strip_prefix("data: ").expect("a line of data")).collect();
        (name, data.join("\n"))
    });
    events.collect()
}

fuzz_target!(|input: Input| {
    let mut text = String::new();
    let expected: Vec<String> = input.lines.iter().filter_map(|line| line.write(&mut text)).collect();
    let input = Arc::new(input);
    let given = Arc::clone(&input);
    let server = service_fn(move |request: Request<RequestBody<Full<Bytes>>>| {
        let (mut text, input) = (text.clone(), Arc::clone(&given));
        async move {
            let message = request.into_body().collect().await?.to_bytes();
            let message: Value = serde_json::from_slice(&message).unwrap_or_default();
            if message["method"] != "tools/call" {
                let list = json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "tools": [{ "name": "t" }] } });
                let (status, list) =
                    if message["method"] == "tools/list" { (200, list.to_string()) } else { (400, String::new()) };
                let response = Response::builder().status(status).header("content-type", "application/json");
                return Ok::<_, BoxError>(response.body(body(vec![list.into()]))?);
            }
            text.push_str("\n\n");
            text.push_str(&format!(
                "data: {{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{{\"content\":[]}}}}\n\n",
                message["id"]
            ));
            let mut rest = Bytes::from(text);
            rest.truncate(rest.len() - usize::from(input.cut.unwrap_or_default()).min(rest.len()));
            let response = Response::builder().header("content-type", "text/event-stream");
            Ok(response.body(body(pieces(rest, &input.pieces)))?)
        }
    });
    let call = Bytes::from_static(br#"{"params":{"name":"t","arguments":{}}}"#);
    let request = Request::post("/explorer/rpc/tools/call").body(Full::new(call)).expect("a valid request");
    let answer = run(async {
        let service = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).layer(server);
        let response = service.oneshot(request).await.expect("the inner service does not fail");
        whole(response).await
    });
    let (status, body) = answer.expect("the response ends");
    let body = std::str::from_utf8(&body).expect("the response is UTF-8");
    if input.cut.is_none() {
        assert_eq!(status, 200, "{body}");
        let mut events = events(body);
        let last = events.pop().expect("the stream has a result");
        assert_eq!(last.0, "result", "{body}");
        let notifications: Vec<_> =
            events.iter().filter(|(name, _)| *name == "notification").map(|(_, data)| data).collect();
        assert!(notifications.into_iter().eq(&expected), "{body}\n{expected:?}");
    } else if status == 200 {
        let events = events(body);
        let (name, _) = events.last().expect("the stream has an end");
        assert!(["result", "error"].contains(name), "{body}");
    } else {
        assert!(body.starts_with(r#"{"error":"#), "{body}");
    }
});
