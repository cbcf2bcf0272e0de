//! Any bytes as JSON: what is accepted is JSON, and stays byte for byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::value::RawValue;
use tower_mcp_ui::RawJson;

fuzz_target!(|text: &str| {
    match RawJson::parse(text.to_owned()) {
        Ok(json) => assert_eq!(json.get(), text.trim_matches([' ', '\t', '\n', '\r'])),
        Err(_) => assert!(serde_json::from_str::<&RawValue>(text).is_err()),
    }
});
