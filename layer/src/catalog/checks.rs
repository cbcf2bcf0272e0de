//! Checks that a UI must pass to enter a catalog. Each returns the reason for a failure as a sentence.

use std::collections::BTreeMap;

use http::Uri;
use serde_json::Value;

use super::error::CatalogError;
use crate::app_policy::CspDecision;
use crate::model::RawJson;
use crate::origin::is_loopback;

/// Maximum document size in bytes. A UI with a larger document is refused.
pub(super) const MAX_HTML_BYTES: usize = 4 << 20;

/// Maximum number of characters in a UI name. A UI with a longer name is refused.
const NAME_CHARS: usize = 64;

/// Maximum number of characters in the name or pattern of a tool. A UI with a longer name or pattern is refused.
const TOOL_CHARS: usize = 128;

/// The file name of the UI runtime, which is served beside the UIs.
const RUNTIME: &str = "runtime.js";

/// Checks a UI name, which is also a path segment, a URI segment and a folder name.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let is_valid = (1..=NAME_CHARS).contains(&name.len()) && name.bytes().all(is_allowed);
    if !is_valid || name.starts_with('.') {
        return Err(format!(
            "The name of a UI must be 1 to {NAME_CHARS} letters, digits, `_`, `-` or `.`, and must not start with `.`. \
             If the tool has another name, list it in `tools`."
        ));
    }
    (name != RUNTIME).then_some(()).ok_or_else(|| format!("The name `{RUNTIME}` is reserved for the UI runtime."))
}

/// Checks a tool name or pattern.
pub(super) fn check_tool(name: &str) -> Result<(), String> {
    let is_valid = (1..=TOOL_CHARS).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    is_valid
        .then_some(())
        .ok_or_else(|| format!("The name of a tool must have 1 to {TOOL_CHARS} characters, and no control characters."))
}

/// Checks a document's size.
pub(super) fn check_html(html: &str) -> Result<(), String> {
    match html.len() {
        0 => Err("The document is empty.".to_owned()),
        1..=MAX_HTML_BYTES => Ok(()),
        _ => Err(format!("The document is larger than {} MiB.", MAX_HTML_BYTES >> 20)),
    }
}

/// Checks an external document's URL, and returns its origin.
pub(super) fn check_url(url: &str) -> Result<String, String> {
    let wrong = |reason: &str| format!("`{url}` cannot be used: {reason}.");
    if url.contains('#') {
        return Err(wrong("it has a fragment"));
    }
    let uri: Uri = url.parse().map_err(|_| wrong("it is malformed"))?;
    let authority = uri.authority().ok_or_else(|| wrong("it has no host"))?;
    if authority.as_str().contains('@') {
        return Err(wrong("it has user information, which every viewer could read"));
    }
    match uri.scheme_str() {
        Some("https") => Ok(format!("https://{authority}")),
        Some("http") if is_loopback(authority.host()) => Ok(format!("http://{authority}")),
        _ => Err(wrong("its scheme must be `https`, or `http` for a loopback address")),
    }
}

/// Checks an explorer's URL, and returns it without a trailing slash.
pub(crate) fn public_url(url: &str) -> Result<String, CatalogError> {
    let failed = |reason: String| CatalogError::new("The address of the explorer", reason);
    check_url(url).map_err(failed)?;
    if url.contains('?') {
        return Err(failed(format!("`{url}` must not have a query.")));
    }
    Ok(url.trim_end_matches('/').to_owned())
}

/// Checks a domain declaration (`csp`).
pub(super) fn check_csp(csp: &RawJson) -> Result<(), String> {
    CspDecision::check(csp)
}

/// Checks a feature declaration (`permissions`).
pub(super) fn check_permissions(permissions: &RawJson) -> Result<(), String> {
    let parsed: Result<BTreeMap<String, BTreeMap<String, Value>>, _> = permissions.deserialize();
    parsed.map(|_| ()).map_err(|error| format!("`permissions` is not an object of objects: {error}."))
}
