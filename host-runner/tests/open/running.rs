//! A running command.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::child::Owned;
use crate::support::lines::Lines;
pub(crate) use crate::support::lines::PATIENCE;
use crate::support::ran::Ran;

/// A running `mcp-ui open`.
pub(crate) struct Running {
    pub(crate) child: Owned,
    pub(crate) authority: String,
    /// The printed URL after its authority, without the code.
    pub(crate) path: String,
    /// The page's token.
    pub(crate) token: String,
    /// The agents' token.
    pub(crate) agents_token: String,
    pub(crate) stdout: Lines,
    stderr: Lines,
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Creates the command with these arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-ui"));
    command.arg("open").arg("--no-open").args(arguments).stdin(Stdio::null());
    command.env("XDG_CACHE_HOME", std::env::temp_dir().join("mcp-ui-tests"));
    command
}

/// Runs the command until it ends.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    Ran::of(&command(arguments).output().unwrap())
}

/// Returns the arguments that open `server.py`.
pub(crate) fn server<'a>(options: &[&'a str], arguments: &[&'a str]) -> Vec<&'a str> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");
    [options, &["--", "python3", script], arguments].concat()
}

impl Running {
    /// Starts the command, and waits until it prints its URL.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::of(command(arguments))
    }

    pub(crate) fn of(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = Lines::of(child.stderr.take().unwrap());
        let stdout = Lines::of(child.stdout.take().unwrap());
        let line = stdout.0.recv().unwrap_or_else(|_| panic!("{:?}", stderr.0.iter().collect::<Vec<_>>()));
        let url = line.strip_prefix("MCP UI: http://").unwrap_or_else(|| panic!("{line}"));
        let (authority, rest) = url.split_once('/').unwrap();
        let (token, agents_token) = (String::new(), String::new());
        let path = rest.split('#').next().unwrap().to_owned();
        let (child, authority) = (Owned(child), authority.to_owned());
        let mut running = Self { child, authority, path, token, agents_token, stdout, stderr };
        if let Some((_, code)) = rest.split_once("#code=") {
            let tokens = running.exchange(code).json();
            let token = |name: &str| tokens[name].as_str().unwrap().to_owned();
            (running.token, running.agents_token) = (token("page"), token("agents"));
        }
        running
    }

    /// Exchanges a URL's code for the tokens.
    pub(crate) fn exchange(&self, code: &str) -> Response {
        self.send_raw("POST", "/start", &format!("host: {}\r\nmcp-ui-code: {code}\r\n", self.authority), "")
    }

    /// Waits until a stderr line contains this text, and returns the line.
    pub(crate) fn printed(&self, text: &str) -> String {
        self.stderr.containing(text)
    }

    /// Returns the agent configuration that the command has printed.
    pub(crate) fn agents(&self) -> Value {
        let line = self.stdout.find("configuration", |line| line.starts_with('{'));
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request with these header lines, in addition to the page's or the agents' token.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Response {
        let is_of_agents = path.split(['/', '?']).any(|segment| segment == "mcp");
        let token = if is_of_agents { &self.agents_token } else { &self.token };
        let token = format!("mcp-ui-token: {token}\r\nhost: {}\r\n", self.authority);
        self.send_raw(method, path, &(token + headers), body)
    }

    /// Sends a request with these header lines and the length, but no others.
    pub(crate) fn send_raw(&self, method: &str, path: &str, headers: &str, body: &str) -> Response {
        let mut stream = self.begin_raw(method, path, headers, body);
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{response:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Response { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// Sends a request as the page, leaving the response unread.
    pub(crate) fn begin(&self, method: &str, path: &str) -> TcpStream {
        self.begin_raw(method, path, &format!("mcp-ui-token: {}\r\nhost: {}\r\n", self.token, self.authority), "")
    }

    fn begin_raw(&self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.authority).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        let sent = write!(
            stream,
            "{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        // A server that refuses a large body responds before it has read everything, and closes the connection.
        if let Err(error) = sent {
            assert!(matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset), "{error}");
        }
        stream
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.send("GET", path, "", "")
    }

    /// Calls a tool through the explorer.
    pub(crate) fn call(&self, tool: &str, arguments: &str) -> Response {
        self.send("POST", &format!("/explorer/tools/{tool}/call"), "content-type: application/json\r\n", arguments)
    }

    /// Sends a message to the endpoint for agents.
    pub(crate) fn post(&self, message: &str, headers: &str) -> Response {
        let headers = format!("content-type: application/json\r\naccept: application/json\r\n{headers}");
        self.send("POST", "/mcp", &headers, message)
    }

    /// Starts a session as an agent, and returns its id.
    pub(crate) fn session(&self) -> String {
        let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
        let hello = self.post(hello, "");
        hello.head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap().to_owned()
    }

    /// Calls a tool as an agent, without arguments, and returns its text.
    pub(crate) fn call_in(&self, session: &str, tool: &str) -> String {
        let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": tool } });
        let result = self.post(&call.to_string(), &format!("mcp-session-id: {session}\r\n")).json();
        result["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned()
    }

    /// Sends a signal only to the command itself.
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: nix::sys::signal::Signal) {
        let pid = nix::unistd::Pid::from_raw(self.child.id().try_into().unwrap());
        nix::sys::signal::kill(pid, signal).unwrap();
    }

    /// Presses Ctrl-C.
    #[cfg(unix)]
    pub(crate) fn interrupt(&self) {
        self.signal(nix::sys::signal::Signal::SIGINT);
    }

    /// Waits until the command has ended, and returns its exit code.
    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        self.child.ended().code()
    }
}
