//! Calling a tool's function, from its arguments to its result.

use rmcp::ErrorData;
use rmcp::handler::server::tool::schema_for_input;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, MetaObject};
use rmcp::schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The member in a result's `_meta` that names the argument causing an error.
const ARGUMENT: &str = "workbench/argument";

/// A reason not to run a tool.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The argument that caused the refusal. The app shows the message next to it.
    argument: Option<&'static str>,
    message: String,
}

impl Refusal {
    pub(crate) fn new(argument: &'static str, message: impl Into<String>) -> Self {
        Self { argument: Some(argument), message: message.into() }
    }
}

/// A string for users and models, and the same content as data.
pub(crate) type Answer<T> = Result<(String, T), Refusal>;

/// Returns the schema for a tool's arguments.
pub(crate) fn input<T: JsonSchema + 'static>() -> std::sync::Arc<JsonObject> {
    schema_for_input::<T>().expect("arguments are an object")
}

/// Runs a tool. Invalid arguments result in a tool error that a model can read, unlike a protocol error.
pub(crate) fn call<T: DeserializeOwned, R: Serialize>(
    arguments: JsonObject,
    run: impl FnOnce(&T) -> Answer<R>,
) -> Result<CallToolResult, ErrorData> {
    let parsed = serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Refusal { argument: None, message: format!("The arguments are invalid: {error}.") });
    match parsed.and_then(|arguments| run(&arguments)) {
        Ok((text, data)) => {
            let data =
                serde_json::to_value(data).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            let mut result = CallToolResult::structured(data);
            result.content = vec![ContentBlock::text(text)];
            Ok(result)
        }
        Err(Refusal { argument, message }) => {
            let mut result = CallToolResult::error(vec![ContentBlock::text(message)]);
            result.meta = argument.map(|name| meta(json!({ ARGUMENT: name })));
            Ok(result)
        }
    }
}

/// Refuses a string that has more characters than its schema allows.
pub(crate) fn at_most(limit: usize, argument: &'static str, text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if length <= limit {
        return Ok(());
    }
    Err(Refusal::new(argument, format!("`{argument}` has {length} characters, and at most {limit} are allowed.")))
}

/// Returns metadata with a JSON object's members.
pub(crate) fn meta(value: Value) -> MetaObject {
    let Value::Object(members) = value else { panic!("metadata is an object, not {value}") };
    MetaObject(members)
}

/// Returns a number with its noun, in the singular or plural.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_arguments_are_an_error_of_the_tool() {
        let run = |number: &u8| Ok((number.to_string(), *number));
        let result = call(JsonObject::new(), run).unwrap();
        assert_eq!(result.is_error, Some(true));
        assert!(result.content[0].as_text().unwrap().text.starts_with("The arguments are invalid: "));
    }

    #[test]
    fn the_argument_to_blame_is_named() {
        let result =
            call(JsonObject::new(), |_: &JsonObject| Answer::<u8>::Err(Refusal::new("text", "Too short."))).unwrap();
        assert_eq!(serde_json::to_value(result.meta).unwrap(), json!({ "workbench/argument": "text" }));
    }

    #[test]
    fn limits_count_characters() {
        assert_eq!(at_most(3, "text", "äöü"), Ok(()));
        let refusal = at_most(2, "text", "äöü").unwrap_err();
        assert_eq!(refusal.message, "`text` has 3 characters, and at most 2 are allowed.");
    }
}
