//! Sessions in the older revisions: one per caller, renewed once when lost, and closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use http::{Method, Request, Response, StatusCode};
use serde_json::json;
use tower_mcp_ui::config::Timeouts;
use tower_mcp_ui::{Execution, McpUiConfig};

use crate::support::runtime::Bound;
use crate::support::script::{self, Explorer, Log, Seen, explorer_with, plain, result};

/// A server that starts sessions `s1`, `s2`, …, and forgets those before `oldest`.
fn server(oldest: Arc<AtomicUsize>, unknown: u16) -> impl Fn(Seen) -> std::future::Ready<Response<Body>> + Clone {
    let begun = Arc::new(AtomicUsize::new(0));
    move |seen| {
        let session = seen.header("mcp-session-id").strip_prefix('s').and_then(|number| number.parse().ok());
        let known = session.is_some_and(|number: usize| number >= oldest.load(Ordering::SeqCst));
        std::future::ready(match seen.method() {
            _ if seen.http == Method::DELETE => plain(if known { 200 } else { unknown }, ""),
            "initialize" => {
                let number = begun.fetch_add(1, Ordering::SeqCst) + 1;
                script::session(&seen, &format!("s{number}"))
            }
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            _ if !known => plain(unknown, "no such session"),
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }] })),
            "tools/call" => result(&seen, json!({ "content": [] })),
            _ => plain(202, ""),
        })
    }
}

fn explorer(config: McpUiConfig, unknown: u16) -> (Explorer, Log, Arc<AtomicUsize>) {
    let oldest = Arc::new(AtomicUsize::new(0));
    let (explorer, log) = explorer_with(config, server(Arc::clone(&oldest), unknown));
    (explorer, log, oldest)
}

/// Lists the tools as the page does on Reload, so that the server is asked.
async fn list_as(explorer: &Explorer, caller: &str) -> StatusCode {
    let request = Request::get("/explorer/tools").header("host", "localhost").header("authorization", caller);
    let request = request.header("cache-control", "no-cache");
    script::send(explorer, request.body(Body::empty()).unwrap()).await.status()
}

fn sessions_of(log: &Log, caller: &str) -> Vec<String> {
    let lists = log.of("tools/list").into_iter().filter(|seen| seen.header("authorization") == caller);
    let mut sessions: Vec<_> = lists.map(|seen| seen.header("mcp-session-id").to_owned()).collect();
    sessions.retain(|session| !session.is_empty());
    sessions
}

#[tokio::test]
async fn a_session_belongs_to_one_caller() {
    let (explorer, log, _) = explorer(McpUiConfig::new(), 404);
    for caller in ["a", "b", "a", "b"] {
        assert_eq!(list_as(&explorer, caller).await, StatusCode::OK);
    }
    assert_eq!(sessions_of(&log, "a"), ["s1", "s1"]);
    assert_eq!(sessions_of(&log, "b"), ["s2", "s2"]);
}

#[tokio::test]
async fn callers_with_different_cookies_do_not_share_a_session() {
    let (explorer, log, _) = explorer(McpUiConfig::new(), 404);
    for cookie in ["user=a", "user=b"] {
        let request = Request::get("/explorer/tools").header("host", "localhost").header("cookie", cookie);
        script::send(&explorer, request.body(Body::empty()).unwrap()).await;
    }
    assert_eq!(sessions_of(&log, ""), ["s1", "s2"]);
}

#[tokio::test]
async fn callers_with_different_identities_do_not_share_a_session() {
    let (explorer, log, _) = explorer(McpUiConfig::new().identity_header("x-user").unwrap(), 404);
    for user in ["a", "b"] {
        let request = Request::get("/explorer/tools").header("host", "localhost").header("x-user", user);
        script::send(&explorer, request.body(Body::empty()).unwrap()).await;
    }
    assert_eq!(sessions_of(&log, ""), ["s1", "s2"]);
}

