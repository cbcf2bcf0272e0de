//! A prompt that asks what to pack, with completion for the city.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::exports::mcp_ui::tools::prompts::Completion;

/// The prompt, as MCP lists it.
pub(crate) fn prompt() -> Value {
    json!({
        "name": "packing",
        "title": "Packing list",
        "description": "Asks what to pack for a trip, given the forecast",
        "arguments": [
            { "name": "city", "description": "Where the trip goes", "required": true },
            { "name": "days", "description": "How long it takes; 3 by default" },
        ],
    })
}

/// Returns the prompt's messages, or the reason it cannot be used with these arguments.
pub(crate) fn messages(arguments: BTreeMap<String, String>) -> Result<Value, String> {
    let city = &arguments["city"];
    if !weather::cities().any(|known| known == city) {
        return Err(format!("there is no forecast for {city:?}"));
    }
    let days: u8 = match arguments.get("days") {
        Some(days) => days.parse().map_err(|_| format!("{days:?} is not a number of days"))?,
        None => 3,
    };
    let text = format!("I am going to {city} for {days} days. Read the forecast, and tell me what to pack.");
    let view = json!({ "type": "resource_link", "uri": weather::URI, "name": "forecast" });
    Ok(json!({ "description": format!("What to pack for {city}"), "messages": [
        { "role": "user", "content": { "type": "text", "text": text } },
        { "role": "user", "content": view },
    ] }))
}

/// Returns the cities whose names start with the text so far, ignoring case.
pub(crate) fn complete(completion: &Completion) -> Vec<String> {
    if (&*completion.prompt, &*completion.argument) != ("packing", "city") {
        return Vec::new();
    }
    let value = completion.value.to_lowercase();
    weather::cities().filter(|city| city.to_lowercase().starts_with(&value)).map(str::to_owned).collect()
}
