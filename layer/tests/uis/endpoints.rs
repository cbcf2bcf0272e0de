//! The catalog in the explorer.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body::Body;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{Arguments, CallToolResult};
use tower_mcp_ui::uis::{AugmentLayer, Ui, UiCatalog, augment_with_ui};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, embedding};

use super::{TOOL, catalog, html};
use crate::support::runtime::Bound;

async fn respond(config: McpUiConfig, request: Request<String>) -> Response<Bytes> {
    let layer = McpUiLayer::new(config)
        .tools_with(tower_mcp_ui::tools::ToolList::first_wins([]), |_: String, _: Arguments| async { "" });
    let (head, body) = embedding::respond(&layer, request).await.unwrap().into_parts();
    Response::from_parts(head, body.collect().await.unwrap().to_bytes())
}

async fn get(config: McpUiConfig, path: &str) -> Response<Bytes> {
    respond(config, Request::get(path).header("host", "localhost").body(String::new()).unwrap()).await
}

async fn post(config: McpUiConfig, path: &str, body: impl Into<String>) -> Response<Bytes> {
    respond(config, Request::post(path).header("host", "localhost").body(body.into()).unwrap()).await
}

fn json_of(response: &Response<Bytes>) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

fn config(catalog: &UiCatalog) -> McpUiConfig {
    McpUiConfig::new().uis(catalog).execution(Execution::all())
}

/// Returns a stream's next event that is not a comment.
async fn next_event(body: &mut (impl Body<Data = Bytes, Error: std::fmt::Debug> + Unpin)) -> Option<String> {
    loop {
        let frame = body.frame().await?.unwrap().into_data().unwrap();
        let text = String::from_utf8(frame.to_vec()).unwrap();
        if !text.starts_with(':') {
            return Some(text);
        }
    }
}

fn without_tools(config: McpUiConfig) -> McpUiLayer<GivenTools> {
    McpUiLayer::new(config)
        .tools_with(tower_mcp_ui::tools::ToolList::first_wins([]), |_: String, _: Arguments| async { "" })
}

async fn events(
    layer: &McpUiLayer<GivenTools>,
) -> Response<impl Body<Data = Bytes, Error: std::fmt::Debug> + Unpin + use<>> {
    let request = Request::get("/explorer/events").header("host", "localhost").body(String::new()).unwrap();
    embedding::respond(layer, request).await.unwrap()
}

