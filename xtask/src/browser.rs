//! The tests of the page in headless Chromium, and attacks on it in Chromium and Firefox, some in real windows.

use std::process::Command;

use crate::checks::build_programs;
use crate::shell::{TaskResult, apt_install, ensure_node, ensure_redis, exists, npm, program, python, run, target};

/// The folder of the tests.
const FOLDER: &str = "layer/tests/browser";

/// Installs missing programs, and runs the tests against `mcp-ui open` and the examples.
pub(crate) fn test() -> TaskResult {
    let chromium = install()?;
    ensure_redis()?;
    prepare_attacks()?;
    let requirements = ["fastmcp", "opentelemetry"].map(|name| format!("{FOLDER}/fixtures/{name}/requirements.txt"));
    let [fastmcp, opentelemetry] = &requirements;
    run(program(&python("pip")?, &["install", "--quiet", "-r", fastmcp, "-r", opentelemetry]))?;
    build_programs()?;
    let mut tests = npm(FOLDER, &["test"]);
    let programs = target().join("debug");
    tests.env("CHROMIUM", chromium);
    tests.env("MCP_UI_OPEN", programs.join("mcp-ui")).env("MCP_UI_DEMO", programs.join("demo"));
    tests.env("MCP_UI_EXPLORER", programs.join("examples/explorer"));
    tests.env("MCP_UI_AGENT", programs.join("examples/agent")).env("MCP_UI_DATABASES", programs.join("databases"));
    tests.env("MCP_UI_REPLICAS", programs.join("example-replicas"));
    tests.env("MCP_UI_RESERVATION", programs.join("reservation")).env("MCP_UI_WORKBENCH", programs.join("workbench"));
    tests.env("MCP_UI_PYTHON", python("python")?);
    run(tests)
}

/// Installs missing programs and packages, and returns the path of Chromium.
pub(crate) fn install() -> TaskResult<String> {
    let chromium = prepare()?;
    run(npm(FOLDER, &["ci", "--no-audit", "--no-fund"]))?;
    Ok(chromium)
}

/// Installs Firefox, and a virtual screen with mouse and keyboard: headless browsers pretend that every page has the
/// focus.
fn prepare_attacks() -> TaskResult {
    let needed = [("firefox-esr", "firefox-esr"), ("Xvfb", "xvfb"), ("xdotool", "xdotool"), ("openbox", "openbox")];
    let missing: Vec<_> =
        needed.into_iter().filter(|(program, _)| !is_in_path(program)).map(|(_, package)| package).collect();
    if missing.is_empty() { Ok(()) } else { apt_install(&missing) }
}

/// Returns whether a program is in `PATH`, without starting it: Xvfb has no `--version`.
fn is_in_path(program: &str) -> bool {
    let looked_up = Command::new("sh").args(["-c", "command -v \"$0\"", program]).output();
    looked_up.is_ok_and(|output| output.status.success())
}

/// Installs Node.js, npm and Chromium, and returns the path of Chromium.
fn prepare() -> TaskResult<String> {
    ensure_node()?;
    if let Some(chromium) = chromium() {
        return Ok(chromium);
    }
    apt_install(&["chromium"])?;
    chromium().ok_or_else(|| "Chromium is installed but does not start".to_owned())
}

fn chromium() -> Option<String> {
    let configured = std::env::var("CHROMIUM").ok();
    let known = ["chromium", "chromium-browser", "google-chrome"].map(|name| format!("/usr/bin/{name}"));
    configured.into_iter().chain(known).find(|name| exists(name))
}
