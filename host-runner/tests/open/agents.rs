//! The explorer and agents use the same process.

use serde_json::json;

use crate::running::{Running, server};

#[test]
fn the_explorer_and_agents_share_the_process() {
    let open = Running::start(&server(&[], &[]));
    let tools = open.get("/explorer/tools");
    assert_eq!((tools.status, tools.json()[0]["name"].clone()), (200, json!("echo")));
    let pid = open.call("pid", "{}").json()["content"][0]["text"].clone();

    let hello = open.post(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#, "");
    let session = hello.head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap().to_owned();
    let call = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"pid"}}"#;
    let answer = open.post(call, &format!("mcp-session-id: {session}\r\n")).json();
    assert_eq!((&answer["id"], &answer["result"]["content"][0]["text"]), (&json!("x"), &pid));
}

#[test]
fn both_revisions_are_explored() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let open = Running::start(&server(&[], &["--revision", revision]));
        let result = open.call("echo", r#"{"digits":1.50}"#);
        assert_eq!(
            (result.status, &result.json()["content"][0]["text"]),
            (200, &json!(r#"{"digits": 1.5}"#)),
            "{revision}"
        );
    }
}

#[test]
fn no_execute_holds_for_the_page() {
    let open = Running::start(&server(&["--no-execute"], &[]));
    assert_eq!(open.call("echo", "{}").status, 403);
    assert_eq!(open.get("/explorer/tools").status, 200);
}

#[test]
fn variables_and_the_folder_reach_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["-e", "A=1", "--env", "B=2=3", "--cwd", folder.path().to_str().unwrap()];
    let open = Running::start(&server(&options, &[]));
    let environment = open.call("environment", "{}");
    // The tool is not in the list, so the explorer does not call it.
    assert_eq!(environment.status, 404);
    let hello = open.post(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#, "");
    let session = hello.head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap().to_owned();
    let call = r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"environment"}}"#;
    let text =
        open.post(call, &format!("mcp-session-id: {session}\r\n")).json()["result"]["content"][0]["text"].clone();
    let variables: serde_json::Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
    assert_eq!(
        (&variables["A"], &variables["B"], &variables["CARGO_MANIFEST_DIR"]),
        (&json!("1"), &json!("2=3"), &json!(null))
    );
}

#[test]
fn a_call_that_takes_too_long_names_the_option() {
    let open = Running::start(&server(&["--timeout", "0.5"], &[]));
    let late = open.call("sleep", "{}");
    assert_eq!(late.status, 504);
    assert!(late.body.contains("--timeout") && !late.body.contains("MCP_UI_"), "{}", late.body);
    open.printed("server: cancelled");
}
