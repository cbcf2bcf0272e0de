//! The page's tests in headless Chromium, and attacks on it in Chromium and Firefox, some in real windows.

use crate::checks::{Tally, build_programs};
use crate::needs::{self, Need};
use crate::shell::{TaskResult, npm, npm_ci, program, python, run, target};
use crate::ui;

/// The folder with the tests.
const FOLDER: &str = "layer/tests/browser";

pub(crate) const NEEDS: [Need; 7] =
    [Need::Node, Need::Venv, Need::Redis, Need::HeadlessShell, Need::Chromium, Need::Firefox, Need::Screen];

/// Runs the tests against `mcp-ui open` and the examples.
pub(crate) fn test(tally: &mut Tally) -> TaskResult {
    install()?;
    let mut packages = program(&python("pip")?, &["install", "--quiet"]);
    packages.args(["fastmcp", "opentelemetry", "sign-in"].map(|fixture| format!("-r{}", requirements(fixture))));
    run(packages)?;
    build_programs()?;
    let mut tests = npm(FOLDER, &["test", "--silent"]);
    let programs = target().join("debug");
    tests.env("CHROMIUM", needs::chromium()).env("HEADLESS_SHELL", needs::headless_shell());
    tests.env("MCP_UI_OPEN", programs.join("mcp-ui")).env("MCP_UI_DEMO", programs.join("demo"));
    tests.env("MCP_UI_EXPLORER", programs.join("examples/explorer"));
    tests.env("MCP_UI_AGENT", programs.join("examples/agent")).env("MCP_UI_DATABASES", programs.join("databases"));
    tests
        .env("MCP_UI_REPLICAS", programs.join("example-replicas"))
        .env("MCP_UI_SIGNING_IN", programs.join("signing-in"));
    tests.env("MCP_UI_RESERVATION", programs.join("reservation")).env("MCP_UI_WORKBENCH", programs.join("workbench"));
    tests.env("MCP_UI_PYTHON", python("python")?);
    tally.run(tests)
}

/// Returns the path to a fixture's Python requirements.
pub(crate) fn requirements(fixture: &str) -> String {
    format!("{FOLDER}/fixtures/{fixture}/requirements.txt")
}

/// Installs the packages for the tests and for building the gallery.
pub(crate) fn install() -> TaskResult {
    npm_ci(FOLDER)?;
    npm_ci(ui::FOLDER)
}
