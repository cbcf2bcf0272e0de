//! UIs from a folder for a server's tools.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::open::running::{Running, run, server};

/// A folder with a UI for the tool `echo`.
fn folder(html: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "echo/ui.html", html);
    write(folder.path(), "echo/ui.json", r#"{"schema":{"type":"object","required":["text"]}}"#);
    write(folder.path(), "echo/stories/Hello.json", r#"{"data":{"text":"Hello"}}"#);
    folder
}

fn write(folder: &Path, path: &str, content: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn listed(open: &Running) -> Value {
    open.get("/explorer/uis").json()
}

#[test]
fn agents_and_the_page_get_the_uis_with_the_tools() {
    let folder = folder("<p>First");
    let path = folder.path().to_str().unwrap();
    let open = Running::start(&server(&["--ui", path, "--watch", "--write"], &[]));
    let uri = listed(&open)["uis"][0]["uri"].as_str().unwrap().to_owned();
    let tool = open.get("/explorer/tools/echo").json();
    assert_eq!(tool["_meta"]["ui"]["resourceUri"], uri);

    let session = open.session();
    let read = json!({ "jsonrpc": "2.0", "id": 9, "method": "resources/read", "params": { "uri": uri } });
    let contents = open.post(&read.to_string(), &format!("mcp-session-id: {session}\r\n")).json();
    assert_eq!(contents["result"]["contents"][0]["text"], "<p>First");
    assert_eq!(listed(&open)["writable"], true);

    write(folder.path(), "echo/ui.html", "<p>Second");
    open.printed("The UIs were reloaded.");
    assert_ne!(listed(&open)["uis"][0]["uri"], uri);
    write(folder.path(), "echo/ui.json", "{");
    open.printed("The UIs cannot be reloaded:");
    assert_eq!(listed(&open)["uis"].as_array().unwrap().len(), 1);
}

#[test]
fn other_hosts_get_the_documents_if_they_may() {
    let folder = folder("<p>Echo");
    let path = folder.path().to_str().unwrap();
    let host = "http://localhost:6006";
    let open = Running::start(&server(&["--ui", path, "--ui-host", host], &[]));
    let document = |open: &Running| {
        let headers = format!("host: {}\r\norigin: {host}\r\n", open.authority);
        open.send_raw("GET", "/explorer/ui/echo", &headers, "")
    };
    let shown = document(&open);
    assert_eq!((shown.status, shown.body.as_str()), (200, "<p>Echo"));
    assert!(shown.head.contains(&format!("frame-ancestors 'self' {host}")), "{}", shown.head);
    assert_eq!(document(&Running::start(&server(&["--ui", path], &[]))).status, 403);

    for wrong in ["localhost:6006", "http://localhost:6006/path", "*.example", "'none'"] {
        let ran = run(&["--ui", path, "--ui-host", wrong, "--", "cat"]);
        ran.failed(1, wrong);
        ran.failed(1, "--ui-host");
    }
    run(&["--ui", path, "--older-clients", "--", "cat"]).failed(1, "--ui-host");
}

#[test]
fn a_folder_that_cannot_be_used_stops_the_start() {
    let folder = folder("<p>");
    write(folder.path(), "other/ui.json", "{}");
    let ran = run(&["--ui", folder.path().to_str().unwrap(), "--", "cat"]);
    ran.failed(1, "It has neither `ui.html` nor a `url`");
}

#[test]
fn stories_are_checked_without_a_browser() {
    let folder = folder("<p>");
    let check = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
        let output = command.arg("check").arg(folder.path()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(check(), (Some(0), "ok     echo: Hello\n".to_owned()));
    write(folder.path(), "echo/stories/Wrong.json", r#"{"data":[]}"#);
    let (code, text) = check();
    assert_eq!(
        (code, text.as_str()),
        (Some(1), "ok     echo: Hello\nwrong  echo: Wrong\n         Must be an object\n")
    );
}

#[test]
fn a_document_is_previewed_with_its_data() {
    let folder = folder("<p>Preview");
    write(folder.path(), "data.json", r#"{"text":"Hello"}"#);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
    let page = path("echo/ui.html");
    command.args(["preview", "--no-open", &page, "--data", &path("data.json")]);
    let open = Running::of(command);
    let ui = open.get("/explorer/uis").json()["uis"][0].take();
    assert_eq!(ui["stories"][0]["data"], json!({ "text": "Hello" }));
    assert_eq!(ui["stories"].as_array().unwrap().len(), 1, "the data that are given count");
    assert_eq!(ui["schema"]["required"], json!(["text"]), "the settings beside the document count");
    let uri = ui["uri"].as_str().unwrap();
    let read = open.get(&format!("/explorer/resources/read?uri={uri}")).json();
    assert_eq!(read["contents"][0]["text"], "<p>Preview");
}

#[test]
fn a_folder_is_previewed_with_its_stories() {
    let folder = folder("<p>Preview");
    write(folder.path(), "echo/stories/Another.json", r#"{"data":{"text":"Bye"},"arguments":{"a":1.0}}"#);
    let preview = |path: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
        command.args(["preview", "--no-open"]).arg(folder.path().join(path));
        command
    };
    let ui = Running::of(preview("echo")).get("/explorer/uis").json()["uis"][0].take();
    let names: Vec<_> = ui["stories"].as_array().unwrap().iter().map(|story| story["name"].clone()).collect();
    assert_eq!(names, ["Another", "Hello"]);
    write(folder.path(), "bare/ui.html", "<p>");
    let output = preview("bare").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && text.contains("Pass the data with --data FILE."), "{text}");
}

#[test]
fn a_folder_without_stories_passes_the_check() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "bare/ui.html", "<p>");
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
    let output = command.arg("check").arg(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && text.contains("There are no stories to check."), "{text}");
}
