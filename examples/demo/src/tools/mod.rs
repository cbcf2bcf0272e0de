mod behaviour;
mod data;
mod files;
mod media;
mod trip;
mod weather;

use std::fmt;
use std::future::Future;

use futures_util::future::BoxFuture;
use rmcp::model::{CallToolResult, ErrorData, JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

/// A tool with its function.
pub(crate) struct DemoTool {
    pub(crate) definition: Tool,
    pub(crate) run: Run,
}

type Run = Box<dyn Fn(JsonObject) -> BoxFuture<'static, Result<CallToolResult, ErrorData>> + Send + Sync>;

pub(crate) fn all() -> Vec<DemoTool> {
    [data::tools(), files::tools(), media::tools(), trip::tools(), weather::tools(), behaviour::tools()]
        .into_iter()
        .flatten()
        .collect()
}

/// Creates a tool from its name, description, input schema and function.
fn tool<Fut>(
    name: &'static str,
    description: &'static str,
    schema: Value,
    run: impl Fn(JsonObject) -> Fut + Send + Sync + 'static,
) -> DemoTool
where
    Fut: Future<Output = Result<CallToolResult, ErrorData>> + Send + 'static,
{
    DemoTool {
        definition: Tool::new(name, description, object(schema)),
        run: Box::new(move |arguments| Box::pin(run(arguments))),
    }
}

impl DemoTool {
    fn title(mut self, title: &str) -> Self {
        self.definition.title = Some(title.to_owned());
        self
    }

    fn annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.definition.annotations = Some(annotations);
        self
    }

    fn output(mut self, schema: Value) -> Self {
        self.definition.output_schema = Some(object(schema).into());
        self
    }
}

impl fmt::Debug for DemoTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.definition.name.fmt(f)
    }
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        other => panic!("a schema is an object, not {other}"),
    }
}

/// Deserializes the argument `name`.
fn argument<T: serde::de::DeserializeOwned>(arguments: &JsonObject, name: &str) -> Result<T, ErrorData> {
    let value = arguments.get(name).cloned().unwrap_or_default();
    serde_json::from_value(value)
        .map_err(|error| ErrorData::invalid_params(format!("the argument {name:?} is invalid: {error}"), None))
}
