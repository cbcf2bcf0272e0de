//! The checks of a UI before it is in a catalog. Each returns the reason as a sentence.

use std::collections::BTreeMap;

use http::Uri;
use serde_json::Value;

use super::error::CatalogError;
use crate::config::is_loopback;
use crate::explorer::CspDecision;
use crate::model::RawJson;

/// The maximum size of a document in bytes.
pub(super) const MAX_HTML_BYTES: usize = 4 << 20;

/// The maximum number of characters of the name of a UI, and of a tool.
const NAME_CHARS: usize = 64;
const TOOL_CHARS: usize = 128;

/// The name under which the runtime for UIs is served beside the UIs.
const RUNTIME: &str = "runtime.js";

/// Checks the name of a UI, which is a segment of a path, of a URI and of a folder.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let is_valid = (1..=NAME_CHARS).contains(&name.len()) && name.bytes().all(is_allowed);
    if !is_valid || name.starts_with('.') {
        return Err(format!(
            "The name of a UI has 1 to {NAME_CHARS} letters, digits, `_`, `-` and `.`, and does not begin with `.`. Tools \
             with other names are set with `tools`."
        ));
    }
    (name != RUNTIME).then_some(()).ok_or_else(|| format!("`{RUNTIME}` is the runtime for UIs."))
}

/// Checks the name of a tool, or a pattern.
pub(super) fn check_tool(name: &str) -> Result<(), String> {
    let is_valid = (1..=TOOL_CHARS).contains(&name.len()) && !name.chars().any(char::is_control);
    is_valid
        .then_some(())
        .ok_or_else(|| format!("The name of a tool has 1 to {TOOL_CHARS} characters, without control characters."))
}

/// Checks the size of a document.
pub(super) fn check_html(html: &str) -> Result<(), String> {
    match html.len() {
        0 => Err("The document is empty.".to_owned()),
        1..=MAX_HTML_BYTES => Ok(()),
        _ => Err(format!("The document is larger than {} MiB.", MAX_HTML_BYTES >> 20)),
    }
}

/// Checks the URL of a document elsewhere, and returns its origin.
pub(super) fn check_url(url: &str) -> Result<String, String> {
    let wrong = |reason: &str| format!("`{url}` is not the URL of a UI: {reason}.");
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

/// Checks the address of an explorer, and returns it without a slash at the end.
pub(crate) fn public_url(url: &str) -> Result<String, CatalogError> {
    let failed = |reason: String| CatalogError::new("The address of the explorer", reason);
    check_url(url).map_err(failed)?;
    if url.contains('?') {
        return Err(failed(format!("`{url}` has a query.")));
    }
    Ok(url.trim_end_matches('/').to_owned())
}

/// Checks the declaration of domains.
pub(super) fn check_csp(csp: &RawJson) -> Result<(), String> {
    CspDecision::check(csp)
}

/// Checks the declaration of features.
pub(super) fn check_permissions(permissions: &RawJson) -> Result<(), String> {
    let parsed: Result<BTreeMap<String, BTreeMap<String, Value>>, _> = permissions.deserialize();
    parsed.map(|_| ()).map_err(|error| format!("`permissions` is not an object of objects: {error}."))
}
