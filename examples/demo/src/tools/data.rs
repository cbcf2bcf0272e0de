//! Tools that return plain and structured data.

use rmcp::model::{CallToolResult, ContentBlock, ToolAnnotations};
use serde_json::{Value, json};

use super::{DemoTool, argument, tool};

pub(super) fn tools() -> Vec<DemoTool> {
    vec![greet(), add(), echo()]
}

fn greet() -> DemoTool {
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "description": "Whom to greet", "default": "world", "minLength": 1 } },
        "required": ["name"],
    });
    tool("greet", "Greets somebody by name.", schema, async |arguments| {
        let name: String = argument(&arguments, "name")?;
        Ok(CallToolResult::success(vec![ContentBlock::text(format!("Hello, {name}!"))]))
    })
    .title("Greeting")
    .annotations(ToolAnnotations::new().read_only(true).idempotent(true).open_world(false))
}

fn add() -> DemoTool {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "number", "default": 19 }, "b": { "type": "number", "default": 23 } },
        "required": ["a", "b"],
        "additionalProperties": false,
    });
    let output = json!({ "type": "object", "properties": { "sum": { "type": "number" } }, "required": ["sum"] });
    tool("add", "Adds two numbers, and gives the sum as structured content.", schema, async |arguments| {
        let (a, b): (f64, f64) = (argument(&arguments, "a")?, argument(&arguments, "b")?);
        Ok(CallToolResult::structured(json!({ "sum": a + b })))
    })
    .title("Addition")
    .output(output)
    .annotations(ToolAnnotations::new().read_only(true))
}

fn echo() -> DemoTool {
    tool("echo", "Returns its arguments unchanged.", json!({ "type": "object" }), async |arguments| {
        Ok(CallToolResult::success(vec![ContentBlock::text(Value::Object(arguments).to_string())]))
    })
    .annotations(ToolAnnotations::new().read_only(true))
}
