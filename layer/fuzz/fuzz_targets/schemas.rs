//! Any schema and any arguments: their check ends, with a verdict or a reason.
#![no_main]

use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, RawJson, Tool};
use tower_mcp_ui_fuzz::{respond, run};

fuzz_target!(|input: (&str, &str)| {
    let (schema, arguments) = input;
    // Other schemas are refused when the tool is made.
    let Ok(Value::Object(_)) = serde_json::from_str(schema) else { return };
    let Ok(schema) = RawJson::parse(schema.to_owned()) else { return };
    let tool = Tool::new("a", "").input_schema(schema);
    let Ok(list) = ToolList::new([tool]) else { return };
    let none = |_: String, _: Arguments| async move { String::new() };
    let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(list, none);
    let request =
        Request::post("/explorer/tools/a/validate").body(Full::new(Bytes::copy_from_slice(arguments.as_bytes())));
    run(respond(&layer, request.expect("a valid request")));
});
