//! Clients that do not show MCP Apps, and get a UI's URL.

use http::Request;
use serde_json::{Value, json};
use tower_mcp_ui::uis::{AugmentLayer, Ui, UiCatalog};

use super::{AnyBody, TOOL, catalog, request, result, result_of, send};

fn layer(catalog: &UiCatalog) -> AugmentLayer {
    AugmentLayer::new(catalog).older_clients("https://tools.example.com/explorer/").unwrap()
}

const APPS: &str = "io.modelcontextprotocol/ui";

async fn call(layer: &AugmentLayer, request: Request<AnyBody>) -> Value {
    let answer =
        || result(&json!({ "content": [{ "type": "text", "text": "t" }], "structuredContent": { "total": 1 } }));
    result_of(&send(layer, request, answer).await)
}

#[tokio::test]
async fn clients_of_2026_say_in_each_request_whether_they_show_apps() {
    let layer = layer(&catalog());
    let with = |extensions: Value| {
        let meta = json!({ "io.modelcontextprotocol/clientCapabilities": { "extensions": extensions } });
        request(true, "tools/call", &json!({ "name": TOOL, "_meta": meta }))
    };
    let embedded = call(&layer, with(json!({}))).await;
    assert_eq!(
        embedded["content"][1],
        json!({ "type": "resource", "resource": {
            "uri": super::uri(&layer).await,
            "mimeType": "text/uri-list",
            "text": "https://tools.example.com/explorer/ui/list-databases?waitForRenderData=true",
            "_meta": { "mcpui.dev/ui-initial-render-data": { "total": 1 } },
        }})
    );
    let linked = call(&layer, with(json!({ APPS: {} }))).await;
    assert_eq!(linked["content"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn clients_before_say_it_once_for_their_session() {
    let layer = layer(&catalog());
    for (session, extensions, expected) in [("a", json!({ APPS: {} }), 1), ("b", json!({}), 2)] {
        let initialize = request(false, "initialize", &json!({ "capabilities": { "extensions": extensions } }));
        send(&layer, initialize, move || {
            let mut response = result(&json!({ "capabilities": {} }));
            response.headers_mut().insert("mcp-session-id", session.parse().unwrap());
            response
        })
        .await;
        let mut request = request(false, "tools/call", &json!({ "name": TOOL }));
        request.headers_mut().insert("mcp-session-id", session.parse().unwrap());
        assert_eq!(call(&layer, request).await["content"].as_array().unwrap().len(), expected, "{session}");
    }
}

#[tokio::test]
async fn a_document_elsewhere_has_its_own_url() {
    let catalog = UiCatalog::new().ui(TOOL, Ui::external("https://ui.example.com/?a=b")).unwrap();
    let embedded = call(&layer(&catalog), request(true, "tools/call", &json!({ "name": TOOL }))).await;
    assert_eq!(embedded["content"][1]["resource"]["text"], "https://ui.example.com/?a=b&waitForRenderData=true");
}

#[test]
fn the_address_of_the_explorer_is_checked() {
    for wrong in ["http://tools.example.com", "tools.example.com", "https://a.b/?c=d", "https://u@a.b"] {
        assert!(AugmentLayer::new(&catalog()).older_clients(wrong).is_err(), "{wrong}");
    }
}
