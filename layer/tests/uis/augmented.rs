//! Responses that get a UI.

use http::StatusCode;
use serde_json::{Value, json};
use tower_mcp_ui::BoxError;
use tower_mcp_ui::tools::{Arguments, CallToolResult};
use tower_mcp_ui::uis::{AugmentLayer, Ui, UiCatalog, Visibility};

use super::{Seen, TOOL, catalog, html, json_response, request, result, result_of, send, send_and_see, uri};

fn layer() -> AugmentLayer {
    AugmentLayer::new(&catalog())
}

#[tokio::test]
async fn tools_are_linked_to_their_uis_and_stay_the_same_otherwise() {
    let layer = layer();
    let uri = uri(&layer).await;
    assert!(uri.strip_prefix("ui://list-databases/").is_some_and(|hash| hash.len() == 8), "{uri}");
    let list = r#"{"jsonrpc":"2.0", "id":1,"result":{"x": 1.0,"tools":[{"name":"other" , "n":1e3},
        {"name":"list-databases","n":12345678901234567890,"_meta":{"a":1,"ui":{"b":2}}}, 7,
        {"name":"list-databases","_meta":{"ui":{"resourceUri":"ui://own"}}}], "nextCursor":"c"}}"#;
    for is_stateless in [true, false] {
        let response = send(&layer, request(is_stateless, "tools/list", &json!({})), move || json_response(list)).await;
        let linked = format!(
            r#"{{"name":"list-databases","n":12345678901234567890,"_meta":{{"a":1,"ui":{{"b":2,"resourceUri":"{uri}"}},"ui/resourceUri":"{uri}"}}}}"#
        );
        let tool = r#"{"name":"list-databases","n":12345678901234567890,"_meta":{"a":1,"ui":{"b":2}}}"#;
        assert_eq!(response.body(), &list.replace(tool, &linked));
        assert!(!response.headers().contains_key("etag"), "it was that of other bytes");
    }
}

#[tokio::test]
async fn servers_declare_that_they_have_resources() {
    for (method, before, after) in [
        ("initialize", json!({ "tools": {} }), json!({ "tools": {}, "resources": {} })),
        (
            "server/discover",
            json!({ "extensions": { "x": {} }, "resources": { "subscribe": true } }),
            json!({ "extensions": { "x": {}, "io.modelcontextprotocol/ui": {} }, "resources": { "subscribe": true } }),
        ),
    ] {
        let is_stateless = method == "server/discover";
        let before = json!({ "capabilities": before, "instructions": "i" });
        let response = send(&layer(), request(is_stateless, method, &json!({})), move || result(&before)).await;
        assert_eq!(result_of(&response), json!({ "capabilities": after, "instructions": "i" }));
    }
}

#[tokio::test]
async fn uis_are_on_the_last_page_of_the_resources() {
    let layer = layer();
    let first = json!({ "resources": [{ "uri": "a:1", "name": "a" }], "nextCursor": "2" });
    let response = send(&layer, request(true, "resources/list", &json!({})), move || result(&first)).await;
    assert_eq!(result_of(&response)["resources"].as_array().unwrap().len(), 1);
    let last = json!({ "resources": [{ "uri": "a:2", "name": "a" }] });
    let response = send(&layer, request(true, "resources/list", &json!({})), move || result(&last)).await;
    let listed = result_of(&response);
    assert_eq!(listed["resources"][0]["uri"], "a:2");
    assert_eq!(
        listed["resources"][1],
        json!({ "uri": uri(&layer).await, "name": TOOL, "title": "Databases", "mimeType": "text/html;profile=mcp-app" })
    );
}

