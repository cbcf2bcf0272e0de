use std::future::ready;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tower_mcp_ui::service::GivenTools;
use tower_mcp_ui::tools::{Arguments, ToolList};
use tower_mcp_ui::{Execution, McpUiConfig, McpUiLayer};

/// A tool given to both explorers: `one` or `many`, named after its property count, or one of the tools that fill the
/// list.
#[derive(Clone)]
struct Sample {
    name: String,
    description: String,
    input_schema: Value,
    annotations: Option<Value>,
}

fn samples(count: usize) -> Vec<Sample> {
    let others = (2..count).map(|at| Sample {
        name: format!("warehouse_{at:04}"),
        description: format!("Looks up the stock of warehouse {at}, by article and date, with what is on its way"),
        input_schema: schema(5),
        annotations: (at % 2 == 0).then(|| json!({ "readOnlyHint": true, "openWorldHint": false })),
    });
    let validated = |name: &str, properties| Sample {
        name: name.to_owned(),
        description: "Takes arguments of its schema".to_owned(),
        input_schema: schema(properties),
        annotations: None,
    };
    [validated("one", 1), validated("many", 257)].into_iter().chain(others).collect()
}

/// Returns a JSON Schema for an object with this many properties. Property types cycle through four, and every second
/// property is required.
fn schema(properties: usize) -> Value {
    let kinds = [
        json!({ "type": "string", "minLength": 1, "maxLength": 40, "description": "a short text" }),
        json!({ "type": "integer", "minimum": 0, "maximum": 100_000 }),
        json!({ "enum": ["low", "middle", "high"] }),
        json!({ "type": "array", "items": { "type": "number" }, "maxItems": 8 }),
    ];
    let kind = |at: usize| (format!("property_{at}"), kinds[at % kinds.len()].clone());
    json!({
        "type": "object",
        "properties": (0..properties).map(kind).collect::<Map<_, _>>(),
        "required": (0..properties).step_by(2).map(|at| format!("property_{at}")).collect::<Vec<_>>(),
    })
}

/// Returns arguments for every property in a schema with this many properties.
pub(crate) fn arguments(properties: usize) -> String {
    let values = [json!("some text"), json!(4711), json!("middle"), json!([1.5, 2, 3])];
    let value = |at: usize| (format!("property_{at}"), values[at % values.len()].clone());
    Value::Object((0..properties).map(value).collect()).to_string()
}

/// Creates the layer with this many tools.
pub(crate) fn layer(count: usize) -> McpUiLayer<GivenTools> {
    let tools = samples(count).into_iter().map(|sample| {
        let tool = tower_mcp_ui::Tool::new(sample.name, sample.description).input_schema(sample.input_schema);
        match sample.annotations {
            Some(annotations) => tool.annotations(annotations),
            None => tool,
        }
    });
    let tools = ToolList::new(tools).expect("every sample has a unique name");
    let handler = |_tool: String, _arguments: Arguments| ready("done");
    McpUiLayer::new(McpUiConfig::new().execution(Execution::all())).tools_with(tools, handler)
}

/// Creates the other explorer with this many tools.
pub(crate) fn embedded_ui(count: usize) -> axum::Router {
    let tool = |sample| Arc::new(sample) as Arc<dyn mcp_embedded_ui::Tool>;
    let tools: Vec<_> = samples(count).into_iter().map(tool).collect();
    let done = || mcp_embedded_ui::Content {
        content_type: "text".to_owned(),
        text: Some("done".to_owned()),
        mime_type: None,
        data: None,
    };
    let handler =
        mcp_embedded_ui::ToolCallHandler::Basic(Arc::new(move |_, _| Box::pin(ready(Ok((vec![done()], false, None))))));
    let config = mcp_embedded_ui::UiConfig { allow_execute: true, ..mcp_embedded_ui::UiConfig::default() };
    mcp_embedded_ui::create_mount(None, Arc::new(tools), handler, config)
}

impl mcp_embedded_ui::Tool for Sample {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn input_schema(&self) -> Value {
        self.input_schema.clone()
    }

    fn annotations(&self) -> Option<Value> {
        self.annotations.clone()
    }
}
