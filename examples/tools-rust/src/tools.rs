use std::error::Error;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::exports::mcp_ui::tools::tool_handler::Call;
use crate::order;

/// The tools, as MCP lists them.
pub(crate) fn list() -> Value {
    let [forecast, hours] = weather::tools();
    json!([
        {
            "name": "greet",
            "description": "Greets somebody by name",
            "inputSchema": {
                "type": "object",
                "properties": { "name": { "type": "string", "default": "world" } },
                "required": ["name"],
            },
            "annotations": { "readOnlyHint": true },
        },
        {
            "name": "add",
            "description": "Adds numbers",
            "inputSchema": {
                "type": "object",
                "properties": { "numbers": { "type": "array", "items": { "type": "number" }, "default": [1, 2, 3] } },
                "required": ["numbers"],
            },
            "outputSchema": { "type": "object", "properties": { "sum": { "type": "number" } } },
        },
        {
            "name": "vault",
            "description": "Opens for callers whose request has the header x-vault-key",
            "inputSchema": { "type": "object" },
        },
        {
            "name": "order",
            "description": "Asks what to order, and whether to order it",
            "inputSchema": { "type": "object" },
        },
        {
            "name": "brew",
            "description": "Reports its progress",
            "inputSchema": { "type": "object" },
        },
        forecast,
        hours,
    ])
}

#[derive(Deserialize)]
struct Greet {
    name: String,
}

#[derive(Deserialize)]
struct Add {
    numbers: Vec<f64>,
}

/// Runs a tool, and returns an MCP result.
pub(crate) fn call(call: &Call) -> Result<Value, Box<dyn Error>> {
    match &*call.name {
        "greet" => {
            let Greet { name } = serde_json::from_str(&call.arguments)?;
            Ok(text(&format!("Hello, {name}!")))
        }
        "add" => {
            let Add { numbers } = serde_json::from_str(&call.arguments)?;
            let sum: f64 = numbers.iter().sum();
            Ok(json!({ "content": [{ "type": "text", "text": sum.to_string() }], "structuredContent": { "sum": sum } }))
        }
        "vault" => Ok(text("Nothing but dust.")),
        "order" => order::call(call),
        name => {
            let result = weather::call(name, &serde_json::from_str(&call.arguments)?);
            result.ok_or_else(|| format!("there is no tool {name}").into())
        }
    }
}

pub(crate) fn text(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}
