//! Prompts defined in code, as the explorer's clients get them.

use http::Request;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{
    Arguments, CallError, Completion, GetPromptResult, Prompt, PromptArguments, PromptsProvider, RequestParts,
    Resource, ToolList, ToolsError,
};
use tower_mcp_ui::{BoxFuture, McpUiConfig, McpUiLayer, Tool, embedding};

struct Prompts;

impl PromptsProvider for Prompts {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Prompt>, ToolsError>> {
        let greet = Prompt::new("greet", "Greets").required_argument("name", "The name").argument("tone", "The tone");
        let secret = request.headers.contains_key("x-admin").then(|| Prompt::new("secret", ""));
        Box::pin(async { Ok(std::iter::once(greet).chain(secret).collect()) })
    }

    fn get(
        &self,
        name: String,
        arguments: PromptArguments,
        _: RequestParts,
    ) -> BoxFuture<'_, Result<GetPromptResult, CallError>> {
        Box::pin(async move {
            let person = &arguments["name"];
            if person.is_empty() {
                return Err(CallError::failed("Nobody can be greeted without a name"));
            }
            Ok(GetPromptResult::new().description(name).user(format!("Greet {person}")))
        })
    }

    fn complete(&self, completion: Completion, _: RequestParts) -> BoxFuture<'_, Result<Vec<String>, ToolsError>> {
        let Completion { prompt, argument, value, context, .. } = completion;
        let first = format!("{prompt}/{argument}/{value}/{}", context.get("tone").map_or("", String::as_str));
        Box::pin(async { Ok(std::iter::once(first).chain((0..200).map(|number| number.to_string())).collect()) })
    }
}

fn layer() -> McpUiLayer<GivenTools> {
    let tools = ToolList::new([Tool::new("t", "")]).unwrap();
    let resource = Resource::new("a:b", "a");
    let contents = tower_mcp_ui::tools::ReadResourceResult::text("a:b", "text/plain", "");
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(tools, |_: String, _: Arguments| async { "" });
    layer.resources(vec![(resource, contents)]).prompts(Prompts)
}

async fn rpc(method: &str, params: Value) -> Result<Value, Value> {
    rpc_of(&layer(), method, params).await
}

/// Returns a live request's result, or its error.
pub(super) async fn rpc_of(layer: &McpUiLayer<GivenTools>, method: &str, params: Value) -> Result<Value, Value> {
    let body = json!({ "params": params }).to_string();
    let request = Request::post(format!("/explorer/rpc/{method}")).header("host", "localhost").body(body).unwrap();
    let response = embedding::respond(layer, request).await.unwrap();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let data = text.split_once("\ndata: ").expect("an event").1;
    let mut message: Value = serde_json::from_str(data).unwrap();
    if message["error"].is_null() { Ok(message["result"].take()) } else { Err(message["error"].take()) }
}

#[tokio::test]
async fn prompts_are_listed_for_the_caller() {
    let expected = json!([{
        "name": "greet", "description": "Greets", "arguments": [
            { "name": "name", "description": "The name", "required": true },
            { "name": "tone", "description": "The tone" },
        ],
    }]);
    assert_eq!(rpc("prompts/list", json!({})).await.unwrap()["prompts"], expected);
}

#[tokio::test]
async fn a_prompt_expands_to_messages() {
    let result = rpc("prompts/get", json!({ "name": "greet", "arguments": { "name": "Ada" } })).await.unwrap();
    let message = json!({ "role": "user", "content": { "type": "text", "text": "Greet Ada" } });
    assert_eq!(result, json!({ "description": "greet", "messages": [message] }));
}

#[tokio::test]
async fn a_prompt_that_cannot_be_used_is_an_error_with_the_reason() {
    for (params, code, reason) in [
        (json!({}), -32602, "`name` must be a string."),
        (json!({ "name": "secret" }), -32602, "Prompt not found: secret"),
        (json!({ "name": "greet" }), -32602, "The argument `name` is required."),
        (json!({ "name": "greet", "arguments": { "tone": "dry" } }), -32602, "The argument `name` is required."),
        (json!({ "name": "greet", "arguments": { "name": 1 } }), -32602, "must be an object of strings"),
        (json!({ "name": "greet", "arguments": { "name": "" } }), -32603, "Nobody can be greeted without a name"),
    ] {
        let error = rpc("prompts/get", params.clone()).await.unwrap_err();
        assert_eq!(error["code"], code, "{params}: {error}");
        assert!(error["message"].as_str().unwrap().contains(reason), "{params}: {error}");
    }
}

#[tokio::test]
async fn arguments_are_completed() {
    let params = json!({
        "ref": { "type": "ref/prompt", "name": "greet" },
        "argument": { "name": "name", "value": "A" },
        "context": { "arguments": { "tone": "dry" } },
    });
    let completion = rpc("completion/complete", params).await.unwrap()["completion"].take();
    let values = completion["values"].as_array().unwrap();
    assert_eq!((values.len(), &values[0], &values[99]), (100, &json!("greet/name/A/dry"), &json!("98")));
    assert_eq!((&completion["total"], &completion["hasMore"]), (&json!(201), &json!(true)));
    let wrong = json!({ "ref": { "type": "ref/prompt", "name": "greet" }, "argument": { "name": "name" } });
    let error = rpc("completion/complete", wrong).await.unwrap_err();
    assert_eq!(error["message"], "`argument.value` must be a string.");
}

#[tokio::test]
async fn other_requests_reach_the_tools_and_resources() {
    assert_eq!(rpc("tools/list", json!({})).await.unwrap()["tools"][0]["name"], "t");
    assert_eq!(rpc("resources/list", json!({})).await.unwrap()["resources"][0]["uri"], "a:b");
    let template =
        json!({ "ref": { "type": "ref/resource", "uri": "a:{b}" }, "argument": { "name": "b", "value": "" } });
    assert_eq!(rpc("completion/complete", template).await.unwrap_err()["code"], -32601);
}
