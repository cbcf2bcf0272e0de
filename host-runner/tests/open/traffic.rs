//! The agents' traffic, recorded for the page.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

use crate::open::running::{PATIENCE, Running, command, server};

/// Follows the traffic until this many records satisfy `is_counted`.
pub(crate) fn follow(open: &Running, count: usize, is_counted: impl Fn(&Value) -> bool) -> Vec<Value> {
    let mut stream = TcpStream::connect(&open.authority).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let Running { token, authority, .. } = open;
    write!(stream, "GET /explorer/traffic HTTP/1.1\r\nmcp-ui-token: {token}\r\nhost: {authority}\r\n\r\n").unwrap();
    let begin = Instant::now();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    // Comments arrive as long as the stream is open.
    let lines = lines.inspect(|_| assert!(begin.elapsed() < PATIENCE, "there are too few records"));
    let records = lines.filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok());
    let records = records.filter(|record| record.get("at").is_some());
    records.filter(is_counted).take(count).collect()
}

fn of_agents(record: &Value) -> bool {
    record["explorer"] != true
}

fn kinds(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["kind"].as_str().unwrap()).collect()
}

#[test]
fn what_agents_send_and_get_is_recorded() {
    let open = Running::start(&server(&[], &[]));
    open.call("echo", "{}");
    let session = open.session();
    open.call_in(&session, "pid");
    let records = follow(&open, 4, of_agents);
    assert_eq!(kinds(&records), ["request", "response", "request", "response"]);
    assert_eq!((&records[2]["method"], &records[2]["name"]), (&json!("tools/call"), &json!("pid")));
    let all = format!("{records:?}");
    assert!(!all.contains(&session) && !all.contains(&open.token), "{all}");

    let of_explorer = |record: &Value| record["explorer"] == true && record["method"] == "tools/call";
    let explorers = follow(&open, 1, of_explorer);
    assert_eq!(explorers[0]["name"], "echo");
}

#[test]
fn a_larger_message_is_not_stored() {
    let open = Running::start(&server(&[], &[]));
    let session = format!("mcp-session-id: {}\r\n", open.session());
    let [begin, end] =
        [r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none","arguments":{"a":""#, r#""}}}"#];
    let send = |length: usize, recorded| {
        open.post(&format!("{begin}{}{end}", "x".repeat(length - begin.len() - end.len())), &session);
        // The next message could come too fast to be read.
        follow(&open, recorded, of_agents)
    };
    send(4 << 20, 4);
    let records = send((4 << 20) + 1, 6);
    assert_eq!(kinds(&records), ["request", "response", "request", "error", "unparsed", "error"]);
    assert_eq!(records[4]["note"], "The message is too large to be kept.");
}

#[test]
fn nothing_is_recorded_if_the_user_does_not_want_it() {
    let open = Running::start(&server(&["--no-traffic"], &[]));
    assert_eq!(open.get("/explorer/traffic").status, 404);
}

#[test]
fn the_traffic_needs_the_token() {
    let open = Running::start(&server(&[], &[]));
    let without = open.send_raw("GET", "/explorer/traffic", &format!("host: {}\r\n", open.authority), "");
    assert_eq!(without.status, 403);
}

#[cfg(target_os = "linux")]
#[test]
fn servers_that_agents_start_through_wrap_are_sessions_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let with_folder = |mut command: Command| {
        command.env("XDG_RUNTIME_DIR", folder.path());
        command
    };
    let open = Running::of(with_folder(command(&server(&[], &[]))));
    let mut wrap = with_folder(Command::new(env!("CARGO_BIN_EXE_mcp-ui")));
    let wrap = wrap.args(["wrap", "--", "sh", "-c", "echo not a message; echo error >&2; cat"]);
    let mut wrap = wrap.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    open.printed("An agent started");
    let mut stdin = wrap.stdin.take().unwrap();
    writeln!(stdin, r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"password":"hunter2"}}}}"#).unwrap();
    let records = follow(&open, 2, |record| record["transport"] == "stdio" && record["kind"] == "request");
    drop(stdin);
    wrap.wait().unwrap();
    let sides: Vec<_> = records.iter().map(|record| record["from"].as_str().unwrap()).collect();
    assert_eq!(sides, ["client", "server"], "`cat` sends back what it gets");
    for record in &records {
        assert_eq!((&record["session"], &record["raw"]["params"]["password"]), (&json!("sh 1"), &json!("[redacted]")));
    }
    let text = follow(&open, 1, |record| record["kind"] == "unparsed");
    assert!(text[0]["note"].as_str().unwrap().starts_with("The message is not JSON"), "{text:?}");
}
