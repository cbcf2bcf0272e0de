//! The page's tests in headless Chromium, and attacks on the page in Chromium and Firefox, some in real windows.

use std::process::Command;

use crate::checks::{Tally, build_programs};
use crate::needs::{self, Need};
use crate::shell::{TaskResult, at_once, npm, npm_ci, pip_install, python, target};
use crate::ui;

/// The folder with the tests.
pub(crate) const FOLDER: &str = "layer/tests/browser";

pub(crate) const NEEDS: [Need; 7] =
    [Need::Node, Need::Venv, Need::Redis, Need::HeadlessShell, Need::Chromium, Need::Firefox, Need::Screen];

/// The environment variables for program paths, and the programs' file names in the folder for debug builds.
const PROGRAMS: [(&str, &str); 9] = [
    ("MCP_UI_OPEN", "mcp-ui"),
    ("MCP_UI_DEMO", "demo"),
    ("MCP_UI_EXPLORER", "examples/explorer"),
    ("MCP_UI_AGENT", "examples/agent"),
    ("MCP_UI_DATABASES", "databases"),
    ("MCP_UI_REPLICAS", "example-replicas"),
    ("MCP_UI_SIGNING_IN", "signing-in"),
    ("MCP_UI_RESERVATION", "reservation"),
    ("MCP_UI_WORKBENCH", "workbench"),
];

/// Runs the tests against `mcp-ui open` and the examples.
pub(crate) fn test(tally: &mut Tally) -> TaskResult {
    prepare()?;
    tally.run(with_programs(npm(FOLDER, &["test", "--silent"]))?)
}

/// Installs the packages that the tests use, and builds the programs.
pub(crate) fn prepare() -> TaskResult {
    let packages = ["fastmcp", "opentelemetry", "sign-in"].map(requirements);
    at_once([
        Box::new(install),
        Box::new(|| pip_install(&packages.each_ref().map(String::as_str))),
        Box::new(build_programs),
    ])
}

/// Passes the program paths to a command in environment variables.
pub(crate) fn with_programs(mut command: Command) -> TaskResult<Command> {
    let programs = target().join("debug");
    for (name, path) in PROGRAMS {
        command.env(name, programs.join(path));
    }
    command.env("CHROMIUM", needs::chromium()).env("HEADLESS_SHELL", needs::headless_shell());
    command.env("MCP_UI_PYTHON", python("python")?);
    Ok(command)
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
