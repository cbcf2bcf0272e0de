//! Providers, handlers and the auth hook, in every form that the API accepts.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::support::corpus::Deployment as _;
use crate::support::deployments::Bare;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use serde_json::json;
use tower::{ServiceBuilder, service_fn};
use tower_mcp_ui::config::{Identity, Timeouts};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{
    Arguments, CallError, CallToolResult, Content, RequestParts, ToolCall, ToolHandler, ToolList, ToolsError,
    ToolsProvider,
};
use tower_mcp_ui::{BoxError, Execution, McpUiConfig, McpUiLayer, RawJson, Tool, embedding};

fn config() -> McpUiConfig {
    McpUiConfig::new().execution(Execution::all())
}

fn one_tool() -> ToolList {
    ToolList::new([Tool::new("t", "")]).unwrap()
}

async fn call(layer: McpUiLayer<GivenTools>, arguments: &'static str) -> (u16, String) {
    send(layer, Request::post("/explorer/tools/t/call"), arguments).await
}

async fn list(layer: McpUiLayer<GivenTools>) -> (u16, String) {
    send(layer, Request::get("/explorer/tools"), "").await
}

async fn send(layer: McpUiLayer<GivenTools>, request: http::request::Builder, body: &'static str) -> (u16, String) {
    let request = request.header("host", "localhost").header("x-user", "ali").body(Bytes::from(body)).unwrap();
    let response: Response<Bytes> = Bare(layer).send(request).await;
    (response.status().as_u16(), String::from_utf8(response.body().to_vec()).unwrap())
}

fn text_result(text: &str) -> String {
    format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}"#)
}

