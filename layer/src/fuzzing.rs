//! Internal parts for the fuzz targets in `layer/fuzz`. Compiled only by cargo-fuzz.

use serde_json::Value;

use crate::RawJson;
use crate::model::RawObject;
use crate::sealer::Sealer;

/// Sets a member of an object, or removes it. Returns `None` if the text is not an object.
pub fn edit(text: &str, key: &str, value: Option<&RawJson>) -> Option<RawJson> {
    let mut object = RawObject::parse(&RawJson::parse(text.to_owned()).ok()?).ok()?;
    match value {
        Some(value) => object.set(key, value.clone()),
        None => object.remove(key),
    }
    Some(object.to_json())
}

pub fn seal(key: &[u8; 32], purpose: &str, text: &[u8]) -> String {
    Sealer::new(key, purpose).seal(text)
}

pub fn open(key: &[u8; 32], purpose: &str, token: &str) -> Option<Vec<u8>> {
    Sealer::new(key, purpose).open(token)
}

/// Counts how often a validation visits subschemas. Returns a sentence if that exceeds the bound computed beforehand.
pub fn excess(schema: &Value, arguments: &Value) -> Option<String> {
    crate::validate::excess(schema, arguments)
}
