//! Tools that are excluded from the list, and the reported reasons.

use axum::body::Body;
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower_mcp_ui::tools::Arguments;
use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool, embedding};

use crate::support::script::{self, Seen, explorer, plain, result, text};
use crate::support::sdk::Sdk;

const SERVER: &str = "/explorer/server";

fn listing(tools: Value) -> impl Fn(Seen) -> std::future::Ready<Response<Body>> + Clone {
    move |seen| std::future::ready(result(&seen, json!({ "tools": tools })))
}

async fn listed_and_excluded(explorer: &script::Explorer) -> (Vec<String>, Value) {
    let list: Vec<Value> = serde_json::from_slice(script::get(explorer, "/explorer/tools").await.body()).unwrap();
    let server: Value = serde_json::from_slice(script::get(explorer, SERVER).await.body()).unwrap();
    let names = list.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    (names, server["excludedTools"].clone())
}

#[tokio::test]
async fn a_malformed_tool_leaves_the_others_in_the_list() {
    let tools = json!([
        { "name": "a" },
        { "title": "nameless" },
        7,
        { "name": ["b"] },
        { "name": "c", "inputSchema": "neither an object nor a boolean" },
        { "name": "a", "description": "the second" },
    ]);
    let (explorer, _) = explorer(listing(tools));
    let (names, excluded) = listed_and_excluded(&explorer).await;
    assert_eq!(names, ["a", "c"]);
    let expected = json!([
        { "index": 1, "reason": "It has no `name`." },
        { "index": 2, "reason": "It is not a JSON object." },
        { "index": 3, "reason": "`name` is not a string." },
        { "name": "a", "index": 5, "reason": "Another tool has the name `a`; the first one is used." },
    ]);
    assert_eq!(excluded, expected);
    assert_eq!(script::call(&explorer, "c", "{}").await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_list_of_nothing_but_malformed_tools_is_empty() {
    let (explorer, _) = explorer(listing(json!([1, {}])));
    let (names, excluded) = listed_and_excluded(&explorer).await;
    assert!(names.is_empty());
    assert_eq!(excluded.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn an_index_counts_the_tools_of_all_pages() {
    let (explorer, _) = explorer(|seen: Seen| {
        std::future::ready(match seen.message["params"]["cursor"].as_str() {
            None => result(&seen, json!({ "tools": [{ "name": "a" }, 1], "nextCursor": "2" })),
            Some(_) => result(&seen, json!({ "tools": [{ "name": "b" }, 2] })),
        })
    });
    let (names, excluded) = listed_and_excluded(&explorer).await;
    assert_eq!(names, ["a", "b"]);
    assert_eq!((&excluded[0]["index"], &excluded[1]["index"]), (&json!(1), &json!(3)));
}

#[tokio::test]
async fn at_most_a_thousand_are_reported_and_the_limit_of_tools_holds() {
    let (many, _) = explorer(listing(Value::from(vec![json!(1); 10_000])));
    let (_, excluded) = listed_and_excluded(&many).await;
    assert_eq!(excluded.as_array().map(Vec::len), Some(1_001));
    assert_eq!(excluded[1_000], json!({ "index": 1_000, "reason": "9000 more tools are left out." }));
    let (too_many, _) = explorer(listing(Value::from(vec![json!(1); 10_001])));
    let response = script::get(&too_many, SERVER).await;
    assert_eq!(response.status(), StatusCode::BAD_GATEWAY);
    assert!(text(&response).contains("more than 10000 tools"), "{}", text(&response));
}

#[tokio::test]
async fn it_fails_like_the_list() {
    for status in [401, 403, 404, 429, 500] {
        let (explorer, _) = explorer(move |_: Seen| std::future::ready(plain(status, "no")));
        let (list, server) = (script::get(&explorer, "/explorer/tools").await, script::get(&explorer, SERVER).await);
        assert_eq!((server.status(), text(&server)), (list.status(), text(&list)));
    }
}

/// In 2026-07-28, a client over HTTP must not offer a tool with an invalid `x-mcp-header`.
#[tokio::test]
async fn an_invalid_header_annotation_excludes_a_tool_only_in_the_newest_revision() {
    let tools = json!([
        { "name": "valid", "inputSchema": { "properties": { "a": { "type": "string", "x-mcp-header": "A" } } } },
        { "name": "array", "inputSchema": { "items": { "type": "string", "x-mcp-header": "A" } } },
        { "name": "number", "inputSchema": { "properties": { "a": { "type": "number", "x-mcp-header": "A" } } } },
    ]);
    let (newest, _) = explorer(listing(tools.clone()));
    let (names, excluded) = listed_and_excluded(&newest).await;
    assert_eq!(names, ["valid"]);
    let expected = json!([
        { "name": "array", "index": 1,
          "reason": "`x-mcp-header: \"A\"` is not on a property that is reachable through `properties` alone." },
        { "name": "number", "index": 2,
          "reason": "`x-mcp-header: \"A\"` is not on a property of type string, integer or boolean." },
    ]);
    assert_eq!(excluded, expected);

    let sdk = Sdk::new();
    let (older, _) = explorer(move |seen: Seen| {
        let lists = seen.method() == "tools/list" && !seen.header("mcp-session-id").is_empty();
        std::future::ready(if lists { result(&seen, json!({ "tools": tools })) } else { sdk.respond(&seen) })
    });
    assert_eq!(listed_and_excluded(&older).await, (["valid", "array", "number"].map(str::to_owned).into(), json!([])));
}

#[tokio::test]
async fn duplicates_among_tools_in_code_are_excluded_too() {
    let provider = || async { vec![Tool::new("a", "first"), Tool::new("b", ""), Tool::new("a", "second")] };
    let handler = |_: String, _: Arguments| async { "" };
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(provider, handler);
    let get = || Request::builder().method(Method::GET).uri(SERVER).header("host", "localhost");
    let response = embedding::respond(&layer, get().body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(
        response.into_body().collect().await.unwrap().to_bytes(),
        r#"{"excludedTools":[{"name":"a","index":2,"reason":"Another tool has the name `a`; the first one is used."}]}"#
    );
}
