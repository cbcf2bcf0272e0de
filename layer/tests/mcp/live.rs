//! Live requests: `POST {prefix}/rpc/{method}`.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::config::Timeouts;
use tower_mcp_ui::service::RequestBody;
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

use crate::support::script::{self, Explorer, Seen, event, events, explorer, explorer_with, plain, result, text};

const CALL: &str = r#"{"params":{"name":"t","arguments":{"n":1.0}}}"#;

async fn rpc(explorer: &Explorer, method: &str, body: &'static str) -> Response<Bytes> {
    let request = Request::post(format!("/explorer/rpc/{method}")).header("host", "localhost");
    script::send(explorer, request.body(Body::from(body)).unwrap()).await
}

fn progress(step: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progress":{step}}}}}"#)
}

#[tokio::test]
async fn messages_precede_the_result_as_the_server_wrote_them() {
    let (explorer, log) = explorer(script::modern(|seen| {
        let id = &seen.message["id"];
        events(vec![
            format!("data: {}\n\n", progress("1.0")),
            format!("data: {}\n\n", progress("12345678901234567890")),
            format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"content\":[ ],\"x\":1e0}}}}\n\n"),
        ])
    }));
    let response = rpc(&explorer, "tools/call", CALL).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(!response.headers().contains_key("content-length"));
    let expected = format!(
        "event: notification\ndata: {}\n\nevent: notification\ndata: {}\n\n\
         event: result\ndata: {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":[ ],\"x\":1e0}}}}\n\n",
        progress("1.0"),
        progress("12345678901234567890"),
    );
    assert_eq!(text(&response), expected);
    let sent = &log.of("tools/call")[0];
    assert_eq!(sent.message["params"]["arguments"].to_string(), r#"{"n":1.0}"#);
    assert_eq!(sent.message["params"]["_meta"]["progressToken"], sent.message["id"]);
    assert_eq!(sent.message["params"]["_meta"]["io.modelcontextprotocol/logLevel"], "debug");
    assert_eq!(sent.header("mcp-name"), "t");
}

