//! The page's endpoints for the process: its console, its state and its restart.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::open::running::{PATIENCE, Running, server};

/// A page following the console.
pub(crate) struct Follower {
    lines: std::io::Lines<BufReader<TcpStream>>,
}

/// A server-sent event.
#[derive(Debug)]
struct Event {
    name: String,
    id: String,
    data: Value,
}

impl Follower {
    /// Follows the console from the line after the one with id `last`, or from its first line.
    pub(crate) fn start(open: &Running, last: &str) -> Self {
        let (status, follower) = Self::request(open, last);
        assert!(status.contains(" 200 "), "{status}");
        follower
    }

    /// Sends the request, and also returns the response's first line. An HTTP/1.0 response body has no chunks.
    fn request(open: &Running, last: &str) -> (String, Self) {
        let mut stream = TcpStream::connect(&open.authority).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let last = if last.is_empty() { String::new() } else { format!("last-event-id: {last}\r\n") };
        let (host, token) = (&open.authority, &open.token);
        write!(stream, "GET /console HTTP/1.0\r\nhost: {host}\r\nmcp-ui-token: {token}\r\n{last}\r\n").unwrap();
        let mut lines = BufReader::new(stream).lines();
        let status = lines.next().unwrap().unwrap();
        lines.by_ref().map(Result::unwrap).find(String::is_empty).unwrap();
        (status, Self { lines })
    }

    fn next(&mut self) -> Event {
        let mut event = Event { name: String::new(), id: String::new(), data: Value::Null };
        for line in self.lines.by_ref().map(Result::unwrap) {
            match line.split_once(": ") {
                Some(("event", name)) => name.clone_into(&mut event.name),
                Some(("id", id)) => id.clone_into(&mut event.id),
                Some(("data", data)) => event.data = serde_json::from_str(data).unwrap(),
                None if line.is_empty() && !event.name.is_empty() => return event,
                _ => assert!(line.is_empty() || line == ":", "{line:?}"),
            }
        }
        panic!("the stream has ended");
    }

    /// Waits for a line that contains this text. Returns the lines up to it, and their event's id.
    pub(crate) fn lines_to(&mut self, text: &str) -> (Vec<Value>, String) {
        let mut lines = Vec::new();
        loop {
            let event = self.next();
            if event.name != "lines" {
                continue;
            }
            lines.extend(event.data.as_array().unwrap().iter().cloned());
            if lines.iter().any(|line| line["text"].as_str().unwrap().contains(text)) {
                return (lines, event.id);
            }
        }
    }

    /// Waits for a state.
    pub(crate) fn state(&mut self, state: &str) -> Value {
        loop {
            let event = self.next();
            if event.name == "state" && event.data["state"] == state {
                return event.data;
            }
        }
    }
}

fn line<'l>(lines: &'l [Value], text: &str) -> &'l Value {
    lines.iter().find(|line| line["text"].as_str().unwrap().contains(text)).unwrap_or_else(|| panic!("{lines:?}"))
}

/// Lets the process write a line, or several lines.
pub(crate) fn write_to_stderr(open: &Running, bytes: &[u8]) {
    let hex = bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    assert_eq!(open.call("stderr", &json!({ "hex": hex }).to_string()).status, 200);
}

#[test]
fn the_console_has_the_output_of_the_process_and_its_life() {
    let open = Running::start(&server(&[], &[]));
    let mut follower = Follower::start(&open, "");
    let since = follower.state("ready")["since"].clone();
    assert!(since.is_u64());
    open.call("print", "{}");
    let (lines, _) = follower.lines_to("Hello from a print statement");
    let start = line(&lines, "was started as process");
    assert_eq!((&start["number"], &start["source"], &start["level"]), (&json!(0), &json!("runner"), &json!("info")));
    let advice = line(&lines, "text to stdout that is not MCP");
    assert_eq!((&advice["source"], &advice["level"]), (&json!("runner"), &json!("warning")));
    let printed = line(&lines, "Hello from a print");
    assert_eq!((&printed["source"], &printed["level"]), (&json!("stdout"), &json!("warning")));

    open.call("crash", "{}");
    let (lines, _) = follower.lines_to("was terminated by SIGKILL");
    assert_eq!(line(&lines, "last words")["source"], "stderr");
    assert_eq!(line(&lines, "will be restarted in 1 s")["level"], "error");
    assert_ne!(follower.state("ready")["since"], since);
}

