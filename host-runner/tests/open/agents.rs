//! The explorer and agents use the same process.

use serde_json::json;

use crate::open::running::{Running, server};

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
    let text = open.call_in(&open.session(), "environment");
    let variables: serde_json::Value = serde_json::from_str(&text).unwrap();
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

#[test]
fn each_agent_has_a_process_of_its_own() {
    let open = Running::start(&server(&["--per-client"], &[]));
    let explorer = open.call("pid", "{}").json()["content"][0]["text"].as_str().unwrap().to_owned();
    let sessions = [open.session(), open.session()];
    let pids = [open.call_in(&sessions[0], "pid"), open.call_in(&sessions[1], "pid")];
    assert!(pids[0] != pids[1] && !pids.contains(&explorer), "{pids:?} {explorer}");
    open.printed("agent 2: The server was started");

    let header = format!("mcp-session-id: {}\r\n", sessions[0]);
    assert_eq!(open.send("DELETE", "/mcp", &header, "").status, 204);
    #[cfg(target_os = "linux")]
    crate::support::child::wait_until_gone(&pids[0]);
    assert_eq!(open.send("GET", "/mcp", &header, "").status, 404);
    assert_eq!(open.call_in(&sessions[1], "pid"), pids[1]);

    let list = r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
    let refused = open.post(list, "mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/list\r\n");
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!(-32022)), "{refused:?}");
    assert_eq!(
        (&refused.json()["id"], &refused.json()["error"]["data"]["supported"][0]),
        (&json!(7), &json!("2025-11-25"))
    );
    let refused = open.post(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#, "");
    assert!(refused.status == 400 && refused.body.contains("Begin a session with `initialize`"), "{refused:?}");
}

#[cfg(unix)]
#[test]
fn the_processes_of_agents_are_bounded() {
    let mut open = Running::start(&server(&["--per-client"], &[]));
    let sessions: Vec<_> = (0..16).map(|_| open.session()).collect();
    let hello = r#"{"jsonrpc":"2.0","id":"x","method":"initialize","params":{"capabilities":{}}}"#;
    let refused = open.post(hello, "");
    assert!(refused.status == 503 && refused.json()["id"] == "x", "{refused:?}");
    assert!(refused.body.contains("16 agents already have a process of their own"), "{refused:?}");
    let last = open.call_in(&sessions[15], "pid");
    open.interrupt();
    assert_eq!(open.exit_code(), Some(0));
    #[cfg(target_os = "linux")]
    crate::support::child::wait_until_gone(&last);
}

#[test]
fn an_agents_process_that_cannot_be_started_says_why() {
    // The first process belongs to the explorer.
    let folder = tempfile::tempdir().unwrap();
    let once = "[ -e started ] && { echo no licence >&2; exit 7; }; touch started; exec python3 \"$0\"";
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");
    let arguments = ["--per-client", "--protocol", "2025-11-25", "--cwd", folder.path().to_str().unwrap()];
    let open = Running::start(&[&arguments[..], &["--", "sh", "-c", once, script]].concat());
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let failed = open.post(hello, "");
    assert!(failed.status == 503 && failed.body.contains("no licence"), "{failed:?}");
}
