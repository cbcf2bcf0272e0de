//! A server that is replaced by a server in another revision while the explorer runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::body::Body;
use futures_util::future::join_all;
use http::{Response, StatusCode};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::support::script::{self, Explorer, Log, Seen, error, explorer, plain, result, text, with_status};
use crate::support::sdk::{self, Refusal, Sdk};

const CONCURRENT: usize = 100;

/// A server that supports only 2026-07-28. Its tool responds with `called`.
fn modern(seen: &Seen, runs: &AtomicUsize, called: Refusal) -> Response<Body> {
    match seen.method() {
        _ if seen.header("mcp-protocol-version") != "2026-07-28" => {
            refuse_version(seen, &json!({ "supported": ["2026-07-28"], "requested": "2025-11-25" }))
        }
        "server/discover" => result(seen, json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} })),
        "tools/list" => result(seen, json!({ "tools": [{ "name": "t" }] })),
        "resources/list" => result(seen, json!({ "resources": [] })),
        "tools/call" => {
            runs.fetch_add(1, Ordering::SeqCst);
            called(seen)
        }
        _ => error(seen, 404, -32601, "Method not found"),
    }
}

fn no_content(seen: &Seen) -> Response<Body> {
    result(seen, json!({ "content": [] }))
}

fn refuse_version(seen: &Seen, data: &Value) -> Response<Body> {
    let error = json!({ "code": -32022, "message": "Unsupported protocol version", "data": data });
    with_status(script::json_response(json!({ "jsonrpc": "2.0", "id": seen.message["id"], "error": error })), 400)
}

/// A modern server that can be replaced by an older one.
fn modern_then(older: &Sdk) -> (Explorer, Log, Arc<AtomicBool>) {
    let replaced = Arc::new(AtomicBool::new(false));
    let (older, now, runs) = (older.clone(), Arc::clone(&replaced), Arc::new(AtomicUsize::new(0)));
    let (explorer, log) = explorer(move |seen: Seen| {
        let old = now.load(Ordering::SeqCst);
        std::future::ready(if old { older.respond(&seen) } else { modern(&seen, &runs, no_content) })
    });
    (explorer, log, replaced)
}

#[tokio::test]
async fn a_newer_server_may_be_replaced_by_an_older_one() {
    let refusals: [Refusal; 8] = [
        sdk::unsupported_version,
        |seen| error(seen, 400, -32600, "Bad Request: Missing session ID"),
        |seen| error(seen, 404, -32001, "Session not found"),
        |seen| error(seen, 404, -32601, "Method not found"),
        |seen| error(seen, 422, -32000, "expected an initialize request"),
        |seen| refuse_version(seen, &json!({ "supported": ["2025-11-25", "2025-06-18"], "requested": "2026-07-28" })),
        |seen| refuse_version(seen, &Value::Null),
        |_| plain(400, "Unsupported protocol version"),
    ];
    for (number, newest) in refusals.into_iter().enumerate() {
        let older = Sdk { newest, ..Sdk::new() };
        let (explorer, log, replaced) = modern_then(&older);
        assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK);
        replaced.store(true, Ordering::SeqCst);
        assert_eq!(script::get(&explorer, "/explorer/tools").await.status(), StatusCode::OK, "{number}");
        assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK, "{number}");
        assert_eq!((older.runs(), older.begun()), (1, 1), "{number}: {:?}", log.methods());
        replaced.store(false, Ordering::SeqCst);
        assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK, "{number}: and back");
    }
}

#[tokio::test]
async fn a_server_may_be_replaced_between_a_list_and_a_call() {
    let refusals: [Refusal; 3] = [
        sdk::unsupported_version,
        |_| plain(400, ""),
        |seen| refuse_version(seen, &json!({ "supported": ["2025-11-25"] })),
    ];
    for newest in refusals {
        let older = Sdk { newest, ..Sdk::new() };
        let server = older.clone();
        let (explorer, log) = explorer(move |seen: Seen| {
            let lists = seen.method() == "tools/list" && seen.header("mcp-protocol-version") == "2026-07-28";
            std::future::ready(if lists {
                modern(&seen, &AtomicUsize::new(0), no_content)
            } else {
                server.respond(&seen)
            })
        });
        assert_eq!(script::call(&explorer, "t", "{}").await.status(), StatusCode::OK, "{:?}", log.methods());
        assert_eq!((older.runs(), older.begun()), (1, 1), "{:?}", log.methods());
    }
}

