//! The page's tests in headless Chromium, and the attacks on it in Chromium and Firefox, some of them in real windows.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{Outcome, apt_install, cargo, exists, program, root, run};

/// Installs what is missing, and runs the tests against the explorer that the proxy example serves.
pub(crate) fn test() -> Outcome {
    let chromium = install()?;
    prepare_attacks()?;
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

/// Firefox, and a screen with a mouse and a keyboard: headless browsers pretend that every page has the focus.
fn prepare_attacks() -> Outcome {
    let needed = [("firefox-esr", "firefox-esr"), ("Xvfb", "xvfb"), ("xdotool", "xdotool"), ("openbox", "openbox")];
    let missing: Vec<_> =
        needed.into_iter().filter(|(program, _)| !is_in_path(program)).map(|(_, package)| package).collect();
    if missing.is_empty() { Ok(()) } else { apt_install(&missing) }
}

/// Looks a program up without starting it: Xvfb knows no `--version`.
fn is_in_path(program: &str) -> bool {
    let looked_up = Command::new("sh").args(["-c", "command -v \"$0\"", program]).output();
    looked_up.is_ok_and(|output| output.status.success())
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
