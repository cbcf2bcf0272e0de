//! A tool that asks questions.

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::exports::mcp_ui::tools::tool_handler::Call;
use crate::tools::text;

/// A user's answer to an elicitation.
#[derive(Deserialize)]
struct Answer {
    action: String,
    #[serde(default)]
    content: Value,
}

/// Asks what to order, then whether to order it. The second question carries the first answer as its state, because
/// another instance may get the repeated call.
pub(crate) fn call(call: &Call) -> Result<Value, Box<dyn Error>> {
    let answers: BTreeMap<String, Answer> = serde_json::from_str(&call.input_responses)?;
    let given = |key| answers.get(key).filter(|answer| answer.action == "accept").map(|answer| &answer.content[key]);
    if let Some(drink) = given("drink").and_then(Value::as_str) {
        return Ok(ask("sure", &format!("Order {drink}?"), &json!({ "type": "boolean" }), Some(drink)));
    }
    match (given("sure"), &call.request_state) {
        (Some(Value::Bool(true)), Some(drink)) => Ok(text(&format!("Ordered {drink}."))),
        _ if answers.is_empty() => {
            let drinks = json!({ "type": "string", "enum": ["coffee", "tea"] });
            Ok(ask("drink", "What would you like?", &drinks, None))
        }
        _ => Ok(text("Ordered nothing.")),
    }
}

/// Asks for input. The call is then repeated with the answer under this key, and with the state.
fn ask(key: &str, message: &str, answer: &Value, state: Option<&str>) -> Value {
    let schema = json!({ "type": "object", "properties": { key: answer }, "required": [key] });
    let question =
        json!({ "method": "elicitation/create", "params": { "message": message, "requestedSchema": schema } });
    let mut result = json!({ "resultType": "input_required", "inputRequests": { key: question } });
    if let Some(state) = state {
        result["requestState"] = state.into();
    }
    result
}
