//! The SHA-256 hash of an app's HTML, which operators use to allow or block the app.
//!
//! The server, not the page, checks the hash when a resource is read, so the check also holds for other explorer
//! clients. It errs on the side of caution: everything that a page might take for an app is hashed, and undecodable
//! HTML is refused if any app is allowed or blocked by hash.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use http::StatusCode;
use http::header::{HeaderName, HeaderValue};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::response::{self, ExplorerResponse};
use crate::config::Apps;
use crate::model::{MAX_PARTS, RawJson, RawObject};
use crate::setting::Setting;

/// The response header that lists hashes for the apps in the body, in order. The page shows them.
pub(super) const HEADER: HeaderName = HeaderName::from_static("mcp-ui-app-sha256");

/// Maximum number of hashes in the header. Additional hashes are omitted, but all apps are checked.
const MAX_IN_HEADER: usize = 32;

/// The header's placeholder for undecodable HTML.
const NO_HASH: &str = "none";

/// The error for an app whose HTML is neither text nor a base64 blob.
#[derive(Clone, Copy, Debug)]
struct Undecodable;

/// Base64 with or without padding, as browsers accept it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Checks the apps in a resource's contents against [`Apps::allow`] and [`Apps::block`]. Returns the header with their
/// hashes, or 403 if an app is blocked or not allowed.
pub(super) fn check(apps: &Apps, read: &RawJson) -> Result<Option<HeaderValue>, ExplorerResponse> {
    let contents = RawObject::parse(read).ok().and_then(|read| read.get("contents")?.items(MAX_PARTS).ok());
    let hashes: Vec<_> = match contents {
        Some(contents) => contents.iter().filter_map(hash_of_app).collect(),
        None => vec![Err(Undecodable)],
    };
    for hash in &hashes {
        check_hash(apps, hash.as_ref()).map_err(|message| response::error(StatusCode::FORBIDDEN, &message))?;
    }
    if hashes.is_empty() {
        return Ok(None);
    }
    let named = hashes.iter().take(MAX_IN_HEADER).map(|hash| hash.as_deref().unwrap_or(NO_HASH));
    let value = named.collect::<Vec<_>>().join(",");
    Ok(Some(HeaderValue::try_from(value).expect("hexadecimal digits and commas are valid in a header")))
}

/// Checks one hash against both lists. [`Apps::block`] takes precedence.
///
/// # Errors
///
/// Returns a message for the response if the app must not be shown.
fn check_hash(apps: &Apps, hash: Result<&String, &Undecodable>) -> Result<(), String> {
    let Ok(hash) = hash else {
        if apps.allow.is_empty() && apps.block.is_empty() {
            return Ok(());
        }
        return Err(format!(
            "The app's HTML cannot be decoded, so it cannot be checked against the settings {} and {}. It must be \
             text, or a blob in base64.",
            Setting::APPS_ALLOW,
            Setting::APPS_BLOCK
        ));
    };
    let is_in = |list: &[String]| list.contains(hash);
    if is_in(&apps.block) {
        return Err(format!("The app with the SHA-256 {hash} is blocked by the setting {}.", Setting::APPS_BLOCK));
    }
    if !apps.allow.is_empty() && !is_in(&apps.allow) {
        return Err(format!(
            "The app with the SHA-256 {hash} is not in the setting {}. Add the hash to allow the app.",
            Setting::APPS_ALLOW
        ));
    }
    Ok(())
}

/// Returns a content item's hash, if the item is an app.
///
/// An item that is not an object might be anything, so it counts as an undecodable app.
fn hash_of_app(content: &RawJson) -> Option<Result<String, Undecodable>> {
    let Ok(content) = RawObject::parse(content) else { return Some(Err(Undecodable)) };
    let hash = || html_of(&content).map(|html| hexadecimal(&Sha256::digest(html))).ok_or(Undecodable);
    is_app(&content).then(hash)
}

/// Returns whether a page might show a content item as an app. A member that cannot be parsed counts as a match.
fn is_app(content: &RawObject) -> bool {
    let holds = |key: &str, part: &str| match content.get(key).map(RawJson::deserialize::<Value>) {
        None => false,
        Some(Ok(value)) => value.to_string().to_ascii_lowercase().contains(part),
        Some(Err(_)) => true,
    };
    holds("uri", "\"ui://") || holds("mimeType", "html")
}