#[test]
fn the_state_says_why_the_process_is_down_and_when_it_starts_again() {
    let open = Running::start(&server(&[], &[]));
    let mut follower = Follower::start(&open, "");
    follower.state("ready");
    open.call("crash", "{}");
    let down = follower.state("down");
    assert_eq!(down["reason"], "The server was terminated by SIGKILL.");
    assert_eq!(down["stderr"], json!(["last words"]));
    assert!(down["restartsIn"].as_u64().unwrap() <= 1000 && down["staysDown"].is_null(), "{down}");
    follower.state("ready");

    open.call("exit", r#"{"code":0}"#);
    let down = follower.state("down");
    assert_eq!(down["reason"], "The server exited with code 0.");
    assert!(down["restartsIn"].is_null() && down["staysDown"].as_str().unwrap().contains("code 0"), "{down}");
    assert_eq!(open.send("POST", "/restart", "", "").status, 202);
    follower.state("ready");
    assert_eq!(open.call("pid", "{}").status, 200);
}

#[test]
fn several_requests_for_a_restart_are_one() {
    // The server takes seconds to end, so all requests arrive before the next start.
    let open = Running::start(&server(&[], &["--fault", "ignores the end of stdin"]));
    for _ in 0..40 {
        assert_eq!(open.send("POST", "/restart", "", "").status, 202);
    }
    let mut follower = Follower::start(&open, "");
    follower.lines_to("It is being restarted on request.");
    follower.state("ready");
    open.call("print", "{}");
    let (lines, _) = Follower::start(&open, "").lines_to("Hello from a print");
    let starts = lines.iter().filter(|line| line["text"].as_str().unwrap().contains("was started as process"));
    assert_eq!(starts.count(), 2, "{lines:?}");
}

#[test]
fn a_page_continues_after_its_last_line() {
    let open = Running::start(&server(&[], &[]));
    let mut follower = Follower::start(&open, "");
    write_to_stderr(&open, b"first line");
    let (_, id) = follower.lines_to("first line");
    drop(follower);
    write_to_stderr(&open, b"second line");
    let (lines, _) = Follower::start(&open, &id).lines_to("second line");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let name = id.split('-').next().unwrap();
    for unknown in ["0123456789abcdef0123456789abcdef-1", "1", "x", "-", &format!("{name}-x"), &format!("{name}--1")] {
        assert_eq!(Follower::start(&open, unknown).lines_to("second line").0[0]["number"], 0, "{unknown}");
    }
    // No page was given such an id, but it must do no harm.
    let mut beyond = Follower::start(&open, &format!("{name}-{}", u64::MAX));
    write_to_stderr(&open, b"third line");
    assert_eq!(beyond.lines_to("third line").0.len(), 1);
}

#[test]
fn many_lines_are_sent_in_several_events() {
    let open = Running::start(&server(&[], &[]));
    let (_, id) = Follower::start(&open, "").lines_to("was started");
    write_to_stderr(&open, ["line"; 300].join("\n").as_bytes());
    write_to_stderr(&open, b"the end");
    let (lines, _) = Follower::start(&open, &id).lines_to("the end");
    let (mut follower, mut numbers) = (Follower::start(&open, &id), Vec::new());
    while numbers.iter().sum::<usize>() < lines.len() {
        let event = follower.next();
        numbers.extend((event.name == "lines").then(|| event.data.as_array().unwrap().len()));
    }
    assert_eq!(numbers, [256, lines.len() - 256]);
}

#[test]
fn lines_that_are_lost_leave_a_gap_in_the_numbers() {
    let open = Running::start(&server(&[], &[]));
    let (_, id) = Follower::start(&open, "").lines_to("was started");
    assert_eq!(open.call("flood", r#"{"megabytes":20}"#).status, 200);
    write_to_stderr(&open, b"the end");
    // A page following at the same time may also get lines that are dropped later.
    Follower::start(&open, &id).lines_to("the end");
    let (lines, _) = Follower::start(&open, &id).lines_to("the end");
    assert!(lines[0]["number"].as_u64().unwrap() > 100, "{}", lines[0]["number"]);
    let bytes: usize = lines.iter().map(|line| line["text"].as_str().unwrap().len()).sum();
    assert!(bytes <= 1 << 20, "{bytes}");
    let numbers: Vec<_> = lines.iter().map(|line| line["number"].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b));
}

#[test]
fn hostile_bytes_stay_within_their_line() {
    let open = Running::start(&server(&[], &[]));
    let mut follower = Follower::start(&open, "");
    write_to_stderr(&open, b"\x1b[31mred\x1b[0m \x1b]8;;http://evil.example\x07link\x1b]8;;\x07 \x00\xff\x08\r");
    write_to_stderr(&open, b"before\r\revent: state\rdata: {}\r\rafter");
    write_to_stderr(&open, "event: state\ndata: {\"state\":\"down\"}\n\n\u{2028}\u{85}right".as_bytes());
    let (lines, _) = follower.lines_to("right");
    let texts: Vec<_> = lines.iter().skip(1).map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(
        texts,
        [
            "red link \u{fffd}",
            "beforeevent: statedata: {}after",
            "event: state",
            "data: {\"state\":\"down\"}",
            "",
            "\u{2028}right"
        ]
    );
}

#[test]
fn the_number_of_followers_is_bounded() {
    let open = Running::start(&server(&[], &[]));
    let mut followers: Vec<_> = (0..32).map(|_| Follower::start(&open, "")).collect();
    let refused = open.get("/console");
    assert_eq!(refused.status, 503);
    assert!(refused.json()["error"].as_str().unwrap().contains("32 pages"), "{refused:?}");
    // A closed page is noticed only when the next line cannot be sent to it.
    followers.pop();
    loop {
        write_to_stderr(&open, b"a line");
        let (status, _) = Follower::request(&open, "");
        if status.contains(" 200 ") {
            break;
        }
        assert!(status.contains(" 503 "), "{status}");
    }
}

#[test]
fn the_server_is_examined_step_by_step_one_page_at_a_time() {
    let open = Running::start(&server(&[], &[]));
    let steps = |body: &str| -> Vec<Value> {
        let data = body.lines().filter_map(|line| line.split_once("data: {"));
        data.map(|(_, data)| serde_json::from_str(&format!("{{{}", data.trim_end())).unwrap()).collect()
    };
    let examined = open.send("POST", "/doctor", "", "");
    assert_eq!(examined.status, 200);
    let steps = steps(&examined.body);
    let names: Vec<_> = steps.iter().map(|step| step["step"].as_str().unwrap()).collect();
    assert_eq!(names, ["command", "start", "revision", "tools", "output", "newest"]);
    assert!(steps.iter().all(|step| step["outcome"] == "ok" && step["seen"].is_string()), "{steps:?}");
    assert!(examined.body.contains("event: end"), "{}", examined.body);

    // The examination continues as long as its page has not read everything.
    let slow = Running::start(&server(&["--init-timeout", "60"], &["--fault", "silent probe"]));
    let mut stream = TcpStream::connect(&slow.authority).unwrap();
    let (host, token) = (&slow.authority, &slow.token);
    write!(stream, "POST /doctor HTTP/1.1\r\nhost: {host}\r\nmcp-ui-token: {token}\r\ncontent-length: 0\r\n\r\n")
        .unwrap();
    let mut lines = BufReader::new(&stream).lines();
    lines.find(|line| line.as_ref().unwrap().contains("event: step")).unwrap().unwrap();
    let refused = slow.send("POST", "/doctor", "", "");
    assert_eq!(refused.status, 503);
    assert!(refused.json()["error"].as_str().unwrap().contains("already being examined"), "{refused:?}");
}
