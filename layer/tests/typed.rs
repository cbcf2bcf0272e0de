//! Handlers for each tool, prompt and resource.

use std::convert::Infallible;
use std::sync::Arc;

use http::Request;
use http_body_util::BodyExt as _;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower::{BoxError, ServiceBuilder, service_fn};
use tower_mcp_ui::config::Identity;
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{
    Arguments, CallContext, CallToolResult, Extension, GetPromptResult, Prompt, Prompts, RequestParts, Resource,
    Resources, Structured, ToolCall,
};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer, Tool, Tools, embedding};

use crate::prompts::rpc_of;

#[derive(Deserialize)]
struct Sum {
    a: i64,
    b: i64,
}

#[derive(Serialize)]
struct Total {
    total: i64,
}

async fn add(Sum { a, b }: Sum) -> Result<Structured<Total>, &'static str> {
    a.checked_add(b).map(|total| Structured(Total { total })).ok_or("The sum is too large.")
}

fn sum() -> Tool {
    let number = json!({ "type": "integer" });
    let schema = json!({ "type": "object", "properties": { "a": number, "b": number }, "required": ["a", "b"] });
    Tool::new("add", "Adds").input_schema(schema)
}

fn layer(tools: Tools) -> McpUiLayer<GivenTools> {
    let config = McpUiConfig::new().execution(Execution::all()).auth(|mut parts: http::request::Parts| async {
        parts.extensions.insert(Identity::new("ali"));
        parts.extensions.insert(Arc::<str>::from("from outside"));
        Ok::<_, Infallible>(parts)
    });
    McpUiLayer::new(config).tools(tools)
}

async fn send(layer: &McpUiLayer<GivenTools>, request: http::request::Builder, body: &Value) -> (u16, Value) {
    let request = request.header("host", "localhost").body(body.to_string()).unwrap();
    let response = embedding::respond(layer, request).await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_slice(&response.into_body().collect().await.unwrap().to_bytes()).unwrap())
}

async fn call(layer: &McpUiLayer<GivenTools>, tool: &str, arguments: &Value) -> (u16, Value) {
    send(layer, Request::post(format!("/explorer/tools/{tool}/call")), arguments).await
}

