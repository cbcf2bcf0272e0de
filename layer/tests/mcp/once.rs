//! Every call reaches the tool at most once, whatever the server responds.

use http::StatusCode;

use crate::support::script::{self, Seen, error, explorer, plain, text};
use crate::support::sdk::{self, Refusal, Sdk};

/// Calls the tool through a new explorer, and again after the server has lost its sessions.
async fn call_twice(server: &Sdk) -> [StatusCode; 2] {
    let scripted = server.clone();
    let (explorer, _) = explorer(move |seen: Seen| std::future::ready(scripted.respond(&seen)));
    let first = script::call(&explorer, "t", "{}").await.status();
    server.restart();
    [first, script::call(&explorer, "t", "{}").await.status()]
}

#[tokio::test]
async fn a_lost_session_is_renewed_for_the_call() {
    let refusals: [Refusal; 5] = [
        |_| plain(404, ""),
        |seen| error(seen, 404, -32001, "Session not found"),
        sdk::no_valid_session,
        |seen| error(seen, 400, -32000, "Bad Request: Server not initialized"),
        |_| plain(400, "Bad Request"),
    ];
    for unknown in refusals {
        let server = Sdk { unknown, ..Sdk::new() };
        assert_eq!(call_twice(&server).await, [StatusCode::OK; 2]);
        assert_eq!((server.runs(), server.begun()), (2, 2));
    }
}

#[tokio::test]
async fn a_session_may_be_lost_between_a_list_and_a_call() {
    for unknown in [sdk::no_valid_session as Refusal, |_| plain(404, "")] {
        let server = Sdk { unknown, ..Sdk::new() };
        let scripted = server.clone();
        let (explorer, _) = explorer(move |seen: Seen| {
            if seen.method() == "tools/call" && scripted.begun() == 1 {
                scripted.restart();
            }
            std::future::ready(scripted.respond(&seen))
        });
        assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
        assert_eq!((server.runs(), server.begun()), (1, 2));
    }
}

#[tokio::test]
async fn a_tool_failure_does_not_repeat_the_call() {
    let failures: [Refusal; 7] = [
        |seen| error(seen, 400, -32000, "Bad Request: the failure"),
        |seen| error(seen, 400, -32000, "the failure: your session with the database has expired"),
        |seen| error(seen, 400, -32001, "the failure"),
        |seen| error(seen, 404, -32002, "the failure"),
        |seen| error(seen, 404, -32601, "the failure"),
        |seen| error(seen, 422, -32602, "the failure"),
        |_| plain(400, "the failure: no such session"),
    ];
    for called in failures {
        for server in [Sdk { called, ..Sdk::new() }, Sdk { called, ..Sdk::without_sessions() }] {
            let scripted = server.clone();
            let (explorer, log) = explorer(move |seen: Seen| std::future::ready(scripted.respond(&seen)));
            for calls in 1..=2 {
                let response = script::call(&explorer, "t", "{}").await;
                assert!(text(&response).contains("the failure"), "{}", text(&response));
                assert_eq!((server.runs(), server.begun()), (calls, 1), "{:?}", log.methods());
            }
        }
    }
}

/// Some servers ignore a request's protocol version.
#[tokio::test]
async fn a_lenient_server_runs_a_call_once() {
    let called: Refusal = |seen| error(seen, 400, -32000, "the failure");
    let server = Sdk { called, ..Sdk::without_sessions() };
    let scripted = server.clone();
    let (explorer, log) = explorer(move |mut seen: Seen| {
        seen.headers.remove("mcp-protocol-version");
        let known = ["initialize", "ping", "tools/list", "tools/call"].contains(&seen.method());
        std::future::ready(if known { scripted.respond(&seen) } else { error(&seen, 404, -32601, "Method not found") })
    });
    for calls in 1..=2 {
        let response = script::call(&explorer, "t", "{}").await;
        assert!(text(&response).contains("the failure"), "{}", text(&response));
        assert_eq!(server.runs(), calls, "{:?}", log.methods());
    }
}

#[tokio::test]
async fn a_server_without_sessions_may_be_replaced_by_one_with_them() {
    let (before, after) = (Sdk::without_sessions(), Sdk::new());
    let (first, second) = (before.clone(), after.clone());
    let (explorer, _) = explorer(move |seen: Seen| {
        std::future::ready(if first.runs() == 0 { first.respond(&seen) } else { second.respond(&seen) })
    });
    for _ in 0..2 {
        assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
    }
    assert_eq!((before.runs(), after.runs(), after.begun()), (1, 1, 1));
}
