//! Many requests at once, and requests beyond the limits.

use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use http::Request;

use mcp_ui_host_e2e::{Server, component, explorer_with, middleware_before};

#[tokio::test]
async fn a_thousand_requests_at_once_over_one_pool() {
    let server = Server::start(&explorer_with("fixture-corpus-tools"), &[("MCP_UI_ALLOW_EXECUTE", "true")], &[]);
    let responses = join_all((0..1_000).map(|at| {
        let server = &server;
        async move { server.post("/explorer/tools/echo/call", &format!("{{\"at\":{at}}}")).await }
    }))
    .await;
    for (at, (status, body)) in responses.into_iter().enumerate() {
        assert_eq!(status, 200, "{body}");
        assert!(body.contains(&format!("{{\\\"at\\\":{at}}}")), "{body}");
    }
}

#[tokio::test]
async fn requests_beyond_the_queue_get_503() {
    let options = ["--concurrent-requests", "1", "--queued-requests", "0"];
    let server = Server::start(&[component("fixture-backend")], &[], &options);
    // A request counts as running until its response is read.
    let running = server.begin(Request::get("/bytes/50000000").body(Bytes::new()).unwrap()).await;
    assert_eq!(running.status(), 200);
    let refused = server.send(Request::get("/bytes/1").body(Bytes::new()).unwrap()).await;
    assert_eq!(refused.status(), 503);
    assert_eq!(refused.headers()["retry-after"], "1");
    assert_eq!(server.get("/readyz").await.0, 200, "readiness checks are not limited");
    drop(running);
    let mut attempts = 100;
    while server.get("/bytes/1").await.0 != 200 {
        assert_ne!(attempts, 0, "the request of a disconnected client still counts as running");
        attempts -= 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A response larger than the buffers between an instance and a client that does not read.
const UNREAD: &str = "/bytes/900000000";

#[tokio::test]
async fn responses_that_are_not_read_time_out() {
    let options = ["--concurrent-requests", "3", "--queued-requests", "0", "--timeout", "1"];
    let server = Server::start(&[component("fixture-backend")], &[], &options);
    let begin = async || server.begin(Request::get(UNREAD).body(Bytes::new()).unwrap()).await;
    let held = [begin().await, begin().await];
    assert!(held.iter().all(|response| response.status() == 200));
    let mut attempts = 500;
    // Later requests to an instance do not extend the timeout for earlier requests.
    loop {
        let beside = begin().await;
        if beside.status() == 200 && server.get("/bytes/1").await.0 == 200 {
            break;
        }
        assert_ne!(attempts, 0, "responses that are not read still count as running");
        attempts -= 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let line = server.logged(|line| line.contains("instance terminated: its last request timed out")).await;
    assert!(line.contains("WARN"), "{line}");
    drop(held);
}

#[tokio::test]
async fn requests_that_wait_too_long_get_503() {
    let options = ["--concurrent-requests", "1", "--queued-requests", "2", "--timeout", "1"];
    let server = Server::start(&[component("fixture-backend")], &[], &options);
    let begin = async || server.begin(Request::get(UNREAD).body(Bytes::new()).unwrap()).await;
    let first = begin().await;
    assert_eq!(first.status(), 200);
    // The first request times out before the next two. One of those two then runs, and the other times out in the
    // queue.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let both = async { tokio::join!(begin(), begin()) };
    let (second, third) = tokio::time::timeout(Duration::from_mins(1), both).await.unwrap();
    let mut statuses = [second.status().as_u16(), third.status().as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 503]);
    drop(first);
}

#[tokio::test]
async fn a_component_that_cannot_start_is_an_error_not_a_limit() {
    let server = Server::start(&middleware_before("fixture-backend"), &[], &["--memory", "2"]);
    let (status, body) = server.get("/bytes/1").await;
    assert_eq!((status, &*body), (500, r#"{"error":"The component failed; see the server's log."}"#));
    server.logged(|line| line.contains("needs more than its limit of 2097152 bytes of memory")).await;
}

#[tokio::test]
async fn a_composition_of_many_parts_has_room_for_every_request() {
    let options = ["--concurrent-requests", "1"];
    let server = Server::start(&explorer_with("tools-python"), &[], &options);
    let (status, body) = server.get("/explorer/tools").await;
    assert_eq!(status, 200, "{body}");
}

#[tokio::test]
async fn queued_requests_get_their_turn() {
    let options = ["--concurrent-requests", "1", "--queued-requests", "100"];
    let server = Server::start(&middleware_before("fixture-backend"), &[], &options);
    let responses = join_all((0..100).map(|_| server.get("/bytes/1000"))).await;
    assert!(responses.iter().all(|(status, body)| *status == 200 && body.len() == 1_000));
}

#[tokio::test]
async fn a_request_has_at_most_one_host() {
    let server = Server::start(&[component("fixture-backend")], &[], &[]);
    let seen = server.get("/seen").await;
    assert_eq!(seen, (200, "GET http://localhost/seen ".to_owned()));
    let twice = Request::get("/seen").header("host", "a.example").header("host", "b.example");
    assert_eq!(server.send(twice.body(Bytes::new()).unwrap()).await.status(), 400);
}
