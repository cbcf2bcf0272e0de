//! The test servers, and command runs with them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

pub(crate) const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/features.py");

/// `features.py` in a revision, over stdio or over HTTP.
pub(crate) struct Server {
    revision: &'static str,
    http: Option<Listening>,
}

/// A listening server, stopped on drop.
struct Listening {
    child: Child,
    port: String,
}

/// A finished command.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Checks that the command has printed exactly this on stdout.
    #[track_caller]
    pub(crate) fn printed(&self, stdout: &str) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(0), stdout), "{}", self.stderr);
    }

    /// Checks that the command has failed with this code and message, and has printed nothing on stdout.
    #[track_caller]
    pub(crate) fn failed(&self, code: i32, message: &str) {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        assert!(self.stderr.contains(message), "{}", self.stderr);
    }
}

impl Server {
    pub(crate) fn stdio(revision: &'static str) -> Self {
        Self { revision, http: None }
    }

    pub(crate) fn http(revision: &'static str) -> Self {
        Self::http_with(revision, &[])
    }

    pub(crate) fn http_with(revision: &'static str, arguments: &[&str]) -> Self {
        let mut command = Command::new("python3");
        command.args([SCRIPT, "--http", "--revision", revision]).args(arguments).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut port = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut port).unwrap();
        Self { revision, http: Some(Listening { child, port: port.trim().to_owned() }) }
    }

    /// Returns a server for each way to reach it, in both generations of MCP.
    pub(crate) fn all() -> Vec<Self> {
        vec![Self::stdio("2025-11-25"), Self::stdio("2026-07-28"), Self::http("2025-06-18"), Self::http("2026-07-28")]
    }

    /// Returns the URL for a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.http.as_ref().unwrap().port)
    }

    /// Returns the numbers of sessions started and ended over HTTP.
    pub(crate) fn sessions(&self) -> String {
        let authority = format!("127.0.0.1:{}", self.http.as_ref().unwrap().port);
        let mut stream = TcpStream::connect(&authority).unwrap();
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

impl Drop for Listening {
    fn drop(&mut self) {
        // Fails if the server has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}