#[tokio::test]
async fn handlers_of_every_form() {
    struct Implemented;
    impl ToolHandler for Implemented {
        fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
            Box::pin(async move { Ok(CallToolResult::text(format!("{}:{}", call.tool.name(), call.request.method))) })
        }
    }
    let layer = || McpUiLayer::new(config());
    let two = layer().tools_with(one_tool(), |name: String, _: Arguments| async { name });
    assert_eq!(call(two, "").await, (200, text_result("t")));
    let three = layer().tools_with(one_tool(), |_: String, _: Arguments, request: RequestParts| async move {
        request.headers["x-user"].to_str().map(str::to_owned)
    });
    assert_eq!(call(three, "").await, (200, text_result("ali")));
    assert_eq!(call(layer().tools_with(one_tool(), Implemented), "").await, (200, text_result("t:POST")));
    assert_eq!(call(layer().tools_with(one_tool(), Arc::new(Implemented)), "").await, (200, text_result("t:POST")));
    let service = service_fn(|call: ToolCall| async move {
        Ok::<_, Infallible>(CallToolResult::text(call.arguments.get().replace('"', "'")))
    });
    assert_eq!(call(layer().tools_with(one_tool(), service), r#"{"a":1.0}"#).await, (200, text_result("{'a':1.0}")));
}

#[tokio::test]
async fn tower_layers_work_on_handlers() {
    let slow = service_fn(|_: ToolCall| async {
        tokio::time::sleep(Duration::from_secs(60)).await;
        Ok::<_, Infallible>(CallToolResult::new())
    });
    let limited = ServiceBuilder::new().concurrency_limit(2).timeout(Duration::from_millis(20)).service(slow);
    let (status, body) = call(McpUiLayer::new(config()).tools_with(one_tool(), limited), "").await;
    assert_eq!((status, &*body), (504, r#"{"error":"request timed out"}"#));
}

#[tokio::test]
async fn results_of_every_form() {
    let layer = |result: fn() -> CallToolResult| {
        McpUiLayer::new(config()).tools_with(one_tool(), move |_: String, _: Arguments| async move { result() })
    };
    let rich = layer(|| {
        CallToolResult::new()
            .content(Content::resource_link("x://a", "a").annotations(json!({ "priority": 1 })))
            .structured_content(json!([1, 2]))
            .meta(json!({ "own": true }))
            .trace_id("abc")
    });
    let expected = r#"{"content":[{"type":"resource_link","uri":"x://a","name":"a","annotations":{"priority":1}}],"isError":false,"structuredContent":[1,2],"_meta":{"own":true,"_trace_id":"abc"}}"#;
    assert_eq!(call(rich, "").await, (200, expected.to_owned()));
    let untraced = layer(|| CallToolResult::new().trace_id(""));
    assert_eq!(call(untraced, "").await, (200, r#"{"content":[],"isError":false}"#.to_owned()));
    assert_eq!(call(layer(|| CallToolResult::error("no")), "").await.0, 500);
    let added = layer(|| {
        let json = RawJson::parse(r#"{"content":[ {"type":"a"} ],"n":1.0}"#).unwrap();
        CallToolResult::from_json(&json).unwrap().content(Content::text("b"))
    });
    let expected = r#"{"content":[ {"type":"a"} ,{"type":"text","text":"b"}],"isError":false,"n":1.0}"#;
    assert_eq!(call(added, "").await, (200, expected.to_owned()));
    let blobs = layer(|| {
        let text = CallToolResult::new().content(Content::resource_text("x://t", "text/plain", "t"));
        text.content(Content::resource_blob("x://b", "image/png", "AA==")).content(Content::audio("AA==", "audio/wav"))
    });
    let expected = r#"{"content":[{"type":"resource","resource":{"uri":"x://t","mimeType":"text/plain","text":"t"}},{"type":"resource","resource":{"uri":"x://b","mimeType":"image/png","blob":"AA=="}},{"type":"audio","data":"AA==","mimeType":"audio/wav"}],"isError":false}"#;
    assert_eq!(call(blobs, "").await, (200, expected.to_owned()));
}

#[tokio::test]
async fn argument_parse_errors_are_reported_to_the_caller() {
    let parsing = |_: String, arguments: Arguments| async move { arguments.parse::<Vec<u8>>().map(|_| "") };
    let (status, body) = call(McpUiLayer::new(config()).tools_with(one_tool(), parsing), "{}").await;
    assert_eq!(status, 500);
    assert!(body.contains("expected a sequence"), "{body}");
}

#[tokio::test]
async fn a_handler_panic_fails_only_its_call() {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let layer = McpUiLayer::new(config()).tools_with(one_tool(), move |_: String, _: Arguments| {
        assert!(count.fetch_add(1, Ordering::SeqCst) != 0, "secret of the first call");
        async move { "the second call" }
    });
    let (status, body) = call(layer.clone(), "").await;
    assert_eq!(status, 500);
    assert_eq!(
        body,
        r#"{"content":[{"type":"text","text":"The tool failed unexpectedly. See the server's log for details."}],"isError":true}"#
    );
    assert_eq!(call(layer, "").await, (200, text_result("the second call")));
}

#[tokio::test]
async fn a_handler_that_hangs_times_out() {
    let config = config().timeouts(Timeouts::new().call(Duration::from_millis(20)));
    let hanging = |_: String, _: Arguments| std::future::pending::<String>();
    let (status, body) = call(McpUiLayer::new(config).tools_with(one_tool(), hanging), "").await;
    assert_eq!(
        (status, &*body),
        (
            504,
            r#"{"error":"The tool did not respond within 20ms. Raise `Timeouts::call` (MCP_UI_CALL_TIMEOUT) if it needs more time."}"#
        )
    );
}

#[tokio::test]
async fn a_handler_may_deny_a_call() {
    struct Deny;
    impl ToolHandler for Deny {
        fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
            Box::pin(async { Err(CallError::denied("the reason is a secret")) })
        }
    }
    let response = call(McpUiLayer::new(config()).tools_with(one_tool(), Deny), "").await;
    assert_eq!(response, (401, r#"{"error":"Unauthorized"}"#.to_owned()));
}

/// Creates a layer whose handler function fails with the error.
fn failing(error: impl Fn() -> BoxError + Send + Sync + 'static) -> McpUiLayer<GivenTools> {
    McpUiLayer::new(config()).tools_with(one_tool(), move |_: String, _: Arguments| {
        let error = error();
        async move { Err::<String, _>(error) }
    })
}

#[tokio::test]
async fn handler_functions_choose_the_status_by_their_error() {
    let denied = failing(|| CallError::denied("the reason is a secret").into());
    assert_eq!(call(denied, "").await, (401, r#"{"error":"Unauthorized"}"#.to_owned()));
    let unavailable = failing(|| ToolsError::unavailable("the database is gone").into());
    assert_eq!(call(unavailable, "").await, (502, r#"{"error":"the database is gone"}"#.to_owned()));
    let timed_out = failing(|| CallError::Tools(ToolsError::timed_out("no response")).into());
    assert_eq!(call(timed_out, "").await, (504, r#"{"error":"no response"}"#.to_owned()));
    let failed = failing(|| std::io::Error::other("disk full").into());
    assert_eq!(call(failed, "").await.0, 500);
}

#[tokio::test]
async fn timeouts_of_tower_are_gateway_timeouts() {
    let hanging = service_fn(|_: ToolCall| std::future::pending::<Result<CallToolResult, BoxError>>());
    let service = ServiceBuilder::new().timeout(Duration::from_millis(20)).service(hanging);
    assert_eq!(call(McpUiLayer::new(config()).tools_with(one_tool(), service), "").await.0, 504);
    let elapsed = tokio::time::timeout(Duration::from_millis(1), std::future::pending::<()>()).await.unwrap_err();
    let elapsed = Arc::new(Mutex::new(Some(elapsed)));
    let layer = failing(move || elapsed.lock().unwrap().take().expect("one call").into());
    assert_eq!(call(layer, "").await.0, 504);
}

#[tokio::test]
async fn provider_functions_choose_the_status_by_their_error() {
    let layer = |error: fn() -> ToolsError| {
        let provider = move || async move { Err::<Vec<Tool>, BoxError>(error().into()) };
        McpUiLayer::new(config()).tools_with(provider, |_: String, _: Arguments| async { "" })
    };
    let unauthorized = layer(|| ToolsError::unauthorized("log in first"));
    assert_eq!(list(unauthorized).await, (401, r#"{"error":"log in first"}"#.to_owned()));
    assert_eq!(list(layer(|| ToolsError::timed_out("no response"))).await.0, 504);
    assert_eq!(list(layer(|| ToolsError::unavailable("gone"))).await.0, 502);
}

#[test]
fn errors_name_their_source() {
    let error = CallError::from(ToolsError::unavailable(CallError::failed(Outer)));
    assert_eq!(error.to_string(), "outer");
    assert_eq!(
        std::error::Error::source(&error).map(ToString::to_string).as_deref(),
        Some("an error occurred when formatting an argument")
    );
}

#[derive(Debug)]
struct Outer;

impl std::fmt::Display for Outer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("outer")
    }
}

impl std::error::Error for Outer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        static INNER: std::fmt::Error = std::fmt::Error;
        Some(&INNER)
    }
}

#[tokio::test]
async fn a_handler_is_tested_with_a_call_of_its_own() {
    let (request, ()) = Request::get("/").header("x-user", "ali").body(()).unwrap().into_parts();
    let arguments = Arguments::new(json!({ "n": 1 })).unwrap();
    let made = ToolCall::new(Tool::new("t", ""), arguments).request(Arc::new(request));
    assert_eq!((made.tool.name(), made.arguments.get()), ("t", r#"{"n":1}"#));
    assert_eq!(made.request.headers["x-user"], "ali");
    assert!(Arguments::new(json!([])).is_err());
}

#[tokio::test]
async fn providers_of_every_form() {
    struct Implemented;
    impl ToolsProvider for Implemented {
        fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
            Box::pin(async { Ok(one_tool()) })
        }
    }
    async fn handler(_: String, _: Arguments) -> &'static str {
        ""
    }
    let layer = || McpUiLayer::new(config());
    let expected = (200, r#"[{"name":"t","description":""}]"#.to_owned());
    assert_eq!(list(layer().tools_with(one_tool(), handler)).await, expected);
    assert_eq!(list(layer().tools_with(Implemented, handler)).await, expected);
    assert_eq!(list(layer().tools_with(|| async { vec![Tool::new("t", "")] }, handler)).await, expected);
    let twice = || async { Ok::<_, Infallible>(vec![Tool::new("t", ""), Tool::new("t", "the second")]) };
    assert_eq!(list(layer().tools_with(twice, handler)).await, expected);
    let per_caller =
        |request: RequestParts| async move { vec![Tool::new(request.headers["x-user"].to_str().unwrap(), "")] };
    assert_eq!(list(layer().tools_with(per_caller, handler)).await.1, r#"[{"name":"ali","description":""}]"#);
}

#[tokio::test]
async fn a_provider_that_fails_is_a_bad_gateway() {
    async fn handler(_: String, _: Arguments) -> &'static str {
        ""
    }
    let failing = || async { Err::<Vec<Tool>, _>("the database is gone") };
    let expected = (502, r#"{"error":"the database is gone"}"#.to_owned());
    let layer = McpUiLayer::new(config()).tools_with(failing, handler);
    assert_eq!(list(layer.clone()).await, expected);
    assert_eq!(call(layer.clone(), "{}").await, expected);
    assert_eq!(send(layer, Request::post("/explorer/tools/t/validate"), "{}").await, expected);
    let panicking = || async { panic!("secret") as Vec<Tool> };
    let (status, body) = list(McpUiLayer::new(config()).tools_with(panicking, handler)).await;
    assert_eq!((status, body.contains("secret")), (502, false), "{body}");
    let hanging = config().timeouts(Timeouts::new().list(Duration::from_millis(20)));
    let never = || std::future::pending::<Vec<Tool>>();
    assert_eq!(list(McpUiLayer::new(hanging).tools_with(never, handler)).await.0, 504);
}

#[derive(Clone)]
struct User(String);

async fn identify(mut request: Parts) -> Result<Parts, &'static str> {
    let user = request.headers.get("x-user").and_then(|user| user.to_str().ok()).ok_or("nobody")?.to_owned();
    request.extensions.insert(User(user));
    Ok(request)
}

#[tokio::test]
async fn the_auth_hook_identifies_the_caller_to_provider_and_handler() {
    let handler = |_: String, _: Arguments, request: RequestParts| async move {
        request.extensions.get::<User>().map_or("nobody".to_owned(), |user| user.0.clone())
    };
    let layer = McpUiLayer::new(config().auth(identify)).tools_with(one_tool(), handler);
    assert_eq!(call(layer, "").await, (200, text_result("ali")));

    let per_caller = |request: RequestParts| async move {
        let user = request.extensions.get::<User>().map_or("nobody", |user| &user.0);
        vec![Tool::new("t", user)]
    };
    let open = McpUiLayer::new(config().auth(identify)).tools_with(per_caller, handler);
    assert_eq!(list(open).await.1, r#"[{"name":"t","description":"nobody"}]"#);
    let guarded = McpUiLayer::new(config().auth(identify).auth_for_discovery(true)).tools_with(per_caller, handler);
    assert_eq!(list(guarded.clone()).await.1, r#"[{"name":"t","description":"ali"}]"#);
    assert_eq!(call(guarded, "").await, (200, text_result("ali")), "the hook runs once");
}

#[tokio::test]
async fn a_trusted_header_identifies_the_caller_unless_it_is_repeated() {
    let handler = |_: String, _: Arguments, request: RequestParts| async move {
        request.extensions.get::<Identity>().map_or("nobody", Identity::as_str).to_owned()
    };
    let layer = McpUiLayer::new(config().identity_header("X-User").unwrap()).tools_with(one_tool(), handler);
    for (names, caller) in [(vec!["ali"], "ali"), (vec![], "nobody"), (vec![" "], "nobody"), (vec!["a", "b"], "nobody")]
    {
        let request = Request::post("/explorer/tools/t/call").header("host", "localhost");
        let request = names.iter().fold(request, |request, name| request.header("x-user", *name));
        let response = Bare(layer.clone()).send(request.body(Bytes::new()).unwrap()).await;
        assert_eq!(response.body(), &text_result(caller), "{names:?}");
    }
}

#[tokio::test]
async fn a_panicking_auth_hook_refuses_the_request() {
    let panicking = |_: Parts| async { panic!("secret") as Result<Parts, Infallible> };
    let layer =
        McpUiLayer::new(config().auth(panicking)).tools_with(one_tool(), |_: String, _: Arguments| async { "" });
    assert_eq!(call(layer, "").await, (401, r#"{"error":"Unauthorized"}"#.to_owned()));
}

#[tokio::test]
async fn execution_policies_apply_per_tool() {
    let when = McpUiConfig::new().execution(Execution::when(|tool| tool.name() != "t"));
    let layer = McpUiLayer::new(when).tools_with(one_tool(), |_: String, _: Arguments| async { "" });
    assert_eq!(call(layer, "").await.0, StatusCode::FORBIDDEN.as_u16());
}

#[tokio::test]
async fn a_layer_responds_only_to_its_own_paths() {
    let layer = McpUiLayer::new(config()).tools_with(one_tool(), |_: String, _: Arguments| async { "" });
    let request = Request::get("/else").body(Full::<Bytes>::default()).unwrap();
    assert!(embedding::respond(&layer, request).await.is_none());
}
