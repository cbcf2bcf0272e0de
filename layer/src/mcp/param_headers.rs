//! Headers that mirror parts of a request body (Streamable HTTP in 2026-07-28, "Request Metadata"), so that proxies can
//! route requests without parsing them.
//!
//! With this schema, the arguments `{"region": "us-west1"}` are sent with the header `Mcp-Param-Region: us-west1`:
//!
//! ```json
//! {"properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}
//! ```
//! The annotation must be on a string, integer or boolean reachable through `properties` alone, and its name must be
//! unique, ignoring case. Clients must not offer a tool with an invalid annotation, because a proxy would then rely on
//! a header that differs from the body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderName, HeaderValue};

use crate::model::{RawJson, RawObject, Tool};

/// The keyword that marks a property for mirroring.
const ANNOTATION: &str = "x-mcp-header";

/// Maximum size in bytes of an annotated schema, which is parsed for every call. A tool with a larger schema is
/// excluded.
const MAX_SCHEMA_BYTES: usize = 64 * 1024;

/// Maximum nesting depth of an annotation, because the search is recursive and a hostile schema could overflow the
/// stack. A tool with a deeper annotation is excluded.
const MAX_LEVELS: usize = 128;

/// An argument mirrored in a header: its path as property names, and the header's name.
#[derive(Debug, PartialEq, Eq)]
struct MirroredArgument {
    path: Vec<String>,
    header: HeaderName,
}

/// Checks a tool's annotations. Clients must exclude a tool with an invalid annotation.
///
/// # Errors
///
/// If an annotation is invalid. The error is a sentence that quotes it and gives the reason.
pub(super) fn check(tool: &Tool) -> Result<(), String> {
    mirrored_arguments(tool).map(drop)
}

/// Returns a call's `Mcp-Param-*` headers. An argument that is missing, `null`, an array or an object has no header.
///
/// Numbers are mirrored as the caller wrote them.
pub(super) fn headers(tool: &Tool, arguments: &RawJson) -> Vec<(HeaderName, HeaderValue)> {
    let mirrored = mirrored_arguments(tool).unwrap_or_default();
    let value = |argument: &MirroredArgument| {
        let mut value = arguments.clone();
        for name in &argument.path {
            value = RawObject::parse(&value).ok()?.get(name)?.clone();
        }
        match value.as_bytes()[0] {
            b'"' => Some(encode(&value.deserialize::<String>().ok()?)),
            b'{' | b'[' | b'n' => None,
            _ => Some(encode(value.get())),
        }
    };
    mirrored.into_iter().filter_map(|argument| Some((argument.header.clone(), value(&argument)?))).collect()
}

/// Encodes a string as a header value: unchanged if that is safe, otherwise in base64 between markers.
pub(super) fn encode(text: &str) -> HeaderValue {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'))
        && text.trim_matches([' ', '\t']).len() == text.len()
        && !(text.starts_with("=?base64?") && text.ends_with("?="));
    let encoded = || format!("=?base64?{}?=", STANDARD.encode(text));
    let value = if plain { HeaderValue::from_str(text) } else { HeaderValue::try_from(encoded()) };
    value.expect("visible ASCII, spaces and tabs are valid in a header")
}

/// Finds and checks the annotations in a tool's schema.
fn mirrored_arguments(tool: &Tool) -> Result<Vec<MirroredArgument>, String> {
    let mut found = Vec::new();
    // Most tools have no annotation, so their schemas need no parsing.
    if let Some(schema) = tool.get("inputSchema").filter(|schema| schema.get().contains(ANNOTATION)) {
        if schema.get().len() > MAX_SCHEMA_BYTES {
            return Err(format!("Its schema, which uses `{ANNOTATION}`, is larger than {MAX_SCHEMA_BYTES} bytes."));
        }
        collect(schema, Some(&mut Vec::new()), MAX_LEVELS, &mut found)?;
    }
    Ok(found)
}

/// Collects the annotations in a schema. `path` holds the property names that lead to the schema, or is `None` below
/// any keyword other than `properties`.
fn collect(
    schema: &RawJson,
    mut path: Option<&mut Vec<String>>,
    levels_left: usize,
    found: &mut Vec<MirroredArgument>,
) -> Result<(), String> {
    if !schema.get().contains(ANNOTATION) {
        return Ok(());
    }
    let levels_left =
        levels_left.checked_sub(1).ok_or_else(|| format!("`{ANNOTATION}` is nested too deeply in its schema."))?;
    let Ok(members) = RawObject::parse(schema) else {
        let items = schema.items(MAX_SCHEMA_BYTES).unwrap_or_default();
        return items.iter().try_for_each(|item| collect(item, None, levels_left, found));
    };
    if let Some(name) = members.get(ANNOTATION) {
        found.push(mirrored(name, members.get_string("type").as_deref(), path.as_deref(), found)?);
    }
    for (key, value) in members.members() {
        match (key.get(), path.as_deref_mut()) {
            (r#""properties""#, Some(path)) if value.is_object() => {
                for (name, property) in RawObject::parse(value).map_err(|error| error.to_string())?.members() {
                    path.push(name.deserialize().map_err(|error| error.to_string())?);
                    collect(property, Some(path), levels_left, found)?;
                    path.pop();
                }
            }
            _ => collect(value, None, levels_left, found)?,
        }
    }
    Ok(())
}

/// Checks one annotation, with its property's type and path, against the rules and the earlier annotations.
fn mirrored(
    name: &RawJson,
    kind: Option<&str>,
    path: Option<&Vec<String>>,
    found: &[MirroredArgument],
) -> Result<MirroredArgument, String> {
    let wrong = |why: &str| format!("`{ANNOTATION}: {name}` {why}.");
    let path = path
        .filter(|path| !path.is_empty())
        .ok_or_else(|| wrong("is not on a property that is reachable through `properties` alone"))?;
    if !matches!(kind, Some("string" | "integer" | "boolean")) {
        return Err(wrong("is not on a property of type string, integer or boolean"));
    }
    let token = name.deserialize::<String>().unwrap_or_default();
    if token.is_empty() {
        return Err(wrong("is not a valid part of a header name"));
    }
    let header = HeaderName::try_from(format!("mcp-param-{token}"))
        .map_err(|_| wrong("is not a valid part of a header name"))?;
    if found.iter().any(|other| other.header == header) {
        return Err(wrong("occurs twice"));
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

    #[test]
    fn a_deeply_nested_annotation_is_refused() {
        let nested = |levels| {
            let (open, close) = (r#"{"items":["#.repeat(levels), "]}".repeat(levels));
            Tool::new("t", "").input_schema(RawJson::parse(format!(r#"{open}"x-mcp-header"{close}"#)).unwrap())
        };
        assert_eq!(check(&nested(60)), Ok(()), "the name alone is not an annotation");
        assert!(check(&nested(2_000)).unwrap_err().contains("nested too deeply"));
    }

    #[test]
    fn a_larger_annotated_schema_is_refused() {
        let annotated = json!({ "type": "string", "x-mcp-header": "A" });
        let with = |text: String| json!({ "description": text, "properties": { "a": annotated } });
        let frame = with(String::new()).to_string().len();
        let padded = |bytes: usize| Tool::new("t", "").input_schema(with("x".repeat(bytes - frame)));
        assert_eq!(check(&padded(64 << 10)), Ok(()));
        assert!(check(&padded((64 << 10) + 1)).unwrap_err().contains("larger than 65536 bytes"));
    }
}