#[tokio::test]
async fn a_request_for_input_is_a_result_and_can_be_resumed() {
    let (explorer, log) = explorer(script::modern(|seen| {
        let params = &seen.message["params"];
        if params["requestState"] == "s\u{e9}" && params["inputResponses"]["k"]["action"] == "accept" {
            return result(seen, json!({ "resultType": "complete", "content": [] }));
        }
        let question = json!({ "method": "elicitation/create", "params": { "message": "?" } });
        result(seen, json!({ "resultType": "input_required", "inputRequests": { "k": question }, "requestState": "é" }))
    }));
    let asked = rpc(&explorer, "tools/call", r#"{"params":{"name":"t"},"capabilities":{"elicitation":{}}}"#).await;
    assert!(text(&asked).starts_with("event: result\n") && text(&asked).contains("input_required"), "{}", text(&asked));
    let capabilities =
        &log.of("tools/call")[0].message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    assert_eq!(capabilities["elicitation"], json!({}));
    assert!(capabilities["extensions"]["io.modelcontextprotocol/ui"].is_object());
    let resumed =
        r#"{"params":{"name":"t"},"resume":{"inputResponses":{"k":{"action":"accept"}},"requestState":"sé"}}"#;
    let complete = rpc(&explorer, "tools/call", resumed).await;
    assert!(text(&complete).contains("complete"), "{}", text(&complete));
}

#[tokio::test]
async fn an_error_of_the_server_keeps_its_data() {
    let (explorer, _) = explorer(script::modern(|seen| {
        let error = json!({ "code": -32021, "message": "no", "data": { "requiredCapabilities": { "sampling": {} } } });
        let message = json!({ "jsonrpc": "2.0", "id": seen.message["id"], "error": error });
        script::with_status(script::json_response(message), 400)
    }));
    let response = rpc(&explorer, "tools/call", CALL).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(text(&response).starts_with("event: error\n"), "{}", text(&response));
    assert!(text(&response).contains(r#""data":{"requiredCapabilities":{"sampling":{}}}"#), "{}", text(&response));
}

#[tokio::test]
async fn other_methods_reach_the_server() {
    let (explorer, log) = explorer(|seen: Seen| {
        let name = seen.header("mcp-name").to_owned();
        std::future::ready(result(&seen, json!({ "method": seen.method(), "name": name })))
    });
    for (method, body, name) in [
        ("prompts/list", "{}", ""),
        ("prompts/get", r#"{"params":{"name":"p","arguments":{"a":"b"}}}"#, "p"),
        ("resources/read", r#"{"params":{"uri":"file:///x"}}"#, "file:///x"),
        ("resources/templates/list", "{}", ""),
        ("completion/complete", r#"{"params":{"ref":{"type":"ref/prompt","name":"p"}}}"#, ""),
    ] {
        let response = rpc(&explorer, method, body).await;
        assert!(
            text(&response).contains(&json!({ "method": method, "name": name }).to_string()),
            "{}",
            text(&response)
        );
        assert_eq!(log.of(method).len(), 1, "{method}");
    }
    let unknown = rpc(&explorer, "sampling/createMessage", "{}").await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_early_failure_has_a_status() {
    for (refusal, status) in [(401, StatusCode::UNAUTHORIZED), (500, StatusCode::BAD_GATEWAY)] {
        let (explorer, _) = explorer(move |_: Seen| std::future::ready(plain(refusal, "no")));
        assert_eq!(rpc(&explorer, "prompts/list", "{}").await.status(), status);
        assert_eq!(rpc(&explorer, "tools/call", CALL).await.status(), status);
    }
}

#[tokio::test]
async fn the_request_is_checked_before_it_is_sent() {
    let (explorer, log) = explorer(script::modern(|seen| result(seen, json!({ "content": [] }))));
    for (body, status) in [
        ("", StatusCode::BAD_REQUEST),
        ("[]", StatusCode::BAD_REQUEST),
        (r#"{"params":{}}"#, StatusCode::BAD_REQUEST),
        (r#"{"params":{"name":"t","arguments":[]}}"#, StatusCode::BAD_REQUEST),
        (r#"{"params":{"name":"unknown"}}"#, StatusCode::NOT_FOUND),
        (r#"{"params":{"name":"other","name":"t"}}"#, StatusCode::BAD_REQUEST),
        (r#"{"params":{"\u006eame":"other","name":"t"}}"#, StatusCode::BAD_REQUEST),
    ] {
        let response = rpc(&explorer, "tools/call", body).await;
        assert_eq!(response.status(), status, "{body}: {}", text(&response));
    }
    assert!(log.of("tools/call").is_empty());
    let foreign = Request::post("/explorer/rpc/tools/call").header("host", "localhost").header("origin", "http://a");
    let refused = script::send(&explorer, foreign.body(Body::from(CALL)).unwrap()).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    let get = script::get(&explorer, "/explorer/rpc/tools/call").await;
    assert_eq!((get.status(), &get.headers()["allow"]), (StatusCode::METHOD_NOT_ALLOWED, &"POST".parse().unwrap()));
}

#[tokio::test]
async fn execution_decides_whether_a_live_call_runs() {
    let server =
        service_fn(|_: Request<RequestBody<Body>>| async { Ok::<_, std::convert::Infallible>(plain(500, "")) });
    for execution in [Execution::disabled(), Execution::only(["other"])] {
        let app = McpUiLayer::new(McpUiConfig::new().execution(execution.clone())).layer(server);
        let call =
            Request::post("/explorer/rpc/tools/call").header("host", "localhost").body(Body::from(CALL)).unwrap();
        let status = app.oneshot(call).await.unwrap().status();
        let expected = if execution.is_enabled() { StatusCode::BAD_GATEWAY } else { StatusCode::FORBIDDEN };
        assert_eq!(status, expected, "the list fails before the tool is looked up");
    }
}

/// A stream that sends one message, then nothing more until it is dropped.
fn endless(dropped: &tokio::sync::mpsc::UnboundedSender<()>) -> Response<Body> {
    struct Dropped(tokio::sync::mpsc::UnboundedSender<()>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.send(()).unwrap();
        }
    }
    let (dropped, mut first) = (Dropped(dropped.clone()), Some(format!("data: {}\n\n", progress("1"))));
    let stream = futures_util::stream::poll_fn(move |_| {
        let _ = &dropped;
        first
            .take()
            .map_or(std::task::Poll::Pending, |event| std::task::Poll::Ready(Some(Ok::<_, std::io::Error>(event))))
    });
    Response::builder().header("content-type", "text/event-stream").body(Body::from_stream(stream)).unwrap()
}

#[tokio::test]
async fn messages_arrive_at_once_and_closing_the_response_cancels() {
    let (sender, mut dropped) = tokio::sync::mpsc::unbounded_channel();
    let server = service_fn(move |request: Request<RequestBody<Body>>| {
        let sender = sender.clone();
        async move {
            let (parts, body) = request.into_parts();
            let message: Value = serde_json::from_slice(&body.collect().await.unwrap().to_bytes()).unwrap();
            let seen = Seen { http: parts.method, headers: parts.headers, message };
            Ok::<_, std::convert::Infallible>(match seen.method() {
                "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
                _ => endless(&sender),
            })
        }
    });
    let app = McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).layer(server);
    let request = Request::post("/explorer/rpc/tools/call").header("host", "localhost").body(Body::from(CALL)).unwrap();
    let mut response = app.oneshot(request).await.unwrap();
    let frame = response.body_mut().frame().await.unwrap().unwrap().into_data().unwrap();
    assert!(frame.starts_with(b"event: notification\n"));
    assert!(dropped.try_recv().is_err());
    drop(response);
    dropped.recv().await.unwrap();
}

#[tokio::test]
async fn a_silent_server_is_given_up_with_an_event() {
    let (sender, _dropped) = tokio::sync::mpsc::unbounded_channel();
    let config = McpUiConfig::new().timeouts(Timeouts::new().call(Duration::from_millis(50)));
    let (explorer, _) = explorer_with(config, script::modern(move |_| endless(&sender)));
    let response = rpc(&explorer, "tools/call", CALL).await;
    let [.., last] = &text(&response).split("\n\n").filter(|event| !event.is_empty()).collect::<Vec<_>>()[..] else {
        panic!("no event")
    };
    assert!(last.starts_with("event: error\n") && last.contains("sent nothing for 50ms"), "{last}");
    assert!(last.contains(r#""data":{"status":504}"#), "{last}");
}

#[tokio::test]
async fn requests_of_an_older_server_are_shown_and_declined() {
    let (explorer, log) = explorer(|seen: Seen| {
        std::future::ready(match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => result(&seen, json!({ "protocolVersion": "2025-11-25", "capabilities": {} })),
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => events(vec![
                event(&json!({ "jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": {} })),
                event(&json!({ "jsonrpc": "2.0", "id": seen.message["id"], "result": { "content": [] } })),
            ]),
            _ => plain(202, ""),
        })
    });
    let response = rpc(&explorer, "tools/call", CALL).await;
    assert!(text(&response).starts_with("event: request\ndata: {\"declined\":\"The client"), "{}", text(&response));
    let answered = log.all().into_iter().find(|seen| seen.message["id"] == "q").unwrap();
    assert_eq!(answered.message["error"]["code"], -32601, "nobody can answer it");
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_a_status_until_the_response_begins() {
    for (milliseconds, status) in [(900, StatusCode::UNAUTHORIZED), (1_100, StatusCode::OK)] {
        let (explorer, _) = explorer(move |_: Seen| async move {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            plain(401, "")
        });
        let response = rpc(&explorer, "tools/list", "{}").await;
        assert_eq!(response.status(), status, "{}", text(&response));
        assert_eq!(
            text(&response).contains(r#""data":{"status":401"#),
            status == StatusCode::OK,
            "{}",
            text(&response)
        );
    }
}
