//! `GET {prefix}/server`: a server's self-description in each kind of revision, and the number of requests for it.

use axum::body::Body;
use http::{Request, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::script::{self, Explorer, Log, Seen, error, explorer, plain, result, text};

const SERVER: &str = "/explorer/server";
const IDENTITY: &str = "io.modelcontextprotocol/serverInfo";

async fn described(explorer: &Explorer) -> Value {
    let response = script::get(explorer, SERVER).await;
    assert_eq!(response.status(), StatusCode::OK, "{}", text(&response));
    serde_json::from_slice(response.body()).unwrap()
}

/// A stateless server that describes itself in this response to `server/discover`, and in its list's metadata.
fn stateless(on_discover: impl Fn(&Seen) -> Response<Body> + Clone + Send + Sync + 'static) -> (Explorer, Log) {
    explorer(move |seen: Seen| {
        std::future::ready(match seen.method() {
            "server/discover" => on_discover(&seen),
            _ => result(
                &seen,
                json!({ "tools": [{ "name": "t" }], "ttlMs": 60_000, "_meta": { IDENTITY: { "name": "by metadata" } } }),
            ),
        })
    })
}

fn discovered(seen: &Seen, ttl: &Value) -> Response<Body> {
    let info = json!({ "name": "weather", "version": "1.2.0" });
    let capabilities = json!({ "tools": { "listChanged": true }, "extensions": { "example.com/x": {} } });
    let versions = ["2026-07-28", "2027-01-01"];
    result(
        seen,
        json!({ "supportedVersions": versions, "capabilities": capabilities, "instructions": "Ask for a city.",
                "ttlMs": ttl, "_meta": { IDENTITY: info } }),
    )
}

#[tokio::test]
async fn a_stateless_server_is_asked_once_while_it_allows_caching() {
    let (explorer, log) = stateless(|seen| discovered(seen, &json!(60_000)));
    script::get(&explorer, "/explorer/tools").await;
    assert_eq!(log.methods(), ["tools/list"], "only the page's request for the server needs the description");
    let expected = json!({
        "protocolVersion": "2026-07-28",
        "supportedVersions": ["2026-07-28", "2027-01-01"],
        "serverInfo": { "name": "weather", "version": "1.2.0" },
        "capabilities": { "tools": { "listChanged": true }, "extensions": { "example.com/x": {} } },
        "instructions": "Ask for a city.",
        "mcpEndpoint": "../mcp",
        "excludedTools": [],
    });
    assert_eq!(described(&explorer).await, expected);
    assert_eq!(described(&explorer).await, expected);
    assert_eq!(log.methods(), ["tools/list", "server/discover"]);
}

#[tokio::test]
async fn a_reload_asks_again_and_so_does_a_server_that_allows_no_caching() {
    let (explorer, log) = stateless(|seen| discovered(seen, &json!(60_000)));
    described(&explorer).await;
    let reload = Request::get(SERVER).header("host", "localhost").header("cache-control", "no-cache");
    script::send(&explorer, reload.body(Body::empty()).unwrap()).await;
    assert_eq!(log.of("server/discover").len(), 2);

    for ttl in [json!(0), json!("60000"), json!(null)] {
        let (explorer, log) = stateless(move |seen| discovered(seen, &ttl));
        described(&explorer).await;
        described(&explorer).await;
        assert_eq!(log.of("server/discover").len(), 2);
    }
}

#[tokio::test]
async fn a_description_belongs_to_its_caller() {
    let (explorer, log) = stateless(|seen| discovered(seen, &json!(60_000)));
    for token in ["a", "b", "a"] {
        let request = Request::get(SERVER).header("host", "localhost").header("authorization", token);
        script::send(&explorer, request.body(Body::empty()).unwrap()).await;
    }
    assert_eq!(log.of("server/discover").len(), 2);
}

#[tokio::test]
async fn a_stateless_server_without_a_description_is_known_by_its_metadata() {
    for refuse in [
        (|seen| error(seen, 404, -32601, "no such method")) as fn(&Seen) -> Response<Body>,
        |seen| error(seen, 200, -32601, "no such method"),
        |_| plain(403, "no"),
        |_| plain(500, "no"),
    ] {
        let (explorer, _) = stateless(refuse);
        let expected = json!({ "protocolVersion": "2026-07-28", "serverInfo": { "name": "by metadata" },
                               "mcpEndpoint": "../mcp", "excludedTools": [] });
        assert_eq!(described(&explorer).await, expected);
    }
}

#[tokio::test]
async fn a_server_that_declares_no_tools_lists_none() {
    let newest = |capabilities: Value| {
        move |seen: Seen| {
            std::future::ready(match seen.method() {
                "server/discover" => {
                    result(&seen, json!({ "supportedVersions": ["2026-07-28"], "capabilities": capabilities }))
                }
                _ => error(&seen, 404, -32601, "Method not found"),
            })
        }
    };
    let older = |capabilities: Value| {
        move |seen: Seen| {
            std::future::ready(match seen.method() {
                "initialize" => result(
                    &seen,
                    json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities,
                            "serverInfo": { "name": "o", "version": "1" } }),
                ),
                "notifications/initialized" => plain(202, ""),
                _ => error(&seen, 200, -32601, "Method not found"),
            })
        }
    };
    let listed = async |(explorer, _): (Explorer, Log)| script::get(&explorer, "/explorer/tools").await;
    let prompts = json!({ "prompts": {} });
    for response in [listed(explorer(newest(prompts.clone()))).await, listed(explorer(older(prompts))).await] {
        assert_eq!((response.status(), text(&response)), (StatusCode::OK, "[]"));
    }
    let (both, _) = explorer(newest(json!({ "prompts": {} })));
    assert_eq!(described(&both).await["capabilities"], json!({ "prompts": {} }));
    let tools = json!({ "tools": {} });
    for response in [listed(explorer(newest(tools.clone()))).await, listed(explorer(older(tools))).await] {
        assert_eq!(response.status(), StatusCode::BAD_GATEWAY, "{}", text(&response));
    }
}

