//! Headers that mirror parts of a request's body (Streamable HTTP of 2026-07-28, "Request Metadata").

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderName, HeaderValue};
use serde_json::Value;

use crate::model::{RawJson, RawObject, Tool};

const ANNOTATION: &str = "x-mcp-header";

/// An annotated schema is read for every call: it must not be large.
const MOST_BYTES: usize = 64 * 1024;

/// An argument that a tool wants mirrored: its path of property names, and its header.
#[derive(Debug, PartialEq, Eq)]
struct MirroredArgument {
    path: Vec<String>,
    header: HeaderName,
}

/// Why a tool's annotations make it unusable: clients have to leave such a tool out.
pub(super) fn check(tool: &Tool) -> Result<(), String> {
    mirrored_arguments(tool).map(drop)
}

/// The `Mcp-Param-*` headers of a call.
pub(super) fn headers(tool: &Tool, arguments: &RawJson) -> Vec<(HeaderName, HeaderValue)> {
    let mirrored = mirrored_arguments(tool).unwrap_or_default();
    let value = |argument: &MirroredArgument| {
        let mut value = arguments.clone();
        for name in &argument.path {
            value = RawObject::parse(&value).ok()?.get(name)?.clone();
        }
        match value.deserialize::<Value>().ok()? {
            Value::String(text) => Some(encode(&text)),
            Value::Bool(_) | Value::Number(_) => Some(encode(value.get())),
            _ => None,
        }
    };
    mirrored.into_iter().filter_map(|argument| Some((argument.header.clone(), value(&argument)?))).collect()
}

/// A text as a header's value: as it is where that is safe, else in base64 between markers.
pub(super) fn encode(text: &str) -> HeaderValue {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'))
        && text.trim_matches([' ', '\t']).len() == text.len()
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    let encoded = || format!("=?base64?{}?=", STANDARD.encode(text));
    let value = if plain { HeaderValue::from_str(text) } else { HeaderValue::try_from(encoded()) };
    value.expect("visible ASCII, spaces and tabs fit a header")
}

fn mirrored_arguments(tool: &Tool) -> Result<Vec<MirroredArgument>, String> {
    let mut found = Vec::new();
    // Nearly no tool has the annotation; then the schema is not parsed at all.
    if let Some(schema) = tool.get("inputSchema").filter(|schema| schema.get().contains(ANNOTATION)) {
        if schema.get().len() > MOST_BYTES {
            return Err(format!("its annotated schema is larger than {MOST_BYTES} bytes"));
        }
        let schema = schema.deserialize::<Value>().map_err(|error| error.to_string())?;
        collect(&schema, Some(&mut Vec::new()), &mut found)?;
    }
    Ok(found)
}

/// `path` is the way through `properties` alone; `None` once the way has led through anything else.
fn collect(schema: &Value, path: Option<&mut Vec<String>>, found: &mut Vec<MirroredArgument>) -> Result<(), String> {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(items) => return items.iter().try_for_each(|item| collect(item, None, found)),
        _ => return Ok(()),
    };
    let mut path = path;
    if let Some(name) = members.get(ANNOTATION) {
        found.push(mirrored(name, members.get("type"), path.as_deref(), found)?);
    }
    for (key, value) in members {
        match (key.as_str(), value, path.as_deref_mut()) {
            (ANNOTATION, ..) => {}
            ("properties", Value::Object(properties), Some(path)) => {
                for (name, property) in properties {
                    path.push(name.clone());
                    collect(property, Some(path), found)?;
                    path.pop();
                }
            }
            _ => collect(value, None, found)?,
        }
    }
    Ok(())
}

fn mirrored(
    name: &Value,
    kind: Option<&Value>,
    path: Option<&Vec<String>>,
    found: &[MirroredArgument],
) -> Result<MirroredArgument, String> {
    let wrong = |why: &str| format!("its annotation {ANNOTATION}: {name} {why}");
    let path = path.filter(|path| !path.is_empty()).ok_or_else(|| wrong("is not on a property of the arguments"))?;
    if !matches!(kind.and_then(Value::as_str), Some("string" | "integer" | "boolean")) {
        return Err(wrong("is not on a string, an integer or a boolean"));
    }
    let token = name.as_str().filter(|token| !token.is_empty()).ok_or_else(|| wrong("is no header name"))?;
    let header = HeaderName::try_from(format!("mcp-param-{token}")).map_err(|_| wrong("is no header name"))?;
    if found.iter().any(|other| other.header == header) {
        return Err(wrong("stands twice"));
    }
    Ok(MirroredArgument { path: path.clone(), header })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_encoded_where_a_header_cannot_hold_them() {
        for (text, encoded) in [
            ("us-west1", "us-west1"),
            ("a b\tc", "a b\tc"),
            ("", ""),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ] {
            assert_eq!(encode(text).as_bytes(), encoded.as_bytes(), "{text:?}");
        }
    }

    #[test]
    fn annotated_arguments_are_mirrored() {
        let tool = Tool::new("t", "").input_schema(json!({ "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
            "nested": { "properties": { "count": { "type": "integer", "x-mcp-header": "Count" } } },
            "absent": { "type": "boolean", "x-mcp-header": "Absent" },
        }}));
        let arguments = RawJson::parse(r#"{"region": "us", "nested": {"count": 7}, "absent": null}"#).unwrap();
        let mut headers = headers(&tool, &arguments);
        headers.sort_by_key(|(name, _)| name.as_str().to_owned());
        let headers: Vec<_> = headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes())).collect();
        assert_eq!(headers, [("mcp-param-count", &b"7"[..]), ("mcp-param-region", b"us")]);
    }

    #[test]
    fn a_wrong_annotation_makes_the_tool_unusable() {
        for schema in [
            json!({ "properties": { "a": { "type": "number", "x-mcp-header": "A" } } }),
            json!({ "properties": { "a": { "type": "string", "x-mcp-header": "" } } }),
            json!({ "properties": { "a": { "type": "string", "x-mcp-header": "A B" } } }),
            json!({ "properties": { "a": { "type": "string", "x-mcp-header": 1 } } }),
            json!({ "items": { "type": "string", "x-mcp-header": "A" } }),
            json!({ "allOf": [{ "properties": { "a": { "type": "string", "x-mcp-header": "A" } } }] }),
            json!({ "type": "string", "x-mcp-header": "A" }),
            json!({ "properties": {
                "a": { "type": "string", "x-mcp-header": "A" },
                "b": { "type": "string", "x-mcp-header": "a" },
            }}),
        ] {
            assert!(check(&Tool::new("t", "").input_schema(schema.clone())).is_err(), "{schema}");
        }
    }
}
