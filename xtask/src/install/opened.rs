use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::SERVER;
use crate::shell::TaskResult;

/// A running `mcp-ui open`. Its process group is stopped on drop.
pub(super) struct Opened {
    child: Child,
    authority: String,
    /// The time from starting the command to the call's result.
    pub(super) time: Duration,
}

impl Opened {
    /// Opens the server installed in a folder, with a command that runs `mcp-ui`, and calls a tool through the
    /// explorer.
    pub(super) fn call_a_tool(mut command: Command, server: &Path) -> TaskResult<Self> {
        command.args(["open", "--no-open", "--port", "0", "--cwd"]).arg(server).args(["--", "npx", "-y", SERVER]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        eprintln!("\n$ {command:?}");
        let begin = Instant::now();
        let child = command.spawn().map_err(|error| format!("{command:?} cannot be started: {error}"))?;
        let mut opened = Self { child, authority: String::new(), time: Duration::ZERO };
        let (authority, code) = opened.address()?;
        opened.authority = authority;
        let token = opened.token(&code)?;
        opened.call(&token)?;
        opened.time = begin.elapsed();
        Ok(opened)
    }

    /// Reads the host and the code from the command's output.
    fn address(&mut self) -> TaskResult<(String, String)> {
        let stdout = self.child.stdout.take().ok_or("stdout is not piped")?;
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            let address = line.strip_prefix("MCP UI: http://");
            if let Some((authority, code)) = address.and_then(|address| address.split_once("/explorer#code=")) {
                return Ok((authority.to_owned(), code.to_owned()));
            }
        }
        Err("mcp-ui exited without printing its URL".to_owned())
    }

    /// Exchanges the code for the page's token.
    fn token(&self, code: &str) -> TaskResult<String> {
        let response = self.send("/start", &format!("mcp-ui-code: {code}"), "")?;
        let token = response.split_once("\"page\":\"").and_then(|(_, rest)| rest.split_once('"'));
        token.map(|(token, _)| token.to_owned()).ok_or_else(|| format!("the code is refused:\n{response}"))
    }

    fn call(&self, token: &str) -> TaskResult {
        let body = r#"{"message":"it works"}"#;
        let response = self.send("/explorer/tools/echo/call", &format!("mcp-ui-token: {token}"), body)?;
        let is_called = response.starts_with("HTTP/1.1 200 ") && response.contains("Echo: it works");
        if is_called { Ok(()) } else { Err(format!("the tool `echo` fails:\n{response}")) }
    }

    fn send(&self, path: &str, header: &str, body: &str) -> TaskResult<String> {
        self.exchange(path, header, body).map_err(|error| format!("the explorer does not answer: {error}"))
    }

    fn exchange(&self, path: &str, header: &str, body: &str) -> std::io::Result<String> {
        let host = &self.authority;
        let length = body.len();
        let mut stream = TcpStream::connect(host)?;
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {host}\r\n{header}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )?;
        let mut response = String::new();
        stream.read_to_string(&mut response)?;
        Ok(response)
    }

    /// Stops only the started process with SIGTERM, and checks that it exits with 0 and that its port is closed.
    pub(super) fn expect_orderly_end(mut self) -> TaskResult {
        signal(&self.child.id().to_string());
        let status = self.child.wait().map_err(|error| format!("mcp-ui cannot be waited for: {error}"))?;
        if status.code() != Some(0) {
            return Err(format!("mcp-ui should exit with 0 after SIGTERM, not with {status}"));
        }
        match TcpStream::connect(&self.authority) {
            Ok(_) => Err("the explorer still listens after SIGTERM".to_owned()),
            Err(_) => Ok(()),
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        signal(&format!("-{}", self.child.id()));
        // A failed wait leaves only a zombie process.
        let _ = self.child.wait();
    }
}

/// Sends SIGTERM to a process, or to the process group if the number is negative. Fails if it has exited.
fn signal(id: &str) {
    let _ = Command::new("kill").args(["-TERM", "--", id]).stderr(Stdio::null()).status();
}
