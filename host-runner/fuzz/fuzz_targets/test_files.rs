//! Arbitrary test files and server results: the file is read or the error mentions it, and the result is judged.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_ui_host::fuzzing::test_file;
use mcp_ui_host_fuzz::with_file;
use serde_json::{Value, json};

fuzz_target!(|input: (&str, &str)| {
    let (text, result) = input;
    let result: Value =
        serde_json::from_str(result).unwrap_or_else(|_| json!({ "content": [{ "type": "text", "text": result }] }));
    if let Err(reason) = with_file(text.as_bytes(), |path| test_file(path, result)) {
        assert!(reason.contains("mcp-ui-fuzz"), "{reason}");
    }
});
