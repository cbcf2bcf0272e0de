//! The page's tests, in headless Chromium.

use std::path::PathBuf;

use crate::shell::{Outcome, apt_install, cargo, exists, program, root, run};

/// Installs what is missing, and runs the tests against the explorer that the proxy example serves.
pub(crate) fn test() -> Outcome {
    let chromium = install()?;
    cargo(&["build", "--locked", "-p", "example-proxy", "-p", "example-demo"])?;
    let mut tests = program("npm", &["test"]);
    let built = root().join("target/debug");
    tests.current_dir(folder()).env("CHROMIUM", chromium);
    tests.env("MCP_UI_PROXY", built.join("proxy")).env("MCP_UI_DEMO", built.join("demo"));
    run(tests)
}

/// Installs what is missing. Gives the name of the browser.
pub(crate) fn install() -> Outcome<String> {
    let chromium = prepare()?;
    let mut install = program("npm", &["ci", "--no-audit", "--no-fund"]);
    install.current_dir(folder());
    run(install)?;
    Ok(chromium)
}

fn folder() -> PathBuf {
    root().join("layer/tests/browser")
}

/// Node.js, npm and Chromium; the latter's name is given back.
fn prepare() -> Outcome<String> {
    if !exists("node") || !exists("npm") {
        apt_install(&["nodejs", "npm"])?;
    }
    if let Some(chromium) = chromium() {
        return Ok(chromium);
    }
    apt_install(&["chromium"])?;
    chromium().ok_or_else(|| "Chromium was installed, but does not start".to_owned())
}

fn chromium() -> Option<String> {
    let configured = std::env::var("CHROMIUM").ok();
    let known = ["chromium", "chromium-browser", "google-chrome"].map(|name| format!("/usr/bin/{name}"));
    configured.into_iter().chain(known).find(|name| exists(name))
}