/// Failures from a modern server that could not come from an older one.
#[tokio::test]
async fn a_failure_of_a_newer_server_is_reported_unchanged() {
    // Each failure, with the expected numbers of tool runs and requests. The first two requests are for the list and
    // the call. A third request repeats one of them, or is the discovery.
    let failures: [(Refusal, usize, usize); 6] = [
        (|seen| error(seen, 400, -32602, "the failure"), 1, 2),
        (|seen| error(seen, 400, -32020, "the failure"), 1, 3),
        (|seen| error(seen, 400, -32021, "the failure"), 1, 2),
        (|seen| refuse_version(seen, &json!({ "supported": ["2025-11-25", "2026-07-28"] })), 2, 3),
        (|seen| refuse_version(seen, &json!({ "supported": ["2027-01-01"] })), 1, 2),
        (|seen| error(seen, 400, -32000, "the failure"), 1, 3),
    ];
    for (called, calls, requests) in failures {
        let runs = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&runs);
        let (explorer, log) = explorer(move |seen: Seen| std::future::ready(modern(&seen, &count, called)));
        let response = script::call(&explorer, "t", "{}").await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(
            text(&response).contains("the failure") || text(&response).contains("Unsupported"),
            "{}",
            text(&response)
        );
        assert_eq!(runs.load(Ordering::SeqCst), calls);
        assert_eq!(log.methods().len(), requests, "{:?}", log.methods());
        assert!(log.of("initialize").is_empty());
    }
}