/// Returns the text, or the decoded blob if there is no text.
fn html_of(content: &RawObject) -> Option<Vec<u8>> {
    if let Some(text) = content.get("text").filter(|text| text.get().starts_with('"')) {
        return text.deserialize::<String>().ok().map(String::into_bytes);
    }
    let blob = content.get_string("blob")?.replace(|character: char| character.is_ascii_whitespace(), "");
    BASE64.decode(blob).ok()
}

/// Formats bytes as lower-case hexadecimal digits, like `sha256sum`.
fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The SHA-256 of `<p>`.
    const HASH: &str = "33f2799467177287a29260780a107ac98ea63dd6165f67fcc0d74767d0a82090";

    fn checked(apps: &Apps, contents: &Value) -> Result<Option<String>, u16> {
        let read = RawJson::from(json!({ "contents": contents }));
        let text = |value: HeaderValue| value.to_str().unwrap().to_owned();
        check(apps, &read).map(|header| header.map(text)).map_err(|refusal| refusal.status().as_u16())
    }

    #[test]
    fn apps_are_found_by_their_uri_or_type() {
        let (allow, block) = (Apps::new().allow([HASH]).unwrap(), Apps::new().block([HASH.to_uppercase()]).unwrap());
        for app in [
            json!({ "uri": "ui://a", "text": "<p>" }),
            json!({ "uri": "UI://a", "blob": "PHA+" }),
            json!({ "uri": "x://a", "mimeType": " Text/HTML;profile=mcp-app", "text": "<p>" }),
            json!({ "uri": "x://a", "mimeType": ["text/html"], "text": "<p>" }),
            json!({ "uri": "ui://a", "text": null, "blob": " PHA+\n" }),
            json!({ "uri": "ui://a", "text": "<p>", "blob": "" }),
        ] {
            assert_eq!(checked(&Apps::new(), &json!([app])), Ok(Some(HASH.to_owned())), "{app}");
            assert_eq!(checked(&allow, &json!([app])), Ok(Some(HASH.to_owned())), "{app}");
            assert_eq!(checked(&block, &json!([{ "uri": "x://b", "text": "" }, app])), Err(403), "{app}");
        }
        for other in [json!({ "uri": "x://a", "text": "<p>" }), json!({ "mimeType": "text/plain", "blob": "%" })] {
            assert_eq!(checked(&allow, &json!([other])), Ok(None), "{other}");
        }
        let other = json!({ "uri": "ui://a", "text": "<p> " });
        assert_eq!(checked(&allow, &json!([other])), Err(403));
        assert!(checked(&block, &json!([other])).is_ok());
    }

    #[test]
    fn an_undecodable_app_is_refused_if_there_is_a_list() {
        let (allow, block) = (Apps::new().allow([HASH]).unwrap(), Apps::new().block([HASH]).unwrap());
        for app in [json!({ "uri": "ui://a" }), json!({ "uri": "ui://a", "blob": "%" }), json!(7)] {
            assert_eq!(checked(&Apps::new(), &json!([app])), Ok(Some("none".to_owned())), "{app}");
            assert_eq!(checked(&allow, &json!([app])), Err(403), "{app}");
            assert_eq!(checked(&block, &json!([app])), Err(403), "{app}");
        }
        let surrogate = RawJson::parse(r#"{"contents":[{"uri":"ui://a","text":"\ud800"}]}"#).unwrap();
        assert!(check(&allow, &surrogate).is_err());
        let escaped = RawJson::parse(r#"{"contents":[{"\u0075ri":"u\u0069://a","text":"\u003cp>"}]}"#).unwrap();
        assert_eq!(check(&allow, &escaped).unwrap().unwrap(), HASH);
    }

    #[test]
    fn apps_beyond_those_in_the_header_are_checked_too() {
        let mut apps = vec![json!({ "uri": "ui://a", "text": "" }); 32];
        apps.push(json!({ "uri": "ui://a", "text": "<p>" }));
        let header = checked(&Apps::new(), &json!(apps)).unwrap().unwrap();
        assert!(header.split(',').count() == 32 && !header.contains(HASH), "{header}");
        assert_eq!(checked(&Apps::new().block([HASH]).unwrap(), &json!(apps)), Err(403));
    }
}
