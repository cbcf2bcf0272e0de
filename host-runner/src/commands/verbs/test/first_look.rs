//! A server without a test file: its lock, and a first test file.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::super::lock::Offers;
use super::super::schema::required;
use super::file::TestFile;
use crate::commands::Failure;
use crate::commands::harmless::harmless_json;
use crate::commands::target::Target;

/// The lock's name.
const LOCK: &str = "mcp-ui.lock";

/// A test file without tests, which compares the server's offers with the lock in the current folder.
pub(super) fn file(given: Option<&Target>) -> Result<(PathBuf, TestFile), Failure> {
    if given.is_none() {
        return Err(Failure::wrong_file("There are no test files in this folder.").hint(
            "Specify a test file, or record a server in a lock: `mcp-ui test -- COMMAND` or `mcp-ui test URL`.",
        ));
    }
    Ok((LOCK.into(), TestFile { lock: Some(LOCK.into()), ..TestFile::default() }))
}

/// A first test file for the server, with a call to one of the tools in its lock.
pub(super) fn next(target: &Target) -> String {
    let server = match target {
        Target::Command(command) => {
            let words: Vec<_> = command.words().map(|word| Value::from(&*word.to_string_lossy()).to_string()).collect();
            format!("{{command: [{}]}}", words.join(", "))
        }
        Target::Url { url, .. } => format!("{{url: {}}}", Value::from(url.to_string())),
    };
    let offers = Offers::read(Path::new(LOCK)).unwrap_or_default();
    let tests = match easiest(&offers) {
        Some((name, arguments)) => format!(
            "tests:\n- call: {}\n  args: {}\n  expect: {{ok: true}}\n",
            harmless_json(&json!(name).to_string()),
            harmless_json(&arguments.to_string())
        ),
        None => String::new(),
    };
    format!(
        "\nNext: a first test. Write to first.mcp-ui.yaml, and run `mcp-ui test`:\n\nserver: {}\nlock: {LOCK}\n{tests}",
        harmless_json(&server)
    )
}

/// The tool that is easiest to call, with example arguments: preferably one that only reads, with the fewest required
/// arguments. A tool marked as destructive is never called unasked.
fn easiest(offers: &Offers) -> Option<(&str, Value)> {
    let tools = offers.tools().filter(|tool| tool["annotations"]["destructiveHint"] != true);
    let easiest = tools
        .min_by_key(|tool| (tool["annotations"]["readOnlyHint"] != true, required(&tool["inputSchema"]).count()))?;
    let schema = &easiest["inputSchema"];
    let arguments: Map<_, _> = required(schema).map(|(name, property)| (name.to_owned(), property.example())).collect();
    Some((easiest["name"].as_str()?, arguments.into()))
}