#[tokio::test]
async fn a_failed_handshake_does_not_hide_the_failure_before_it() {
    let (explorer, log) = explorer(script::modern(|seen| error(seen, 400, -32000, "the disk is on fire")));
    let response = script::call(&explorer, "t", "{}").await;
    assert_eq!(text(&response), r#"{"content":[{"type":"text","text":"the disk is on fire"}],"isError":true}"#);
    assert_eq!(log.methods(), ["tools/list", "tools/call", "server/discover", "initialize"]);
}

#[tokio::test]
async fn a_server_of_all_revisions_is_not_mistaken_for_an_older_one() {
    let runs = Arc::new(AtomicUsize::new(0));
    let (count, older) = (Arc::clone(&runs), Sdk::new());
    let server = older.clone();
    let (explorer, log) = explorer(move |seen: Seen| {
        let newest = seen.header("mcp-protocol-version") == "2026-07-28";
        std::future::ready(if newest {
            modern(&seen, &count, |seen| error(seen, 400, -32000, "the disk is on fire"))
        } else {
            server.respond(&seen)
        })
    });
    // Neither the first failure nor a repeated failure may change the revision.
    assert_eq!(text(&script::get(&explorer, "/explorer/resources").await), "[]");
    let response = script::call(&explorer, "t", "{}").await;
    assert!(text(&response).contains("the disk is on fire"), "{}", text(&response));
    assert_eq!((runs.load(Ordering::SeqCst), older.runs(), older.begun()), (1, 0, 0), "{:?}", log.methods());
}

/// Sends concurrent requests. Every second request is a call.
async fn send_at_once(explorer: &Explorer) {
    let responses = join_all((0..CONCURRENT).map(|number| async move {
        if number % 2 == 0 {
            script::get(explorer, "/explorer/resources").await
        } else {
            script::call(explorer, "t", "{}").await
        }
    }));
    for response in responses.await {
        assert_eq!(response.status(), StatusCode::OK, "{}", text(&response));
    }
}

/// An explorer whose server is replaced while this many requests are in flight.
fn replaced_under_load(
    in_flight: usize,
    before: impl Fn(&Seen) -> Response<Body> + Clone + Send + Sync + 'static,
    after: impl Fn(&Seen) -> Response<Body> + Clone + Send + Sync + 'static,
) -> (Explorer, Log, Arc<AtomicBool>) {
    let loaded = Arc::new(AtomicBool::new(false));
    let (now, barrier, arrived) =
        (Arc::clone(&loaded), Arc::new(Barrier::new(in_flight)), Arc::new(AtomicUsize::new(0)));
    let (explorer, log) = explorer(move |seen: Seen| {
        let (before, after, barrier) = (before.clone(), after.clone(), Arc::clone(&barrier));
        let loaded = now.load(Ordering::SeqCst);
        let waits = loaded && arrived.fetch_add(1, Ordering::SeqCst) < in_flight;
        async move {
            if waits {
                barrier.wait().await;
            }
            tokio::task::yield_now().await;
            if loaded { after(&seen) } else { before(&seen) }
        }
    });
    (explorer, log, loaded)
}

#[tokio::test]
async fn concurrent_requests_share_the_probes_of_an_older_server() {
    let older = Sdk::new();
    let (server, before) = (older.clone(), AtomicUsize::new(0));
    let before = Arc::new(before);
    // All calls wait for the same list request.
    let (explorer, log, loaded) = replaced_under_load(
        CONCURRENT / 2,
        move |seen| modern(seen, &before, no_content),
        move |seen| server.respond(seen),
    );
    assert_eq!(script::get(&explorer, "/explorer/tools").await.status(), StatusCode::OK);
    loaded.store(true, Ordering::SeqCst);
    send_at_once(&explorer).await;
    assert_eq!(older.runs(), CONCURRENT / 2);
    assert!(older.begun() <= 2, "{} handshakes", older.begun());
    let discovered = log.of("server/discover").len();
    assert!(discovered <= 2, "{discovered} probes");
}

#[tokio::test]
async fn concurrent_requests_share_the_probes_of_a_newer_server() {
    let (older, runs) = (Sdk::new(), Arc::new(AtomicUsize::new(0)));
    let (server, count) = (older.clone(), Arc::clone(&runs));
    let (explorer, log, loaded) =
        replaced_under_load(CONCURRENT, move |seen| server.respond(seen), move |seen| modern(seen, &count, no_content));
    assert_eq!(script::get(&explorer, "/explorer/tools").await.status(), StatusCode::OK);
    loaded.store(true, Ordering::SeqCst);
    send_at_once(&explorer).await;
    assert_eq!(runs.load(Ordering::SeqCst), CONCURRENT / 2);
    assert!(log.of("ping").len() <= 2 && log.of("initialize").len() <= 4, "{:?}", log.methods());
}

#[tokio::test]
async fn concurrent_requests_share_a_new_session_after_losing_theirs() {
    for unknown in [sdk::no_valid_session as Refusal, |_| plain(404, "")] {
        let older = Sdk { unknown, ..Sdk::new() };
        let (before, after) = (older.clone(), older.clone());
        let (explorer, log, loaded) =
            replaced_under_load(CONCURRENT, move |seen| before.respond(seen), move |seen| after.respond(seen));
        assert_eq!(script::get(&explorer, "/explorer/tools").await.status(), StatusCode::OK);
        older.restart();
        loaded.store(true, Ordering::SeqCst);
        send_at_once(&explorer).await;
        assert_eq!(older.runs(), CONCURRENT / 2);
        assert!(older.begun() <= 3, "{} handshakes", older.begun());
        assert!(log.of("ping").len() <= 2, "{} pings", log.of("ping").len());
    }
}

#[tokio::test]
async fn first_requests_share_one_handshake() {
    let older = Sdk::new();
    let server = older.clone();
    let (explorer, _) = explorer(move |seen: Seen| {
        let server = server.clone();
        async move {
            tokio::task::yield_now().await;
            server.respond(&seen)
        }
    });
    send_at_once(&explorer).await;
    assert_eq!((older.begun(), older.runs()), (1, CONCURRENT / 2));
}
