//! A running example program, and requests to it, each over a new socket.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A program that is killed on drop.
pub(crate) struct Running {
    program: Child,
    authority: String,
}

impl Running {
    /// Starts the program on a free port and waits until it prints the explorer's URL.
    pub(crate) fn start(program: &str, arguments: &[&str]) -> Self {
        let mut program = Command::new(program);
        let program = program.args(["--port", "0"]).args(arguments).stdout(Stdio::piped());
        let mut program = program.spawn().expect("the program starts");
        let mut line = String::new();
        let stdout = program.stdout.take().expect("stdout is piped");
        BufReader::new(stdout).read_line(&mut line).expect("the program prints UTF-8");
        let authority = line.trim().strip_prefix("MCP UI: http://").and_then(|at| at.strip_suffix("/explorer"));
        let authority = authority.unwrap_or_else(|| panic!("an address, not {line:?}")).to_owned();
        Self { program, authority }
    }

    /// The host and port that the program listens on.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// Sends a GET request, and returns the complete response: status line, headers, body.
    pub(crate) fn get(&self, path: &str, headers: &str) -> String {
        self.request("GET", path, headers, "")
    }

    /// Sends a POST request, and returns the complete response.
    pub(crate) fn post(&self, path: &str, headers: &str, body: &str) -> String {
        self.request("POST", path, headers, body)
    }

    /// Sends incomplete requests, each over its own connection, and returns once the program has closed all of them.
    pub(crate) fn wait_until_closed(&self, requests: &[&str]) {
        let begin = |begun: &&str| {
            let mut stream = TcpStream::connect(&self.authority).expect("the program listens");
            stream.set_read_timeout(Some(Duration::from_secs(90))).expect("90 is not zero");
            stream.write_all(begun.as_bytes()).expect("the program reads");
            stream
        };
        let streams: Vec<_> = requests.iter().map(begin).collect();
        for (begun, mut stream) in requests.iter().zip(streams) {
            let closed = stream.read_to_end(&mut Vec::new());
            assert!(closed.is_ok(), "the connection is still open after {begun:?}: {closed:?}");
        }
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let (host, length) = (&self.authority, body.len());
        let mut stream = TcpStream::connect(host).expect("the program listens");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        )
        .expect("the program reads");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("the program responds in UTF-8");
        response
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.program.kill().expect("the program can be killed");
        self.program.wait().expect("the program has exited");
    }
}

/// Asserts that the response has this status and contains this text.
#[track_caller]
pub(crate) fn assert_response(response: &str, status: u16, text: &str) {
    assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{response}");
    assert!(response.contains(text), "{response}");
}
