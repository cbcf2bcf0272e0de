//! Exit codes, and messages that say what to do.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::process::Stdio;

use crate::open::console::write_to_stderr;
use crate::open::running::{Running, command, run, server};

#[test]
fn a_command_that_cannot_be_started_is_exit_code_4() {
    let ran = run(&["--", "no-such-program"]);
    ran.failed(4, "no-such-program cannot be started: it is not in PATH");
    assert_eq!(ran.stderr.matches("cannot be started").count(), 1, "{ran:?}");

    let ran = run(&server(&[], &["--fault", "exits at once"]));
    ran.failed(4, "no configuration");
    assert!(
        ran.stderr.ends_with("The server exited with code 7.\nLast lines of stderr:\nno configuration\n"),
        "{ran:?}"
    );

    let ran = run(&server(&["--init-timeout", "0.3"], &["--fault", "hangs"]));
    ran.failed(4, "within 0.3 s");
    ran.failed(4, "--init-timeout");
}

#[test]
fn wrong_usage_is_exit_code_1() {
    let used = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = used.local_addr().unwrap().port().to_string();
    for (arguments, help) in [
        (&[][..], "URL"),
        (&["npx"], "mcp-ui open -- npx"),
        (&["--bind", "0.0.0.0", "--", "python3"], "--allow-host"),
        (&["--port", &port, "--", "python3"], "is used by another program"),
        (&["--protocol", "2020-01-01", "--", "python3"], "2025-06-18"),
        (&["-e", "A", "--", "python3"], "NAME=VALUE"),
        (&["--per-client", "--protocol", "2026-07-28", "--", "python3"], "MCP 2026-07-28 has none"),
        (&["--per-client", "localhost:1"], "cannot be used with"),
        (&["--header", "A", "localhost:1"], "NAME: VALUE"),
        (&["--allow-host", "https://box.example", "localhost:1"], "without scheme and port"),
        (&["--allow-host", "box.example:9470", "localhost:1"], "without scheme and port"),
    ] {
        run(arguments).failed(1, help);
    }
}

#[test]
fn the_chosen_port_is_used() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let open = Running::start(&server(&["--port", &port], &[]));
    assert_eq!(open.authority, format!("127.0.0.1:{port}"));
}

#[test]
fn a_reader_of_stdout_that_goes_ends_nothing() {
    let mut open = command(&server(&["--port", "0"], &[]));
    let mut child = open.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "Press Ctrl-C to stop."));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn many_lines_at_once_are_all_shown_in_the_terminal() {
    let open = Running::start(&server(&[], &[]));
    let lines: Vec<_> = (0..600).map(|number| format!("line {number}")).collect();
    write_to_stderr(&open, lines.join("\n").as_bytes());
    for line in lines {
        assert_eq!(open.printed("server: "), format!("server: {line}"));
    }
}

#[test]
fn text_on_stdout_is_shown_in_the_terminal() {
    let open = Running::start(&server(&[], &["--fault", "prints a banner"]));
    open.printed("text to stdout that is not MCP");
    open.printed("server (stdout): Server listening on port 3000");
}
