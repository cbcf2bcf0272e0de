//! The conformance suite for MCP clients, driven through the explorer's HTTP interface.

use crate::checks::build_programs;
use crate::shell::{TaskResult, ensure_node, npm, run, target};

/// The folder of the suite and its driver.
const FOLDER: &str = "layer/tests/conformance";

/// Installs the suite, and runs its scenarios against `mcp-ui open`.
pub(crate) fn test() -> TaskResult {
    ensure_node()?;
    build_programs()?;
    run(npm(FOLDER, &["ci", "--no-audit", "--no-fund"]))?;
    let mut tests = npm(FOLDER, &["test"]);
    tests.env("MCP_UI_OPEN", target().join("debug/mcp-ui"));
    run(tests)
}