#[tokio::test]
async fn each_tool_has_its_handler() {
    let service = ServiceBuilder::new()
        .concurrency_limit(2)
        .service(service_fn(|call: ToolCall| async move { Ok::<_, BoxError>(CallToolResult::text(call.tool.name())) }));
    let tools = Tools::new()
        .tool(sum(), add)
        .tool(Tool::new("ping", "Answers"), || async { "pong" })
        .tool(Tool::new("raw", "Repeats"), |arguments: Arguments| async move { arguments.get().to_owned() })
        .tool(Tool::new("service", "A service"), service);
    let layer = layer(tools);
    let (_, list) = send(&layer, Request::get("/explorer/tools"), &Value::Null).await;
    let names: Vec<_> = list.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["add", "ping", "raw", "service"]);

    let (status, sum) = call(&layer, "add", &json!({ "a": 1, "b": 2 })).await;
    assert_eq!((status, &sum["structuredContent"]), (200, &json!({ "total": 3 })));
    assert_eq!(sum["content"][0]["text"], r#"{"total":3}"#);
    let (status, failed) = call(&layer, "add", &json!({ "a": i64::MAX, "b": 2 })).await;
    assert_eq!((status, &failed["content"][0]["text"]), (500, &json!("The sum is too large.")));
    for (tool, arguments, text) in
        [("ping", json!({}), "pong"), ("raw", json!({ "x": 1 }), r#"{"x":1}"#), ("service", json!({}), "service")]
    {
        let (status, result) = call(&layer, tool, &arguments).await;
        assert_eq!((status, result["content"][0]["text"].as_str().unwrap()), (200, text));
    }
}

#[tokio::test]
async fn wrong_arguments_are_answered_before_the_handler_runs() {
    let tools = Tools::new().tool(sum(), |_: Arguments| async { unreachable!("the arguments are wrong") as String });
    let layer = layer(tools.tool(Tool::new("unchecked", ""), add));
    let (status, result) = call(&layer, "add", &json!({ "a": "one" })).await;
    assert_eq!(status, 500);
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("The arguments are invalid:\n- ") && text.contains("/a: Must be"), "{text}");
    // A schema that permits more than the type does.
    let (status, result) = call(&layer, "unchecked", &json!({ "a": 1 })).await;
    assert_eq!((status, &result["content"][0]["text"]), (500, &json!("The arguments are invalid: missing field `b`")));
}

#[tokio::test]
async fn a_handler_takes_parts_of_the_call() {
    async fn all(
        _: CallContext,
        request: RequestParts,
        Extension(outside): Extension<Arc<str>>,
        caller: Identity,
        Sum { a, b }: Sum,
    ) -> String {
        format!("{} {outside} {} {}", request.uri.path(), caller.as_str(), a + b)
    }
    let tools = Tools::new()
        .tool(sum(), all)
        .tool(Tool::new("who", ""), |caller: Option<Identity>| async move { caller.unwrap().as_str().to_owned() })
        .tool(Tool::new("missing", ""), |_: Extension<u8>, tool: Tool| async move { tool.name().to_owned() });
    let layer = layer(tools);
    let (_, result) = call(&layer, "add", &json!({ "a": 1, "b": 2 })).await;
    assert_eq!(result["content"][0]["text"], "/explorer/tools/add/call from outside ali 3");
    assert_eq!(call(&layer, "who", &json!({})).await.1["content"][0]["text"], "ali");
    let (status, result) = call(&layer, "missing", &json!({})).await;
    assert_eq!(status, 500);
    assert!(result["content"][0]["text"].as_str().unwrap().contains("no extension `u8`"), "{result}");
}

#[test]
#[should_panic(expected = "there are two tools with the name \"add\"")]
fn two_tools_of_one_name_are_a_mistake() {
    drop(Tools::new().tool(sum(), add).tool(sum(), add));
}

#[tokio::test]
async fn each_prompt_has_its_handler() {
    #[derive(Deserialize)]
    struct Forecast {
        city: String,
        day: Option<String>,
    }
    let prompts = Prompts::new()
        .prompt(
            Prompt::new("forecast", "").required_argument("city", "").argument("day", ""),
            |Forecast { city, day }: Forecast| async move { format!("{city} {}", day.unwrap_or_default()) },
        )
        .prompt(Prompt::new("none", ""), |_: serde::de::IgnoredAny| async { Err::<GetPromptResult, _>("closed") })
        .complete("forecast", "city", |typed: String| async move { vec![format!("{typed}slo")] });
    let layer = layer(Tools::new()).prompts(prompts);
    let rpc = |method, params| rpc_of(&layer, method, params);
    let result =
        rpc("prompts/get", json!({ "name": "forecast", "arguments": { "city": "Oslo", "day": "today" } })).await;
    assert_eq!(result.unwrap()["messages"][0]["content"]["text"], "Oslo today");
    let failed = rpc("prompts/get", json!({ "name": "none" })).await;
    assert_eq!(failed.unwrap_err()["message"], "closed");
    let reference = json!({ "type": "ref/prompt", "name": "forecast" });
    let completed =
        rpc("completion/complete", json!({ "ref": reference, "argument": { "name": "city", "value": "O" } })).await;
    assert_eq!(completed.unwrap()["completion"]["values"], json!(["Oslo"]));
}

#[tokio::test]
async fn each_resource_has_its_handler() {
    let resources = Resources::new()
        .resource(Resource::new("note:1", "A note").with("mimeType", json!("text/markdown")), || async { "# Hello" })
        .resource(Resource::new("note:2", "Another"), || async { std::fs::read_to_string("/no/such/file") });
    let layer = layer(Tools::new()).resources(resources);
    let (status, read) = send(&layer, Request::get("/explorer/resources/read?uri=note:1"), &Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(read["contents"][0]["mimeType"], "text/markdown");
    assert_eq!(read["contents"][0]["text"], "# Hello");
    for (uri, expected) in [("note:2", 502), ("note:3", 404)] {
        let request = Request::get(format!("/explorer/resources/read?uri={uri}"));
        assert_eq!(send(&layer, request, &Value::Null).await.0, expected, "{uri}");
    }
}

#[cfg(feature = "schemars")]
#[tokio::test]
async fn schemas_follow_from_the_types_of_the_handler() {
    #[derive(Deserialize, schemars::JsonSchema)]
    struct Sum {
        /// The first number.
        a: i64,
        b: Option<i64>,
    }
    #[derive(Serialize, schemars::JsonSchema)]
    struct Total {
        total: i64,
    }
    async fn add(_: CallContext, Sum { a, b }: Sum) -> Result<Structured<Total>, BoxError> {
        Ok(Structured(Total { total: a + b.unwrap_or_default() }))
    }
    let tools = Tools::new().typed(Tool::new("add", "Adds"), add).typed(Tool::new("ping", ""), || async { "pong" });
    let layer = layer(tools);
    let (_, add) = send(&layer, Request::get("/explorer/tools/add"), &Value::Null).await;
    assert_eq!(add["inputSchema"]["required"], json!(["a"]));
    assert_eq!(add["inputSchema"]["properties"]["a"]["description"], "The first number.");
    assert_eq!(add["outputSchema"]["required"], json!(["total"]));
    let (_, ping) = send(&layer, Request::get("/explorer/tools/ping"), &Value::Null).await;
    assert_eq!((ping["inputSchema"]["type"].as_str(), &ping["outputSchema"]), (Some("object"), &Value::Null));
    let (status, wrong) = call(&layer, "add", &json!({})).await;
    assert_eq!(status, 500);
    assert!(wrong["content"][0]["text"].as_str().unwrap().starts_with("The arguments are invalid:\n- "), "{wrong}");
    assert_eq!(call(&layer, "add", &json!({ "a": 2 })).await.1["structuredContent"], json!({ "total": 2 }));
}
