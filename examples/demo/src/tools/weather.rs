//! Adapts the tools from the example crate `weather`, which has an MCP app, to `DemoTool`.

use rmcp::model::{CallToolResult, ErrorData, ResultType};
use serde_json::Value;

use super::DemoTool;
use crate::from_json;

pub(super) fn tools() -> Vec<DemoTool> {
    weather::tools().into_iter().map(demo_tool).collect()
}

fn demo_tool(definition: Value) -> DemoTool {
    let name = definition["name"].as_str().unwrap_or_default().to_owned();
    let run = move |arguments| {
        let result = weather::call(&name, &Value::Object(arguments));
        let unknown = || ErrorData::invalid_params(format!("unknown tool: {name}"), None);
        let result = result.ok_or_else(unknown).and_then(from_json::<CallToolResult>);
        // Clients of MCP 2026-07-28 refuse a result without its type.
        let complete = |mut result: CallToolResult| {
            result.result_type = Some(ResultType::COMPLETE);
            result
        };
        std::future::ready(result.map(complete))
    };
    DemoTool {
        definition: from_json(definition).expect("the crate `weather` defines valid MCP tools"),
        run: Box::new(move |arguments| Box::pin(run(arguments))),
    }
}