#[tokio::test]
async fn a_server_without_resources_has_the_uis() {
    let missing = || {
        let mut response =
            json_response(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#);
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    };
    for is_stateless in [true, false] {
        let response = send(&layer(), request(is_stateless, "resources/list", &json!({})), missing).await;
        let listed = result_of(&response);
        assert_eq!((response.status(), listed["resources"].as_array().unwrap().len()), (StatusCode::OK, 1));
        assert_eq!(listed.get("resultType"), is_stateless.then_some(&json!("complete")));
        let response = send(&layer(), request(is_stateless, "resources/templates/list", &json!({})), missing).await;
        assert_eq!(result_of(&response)["resourceTemplates"], json!([]));
    }
}

#[tokio::test]
async fn a_ui_is_read_without_the_server() {
    let layer = layer();
    let uri = uri(&layer).await;
    for is_stateless in [true, false] {
        let seen = Seen::default();
        let read = request(is_stateless, "resources/read", &json!({ "uri": uri }));
        let response = send_and_see(&layer, read, || result(&json!({})), &seen).await;
        assert_eq!(response.headers()["content-type"], "application/json");
        let contents = result_of(&response);
        assert_eq!(contents["contents"][0]["uri"], uri);
        assert_eq!(contents["contents"][0]["mimeType"], "text/html;profile=mcp-app");
        assert_eq!(contents["contents"][0]["text"], "<!doctype html><p>Databases");
        assert_eq!(contents.get("cacheScope"), is_stateless.then_some(&json!("public")));
        assert!(seen.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_server_may_be_asked_first() {
    let layer = layer().ask_inner();
    let read = || request(true, "resources/read", &json!({ "uri": "ui://list-databases/00000000" }));
    let unknown = send(&layer, read(), || result(&json!({ "contents": [] }))).await;
    assert_eq!(result_of(&unknown), json!({ "contents": [] }), "another hash is not one of the catalog");
    let uri = uri(&layer).await;
    let read = || request(true, "resources/read", &json!({ "uri": uri }));
    let refuse = || {
        let mut response = json_response("{}");
        *response.status_mut() = StatusCode::UNAUTHORIZED;
        response
    };
    assert_eq!(send(&layer, read(), refuse).await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(send(&layer, read(), || result(&json!({}))).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn settings_of_a_ui_are_those_of_its_resource() {
    let ui = Ui::external("https://ui.example.com/dashboard?x=1")
        .tools(["a", "b_*"])
        .csp(json!({ "connectDomains": ["https://api.example.com"] }))
        .permissions(json!({ "camera": {} }))
        .prefers_border(true)
        .visibility([Visibility::App]);
    let layer = AugmentLayer::new(&UiCatalog::new().ui("dashboard", ui).unwrap());
    let uri = uri(&layer).await;
    let read = send(&layer, request(true, "resources/read", &json!({ "uri": uri })), || result(&json!({}))).await;
    let contents = result_of(&read)["contents"][0].take();
    assert_eq!(
        contents["_meta"]["ui"],
        json!({
            "csp": { "connectDomains": ["https://api.example.com"], "frameDomains": ["https://ui.example.com"] },
            "permissions": { "camera": {} },
            "prefersBorder": true,
        })
    );
    let document = contents["text"].as_str().unwrap();
    assert!(
        document.contains(r#"src="https://ui.example.com/dashboard?x=1&amp;waitForRenderData=true""#),
        "{document}"
    );
    assert!(document.contains("mcpUi") && !document.contains(r#"src="runtime.js""#), "the runtime is in the document");
    let list = json!({ "tools": [{ "name": "b_1" }, { "name": "c" }] });
    let tools = send(&layer, request(true, "tools/list", &json!({})), move || result(&list)).await;
    let tools = result_of(&tools)["tools"].take();
    assert_eq!(tools[0]["_meta"]["ui"], json!({ "resourceUri": uri, "visibility": ["app"] }));
    assert_eq!(tools[1], json!({ "name": "c" }));
}

/// A UI whose data is derived from the text and the arguments.
fn derived() -> Ui {
    html().render_data(|result: CallToolResult, arguments: Arguments| async move {
        let content: Vec<Value> = result.get("content").ok_or("no content")?.deserialize()?;
        let arguments: Value = arguments.parse()?;
        Ok::<_, BoxError>(json!({ "total": content[0]["text"].as_str().map(str::len), "limit": arguments["limit"] }))
    })
}

#[tokio::test]
async fn derived_data_reach_the_ui_but_not_the_model() {
    let layer = AugmentLayer::new(&UiCatalog::new().ui(TOOL, derived()).unwrap());
    let call = json!({ "name": TOOL, "arguments": { "limit": 9 } });
    for is_stateless in [true, false] {
        let answer = || result(&json!({ "content": [{ "type": "text", "text": "abc" }], "_meta": { "a": 1 } }));
        let response = send(&layer, request(is_stateless, "tools/call", &call), answer).await;
        assert_eq!(
            response.body(),
            r#"{"id":1,"jsonrpc":"2.0","result":{"_meta":{"a":1,"mcpui.dev/ui-initial-render-data":{"limit":9,"total":3}},"content":[{"text":"abc","type":"text"}]}}"#
        );
    }
}

#[tokio::test]
async fn derived_data_may_be_structured_content() {
    let layer = AugmentLayer::new(&UiCatalog::new().ui(TOOL, derived().as_structured_content()).unwrap());
    let call = json!({ "name": TOOL, "arguments": {} });
    let answer = || result(&json!({ "content": [{ "type": "text", "text": "abc" }] }));
    let response = send(&layer, request(true, "tools/call", &call), answer).await;
    assert_eq!(result_of(&response)["structuredContent"], json!({ "limit": null, "total": 3 }));
    let answer = || result(&json!({ "content": [{ "type": "text", "text": "abc" }], "structuredContent": {} }));
    let response = send(&layer, request(true, "tools/call", &call), answer).await;
    let kept = result_of(&response);
    assert_eq!(kept["structuredContent"], json!({}));
    assert_eq!(kept["_meta"]["mcpui.dev/ui-initial-render-data"]["total"], 3);
}

#[tokio::test]
async fn results_of_tasks_are_treated_like_those_of_calls() {
    let layer = AugmentLayer::new(&UiCatalog::new().ui(TOOL, derived()).unwrap());
    let done = json!({ "content": [{ "type": "text", "text": "abcd" }] });
    for (is_stateless, handle, method, answer) in [
        (true, json!({ "resultType": "task", "taskId": "t1", "status": "working" }), "tasks/get", {
            json!({ "taskId": "t1", "status": "completed", "result": done })
        }),
        (false, json!({ "task": { "taskId": "t2", "status": "working" } }), "tasks/result", done.clone()),
    ] {
        let call = request(is_stateless, "tools/call", &json!({ "name": TOOL, "arguments": {} }));
        let accepted = handle.clone();
        let response = send(&layer, call, move || result(&accepted)).await;
        assert_eq!(result_of(&response), handle);
        let id = if is_stateless { "t1" } else { "t2" };
        let get = request(is_stateless, method, &json!({ "taskId": id }));
        let response = result_of(&send(&layer, get, move || result(&answer)).await);
        let result = if is_stateless { &response["result"] } else { &response };
        assert_eq!(result["_meta"]["mcpui.dev/ui-initial-render-data"]["total"], 4, "{response}");
    }
}

#[tokio::test]
async fn the_server_is_not_asked_for_compressed_responses() {
    let seen = Seen::default();
    for (tool, has_encoding) in [(TOOL, false), ("other", true)] {
        let call = request(true, "tools/call", &json!({ "name": tool }));
        send_and_see(&layer(), call, || result(&json!({})), &seen).await;
        let (headers, body) = seen.lock().unwrap().pop().unwrap();
        assert_eq!(headers.contains_key("accept-encoding"), has_encoding, "{tool}");
        assert!(body.ends_with(b"}}"), "the body is complete");
    }
}

#[tokio::test]
async fn a_catalog_can_be_replaced() {
    let catalog = catalog();
    let layer = AugmentLayer::new(&catalog);
    let before = uri(&layer).await;
    catalog.replace(&UiCatalog::new().ui(TOOL, Ui::html("<p>New")).unwrap());
    assert_ne!(uri(&layer).await, before);
}