#[tokio::test]
async fn a_session_is_described_by_its_handshake() {
    let (explorer, log) = explorer(|seen: Seen| {
        std::future::ready(match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => {
                let info = json!({ "name": "older", "title": "Older", "version": "1", "icons": [] });
                let answer = json!({ "protocolVersion": "2025-06-18", "capabilities": { "logging": {} },
                                     "serverInfo": info, "instructions": "Be kind." });
                result(&seen, answer)
            }
            "tools/list" => result(&seen, json!({ "tools": [{ "name": "t" }, 1] })),
            _ => plain(202, ""),
        })
    });
    script::get(&explorer, "/explorer/tools").await;
    let before = log.methods();
    assert_eq!(
        described(&explorer).await,
        json!({
            "protocolVersion": "2025-06-18",
            "serverInfo": { "name": "older", "title": "Older", "version": "1", "icons": [] },
            "capabilities": { "logging": {} },
            "instructions": "Be kind.",
            "mcpEndpoint": "../mcp",
            "excludedTools": [{ "index": 1, "reason": "It is not a JSON object." }],
        })
    );
    assert_eq!(log.methods(), before, "neither the handshake nor the list is repeated");
}

#[tokio::test]
async fn a_server_that_gives_nothing_is_known_by_its_revision() {
    let (explorer, _) = explorer(|seen: Seen| {
        std::future::ready(match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => plain(400, ""),
            "initialize" => result(&seen, json!({ "protocolVersion": "2025-03-26" })),
            "tools/list" => result(&seen, json!({ "tools": [] })),
            _ => plain(202, ""),
        })
    });
    let expected = json!({ "protocolVersion": "2025-03-26", "mcpEndpoint": "../mcp", "excludedTools": [] });
    assert_eq!(described(&explorer).await, expected);
}
