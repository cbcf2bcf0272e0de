//! The file of saved calls that the page exports, as tests.

use serde::Deserialize;
use serde_json::Value;

use super::file::Test;

/// The member that tells the file from others.
const FORMAT: &str = "mcp-explorer saved calls";

#[derive(Deserialize)]
struct SavedCall {
    tool: String,
    name: String,
    /// The arguments as JSON text.
    arguments: String,
}

/// Returns the tests of a file, or `None` if it is another file. A call passes if it is no error.
pub(super) fn parse(text: &str) -> Option<Result<Vec<Test>, String>> {
    let file: Value = serde_json::from_str(text).ok()?;
    if file["format"] != FORMAT {
        return None;
    }
    if file["version"] != 1 {
        return Some(Err("The file is from another version of the page.".to_owned()));
    }
    let calls = serde_json::from_value::<Vec<SavedCall>>(file["calls"].clone());
    let calls = calls.map_err(|error| format!("The saved calls are wrong: {error}."));
    Some(calls.map(|calls| calls.into_iter().map(test).collect()))
}

fn test(SavedCall { tool, name, arguments }: SavedCall) -> Test {
    Test { name: Some(format!("{tool}: {name}")), call: Some(tool), args_json: Some(arguments), ..Test::default() }
}
