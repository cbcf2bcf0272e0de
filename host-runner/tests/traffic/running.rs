//! A running `mcp-ui traffic`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::lines::Lines;

/// The time after which a test fails instead of waiting forever.
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) struct Running {
    child: Child,
    authority: String,
    token: String,
    pub(crate) stdout: Lines,
}

pub(crate) fn command(files: &[&Path], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
    command.args(["traffic", "--no-open"]).args(arguments).args(files).stdin(Stdio::null());
    command
}

/// Runs the command until it ends. Returns the exit code and stderr.
pub(crate) fn refusal(file: &Path) -> (Option<i32>, String) {
    let output = command(&[file], &[]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

impl Running {
    pub(crate) fn start(files: &[&Path], arguments: &[&str]) -> Self {
        let mut child = command(files, arguments).stdout(Stdio::piped()).spawn().unwrap();
        let stdout = Lines::of(child.stdout.take().unwrap());
        let line = stdout.containing("MCP UI: http://");
        let url = line.split_once("http://").unwrap().1;
        let (authority, code) = url.split_once("/explorer?traffic=#code=").unwrap();
        let head = format!("POST /start HTTP/1.1\r\nhost: {authority}\r\nmcp-ui-code: {code}\r\nconnection: close\r\n");
        let tokens: Value = serde_json::from_str(&send(authority, &head, b"").1).unwrap();
        let token = tokens["page"].as_str().unwrap().to_owned();
        Self { child, authority: authority.to_owned(), token, stdout }
    }

    /// Starts the command so that it also receives spans. Returns the address that receives them.
    pub(crate) fn receiving() -> (Self, String) {
        let running = Self::start(&[], &["--otlp-listen", "127.0.0.1:0"]);
        let line = running.stdout.containing("Spans are received at ");
        let authority = line.split_once("http://").unwrap().1.strip_suffix("/v1/traces").unwrap().to_owned();
        (running, authority)
    }

    /// Returns the status for a request without the token.
    pub(crate) fn status_without_token(&self, path: &str) -> u16 {
        send(&self.authority, &format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.authority), b"")
            .0
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let Self { authority, token, .. } = self;
        let head =
            format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\nmcp-ui-token: {token}\r\nconnection: close\r\n");
        send(authority, &head, b"")
    }

    /// Waits for this many records.
    pub(crate) fn records(&self, count: usize) -> Vec<Value> {
        let Self { authority, token, .. } = self;
        let mut stream = TcpStream::connect(authority).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET /explorer/traffic HTTP/1.1\r\nmcp-ui-token: {token}\r\nhost: {authority}\r\n\r\n").unwrap();
        let lines = BufReader::new(stream).lines().map(Result::unwrap);
        let records = lines.filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok());
        records.filter(|record| record.get("at").is_some()).take(count).collect()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails if the command has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
