//! Examining the connection to a server.

use std::net::TcpListener;

use serde_json::Value;

use crate::support::ran::Ran;
use crate::verbs::servers::{Server, run};

const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");

/// Returns the steps' names and outcomes.
fn steps(ran: &Ran) -> Vec<String> {
    let json = ran.json();
    let word = |step: &Value, member: &str| step[member].as_str().unwrap().to_owned();
    json["steps"].as_array().unwrap().iter().map(|step| word(step, "step") + " " + &word(step, "outcome")).collect()
}

/// Checks that the last step has failed with advice, and that the error object says the same.
#[track_caller]
fn stops(ran: &Ran, exit: i32, last: &str, code: &str, seen: &str) {
    assert_eq!((ran.code, steps(ran).last().map(String::as_str)), (Some(exit), Some(last)), "{ran:?}");
    let json = ran.json();
    let step = json["steps"].as_array().unwrap().last().unwrap();
    assert!(step["seen"].as_str().unwrap().contains(seen), "{step}");
    assert!(step["next"].as_str().unwrap().ends_with('.'), "{step}");
    assert_eq!((&json["error"]["code"], &json["error"]["message"]), (&Value::from(code), &step["seen"]));
}

#[test]
fn a_healthy_server_passes_all_steps() {
    for (server, revision) in [
        (Server::stdio("2025-11-25"), "2025-11-25"),
        (Server::stdio("2026-07-28"), "2026-07-28"),
        (Server::http("2025-06-18"), "2025-06-18"),
        (Server::http("2026-07-28"), "2026-07-28"),
    ] {
        let ran = server.run("doctor", &[]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.stdout.contains(&format!("The server speaks MCP {revision}.")), "{ran:?}");
        assert!(ran.stdout.contains("The server lists 12 tools on 2 pages."), "{ran:?}");
    }
    let stdio = Server::stdio("2025-11-25").run("doctor", &["--json"]);
    assert_eq!(steps(&stdio), ["command ok", "start ok", "revision ok", "tools ok", "output ok", "newest ok"]);
    let http = Server::http("2026-07-28").run("doctor", &["--json"]);
    assert_eq!(steps(&http), ["dns ok", "tcp ok", "http ok", "revision ok", "tools ok"]);
    assert!(http.json().get("error").is_none());
}

#[test]
fn the_newest_revision_is_found_by_a_second_process() {
    for (revision, expected) in [
        ("both", "In a second process, the server also speaks MCP 2026-07-28."),
        ("2025-06-18", "In a second process, the server does not speak MCP 2026-07-28."),
    ] {
        let ran = run(&["doctor", "--json", "--", "python3", FAULTS, "--revision", revision]);
        assert_eq!(ran.json()["steps"].as_array().unwrap().last().unwrap()["seen"], expected);
    }
    let ran = run(&["doctor", "--json", "--", "python3", FAULTS, "--revision", "2026-07-28"]);
    assert_eq!(steps(&ran).last().unwrap(), "output ok");
}

#[test]
fn a_command_stops_at_the_step_that_fails() {
    let doctor = |words: &[&str]| run(&[&["doctor", "--json"], words].concat());
    stops(&doctor(&["--", "no-such-program"]), 4, "command failed", "unreachable", "not in PATH");
    let ended = doctor(&["--", "python3", FAULTS, "--fault", "exits at once"]);
    stops(&ended, 4, "revision failed", "unreachable", "no configuration");
    let late = doctor(&["--init-timeout", "1", "--", "python3", FAULTS, "--fault", "hangs"]);
    stops(&late, 4, "revision failed", "unreachable", "answered neither initialize nor server/discover");
    let printing = doctor(&["--", "sh", "-c", "echo Hello"]);
    stops(&printing, 4, "revision failed", "unreachable", "text to stdout that is not MCP: \"Hello\"");
}

#[test]
fn the_last_lines_of_text_on_stdout_are_quoted() {
    let ran = run(&["doctor", "--json", "--", "printf", "one\\ntwo\\nthree\\nfour\\n"]);
    stops(&ran, 4, "revision failed", "unreachable", "that is not MCP: \"two\", \"three\", \"four\".");
}

#[test]
fn text_on_stdout_is_a_warning() {
    let ran = run(&["doctor", "--", "python3", FAULTS, "--fault", "prints a banner"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("warning output"), "{ran:?}");
    assert!(ran.stdout.contains("Server listening on port 3000") && ran.stdout.contains("→ Only messages"), "{ran:?}");
}

#[test]
fn a_url_stops_at_the_step_that_fails() {
    let doctor = |url: &str| run(&["doctor", "--json", url]);
    stops(&doctor("http://no-such-host.invalid/mcp"), 4, "dns failed", "unreachable", "cannot be resolved");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    stops(&doctor(&closed), 4, "tcp failed", "unreachable", "refuses the connection");

    let server = Server::http("2025-11-25");
    let tls = server.url("/mcp").replace("http:", "https:");
    stops(&doctor(&tls), 4, "tls failed", "unreachable", "The port does not speak TLS.");
    stops(&doctor(&server.url("/page")), 4, "http failed", "bad_response", "That is a web page, not MCP.");
    let moved = doctor(&server.url("/moved"));
    stops(&moved, 4, "http failed", "bad_response", "redirects to https://other.example/mcp");
    assert!(!moved.stdout.contains("might not use HTTP"), "{moved:?}");
    let missing = doctor(&server.url("/none"));
    stops(&missing, 4, "revision failed", "bad_response", "There is no MCP endpoint at /none");
    assert!(steps(&missing).contains(&"http warning".to_owned()), "{missing:?}");
}

#[test]
fn the_query_of_a_url_is_not_shown() {
    // The system accepts connections, but they are never answered.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp?key=sesame", silent.local_addr().unwrap());
    let ran = run(&["doctor", "--json", "--init-timeout", "1", &url]);
    stops(&ran, 4, "http failed", "unreachable", "/mcp did not respond within 1 s.");
    assert!(!ran.stdout.contains("sesame") && !ran.stderr.contains("sesame"), "{ran:?}");
}

#[test]
fn credentials_are_explained() {
    let server = Server::http_with("2026-07-28", &["--authorization", "Bearer sesame"]);
    let refused = server.run("doctor", &["--json"]);
    stops(&refused, 3, "authorization failed", "auth_required", "WWW-Authenticate: Bearer realm=\"features\".");
    let last = refused.json()["steps"].as_array().unwrap().last().unwrap().clone();
    let seen = last["seen"].as_str().unwrap();
    assert!(seen.contains("issued by https://issuer.example. Signing in fails: "), "{last}");
    let wrong = server.run("doctor", &["--json", "--header", "Authorization: Bearer wrong"]);
    stops(&wrong, 3, "authorization failed", "auth_required", "refuses the credentials");
    let granted = server.run("doctor", &["--header", "Authorization: Bearer sesame"]);
    assert_eq!(granted.code, Some(0), "{granted:?}");
}
