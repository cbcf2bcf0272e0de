//! Tools defined in code that report progress, log messages, and ask questions.

use std::convert::Infallible;

use axum::body::Body;
use http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::json;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::service::{GivenTools, RequestBody};
use tower_mcp_ui::tools::{Arguments, CallContext, CallToolResult, LogLevel, ToolList};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool};

async fn tool(name: String, _: Arguments, context: CallContext) -> Result<CallToolResult, String> {
    match name.as_str() {
        "report" => {
            context.log(LogLevel::Warning, "careful:\n\"quoted\"").await;
            context.progress(f64::NAN, None, None).await;
            context.progress(0.5, Some(2.0), Some("half\u{2026}")).await;
            context.progress(2.0, None, None).await;
            Ok(CallToolResult::text("done"))
        }
        "spawn" => {
            let reporter = context.clone();
            let reports = tokio::spawn(async move {
                for step in 0..1_000 {
                    reporter.progress(f64::from(step), None, None).await;
                }
            });
            reports.await.map_err(|error| error.to_string())?;
            Ok(CallToolResult::text("done"))
        }
        "ask" => Ok(if let Some(name) = context.answer("name") {
            CallToolResult::text(format!("{name} {:?}", context.state()))
        } else {
            let question = json!({ "method": "elicitation/create", "params": { "message": "Who are you?" } });
            CallToolResult::input_required(json!({ "name": question }), Some("first"))
        }),
        _ => Err("the disk is on fire".to_owned()),
    }
}

fn layer() -> McpUiLayer<GivenTools> {
    let tools = ["report", "spawn", "ask", "fail"].map(|name| Tool::new(name, ""));
    let config = McpUiConfig::new().execution(Execution::all());
    McpUiLayer::new(config).tools_with(ToolList::new(tools).unwrap(), tool)
}

async fn post(path: &str, body: &str) -> (StatusCode, String) {
    let inner =
        service_fn(|_: Request<RequestBody<Body>>| async { Ok::<_, Infallible>(http::Response::new(Body::empty())) });
    let request = Request::post(path).header("host", "localhost").body(Body::from(body.to_owned())).unwrap();
    let response = layer().layer(inner).oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    (head.status, String::from_utf8(body.to_vec()).unwrap())
}

async fn live(tool: &str, rest: &str) -> String {
    let (status, body) = post("/explorer/rpc/tools/call", &format!(r#"{{"params":{{"name":"{tool}"}}{rest}}}"#)).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

#[tokio::test]
async fn reports_precede_the_result() {
    assert_eq!(
        live("report", "").await,
        concat!(
            "event: notification\n",
            r#"data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","data":"careful:\n\"quoted\""}}"#,
            "\n\nevent: notification\n",
            r#"data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5,"total":2,"message":"half…"}}"#,
            "\n\nevent: notification\n",
            r#"data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}"#,
            "\n\nevent: result\n",
            r#"data: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"done"}],"isError":false}}"#,
            "\n\n",
        )
    );
}

#[tokio::test]
async fn reports_of_another_task_arrive() {
    let events = live("spawn", "").await;
    assert_eq!(events.matches("event: notification\n").count(), 1_000);
}

#[tokio::test]
async fn a_question_is_answered_in_the_next_request() {
    let asked = live("ask", "").await;
    assert!(
        asked.contains(r#""resultType":"input_required""#) && asked.contains(r#""requestState":"first""#),
        "{asked}"
    );
    let resume =
        r#","resume":{"inputResponses":{"name":{"action":"accept","content":{"n":1.0}}},"requestState":"first"}"#;
    let answered = live("ask", resume).await;
    assert!(answered.contains(r#"\"content\":{\"n\":1.0}} Some(\"first\")"#), "{answered}");
}

#[tokio::test]
async fn a_plain_call_gets_only_the_result() {
    let (status, body) = post("/explorer/tools/report/call", "{}").await;
    assert_eq!(
        (status, body.as_str()),
        (StatusCode::OK, r#"{"content":[{"type":"text","text":"done"}],"isError":false}"#)
    );
    let (status, body) = post("/explorer/tools/ask/call", "{}").await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{body}");
    assert!(body.contains("requires further input") && body.contains(r#""inputRequests":{"name""#), "{body}");
}

#[tokio::test]
async fn a_failure_is_a_tool_error() {
    let failed = live("fail", "").await;
    assert!(failed.contains(r#""text":"the disk is on fire"}],"isError":true"#), "{failed}");
}

#[tokio::test]
async fn other_methods_list_the_tools_or_are_unknown() {
    let (_, tools) = post("/explorer/rpc/tools/list", "{}").await;
    assert!(tools.starts_with("event: result\n") && tools.contains(r#"{"name":"report""#), "{tools}");
    let (_, prompts) = post("/explorer/rpc/prompts/list", "{}").await;
    assert!(prompts.starts_with("event: error\n") && prompts.contains("-32601"), "{prompts}");
}
