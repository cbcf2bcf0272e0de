//! Saved calls, in the file that the page exports, as tests.

use serde::Deserialize;
use serde_json::Value;

use super::test_case::Test;

/// The `format` member, which identifies the file.
const FORMAT: &str = "mcp-explorer saved calls";

#[derive(Deserialize)]
struct SavedCall {
    tool: String,
    name: String,
    /// The arguments as JSON text.
    arguments: String,
}

/// Returns the tests in a file of saved calls, or `None` for other files. A call passes unless its result is an error.
pub(super) fn parse(text: &str) -> Option<Result<Vec<Test>, String>> {
    let file: Value = serde_json::from_str(text).ok()?;
    if file["format"] != FORMAT {
        return None;
    }
    if file["version"] != 1 {
        return Some(Err("The file is from another version of the page.".to_owned()));
    }
    let calls = serde_json::from_value::<Vec<SavedCall>>(file["calls"].clone());
    let calls = calls.map_err(|error| format!("The saved calls are invalid: {error}."));
    Some(calls.map(|calls| calls.into_iter().map(test).collect()))
}

fn test(SavedCall { tool, name, arguments }: SavedCall) -> Test {
    Test { name: Some(format!("{tool}: {name}")), call: Some(tool), args_json: Some(arguments), ..Test::default() }
}
