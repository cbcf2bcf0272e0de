//! A running `mcp-ui traffic`.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::open::running;
use crate::open::traffic::follow;
use crate::support::lines::PATIENCE;
use crate::support::ran::Ran;

pub(crate) struct Running(running::Running);

fn command(files: &[&Path], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
    command.args(["traffic", "--no-open"]).args(arguments).args(files).stdin(Stdio::null());
    command
}

/// Runs the command until it ends.
pub(crate) fn refusal(file: &Path) -> Ran {
    Ran::of(&command(&[file], &[]).output().unwrap())
}

impl Running {
    pub(crate) fn start(files: &[&Path], arguments: &[&str]) -> Self {
        let running = running::Running::of(command(files, arguments));
        assert_eq!(running.path, "explorer?traffic=");
        Self(running)
    }

    /// Starts the command so that it also receives spans. Returns the address that receives them.
    pub(crate) fn receiving() -> (Self, String) {
        let running = Self::start(&[], &["--otlp-listen", "127.0.0.1:0"]);
        let line = running.0.stdout.containing("Spans are received at ");
        let authority = line.split_once("http://").unwrap().1.strip_suffix("/v1/traces").unwrap().to_owned();
        (running, authority)
    }

    /// Returns the status for a request without the token.
    pub(crate) fn status_without_token(&self, path: &str) -> u16 {
        self.0.send_raw("GET", path, &format!("host: {}\r\n", self.0.authority), "").status
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let running::Running { authority, token, .. } = &self.0;
        let response = self.0.send_raw("GET", path, &format!("host: {authority}\r\nmcp-ui-token: {token}\r\n"), "");
        (response.status, response.body)
    }

    /// Waits for this many records.
    pub(crate) fn records(&self, count: usize) -> Vec<Value> {
        follow(&self.0, count, |_| true)
    }
}

/// Sends spans, and returns the response's status and body.
pub(crate) fn post(authority: &str, headers: &str, body: &[u8]) -> (u16, String) {
    let length = body.len();
    let head = format!(
        "POST /v1/traces HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}"
    );
    send(authority, &head, body)
}

pub(crate) fn send(authority: &str, head: &str, body: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(authority).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    // Fails if the response arrives before the body is complete.
    let _ = stream.write_all(body);
    let mut response = Vec::new();
    let _ = stream.read_to_end(&mut response);
    let response = String::from_utf8_lossy(&response).into_owned();
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{response:?}"));
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}
