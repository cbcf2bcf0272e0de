//! The conformance suite for MCP clients, driven through the explorer's HTTP interface, and agents built with the
//! official SDKs at the `mcp-ui open` endpoint.

use crate::browser;
use crate::checks::{Tally, build_programs};
use crate::shell::{TaskResult, at_once, environment, npm, npm_ci, pip_install, python, target};

/// The folder with the suite and its driver.
const FOLDER: &str = "layer/tests/conformance";

/// The folder with the agents and their servers.
pub(crate) const AGENTS: &str = "host-runner/tests/agents";

/// Version 1 of the Python SDK, which cannot be installed beside version 2.
const PYTHON_1: &str = "mcp==1.30.0";

/// Installs the suite and the SDKs, and runs the scenarios and the agents against `mcp-ui open`.
pub(crate) fn test(tally: &mut Tally) -> TaskResult {
    at_once([
        Box::new(build_programs),
        Box::new(|| npm_ci(FOLDER)),
        Box::new(|| npm_ci(AGENTS)),
        Box::new(|| pip_install(&[&browser::requirements("fastmcp")])),
        Box::new(|| environment("python-mcp1", &[PYTHON_1]).map(drop)),
    ])?;

    let programs = target().join("debug");
    let mut scenarios = npm(FOLDER, &["test", "--silent"]);
    scenarios.env("MCP_UI_OPEN", programs.join("mcp-ui"));
    let mut agents = npm(AGENTS, &["test", "--silent"]);
    agents.env("MCP_UI_OPEN", programs.join("mcp-ui")).env("MCP_UI_WORKBENCH", programs.join("workbench"));
    agents.env("MCP_UI_RMCP_CLIENT", programs.join("examples/rmcp_client")).env("MCP_UI_PYTHON", python("python")?);
    agents.env("MCP_UI_PYTHON1", environment("python-mcp1", &[])?.join("python"));
    let mut other = Tally::default();
    let result = at_once([Box::new(|| tally.run(scenarios)), Box::new(|| other.run(agents))]);
    tally.add(other);
    result
}
