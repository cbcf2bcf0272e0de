//! The page in a browser, over tools in every language and in every host: it opens, and calls a tool.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use mcp_ui_host_e2e::{Server, explorer_with, middleware_before};
use serde_json::{Value, json};

use crate::embedded::{NODE, PYTHON};

const EXECUTE: (&str, &str) = ("MCP_UI_ALLOW_EXECUTE", "true");

fn explorer(name: &str, address: SocketAddr, tool: &str, says: &str) -> Value {
    json!({ "name": name, "url": format!("http://{address}/explorer"), "tool": tool, "says": says })
}

#[test]
fn the_page_runs_a_tool_wherever_it_comes_from() {
    let languages = ["tools-rust", "tools-javascript", "tools-python"];
    let served = languages.map(|tools| (tools, Server::start(&explorer_with(tools), &[EXECUTE], &[])));
    let middleware = Server::start(&middleware_before("spin-server"), &[EXECUTE], &[]);
    let embedded = [("embed-node", NODE.start([EXECUTE])), ("embed-python", PYTHON.start([EXECUTE]))];

    let greeting = |name, server: &Server| explorer(name, server.address, "greet", "Hello, world!");
    let mut explorers: Vec<_> = served.iter().map(|(name, server)| greeting(name, server)).collect();
    explorers.push(greeting("middleware", &middleware));
    explorers.extend(embedded.iter().map(|(name, server)| explorer(name, server.address, "echo", "{}")));

    let test = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hosts/page.test.js");
    let mut browser = Command::new("node");
    browser.arg("--test").arg(test).env("EXPLORERS", Value::from(explorers).to_string());
    let seen = browser.output().unwrap();
    assert!(seen.status.success(), "{}", String::from_utf8_lossy(&seen.stdout));
}
