//! Servers built with official SDKs.

use std::path::PathBuf;

use serde_json::json;

use crate::open::running::{Running, command};

/// Returns the path to the example `rmcp_server`, which `cargo test` builds unless it is told which tests to build.
fn rmcp_server() -> PathBuf {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_mcp-ui"));
    program.with_file_name("examples").join(format!("rmcp_server{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn a_server_of_the_rust_sdk_is_explored_in_each_revision() {
    let program = rmcp_server();
    assert!(program.is_file(), "{} is missing: run `cargo build -p mcp-ui-host --examples`", program.display());
    for revision in ["auto", "2026-07-28", "2025-11-25", "2025-06-18"] {
        let mut command = command(&["--protocol", revision, "--"]);
        command.arg(&program);
        let open = Running::of(command);
        assert_eq!(open.get("/explorer/tools").json()[0]["name"], "greet", "{revision}");
        let greeting = open.call("greet", r#"{"name":"Ada"}"#);
        assert_eq!(greeting.json()["content"][0]["text"], json!("Hello, Ada!"), "{revision}");
        let failed = open.call("greet", "{}");
        assert!(failed.status >= 400 && failed.body.contains("name"), "{revision}: {failed:?}");
    }
}

/// Needs npx and the network, or a package that npx has downloaded before.
#[test]
#[ignore = "downloads a package"]
fn server_everything_is_explored() {
    let mut command = command(&["--init-timeout", "180", "--", "npx", "-y"]);
    command.arg("@modelcontextprotocol/server-everything");
    let open = Running::of(command);
    let sum = open.call("get-sum", r#"{"a":1,"b":2}"#);
    assert_eq!(sum.json()["content"][0]["text"], "The sum of 1 and 2 is 3.");
    let live = r#"{"params":{"name":"trigger-long-running-operation","arguments":{"duration":1,"steps":2}}}"#;
    let events = open.send("POST", "/explorer/rpc/tools/call", "content-type: application/json\r\n", live);
    assert_eq!(events.body.matches("notifications/progress").count(), 2, "{events:?}");
}
