//! An elicitation's form (MCP, "Elicitation"), filled in from `--answer`.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::schema::{Property, synopsis};

/// An answer from the command line, `key=value` or `key:=JSON`.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) is_json: bool,
}

impl std::str::FromStr for Given {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE or KEY:=JSON")?;
        let stripped = key.strip_suffix(':');
        let key = stripped.unwrap_or(key).to_owned();
        Ok(Self { key, value: value.to_owned(), is_json: stripped.is_some() })
    }
}

/// Fills in a form with the answers for its fields, and with its defaults.
///
/// # Errors
///
/// Fails if a required field has no answer, or an answer does not fit its field. The error is a sentence.
pub(super) fn fill_in(schema: &Value, given: &[Given]) -> Result<Map<String, Value>, String> {
    let mut content = Map::new();
    let fields = schema["properties"].as_object();
    for name in fields.into_iter().flatten().map(|(name, _)| name) {
        let Some(field) = Property::of(schema, name) else { continue };
        let value = match given.iter().rev().find(|given| given.key == *name) {
            Some(given) => Some(converted(&field, given)?),
            None => field.default().cloned(),
        };
        content.extend(value.map(|value| (name.clone(), value)));
    }
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let missing: Vec<&str> = required.filter(|name| !content.contains_key(*name)).collect();
    if missing.is_empty() {
        return Ok(content);
    }
    let flags: Vec<String> = missing.iter().map(|name| format!("--answer {name}=…")).collect();
    Err(format!("The form needs {}. Its fields:{}", flags.join(" "), synopsis(schema)))
}

/// Returns whether any answer is for a field in the form.
pub(super) fn concerns(schema: &Value, given: &[Given]) -> bool {
    given.iter().any(|given| Property::of(schema, &given.key).is_some())
}

fn converted(field: &Property<'_>, given: &Given) -> Result<Value, String> {
    let json = if given.is_json {
        RawValue::from_string(given.value.clone()).map_err(|error| format!("invalid JSON: {error}"))
    } else {
        field.convert(&given.value)
    };
    let value = json.and_then(|json| serde_json::from_str(json.get()).map_err(|error| error.to_string()));
    let value = value.map_err(|why| format!("--answer {}: {why}.", given.key))?;
    if field.permits(&value) {
        return Ok(value);
    }
    Err(format!("--answer {}: expected {}, got {value}.", given.key, field.wanted()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn filled(given: &[&str]) -> Result<Value, String> {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "description": "Your name" },
                "age": { "type": "integer" },
                "color": { "type": "string", "enum": ["red", "blue"], "default": "red" },
            },
            "required": ["name"],
        });
        let given: Vec<Given> = given.iter().map(|given| given.parse().unwrap()).collect();
        fill_in(&schema, &given).map(Value::Object)
    }

    #[test]
    fn answers_and_defaults_fill_in_the_form() {
        let expected = json!({ "name": "Ada", "age": 36, "color": "red" });
        assert_eq!(filled(&["name=Ada", "age=36", "unknown=1"]), Ok(expected));
        assert_eq!(filled(&["name:=\"A=B\"", "color=blue"]), Ok(json!({ "name": "A=B", "color": "blue" })));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        for (given, expected) in [
            (&["age=1"][..], "--answer name=…"),
            (&["name=a", "age=old"], "--answer age: expected integer"),
            (&["name=a", "color=green"], "--answer color: expected one of \"red\", \"blue\""),
        ] {
            let message = filled(given).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
