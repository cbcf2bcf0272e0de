//! Result content as human-readable text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// The content's text, or a description in brackets.
pub(super) fn text_of(content: &Value) -> String {
    let word = |member: &str| content[member].as_str();
    match word("type") {
        Some("text") => word("text").unwrap_or_default().to_owned(),
        Some(kind @ ("image" | "audio")) => {
            let kind_and_type = format!("{kind}, {}", word("mimeType").unwrap_or("unknown type"));
            format!("[{kind_and_type}, {}]", size_of(word("data")))
        }
        Some("resource_link") => {
            format!("[link to {}: {}]", word("name").unwrap_or("a resource"), word("uri").unwrap_or_default())
        }
        Some("resource") => resource_text(&content["resource"]),
        kind => format!("[content of type {}]", kind.unwrap_or("unknown")),
    }
}

/// A resource's text, or a description if it is bytes.
pub(super) fn resource_text(resource: &Value) -> String {
    if let Some(text) = resource["text"].as_str() {
        return text.to_owned();
    }
    let kind = resource["mimeType"].as_str().unwrap_or("unknown type");
    let size = size_of(resource["blob"].as_str());
    format!("[{}, {kind}, {size}]", resource["uri"].as_str().unwrap_or("resource"))
}

/// The decoded size of base64 text, formatted as in the page, such as `15.7 MB`.
fn size_of(base64: Option<&str>) -> String {
    let bytes = base64.map_or(0, |text| text.trim_end_matches('=').len() * 3 / 4);
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{}.{} kB", bytes / 1_000, bytes / 100 % 10),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

pub(super) fn decoded(base64: &str) -> Option<Vec<u8>> {
    STANDARD.decode(base64).ok()
}
