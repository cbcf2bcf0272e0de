//! Misbehaving tools fail their callers' requests, but never the server.

use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use http::Request;
use http_body_util::BodyExt as _;

use mcp_ui_host_e2e::{Server, explorer_with, middleware_before};

const EXECUTE: (&str, &str) = ("MCP_UI_ALLOW_EXECUTE", "true");

fn hostile(env: &[(&str, &str)], options: &[&str]) -> Server {
    Server::start(&explorer_with("fixture-hostile-tools"), &[&[EXECUTE], env].concat(), options)
}

async fn call(server: &Server, tool: &str) -> (u16, String) {
    server.post(&format!("/explorer/tools/{tool}/call"), "{}").await
}

/// Asserts that the server still runs tools.
async fn assert_works(server: &Server) {
    let (status, body) = call(server, "fine").await;
    assert_eq!(status, 200, "{body}");
}

#[tokio::test]
async fn a_trap_fails_the_request_only() {
    let server = hostile(&[], &[]);
    let (status, body) = call(&server, "trap").await;
    assert_eq!((status, &*body), (500, r#"{"error":"The component failed; see the server's log."}"#));
    assert_works(&server).await;
}

#[tokio::test]
async fn a_tool_that_hangs_times_out_in_the_explorer() {
    let server = hostile(&[("MCP_UI_CALL_TIMEOUT", "0.3")], &[]);
    let (status, body) = call(&server, "hang").await;
    let error =
        "The tool did not respond within 300ms. Raise `Timeouts::call` (MCP_UI_CALL_TIMEOUT) if it needs more time.";
    assert_eq!((status, body), (504, format!(r#"{{"error":"{error}"}}"#)));
    assert_works(&server).await;
}

#[tokio::test]
async fn an_endless_loop_is_terminated_while_other_requests_succeed() {
    let server = hostile(&[], &["--timeout", "1.5"]);
    assert_works(&server).await;
    let others = async {
        for _ in 0..10 {
            assert_works(&server).await;
        }
    };
    let ((status, body), ()) = tokio::join!(call(&server, "spin"), others);
    assert_eq!((status, &*body), (504, r#"{"error":"The component did not respond in time."}"#));
    assert_works(&server).await;
}

#[tokio::test]
async fn memory_is_limited() {
    let server = hostile(&[], &["--memory", "64"]);
    let (status, body) = call(&server, "grow").await;
    assert_eq!((status, &*body), (500, r#"{"error":"The component failed; see the server's log."}"#));
    assert_works(&server).await;
}

#[tokio::test]
async fn an_invalid_result_is_reported() {
    let server = hostile(&[], &[]);
    let (status, body) = call(&server, "broken").await;
    assert_eq!(status, 502);
    assert!(body.contains("The tool's result is not an MCP result"), "{body}");
}

#[tokio::test]
async fn a_result_over_the_limit_is_refused_and_not_buffered() {
    // A gigabyte in parts would exceed the memory limit; 16 MiB in one piece would fit.
    let server = hostile(&[("MCP_UI_MAX_RESPONSE_BYTES", "1000000")], &["--memory", "300"]);
    for tool in ["huge-parts", "huge-whole"] {
        let (status, body) = call(&server, tool).await;
        assert_eq!(status, 502, "{tool}: {body}");
        assert!(body.contains(
            "limit of 1000000 bytes. Raise the setting `Limits::response_bytes` (MCP_UI_MAX_RESPONSE_BYTES)"
        ));
    }
    assert_works(&server).await;
}

#[tokio::test]
async fn a_tool_that_reports_without_a_result_fails() {
    let server = hostile(&[("MCP_UI_CALL_TIMEOUT", "0.3")], &[]);
    assert_eq!(call(&server, "silent").await, (502, r#"{"error":"The tool ended without a result."}"#.to_owned()));
    assert_eq!(call(&server, "chatty").await.0, 504);
    let live = Request::post("/explorer/rpc/tools/call").header("host", "localhost");
    let live = live.body(Bytes::from_static(br#"{"params":{"name":"chatty"}}"#)).unwrap();
    let mut reports = server.begin(live).await.into_body();
    let mut received = String::new();
    while received.matches("event: notification\n").count() < 100 {
        let part = reports.frame().await.unwrap().unwrap().into_data().unwrap();
        received.push_str(std::str::from_utf8(&part).unwrap());
    }
    drop(reports);
    assert_works(&server).await;
}

#[tokio::test]
async fn errors_of_tools_have_their_status() {
    let server = hostile(&[], &[]);
    assert_eq!(call(&server, "denied").await, (401, r#"{"error":"Unauthorized"}"#.to_owned()));
    assert_eq!(call(&server, "unavailable").await, (502, r#"{"error":"the line is dead"}"#.to_owned()));
    assert_eq!(call(&server, "late").await, (504, r#"{"error":"the line is slow"}"#.to_owned()));
}

#[tokio::test]
async fn an_invalid_list_is_reported() {
    let server = hostile(&[], &[]);
    let list = async |how: &'static str| {
        let request = Request::get("/explorer/tools").header("host", "localhost").header("x-list", how);
        let response = server.send(request.body(Bytes::new()).unwrap()).await;
        (response.status().as_u16(), String::from_utf8_lossy(response.body()).into_owned())
    };
    assert_eq!(list("fails").await, (502, r#"{"error":"the catalogue is shut"}"#.to_owned()));
    let (status, body) = list("broken").await;
    assert_eq!(status, 502);
    assert!(body.contains("The list of tools is not a JSON array of MCP tools"), "{body}");
}

#[tokio::test]
async fn tools_see_the_request() {
    let server = hostile(&[], &[]);
    let (_, body) = server.post("/explorer/tools/fine/call?why=not", "{}").await;
    assert!(body.contains(r#""method":"POST","path":"/explorer/tools/fine/call?why=not""#), "{body}");
}

#[tokio::test]
async fn tools_get_the_identity_from_the_trusted_header() {
    let who = async |server: &Server, names: &[&str]| {
        let request = Request::post("/explorer/tools/fine/call").header("host", "localhost");
        let request = names.iter().fold(request, |request, name| request.header("x-user", *name));
        let response = server.send(request.body(Bytes::from("{}")).unwrap()).await;
        let body = String::from_utf8_lossy(response.body()).into_owned();
        body.split_once(r#""identity":""#).unwrap().1.split('"').next().unwrap().to_owned()
    };
    let trusting = hostile(&[("MCP_UI_IDENTITY_HEADER", "X-User")], &[]);
    assert_eq!(who(&trusting, &["ali"]).await, "ali");
    assert_eq!(who(&trusting, &[]).await, "nobody");
    assert_eq!(who(&trusting, &["ali", "eve"]).await, "nobody");
    assert_eq!(who(&hostile(&[], &[]), &["eve"]).await, "nobody");
}

#[tokio::test]
async fn a_backend_without_mcp_is_named() {
    let server = Server::start(&middleware_before("fixture-hello"), &[("MCP_UI_ENDPOINT", "/api")], &[]);
    let (status, body) = server.get("/explorer/tools").await;
    assert_eq!(status, 502);
    assert!(body.contains("/api"), "{body}");
}

#[tokio::test]
async fn the_memory_of_all_instances_together_is_limited() {
    let server = hostile(&[], &["--memory", "64", "--total-memory", "100"]);
    assert_works(&server).await;
    let responses = join_all((0..8).map(|_| {
        let request = Request::post("/explorer/tools/grow/call").header("host", "localhost");
        server.send(request.body(Bytes::from("{}")).unwrap())
    }))
    .await;
    let short: Vec<_> = responses.iter().filter(|response| response.status() == 503).collect();
    assert!(!short.is_empty(), "the instances exceeded the total");
    assert!(short.iter().all(|response| response.headers()["retry-after"] == "1"));
    assert!(responses.iter().all(|response| [500, 503].contains(&response.status().as_u16())));
    server
        .logged(|line| {
            line.contains("all instances together have reached their limit of 100 MiB")
                && line.contains("--total-memory")
        })
        .await;
    assert_works(&server).await;
}

#[tokio::test]
async fn memory_is_freed_however_an_instance_ends() {
    let server = hostile(&[], &["--memory", "64", "--total-memory", "100", "--timeout", "1"]);
    for _ in 0..3 {
        for tool in ["trap", "spin", "grow"] {
            join_all((0..8).map(|_| call(&server, tool))).await;
        }
        // These clients disconnect before they get a response.
        let gone = join_all((0..8).map(|_| call(&server, "spin")));
        assert!(tokio::time::timeout(Duration::from_millis(200), gone).await.is_err());
    }
    let mut attempts = 500;
    // Instances that are still running are terminated when they time out.
    while call(&server, "fine").await.0 != 200 {
        assert_ne!(attempts, 0, "the memory of finished instances still counts");
        attempts -= 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_instance_that_exceeds_the_total_by_itself_is_not_a_shortage() {
    let server = hostile(&[], &["--memory", "512", "--total-memory", "64"]);
    assert_eq!(call(&server, "grow").await.0, 500);
    assert_works(&server).await;
}
