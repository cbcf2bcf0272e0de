//! Resources asked of an MCP server, and what apps do there.

use axum::body::Body;
use http::{Request, Response};
use serde_json::json;

use crate::support::script::{self, Seen, error, explorer, get, plain, result, text};

async fn answer(seen: Seen) -> Response<Body> {
    let cursor = seen.message["params"]["cursor"].as_str();
    match (seen.method(), cursor) {
        ("tools/list", _) => result(&seen, json!({ "tools": [{ "name": "t" }] })),
        ("tools/call", _) => result(&seen, json!({ "content": [], "ran": seen.message["params"]["name"] })),
        ("resources/list", None) => result(&seen, json!({ "resources": [{ "uri": "ui://a" }], "nextCursor": "2" })),
        ("resources/list", Some(_)) => result(&seen, json!({ "resources": [{ "uri": "ui://b" }] })),
        ("resources/templates/list", _) => error(&seen, 404, -32601, "Method not found"),
        ("resources/read", _) => match seen.message["params"]["uri"].as_str() {
            Some("ui://é") => result(&seen, json!({ "contents": [] })),
            Some("ui://broken") => result(&seen, json!({ "contents": {} })),
            Some("ui://failing") => error(&seen, 500, -32603, "the disk is on fire"),
            Some("ui://secret") => plain(401, "who are you?"),
            _ => error(&seen, 400, -32602, "Resource not found"),
        },
        _ => plain(400, ""),
    }
}

#[tokio::test]
async fn all_pages_of_the_resources_are_listed() {
    let (explorer, _) = explorer(answer);
    assert_eq!(text(&get(&explorer, "/explorer/resources").await), r#"[{"uri":"ui://a"},{"uri":"ui://b"}]"#);
}

#[tokio::test]
async fn a_server_without_resources_or_templates_lists_none() {
    let (explorer, _) = explorer(answer);
    let listed = get(&explorer, "/explorer/resources/templates").await;
    assert_eq!((listed.status().as_u16(), text(&listed)), (200, "[]"));
}

#[tokio::test]
async fn a_resource_is_read_with_its_uri_mirrored() {
    let (explorer, log) = explorer(answer);
    let read = get(&explorer, "/explorer/resources/read?uri=ui%3A%2F%2F%C3%A9").await;
    assert_eq!(text(&read), r#"{"contents":[]}"#);
    let asked = log.of("resources/read");
    assert_eq!(asked[0].header("mcp-name"), "=?base64?dWk6Ly/DqQ==?=");
}

#[tokio::test]
async fn what_keeps_a_resource_from_being_read_is_said() {
    let (explorer, _) = explorer(answer);
    for (uri, status, said) in [
        ("ui://nosuch", 404, "Resource not found: ui://nosuch"),
        ("ui://broken", 502, "answers resources/read without contents"),
        ("ui://failing", 502, "the disk is on fire"),
        ("ui://secret", 401, "who are you?"),
    ] {
        let read = get(&explorer, &format!("/explorer/resources/read?uri={uri}")).await;
        assert_eq!(read.status().as_u16(), status, "{uri}");
        assert!(text(&read).contains(said), "{}", text(&read));
    }
}

#[tokio::test]
async fn an_app_may_call_what_the_server_does_not_list() {
    let (explorer, _) = explorer(answer);
    let call = |app: bool| {
        let request = Request::post("/explorer/tools/hidden/call").header("host", "localhost");
        let request = if app { request.header("mcp-ui-app", "ui://a") } else { request };
        script::send(&explorer, request.body(Body::from("{}")).unwrap())
    };
    assert_eq!(call(false).await.status().as_u16(), 404);
    assert_eq!(text(&call(true).await), r#"{"content":[],"isError":false,"ran":"hidden"}"#);
}
