//! The conformance suite for MCP clients, driven through the explorer's HTTP interface, and agents built with the
//! official SDKs at the `mcp-ui open` endpoint.

use crate::browser;
use crate::checks::{Tally, build_programs};
use crate::shell::{TaskResult, environment, npm, npm_ci, program, python, run, target};

/// The folder with the suite and its driver.
const FOLDER: &str = "layer/tests/conformance";

/// The folder with the agents and their servers.
pub(crate) const AGENTS: &str = "host-runner/tests/agents";

/// Version 1 of the Python SDK, which cannot be installed beside version 2.
const PYTHON_1: &str = "mcp==1.30.0";

/// Installs the suite and the SDKs, and runs the scenarios and the agents against `mcp-ui open`.
pub(crate) fn test(tally: &mut Tally) -> TaskResult {
    build_programs()?;
    npm_ci(FOLDER)?;
    let mut tests = npm(FOLDER, &["test", "--silent"]);
    tests.env("MCP_UI_OPEN", target().join("debug/mcp-ui"));
    tally.run(tests)?;

    npm_ci(AGENTS)?;
    run(program(&python("pip")?, &["install", "--quiet", "-r", &browser::requirements("fastmcp")]))?;
    let mut agents = npm(AGENTS, &["test", "--silent"]);
    let programs = target().join("debug");
    agents.env("MCP_UI_OPEN", programs.join("mcp-ui")).env("MCP_UI_WORKBENCH", programs.join("workbench"));
    agents.env("MCP_UI_RMCP_CLIENT", programs.join("examples/rmcp_client")).env("MCP_UI_PYTHON", python("python")?);
    agents.env("MCP_UI_PYTHON1", environment("python-mcp1", &[PYTHON_1])?.join("python"));
    tally.run(agents)
}
