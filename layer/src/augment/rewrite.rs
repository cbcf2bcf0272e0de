//! Changes to responses. Each function returns `None` for a message that stays unchanged.

use std::borrow::Cow;

use bytes::Bytes;
use serde::Deserialize;

use super::edits::Edits;
use crate::catalog::Contents;
use crate::model::{APPS, MAX_PARTS, RawJson, RawObject, next_cursor};

/// The JSON-RPC error code for `method not found`.
const METHOD_NOT_FOUND: &str = "-32601";

/// The time in milliseconds that clients may cache a UI or a UI list (2026-07-28).
const TTL: &str = "300000";

/// Returns a response's result, or `None` if the message is malformed or not a response with a result.
pub(super) fn result_of(message: &Bytes) -> Option<RawJson> {
    let members = read(message)?;
    members.get("result").filter(|_| members.get("method").is_none()).cloned()
}

/// Adds resources to a server's capabilities, and the MCP Apps extension if the server lists extensions.
pub(super) fn capabilities(message: &Bytes) -> Option<Bytes> {
    let result = object(&result_of(message)?)?;
    let old = result.get("capabilities")?;
    let mut new = object(old)?;
    let before = new.clone();
    if new.get("resources").is_none_or(RawJson::is_null) {
        new.set("resources", RawJson::literal("{}"));
    }
    if let Some(mut extensions) = new.get("extensions").and_then(object)
        && extensions.get(APPS[0]).is_none()
    {
        extensions.set(APPS[0], RawJson::literal("{}"));
        new.set("extensions", extensions.to_json());
    }
    let mut edits = Edits::new(message);
    if new != before {
        edits.replace(old, new.to_json());
    }
    edits.finish()
}

/// Links tools to their UIs.
pub(super) fn tools(message: &Bytes, contents: &Contents) -> Option<Bytes> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
    }
    let result = object(&result_of(message)?)?;
    let mut edits = Edits::new(message);
    for item in result.get("tools")?.items(MAX_PARTS).ok()? {
        let Ok(Named { name }) = serde_json::from_str(item.get()) else { continue };
        let Some(entry) = contents.for_tool(&name) else { continue };
        let Some(mut tool) = object(&item) else { continue };
        if let Some(meta) = entry.linked(tool.get("_meta")) {
            tool.set("_meta", meta);
            edits.replace(&item, tool.to_json());
        }
    }
    edits.finish()
}

/// Adds the UIs to the last resource page. If the server offers no resources, the UIs are the whole list.
pub(super) fn resources(message: &Bytes, contents: &Contents, is_stateless: bool) -> Option<Bytes> {
    if let Some(id) = id_of_missing_method(message) {
        let items: Vec<_> = contents.entries().iter().map(|entry| entry.resource.to_json()).collect();
        return Some(response(&id, is_stateless, "resources", &RawJson::array(&items)));
    }
    let result = object(&result_of(message)?)?;
    if next_cursor(&result).is_some() {
        return None;
    }
    let old = result.get("resources")?;
    let mut items = old.items(MAX_PARTS).ok()?;
    let uris: Vec<_> = items.iter().filter_map(|item| object(item)?.get_string("uri")).collect();
    let new = contents.entries().iter().filter(|entry| !uris.contains(&entry.uri));
    let before = items.len();
    items.extend(new.map(|entry| entry.resource.to_json()));
    let mut edits = Edits::new(message);
    if items.len() > before {
        edits.replace(old, RawJson::array(&items));
    }
    edits.finish()
}

/// Gives a server without resources an empty template list, because its capabilities now include resources.
pub(super) fn templates(message: &Bytes, is_stateless: bool) -> Option<Bytes> {
    let id = id_of_missing_method(message)?;
    Some(response(&id, is_stateless, "resourceTemplates", &RawJson::literal("[]")))
}

/// Creates the response to `resources/read`.
pub(super) fn contents(id: &RawJson, contents: &RawJson, is_stateless: bool) -> Bytes {
    message(id, object(contents).unwrap_or_default(), is_stateless)
}

/// The extra members in a result that clients may cache (2026-07-28).
const STATELESS: [(&str, &str); 3] = [("resultType", r#""complete""#), ("ttlMs", TTL), ("cacheScope", r#""public""#)];

fn response(id: &RawJson, is_stateless: bool, key: &str, value: &RawJson) -> Bytes {
    message(id, RawObject::of([(key, value.clone())]), is_stateless)
}

fn message(id: &RawJson, mut result: RawObject, is_stateless: bool) -> Bytes {
    if is_stateless {
        for (key, value) in STATELESS {
            result.set(key, RawJson::literal(value));
        }
    }
    let version = RawJson::literal(r#""2.0""#);
    RawObject::of([("jsonrpc", version), ("id", id.clone()), ("result", result.to_json())])
        .to_json()
        .text()
        .clone()
        .into_bytes()
}

/// Returns the request ID if the message is a `method not found` error response.
fn id_of_missing_method(message: &Bytes) -> Option<RawJson> {
    let members = read(message)?;
    let error = object(members.get("error")?)?;
    let is_missing = error.get("code")?.get() == METHOD_NOT_FOUND;
    members.get("id").filter(|id| is_missing && !id.is_null()).cloned()
}

/// Parses a message. Rejects repeated keys, which are ambiguous.
fn read(message: &Bytes) -> Option<RawObject> {
    RawObject::from_bytes(message.clone()).ok().filter(|members| !members.repeats_key())
}

/// Parses an object. Rejects repeated keys, which are ambiguous.
fn object(json: &RawJson) -> Option<RawObject> {
    RawObject::parse(json).ok().filter(|object| !object.repeats_key())
}
