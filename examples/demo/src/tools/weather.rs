//! Adapts the tools from the example crate `weather`, which has an MCP app, to `DemoTool`.

use rmcp::model::ErrorData;
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
        std::future::ready(result.ok_or_else(unknown).and_then(from_json))
    };
    DemoTool {
        definition: from_json(definition).expect("the crate `weather` defines valid MCP tools"),
        run: Box::new(move |arguments| Box::pin(run(arguments))),
    }
}
