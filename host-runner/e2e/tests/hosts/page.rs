//! The page in a browser, with tools in every language and in every host: the page opens and runs a tool.

use std::path::Path;
use std::process::Command;

use mcp_ui_host_e2e::{Server, explorer_with, middleware_before};
use serde_json::{Value, json};

use crate::embedded::{NODE, PYTHON};
use crate::spin;

pub(crate) const EXECUTE: (&str, &str) = ("MCP_UI_ALLOW_EXECUTE", "true");

/// Returns the `EXPLORERS` entry for a server: the URL of its page, and a tool from the examples or the corpus to run
/// there.
fn explorer((name, server): &(&str, Server)) -> Value {
    let is_example = !name.starts_with("embed");
    let (tool, says) = if is_example { ("greet", "Hello, world!") } else { ("echo", "{}") };
    let has_app = ["tools-rust", "spin-server", "middleware", "explorer"].contains(name);
    let url = format!("http://{}/explorer", server.address);
    json!({ "name": name, "url": url, "tool": tool, "says": says, "hasApp": has_app })
}

#[test]
fn the_page_runs_a_tool_in_every_host() {
    let over = |tools| (tools, Server::start(&explorer_with(tools), &[EXECUTE], &[]));
    run_on_page(&[
        over("tools-rust"),
        over("tools-javascript"),
        over("tools-python"),
        ("spin-server", Server::start(&middleware_before("spin-server"), &[EXECUTE], &[])),
        ("embed-node", NODE.start([EXECUTE])),
        ("embed-python", PYTHON.start([EXECUTE])),
    ]);
}

#[test]
#[ignore = "needs spin"]
fn the_page_runs_a_tool_on_spin() {
    run_on_page(&["middleware", "explorer"].map(|application| (application, spin::application(application))));
}

fn run_on_page(servers: &[(&'static str, Server)]) {
    let explorers: Vec<_> = servers.iter().map(explorer).collect();
    run("page.test.js", "EXPLORERS", &Value::from(explorers).to_string());
}

/// Runs a test in a browser, with a variable.
pub(crate) fn run(test: &str, name: &str, value: &str) {
    let test = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts").join(test);
    let mut browser = Command::new("node");
    browser.arg("--test").arg(test).env(name, value);
    let output = browser.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
