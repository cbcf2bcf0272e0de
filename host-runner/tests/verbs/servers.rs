//! The test servers, and command runs with them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::support::child::Listening;
use crate::support::ran::Ran;

pub(crate) const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/features.py");

/// `features.py` in a revision, over stdio or over HTTP.
pub(crate) struct Server {
    revision: &'static str,
    http: Option<Listening>,
}

impl Server {
    pub(crate) fn stdio(revision: &'static str) -> Self {
        Self { revision, http: None }
    }

    pub(crate) fn http(revision: &'static str) -> Self {
        Self::http_with(revision, &[])
    }

    pub(crate) fn http_with(revision: &'static str, arguments: &[&str]) -> Self {
        let arguments = [&["--http", "--revision", revision], arguments].concat();
        Self { revision, http: Some(Listening::start(SCRIPT, &arguments)) }
    }

    /// Returns a server for each way to reach it, in both generations of MCP.
    pub(crate) fn all() -> Vec<Self> {
        vec![Self::stdio("2025-11-25"), Self::stdio("2026-07-28"), Self::http("2025-06-18"), Self::http("2026-07-28")]
    }

    /// Returns the URL for a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.http.as_ref().unwrap().authority)
    }

    /// Returns the numbers of sessions started and ended over HTTP.
    pub(crate) fn sessions(&self) -> String {
        let mut stream = TcpStream::connect(&self.http.as_ref().unwrap().authority).unwrap();
        write!(stream, "GET /sessions HTTP/1.0\r\n\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// Runs a command with this server as the target.
    pub(crate) fn run(&self, verb: &str, words: &[&str]) -> Ran {
        match &self.http {
            Some(_) => run(&[&[verb, &self.url("/mcp")], words].concat()),
            None => run(&[&[verb], words, &["--", "python3", SCRIPT, "--revision", self.revision]].concat()),
        }
    }
}

/// Runs `mcp-ui` until it ends.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_with_input(arguments, "")
}

pub(crate) fn run_with_input(arguments: &[&str], input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("XDG_CACHE_HOME", std::env::temp_dir().join("mcp-ui-tests"));
    let mut child = command.spawn().unwrap();
    // Fails if the command does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Ran::of(&child.wait_with_output().unwrap())
}
