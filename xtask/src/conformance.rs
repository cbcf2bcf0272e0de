//! The conformance suite for MCP clients, driven through the explorer's HTTP interface.

use crate::shell::{TaskResult, cargo, ensure_node, program, root, run, target};

/// Installs the suite, and runs its scenarios against the explorer of the proxy.
pub(crate) fn test() -> TaskResult {
    ensure_node()?;
    cargo(&["build", "--locked", "-p", "example-proxy"])?;
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["test"])
}

fn npm(arguments: &[&str]) -> TaskResult {
    let mut npm = program("npm", arguments);
    npm.current_dir(root().join("layer/tests/conformance"));
    npm.env("MCP_UI_PROXY", target().join("debug/proxy"));
    run(npm)
}
