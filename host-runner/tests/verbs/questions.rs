//! Flags answer a server's questions, in both generations of MCP.

use serde_json::json;

use crate::support::ran::Ran;
use crate::verbs::servers::{Server, run};

fn answer(ran: &Ran) -> serde_json::Value {
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.json()
}

#[test]
fn a_form_is_filled_in() {
    for server in Server::all() {
        let ran = server.run("call", &["form", "--answer", "name=Ada", "--answer", "nights=3"]);
        assert_eq!(answer(&ran), json!({ "action": "accept", "content": { "name": "Ada", "nights": 3 } }));
        let defaults = server.run("call", &["form", "--answer", "name:=\"Ada\""]);
        assert_eq!(answer(&defaults)["content"], json!({ "name": "Ada", "nights": 1 }));
        for (flag, action) in [("--decline", "decline"), ("--cancel", "cancel")] {
            assert_eq!(answer(&server.run("call", &["form", flag])), json!({ "action": action }));
        }
    }
}

#[test]
fn a_form_without_an_answer_is_declined_with_the_flag() {
    for server in Server::all() {
        for flags in [&[][..], &["--accept"], &["--answer", "name=a", "--answer", "nights=many"]] {
            let ran = server.run("call", &[&["form"], flags].concat());
            assert_eq!(answer(&ran), json!({ "action": "decline" }));
            assert!(ran.stderr.contains("The server asks: Who are you?\\u{1b}[2J"), "{ran:?}");
            assert!(ran.stderr.contains("--answer n"), "{ran:?}");
        }
    }
}

#[test]
fn the_visit_of_an_address_needs_consent() {
    for server in Server::all() {
        let ran = server.run("call", &["visit"]);
        assert_eq!(answer(&ran), json!({ "action": "decline" }));
        assert!(ran.stderr.contains("https://example.com/\\u{1b}[2J") && ran.stderr.contains("--accept"), "{ran:?}");
        let ran = server.run("call", &["visit", "--accept"]);
        assert_eq!(answer(&ran), json!({ "action": "accept" }));
        assert!(ran.stderr.contains("Open it in a browser: https://example.com/\\u{1b}[2J"), "{ran:?}");
    }
}

#[test]
fn a_server_that_always_asks_is_given_up() {
    let ran = Server::http("2026-07-28").run("call", &["visit", "always=1", "--accept"]);
    ran.failed(1, "still asking questions after 10 rounds");
    // One line for each answer sent.
    assert_eq!(ran.stderr.matches("Open it in a browser").count(), 10, "{ran:?}");
}

#[test]
fn the_model_and_the_folders_are_given_by_flags() {
    for server in Server::all() {
        let ran = server.run("call", &["model", "--sampling-text", "Because"]);
        assert_eq!(answer(&ran)["content"], json!({ "type": "text", "text": "Because" }));
        let ran = server.run("call", &["folders", "--root", "/tmp/a b"]);
        assert_eq!(answer(&ran), json!({ "roots": [{ "uri": "file:///tmp/a%20b", "name": "a b" }] }));
    }
}

#[test]
fn a_refusal_is_an_error_within_a_session_and_the_end_without_one() {
    for (tool, flag) in [("model", "--sampling-text TEXT"), ("folders", "--root FOLDER")] {
        for server in [Server::stdio("2025-11-25"), Server::http("2025-06-18")] {
            let ran = server.run("call", &[tool]);
            assert_eq!(answer(&ran)["code"], -1);
            assert!(ran.stderr.contains(flag), "{ran:?}");
        }
        for server in [Server::stdio("2026-07-28"), Server::http("2026-07-28")] {
            server.run("call", &[tool]).failed(1, flag);
            assert_eq!(server.run("call", &[tool, "--json"]).json()["error"]["code"], "unanswered");
        }
    }
}

/// Offers one tool, whose description lists the client's capabilities.
const LISTING: &str = r#"
import json, sys
announced = []
for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["method"] == "initialize":
        announced = sorted(set(message["params"]["capabilities"]) & {"elicitation", "sampling", "roots"})
        answer = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "x", "version": "1"}}
    elif message["method"] == "tools/list":
        answer = {"tools": [{"name": "t", "description": " ".join(announced), "inputSchema": {"type": "object"}}]}
    elif message["method"] == "tools/call":
        answer = {"content": [{"type": "text", "text": " ".join(announced)}]}
    if answer is not None:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer}), flush=True)
"#;

/// A server that gets no answer may wait for a minute, and keep the command from ending.
#[test]
fn a_command_announces_what_it_can_answer() {
    let server = ["--", "python3", "-c", LISTING];
    let announced = |arguments: &[&str]| run(&[arguments, &server].concat()).stdout.trim().to_owned();
    assert_eq!(announced(&["tools"]), "t");
    assert_eq!(announced(&["call", "t"]), "elicitation sampling");
    assert_eq!(announced(&["call", "t", "--root", "/tmp"]), "elicitation roots sampling");
}
