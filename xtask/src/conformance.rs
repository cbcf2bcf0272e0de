//! The conformance suite for MCP clients, driven through the explorer's HTTP interface.

use crate::checks::{Tally, build_programs};
use crate::shell::{TaskResult, npm, npm_ci, target};

/// The folder of the suite and its driver.
const FOLDER: &str = "layer/tests/conformance";

/// Installs the suite, and runs its scenarios against `mcp-ui open`.
pub(crate) fn test(tally: &mut Tally) -> TaskResult {
    build_programs()?;
    npm_ci(FOLDER)?;
    let mut tests = npm(FOLDER, &["test", "--silent"]);
    tests.env("MCP_UI_OPEN", target().join("debug/mcp-ui"));
    tally.run(tests)
}