#[tokio::test]
async fn the_streams_of_the_catalog_alone_are_limited_too() {
    let layer = without_tools(config(&catalog()));
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(events(&layer).await);
        assert_eq!(open.last().unwrap().status(), StatusCode::OK);
    }
    assert_eq!(events(&layer).await.status(), StatusCode::TOO_MANY_REQUESTS);
    open.pop();
    assert_eq!(events(&layer).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn the_events_tell_of_changes_of_the_catalog() {
    let catalog = catalog();
    let response = events(&without_tools(config(&catalog))).await;
    assert_eq!(response.status(), StatusCode::OK);
    let mut body = response.into_body();
    let call = |data: Value| augment_with_ui(CallToolResult::new().structured_content(data), &catalog, TOOL, None);
    let changes: [&dyn Fn(); 3] = [
        &|| catalog.replace(&UiCatalog::new().ui(TOOL, Ui::html("<p>other")).unwrap()),
        &|| drop([call(json!({ "total": 1 })), call(json!({ "total": 2 }))]),
        &|| catalog.report_health(TOOL, Err("refused".to_owned())),
    ];
    for change in changes {
        change();
        assert_eq!(next_event(&mut body).await.as_deref(), Some("event: uis\ndata: {}\n\n"));
    }
    let quiet = tokio::time::timeout(Duration::from_millis(500), next_event(&mut body)).await;
    assert!(quiet.is_err(), "several changes are one event: {quiet:?}");
    assert_eq!(events(&without_tools(McpUiConfig::new())).await.status(), StatusCode::NO_CONTENT);
}

#[derive(Default)]
struct CountedWakes(AtomicUsize);

impl Wake for CountedWakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn a_change_of_the_catalog_does_not_wake_the_request_of_a_component() {
    let catalog = catalog();
    let mut body = events(&without_tools(config(&catalog).runtime(Bound))).await.into_body();
    let count = Arc::new(CountedWakes::default());
    let waker = Waker::from(Arc::clone(&count));
    while Pin::new(&mut body).poll_frame(&mut Context::from_waker(&waker)).is_ready() {}
    catalog.report_health(TOOL, Err("refused".to_owned()));
    assert_eq!(count.0.load(Ordering::Relaxed), 0);
    assert_eq!(next_event(&mut body).await.as_deref(), Some("event: uis\ndata: {}\n\n"));
}

/// Returns the first UI's outcome counts.
pub(super) async fn outcomes(catalog: &UiCatalog) -> Value {
    json_of(&get(config(catalog), "/explorer/uis").await)["uis"][0]["outcomes"].take()
}

#[tokio::test]
async fn the_catalog_is_listed_with_its_outcomes() {
    let catalog = catalog();
    let call = |data: Value| augment_with_ui(CallToolResult::new().structured_content(data), &catalog, TOOL, None);
    drop([call(json!({ "total": 1 })), call(json!({ "total": "x" }))]);
    let listed = json_of(&get(config(&catalog), "/explorer/uis").await);
    let uri = listed["uis"][0]["uri"].as_str().unwrap();
    assert_eq!(
        listed,
        json!({ "writable": false, "used": true, "uis": [{
            "name": TOOL, "title": "Databases", "tools": [TOOL], "uri": uri, "hosted": "/explorer/ui/list-databases",
            "bytes": 27, "schema": { "type": "object", "properties": { "total": { "type": "integer" } }, "required": ["total"] },
            "stories": [{ "name": "One", "data": { "total": 1 }, "valid": true }],
            "outcomes": { "linked": 1, "embedded": 0, "skipped": 1, "last": {
                "tool": TOOL, "reason": "invalid", "path": "/total",
                "message": "the data do not match the schema at `/total`: Must be an integer",
            }},
        }]})
    );
    assert_eq!(get(McpUiConfig::new(), "/explorer/uis").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn data_are_checked() {
    let check = |body: &'static str| post(config(&catalog()), "/explorer/uis/list-databases/check", body);
    assert_eq!(json_of(&check(r#"{"total":1}"#).await), json!({ "valid": true }));
    assert_eq!(json_of(&check("{}").await)["valid"], false);
    assert_eq!(check("{").await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(post(config(&catalog()), "/explorer/uis/other/check", "1").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn documents_have_an_opaque_origin() {
    let csp = json!({ "connectDomains": ["https://api.example.com"], "resourceDomains": ["http://localhost"] });
    let catalog = UiCatalog::new().ui("a", html().csp(csp)).unwrap();
    let document = get(config(&catalog), "/explorer/ui/a?waitForRenderData=true").await;
    assert_eq!(document.body(), "<!doctype html><p>Databases");
    let policy = document.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("sandbox allow-scripts allow-forms; default-src 'none'"), "{policy}");
    assert!(
        policy.contains("connect-src https://api.example.com;") && policy.ends_with("frame-ancestors 'self'"),
        "{policy}"
    );
    assert!(!policy.contains("'self' ") && !policy.contains("allow-same-origin"), "{policy}");
    assert!(!document.headers().contains_key("access-control-allow-origin"));
    let open = config(&catalog).uis_ancestors(["*"]).unwrap();
    let document = get(open, "/explorer/ui/a").await;
    assert!(document.headers()["content-security-policy"].to_str().unwrap().ends_with("frame-ancestors *"));
    assert_eq!(document.headers()["access-control-allow-origin"], "*");
    assert_eq!(document.headers()["cross-origin-resource-policy"], "cross-origin");
    for path in ["/explorer/ui/b", "/explorer/ui/", "/explorer/ui/../ui/a"] {
        assert_eq!(get(config(&catalog), path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let runtime = get(config(&catalog), "/explorer/ui/runtime.js").await;
    assert!(runtime.headers()["content-type"].to_str().unwrap().starts_with("text/javascript"));
    assert!(config(&catalog).uis_ancestors(["*", "'self'"]).is_err());
}

#[tokio::test]
async fn stories_are_saved_once() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = catalog().save_stories_in(folder.path());
    let save = |body: Value| post(config(&catalog), "/explorer/uis/list-databases/stories", body.to_string());
    let story = json!({ "name": "Two", "data": { "total": 2 }, "arguments": {} });
    assert_eq!(save(story.clone()).await.status(), StatusCode::CREATED);
    assert_eq!(save(story).await.status(), StatusCode::CONFLICT);
    let saved = std::fs::read_to_string(folder.path().join("list-databases/stories/Two.json")).unwrap();
    assert_eq!(saved, "{\"data\":{\"total\":2},\"arguments\":{}}\n");
    let listed = json_of(&get(config(&catalog), "/explorer/uis").await);
    assert_eq!((&listed["uis"][0]["stories"][1]["name"], &listed["writable"]), (&json!("Two"), &json!(true)));
    for name in ["../x", "a/b", "", " a", "x.json", "-rf", "CON", "lpt1", &"n".repeat(65)] {
        let response = save(json!({ "name": name, "data": 1 })).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{name}");
    }
    assert_eq!(save(json!({ "name": "A" })).await.status(), StatusCode::BAD_REQUEST);
    let read_only = super::catalog();
    let path = "/explorer/uis/list-databases/stories";
    let response = post(config(&read_only), path, json!({ "name": "A", "data": 1 }).to_string()).await;
    assert_eq!(response.status(), StatusCode::FORBIDDEN);
    let without_execution = McpUiConfig::new().uis(&catalog);
    assert_eq!(post(without_execution, path, "{}").await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_story_is_saved_only_for_callers_that_the_auth_hook_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = catalog().save_stories_in(folder.path());
    let refuse = |_: http::request::Parts| async { Err::<http::request::Parts, _>("no") };
    let story = json!({ "name": "Two", "data": { "total": 2 } });
    let path = "/explorer/uis/list-databases/stories";
    let response = post(config(&catalog).auth(refuse), path, story.to_string()).await;
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn stories_that_are_saved_at_once_are_all_listed() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = catalog().save_stories_in(folder.path());
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let save = |number: usize| {
        let story = json!({ "name": format!("S{number}"), "data": { "total": number } }).to_string();
        let saved = runtime().block_on(post(config(&catalog), "/explorer/uis/list-databases/stories", story));
        assert_eq!(saved.status(), StatusCode::CREATED);
    };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || (0..40).for_each(|number| save(thread * 40 + number)));
        }
    });
    let listed = json_of(&runtime().block_on(get(config(&catalog), "/explorer/uis")));
    assert_eq!(listed["uis"][0]["stories"].as_array().map(Vec::len), Some(161));
}

#[tokio::test]
async fn no_more_stories_are_saved_than_a_catalog_may_have() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = catalog().save_stories_in(folder.path());
    let save = async |number: usize| {
        let story = json!({ "name": format!("S{number}"), "data": { "total": number } }).to_string();
        post(config(&catalog), "/explorer/uis/list-databases/stories", story).await
    };
    // The UI already has one story.
    for number in 1..200 {
        assert_eq!(save(number).await.status(), StatusCode::CREATED, "{number}");
    }
    let refused = save(200).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert!(String::from_utf8_lossy(refused.body()).contains("The UI has 200 stories, the maximum."));
    assert!(!folder.path().join("list-databases/stories/S200.json").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_that_took_the_place_of_a_folder_is_not_followed() {
    let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let catalog = catalog().save_stories_in(folder.path());
    let story = json!({ "name": "Two", "data": { "total": 2 } });
    for (made, link) in [("list-databases", "list-databases/stories"), ("", "list-databases")] {
        std::fs::create_dir_all(folder.path().join(made)).unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join(link)).unwrap();
        let saved = post(config(&catalog), "/explorer/uis/list-databases/stories", story.to_string()).await;
        assert_eq!(saved.status(), StatusCode::INTERNAL_SERVER_ERROR, "{link}");
        assert!(!outside.path().join("Two.json").exists() && !outside.path().join("stories/Two.json").exists());
        std::fs::remove_file(folder.path().join(link)).unwrap();
        let _ = std::fs::remove_dir(folder.path().join("list-databases"));
    }
}

#[tokio::test]
async fn the_health_of_documents_elsewhere_is_shown() {
    let catalog = UiCatalog::new().ui("far", Ui::external("https://example.com/x")).unwrap();
    assert!(json_of(&get(config(&catalog), "/explorer/uis").await)["uis"][0].get("health").is_none());
    catalog.report_health("far", Err("404 Not Found".to_owned()));
    let listed = json_of(&get(config(&catalog), "/explorer/uis").await);
    assert_eq!(listed["uis"][0]["health"], json!({ "ok": false, "message": "404 Not Found" }));
    assert_eq!(listed["uis"][0]["external"], "https://example.com/x");
}

#[tokio::test]
async fn a_catalog_that_no_tool_gets_says_so() {
    let catalog = catalog();
    let used = || async { json_of(&get(config(&catalog), "/explorer/uis").await)["used"].take() };
    assert_eq!(used().await, false);
    drop(AugmentLayer::new(&catalog));
    assert_eq!(used().await, true);
}

#[tokio::test]
async fn a_larger_story_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = catalog().save_stories_in(folder.path());
    // In the file, 11 bytes surround the string: `{"data":""}`.
    for (bytes, status) in [(1 << 20, StatusCode::CREATED), ((1 << 20) + 1, StatusCode::BAD_REQUEST)] {
        let story = json!({ "name": format!("S{bytes}"), "data": "x".repeat(bytes - 11) }).to_string();
        let response = post(config(&catalog), "/explorer/uis/list-databases/stories", story).await;
        assert_eq!(response.status(), status, "{bytes}");
    }
}

#[tokio::test]
async fn the_rest_of_a_long_text_in_the_outcomes_is_cut_off() {
    let far = Ui::external("https://example.com/x").tools(["é*"]).schema(json!({ "type": "object" }));
    let catalog = UiCatalog::new().ui("far", far).unwrap();
    catalog.report_health("far", Err("é".repeat(501)));
    drop(augment_with_ui(CallToolResult::new().structured_content(json!(1)), &catalog, &"é".repeat(501), None));
    let listed = json_of(&get(config(&catalog), "/explorer/uis").await)["uis"][0].take();
    assert_eq!(listed["health"]["message"], "é".repeat(500));
    assert_eq!(listed["outcomes"]["last"]["tool"], "é".repeat(500));
}
