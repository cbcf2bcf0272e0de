//! Failures have an exit code, a message, and a JSON form.

use std::net::TcpListener;
use std::process::Command;

use serde_json::json;

use crate::verbs::servers::{Server, run};

const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");

#[test]
fn wrong_usage_is_exit_code_1() {
    run(&["tools"]).failed(1, "Specify a URL, or a command after `--`");
    run(&["call", "--", "python3", FAULTS]).failed(1, "The name of the tool is missing");
    run(&["call", "echo", "a=b"]).failed(1, "mcp-ui open -- echo");
    run(&["tools", "http://127.0.0.1:1", "extra"]).failed(4, "connection refused. Is the server running?");
    run(&["tools", "http://127.0.0.1:1", "-e", "A=1"]).failed(1, "-e works only with a command, not with a URL.");
    run(&["tools", "--header", "A: 1", "--", "python3", FAULTS]).failed(1, "--header works only with a URL");
    run(&["call", "x", "--accept", "--decline", "--", "python3", FAULTS]).failed(1, "cannot be used with");
    for arguments in [&["tools", "--json"][..], &["tools", "--json", "--wrong"]] {
        let ran = run(arguments);
        assert_eq!((ran.code, ran.json()["error"]["code"].clone()), (Some(1), json!("usage")), "{ran:?}");
    }
    Server::stdio("2025-11-25").run("tools", &["word"]).failed(1, "Unexpected argument");
}

#[test]
fn a_command_that_gives_no_server_is_exit_code_4() {
    run(&["tools", "--", "no-such-program"]).failed(4, "not in PATH");
    run(&["tools", "--", "python3", FAULTS, "--fault", "exits at once"]).failed(4, "no configuration");
    run(&["tools", "--init-timeout", "1", "--", "python3", FAULTS, "--fault", "hangs"]).failed(4, "--init-timeout");
    let json = run(&["tools", "--json", "--", "no-such-program"]).json();
    assert_eq!(json["error"]["code"], "unreachable");
    assert!(json["error"]["message"].as_str().unwrap().contains("not in PATH"));
}

#[test]
fn a_proxy_with_a_password_is_named_when_a_start_fails() {
    let run = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
        command.args(["tools", "--init-timeout", "1"]).args(options);
        command.args(["--", "python3", FAULTS, "--fault", "hangs"]).env("HTTPS_PROXY", "http://ada:secret@proxy:3128");
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let stderr = run(&[]);
    assert!(
        stderr.contains("`HTTPS_PROXY` is set, but was not passed on, because it contains a password."),
        "{stderr}"
    );
    assert!(stderr.contains("add `-e HTTPS_PROXY`") && !stderr.contains("secret"), "{stderr}");
    assert!(!run(&["-e", "HTTPS_PROXY"]).contains("HTTPS_PROXY"), "it was passed on");
    assert!(run(&["-e", "NOT_SET_AT_ALL"]).contains("NOT_SET_AT_ALL is not set"));
}

#[test]
fn a_command_without_its_separator_is_named_with_it() {
    let ran = run(&["open", "npx", "-y", "foo"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.ends_with("A command comes after `--`: mcp-ui open -- npx -y foo\n"), "{ran:?}");
    assert!(!run(&["open", "localhost:1", "-y"]).stderr.contains("comes after"));
}

#[test]
fn an_address_or_a_command_alone_is_opened() {
    run(&["--", "no-such-program"]).failed(4, "not in PATH");
    assert!(run(&["localhost:1", "--help"]).stdout.contains("mcp-ui open [OPTIONS]"));
    assert_eq!(run(&["unknown"]).code, Some(1));
}

#[test]
fn a_url_without_a_server_is_exit_code_4() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    run(&["tools", &closed]).failed(4, "connection refused. Is the server running?");
    let server = Server::http("2025-11-25");
    let page = run(&["tools", &server.url("/page"), "--json"]);
    assert_eq!((page.code, page.json()["error"]["code"].clone()), (Some(4), json!("bad_response")), "{page:?}");
    assert!(page.json()["error"]["hint"].as_str().unwrap().contains("mcp-ui doctor"));
    run(&["call", &server.url("/none"), "echo"]).failed(4, "There is no MCP endpoint at /none");
}

#[test]
fn credentials_are_required_by_exit_code_3() {
    for revision in ["2025-11-25", "2026-07-28"] {
        let server = Server::http_with(revision, &["--authorization", "Bearer sesame"]);
        server.run("tools", &[]).failed(3, "Bearer realm=\"features\"");
        server.run("tools", &["--header", "Authorization: Bearer wrong"]).failed(3, "refuses the credentials");
        let json = server.run("tools", &["--json"]).json();
        assert_eq!(json["error"]["code"], "auth_required");
        assert!(json["error"]["hint"].as_str().unwrap().contains("--header"));
        let granted = server.run("tools", &["--header", "Authorization: Bearer sesame"]);
        assert_eq!(granted.code, Some(0), "{granted:?}");
    }
}

#[test]
fn an_unknown_tool_names_those_that_there_are() {
    for server in Server::all() {
        let ran = server.run("call", &["ecko"]);
        ran.failed(1, "The server has no tool \"ecko\".");
        assert!(ran.stderr.contains("The server has: echo, wipe"), "{ran:?}");
        assert_eq!(server.run("call", &["ecko", "--json"]).json()["error"]["code"], "not_found");
    }
}

#[test]
fn an_error_of_json_rpc_is_shown_as_it_is() {
    for server in Server::all() {
        server.run("call", &["refuse"]).failed(1, "no \\u{1b}[31mthanks (JSON-RPC error -32602)");
        let json = server.run("call", &["refuse", "--json"]).json();
        assert_eq!(json["error"]["code"], "rpc_error");
        assert_eq!(json["error"]["error"], json!({ "code": -32602, "message": "no \u{1b}[31mthanks" }));
    }
}

#[test]
fn a_call_that_takes_too_long_names_the_option() {
    let ran = run(&["call", "sleep", "--timeout", "1", "--json", "--", "python3", FAULTS]);
    assert_eq!((ran.code, ran.json()["error"]["code"].clone()), (Some(1), json!("timeout")), "{ran:?}");
    assert!(ran.stdout.contains("--timeout"), "{ran:?}");
}

#[test]
fn a_server_that_crashes_ends_the_call() {
    run(&["call", "crash", "--", "python3", FAULTS]).failed(1, "was terminated by SIGKILL");
}
