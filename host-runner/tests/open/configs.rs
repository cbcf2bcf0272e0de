//! Agents' configuration files.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

use serde_json::{Value, json};

use crate::open::running::{PATIENCE, Running, command, run};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");

struct File {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl File {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        std::fs::write(&path, text).unwrap();
        Self { path, _folder: folder }
    }

    fn path(&self) -> &str {
        self.path.to_str().unwrap()
    }

    fn open(&self, arguments: &[&str]) -> Running {
        Running::start(&[&["--config", self.path()], arguments].concat())
    }
}

/// Returns a fixture server with these additional arguments.
fn python(arguments: &[&str]) -> Value {
    let arguments: Vec<&str> = [SCRIPT].iter().chain(arguments).copied().collect();
    json!({ "command": "python3", "args": arguments })
}

/// Waits until no server is starting, and returns the server list.
fn list(open: &Running) -> Value {
    let begin = Instant::now();
    loop {
        let list = open.get("/servers");
        assert_eq!(list.status, 200, "{list:?}");
        let list = list.json();
        if listed(&list).all(|server| server["state"] != "starting") {
            return list;
        }
        assert!(begin.elapsed() < PATIENCE, "{list:?}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

fn listed(list: &Value) -> impl Iterator<Item = &Value> {
    list["servers"].as_array().expect("a list").iter()
}

#[test]
fn each_server_of_a_file_has_its_own_addresses() {
    let mut second = python(&["--revision", "2026-07-28"]);
    second["env"] = json!({ "SECRET": "sesame" });
    second["autoApprove"] = json!(["sesame"]);
    let servers = json!({
        "first": python(&[]),
        "my server/é": second,
        "fails": python(&["--fault", "exits at once"]),
        "missing": { "command": "no-such-program" },
        "odd": { "url": "http://localhost:1/mcp", "headers": { "Authorization": "${NO_SUCH_VARIABLE}" } },
        "off": { "command": "no-such-program", "disabled": true },
        "closed": { "url": "http://127.0.0.1:1/mcp", "headers": { "Authorization": "Bearer sesame" } },
    });
    let file = File::new(&json!({ "mcpServers": servers, "theme": "dark" }).to_string());
    let open = file.open(&[]);
    let list = list(&open);
    let server = |name: &str| listed(&list).find(|server| server["name"] == name).expect("a server of the file");
    let first = server("first");
    assert_eq!((&first["state"], &first["explorer"]), (&json!("ready"), &json!("/first/explorer")));
    assert_eq!(first["endpoint"], format!("http://{}/first/mcp", open.authority));
    assert_eq!(first["introduction"]["counts"]["tools"], 11);
    assert_eq!(first["introduction"]["protocolVersion"], "2025-11-25");
    let second = server("my server/é");
    assert_eq!((&second["state"], &second["unused"]), (&json!("ready"), &json!(["autoApprove"])));
    assert_eq!(second["explorer"], "/my%20server%2F%C3%A9/explorer");
    assert_eq!(second["restart"], "/my%20server%2F%C3%A9/restart");
    let failure =
        json!({ "reason": "The server exited with code 7.", "output": "Last lines of stderr:\nno configuration" });
    assert_eq!(server("fails")["failure"], failure);
    for (name, reason) in [
        ("missing", "no-such-program cannot be started: it is not in PATH"),
        ("odd", "needs the environment variable NO_SUCH_VARIABLE, which is not set"),
        ("closed", "t reach 127.0.0.1:1: connection refused. Is the server running?"),
    ] {
        let failed = server(name);
        let told = failed["failure"]["reason"].as_str().expect("a reason");
        assert!(failed["state"] == "failed" && told.contains(reason), "{failed}");
    }
    assert_eq!(*server("off"), json!({ "name": "off", "state": "disabled", "unused": [] }));
    assert_eq!(list["unused"], json!(["theme"]));
    assert!(!list.to_string().contains("sesame"), "{list}");

    let agents = open.agents();
    assert_eq!(agents["mcpServers"]["first"]["url"], format!("http://{}/first/mcp", open.authority));
    assert_eq!(agents["mcpServers"]["first"]["headers"]["Mcp-Ui-Token"], open.agents_token);
    let names: Vec<_> = agents["mcpServers"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["closed", "fails", "first", "missing", "my server/é"]);

    let pid = |path: &str| open.send("POST", &format!("{path}/tools/pid/call"), JSON, "{}").json()["content"].clone();
    assert_ne!(pid("/first/explorer"), pid("/my%20server%2F%C3%A9/explorer"));
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    assert!(open.send("POST", "/first/mcp", JSON, initialize).head.contains("mcp-session-id"));
    let failed = open.send("POST", "/fails/mcp", JSON, initialize);
    assert!(failed.status == 503 && failed.body.contains("exited with code 7"), "{failed:?}");
    for (path, status) in
        [("/off/mcp", 503), ("/off/explorer", 503), ("/odd/explorer", 503), ("/mcp", 404), ("/first", 404)]
    {
        let response = open.send("POST", path, JSON, initialize);
        assert_eq!(response.status, status, "{path}: {response:?}");
    }
}

const JSON: &str = "content-type: application/json\r\n";

#[test]
fn the_index_page_tells_nothing_without_the_token() {
    let file = File::new(&json!({ "mcpServers": { "first": python(&[]), "second": python(&[]) } }).to_string());
    let open = file.open(&[]);
    let host = format!("host: {}\r\n", open.authority);
    let page = open.send_raw("GET", "/", &host, "");
    assert_eq!(page.status, 200);
    assert!(!page.body.contains("/first/") && !page.body.contains(&open.token), "{}", page.head);
    let policy = page.head.lines().find(|line| line.starts_with("content-security-policy: ")).unwrap();
    assert!(policy.contains("default-src 'none'; script-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");

    for path in ["/servers", "/first/explorer/tools", "/first/mcp"] {
        assert_eq!(open.send_raw("GET", path, &host, "").status, 403, "{path}");
    }
    assert_eq!(open.send("GET", "/servers", "sec-fetch-dest: document\r\n", "").status, 403);
    assert_eq!(open.send("POST", "/servers", "", "").status, 405);
}

#[test]
fn one_server_of_a_file_is_opened_as_if_it_were_alone() {
    let servers = json!({ "first": python(&[]), "second": python(&[]), "off": { "command": "x", "disabled": true } });
    let file = File::new(&json!({ "mcpServers": servers }).to_string());
    let open = file.open(&["--server", "second"]);
    assert_eq!(open.get("/explorer/tools").json()[0]["name"], "echo");
    assert!(open.get("/explorer").body.contains("second"));
    assert_eq!(open.get("/second/explorer").status, 404);
    assert_eq!(open.agents()["mcpServers"]["second"]["url"], format!("http://{}/mcp", open.authority));

    run(&["--config", file.path(), "--server", "off"]).failed(1, "The server \"off\" is disabled in");
    run(&["--config", file.path(), "--server", "third"])
        .failed(1, "has no server \"third\". Its servers are \"first\", \"off\", \"second\"");
}

#[test]
fn a_server_of_a_file_does_not_control_the_terminal() {
    let evil = "\u{1b}[2J\u{202e}";
    let servers = json!({ "evil": python(&["--revision", evil]), "other": python(&[]) });
    let file = File::new(&json!({ "mcpServers": servers }).to_string());
    let open = file.open(&[]);
    let line = open.printed("speaks protocol version");
    assert!(line.starts_with("evil: ") && line.contains("\\u{1b}[2J\\u{202e}"), "{line}");
}

#[test]
fn inputs_are_asked_once_and_stay_secret() {
    let mut server = python(&[]);
    server["env"] = json!({ "KEY": "${input:key}", "AGAIN": "${input:key}", "FOLDER": "${workspaceFolder}" });
    server["args"].as_array_mut().unwrap().extend([json!("--log"), json!("/tmp/${input:log}")]);
    let inputs = json!([
        { "type": "promptString", "id": "key", "description": "The key", "password": true },
        { "type": "promptString", "id": "log" },
    ]);
    let file = File::new(&format!("// VS Code\n{}", json!({ "servers": { "a": server }, "inputs": inputs })));
    let mut command = command(&["--config", file.path()]);
    let mut answers = tempfile::tempfile().unwrap();
    let log = format!("mcp-ui-test-{}", std::process::id());
    write!(answers, "sesame\n{log}\n").unwrap();
    std::io::Seek::rewind(&mut answers).unwrap();
    command.stdin(Stdio::from(answers));
    let open = Running::of(command);
    assert!(open.printed("The key:").ends_with("The key: "));
    let started = open.printed("The server was started");
    assert!(started.contains("/tmp/${input:log}") && !started.contains(&log), "{started}");
    let environment: Value = serde_json::from_str(&open.call_in(&open.session(), "environment")).unwrap();
    assert_eq!((&environment["KEY"], &environment["AGAIN"]), (&json!("sesame"), &json!("sesame")));
    assert_eq!(environment["FOLDER"], file.path.parent().unwrap().to_str().unwrap());
    assert!(Path::new("/tmp").join(&log).exists());
    std::fs::remove_file(Path::new("/tmp").join(&log)).unwrap();
}

#[test]
fn a_wrong_file_is_exit_code_1() {
    for (text, expected) in [
        ("{\n  mcpServers: {}\n}", "mcp.json, line 2, column 3: this is not valid JSON"),
        ("{\"mcp\": {}}", "neither `mcpServers`"),
        ("{\"servers\": {\"a\": {\"command\": 1}}}", "column 31: `command` must be a string."),
        (
            "{\"servers\": {\"a\": {\"command\": \"${input:x}\"}}, \"inputs\": [{\"id\": \"x\"}]}",
            "the input \"x\" is missing, because stdin ended",
        ),
    ] {
        let file = File::new(text);
        run(&["--config", file.path()]).failed(1, expected);
        assert_eq!(std::fs::read_to_string(&file.path).unwrap(), text);
    }
    run(&["--config", "/no/such/file", "--", "python3"]).failed(1, "cannot be used with");
}

#[cfg(target_os = "linux")]
#[test]
fn all_servers_end_with_the_command() {
    let file = File::new(&json!({ "mcpServers": { "a": python(&[]), "b": python(&[]) } }).to_string());
    let mut open = file.open(&[]);
    list(&open);
    let pids = ["a", "b"].map(|name| {
        let result = open.send("POST", &format!("/{name}/explorer/tools/pid/call"), JSON, "{}").json();
        result["content"][0]["text"].as_str().unwrap().to_owned()
    });
    open.signal(nix::sys::signal::Signal::SIGINT);
    assert_eq!(open.exit_code(), Some(0));
    for pid in pids {
        crate::support::child::wait_until_gone(&pid);
    }
}
