//! A record being built. `Traffic::record` checks it and removes its secrets.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Debug, Default, Serialize)]
pub(super) struct Record {
    /// The time in milliseconds since 1970.
    pub(super) at: f64,
    pub(super) from: &'static str,
    pub(super) kind: Option<&'static str>,
    pub(super) transport: &'static str,
    pub(super) exchange: Option<String>,
    pub(super) method: Option<String>,
    pub(super) name: Option<String>,
    pub(super) id: Option<Value>,
    pub(super) client: Option<Value>,
    pub(super) session: Option<String>,
    pub(super) revision: Option<String>,
    pub(super) explorer: bool,
    pub(super) http: Option<Value>,
    pub(super) span: Option<Value>,
    pub(super) raw: Option<Box<RawValue>>,
    pub(super) note: Option<String>,
}

/// Appends a member to an object that already has members.
pub(super) fn append(object: &RawValue, key: &str, value: &RawValue) -> Box<RawValue> {
    let begin = object.get().strip_suffix('}').unwrap_or_default();
    RawValue::from_string(format!("{begin},{}:{value}}}", Value::from(key))).expect("JSON by construction")
}