#[tokio::test]
async fn a_call_that_is_refused_is_not_sent_again() {
    let server = server(Arc::default(), 404);
    let refusing = move |seen: Seen| match seen.method() {
        "tools/call" if seen.header("mcp-protocol-version") != "2026-07-28" => {
            std::future::ready(plain(400, r#"{"message":"bad arguments"}"#))
        }
        _ => server(seen),
    };
    let (explorer, log) = explorer_with(McpUiConfig::new().execution(Execution::all()), refusing);
    let request = Request::post("/explorer/tools/t/call").header("host", "localhost");
    let response = script::send(&explorer, request.body(Body::from("{}")).unwrap()).await;
    assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
    assert_eq!((log.of("initialize").len(), log.of("tools/call").len()), (1, 1));
}

#[tokio::test]
async fn an_expired_session_is_renewed_once() {
    for unknown in [404, 400] {
        let (explorer, log, oldest) = explorer(McpUiConfig::new(), unknown);
        assert_eq!(list_as(&explorer, "a").await, StatusCode::OK);
        oldest.store(2, Ordering::SeqCst);
        assert_eq!(list_as(&explorer, "a").await, StatusCode::OK);
        assert_eq!(sessions_of(&log, "a"), ["s1", "s1", "s2"]);
        assert_eq!(log.of("initialize").len(), 2);
        assert!(!log.methods().contains(&"DELETE".to_owned()), "an unknown session is not ended");
        oldest.store(usize::MAX, Ordering::SeqCst);
        assert_eq!(list_as(&explorer, "a").await, StatusCode::BAD_GATEWAY, "renewed only once");
        assert_eq!(log.of("initialize").len(), 3);
    }
}

#[tokio::test]
async fn idle_sessions_are_ended() {
    let timeouts = Timeouts::new().session_idle(Duration::from_millis(50));
    let (explorer, log, _) = explorer(McpUiConfig::new().timeouts(timeouts), 404);
    list_as(&explorer, "a").await;
    log.wait_for("DELETE").await;
    let ended = log.all().pop().unwrap();
    assert_eq!((ended.header("mcp-session-id"), ended.header("authorization")), ("s1", "a"));
    assert_eq!(list_as(&explorer, "a").await, StatusCode::OK);
    assert_eq!(sessions_of(&log, "a"), ["s1", "s2"]);
}

#[tokio::test]
async fn without_background_tasks_an_idle_session_ends_when_its_caller_returns() {
    let idle = Duration::from_millis(50);
    let config = McpUiConfig::new().runtime(Bound).timeouts(Timeouts::new().session_idle(idle));
    let (explorer, log, _) = explorer(config, 404);
    list_as(&explorer, "a").await;
    tokio::time::sleep(2 * idle).await;
    assert!(!log.methods().contains(&"DELETE".to_owned()));
    assert_eq!(list_as(&explorer, "a").await, StatusCode::OK);
    log.wait_for("DELETE").await;
    assert_eq!(sessions_of(&log, "a"), ["s1", "s2"]);
}

#[tokio::test]
async fn sessions_over_the_limit_are_ended_the_oldest_first() {
    let (explorer, log, _) = explorer(McpUiConfig::new(), 404);
    // 256 callers send a request, and the first caller sends another. Then one more caller exceeds the limit.
    for caller in (0..256).chain([0]) {
        assert_eq!(list_as(&explorer, &caller.to_string()).await, StatusCode::OK);
    }
    assert!(!log.methods().contains(&"DELETE".to_owned()));
    assert_eq!(list_as(&explorer, "256").await, StatusCode::OK);
    log.wait_for("DELETE").await;
    assert_eq!(log.all().pop().unwrap().header("authorization"), "1");
}

#[tokio::test]
async fn all_sessions_end_with_the_layer() {
    let (explorer, log, _) = explorer(McpUiConfig::new(), 404);
    list_as(&explorer, "a").await;
    drop(explorer);
    log.wait_for("DELETE").await;
}
