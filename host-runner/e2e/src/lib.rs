//! Starts the runner with components and sends it requests.
//!
//! `cargo xtask components` builds the components, and `cargo build -p mcp-ui-host --features serve` builds the runner
//! (with `--release` for the benches).

#![expect(clippy::missing_panics_doc, reason = "a test that cannot go on panics")]

use std::ffi::OsStr;
use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// Returns the path to the runner, in the target directory of the running test or bench.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.ancestors().nth(2).unwrap().join("mcp-ui");
    assert!(path.is_file(), "{} is missing: run `cargo build -p mcp-ui-host --features serve`", path.display());
    path
}

/// Returns the path to a component built by `cargo xtask components`.
pub fn component(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/wasm").join(format!("{name}.wasm"));
    assert!(path.is_file(), "{} is missing: run `cargo xtask components`", path.display());
    path
}

/// Returns the arguments for serving the explorer with these tools.
pub fn explorer_with(tools: &str) -> Vec<PathBuf> {
    vec![component("explorer"), "--tools".into(), component(tools)]
}

/// Returns the arguments for serving the middleware in front of a backend.
pub fn middleware_before(backend: &str) -> Vec<PathBuf> {
    vec![component(backend), "--middleware".into(), component("middleware")]
}

/// Returns the arguments for serving or composing a backend behind the middleware that adds the tests' UIs.
pub fn middleware_with_uis(backend: &str) -> Vec<PathBuf> {
    let uis = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/uis");
    vec![component(backend), "--middleware".into(), component("middleware-with-uis"), "--ui".into(), uis]
}

/// Runs the runner until it exits.
pub fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Output {
    Command::new(program()).args(arguments).output().unwrap()
}

/// A server process, killed on drop.
#[derive(Debug)]
pub struct Server {
    process: Child,
    has_children: bool,
    log: Arc<Mutex<String>>,
    /// The address that the server listens on.
    pub address: SocketAddr,
}

impl Server {
    /// Starts `mcp-ui serve` with these arguments, environment variables for the component, and options.
    pub fn start(serve: &[PathBuf], env: &[(&str, &str)], options: &[&str]) -> Self {
        let mut command = Command::new(program());
        command.arg("serve").args(serve).args(["--listen", "127.0.0.1:0"]).args(options);
        for (name, value) in env {
            command.arg("--env").arg(format!("{name}={value}"));
        }
        command.env("RUST_LOG", "info,mcp_ui_host=debug").env("NO_COLOR", "1");
        Self::launch(command)
    }

    /// Starts a program, and waits until it prints or logs the address that it listens on.
    pub fn launch(mut command: Command) -> Self {
        let (output, printed) = io::pipe().unwrap();
        let has_children = command.get_program() == "spin";
        let process = command.stdout(printed.try_clone().unwrap()).stderr(printed).spawn().unwrap();
        // The command holds the pipe's writing end, which would keep the pipe open after the process has exited.
        drop(command);
        let mut log = BufReader::new(output).lines();
        let mut seen = String::new();
        let address = loop {
            let Some(Ok(line)) = log.next() else { panic!("the server does not start:\n{seen}") };
            seen.extend([&line, "\n"]);
            if let Some(address) = address_in(&line) {
                break address;
            }
        };
        // The output is read continuously, because a full pipe would block the server.
        let log_text = Arc::new(Mutex::new(seen));
        let sink = Arc::clone(&log_text);
        thread::spawn(move || {
            for line in log.map_while(Result::ok) {
                sink.lock().unwrap_or_else(PoisonError::into_inner).extend([&line, "\n"]);
            }
        });
        Self { process, has_children, log: log_text, address }
    }

    /// Returns the server's output and log so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for a log line that satisfies `wanted`, and returns it.
    pub async fn logged(&self, wanted: impl Fn(&str) -> bool) -> String {
        for _ in 0..500 {
            if let Some(line) = self.log().lines().find(|line| wanted(line)) {
                return line.to_owned();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the expected line is not in the log:\n{}", self.log())
    }

    /// Sends SIGTERM to the process.
    pub fn terminate(&self) {
        let status = Command::new("kill").args(["-TERM", &self.id().to_string()]).status();
        assert!(status.is_ok_and(|status| status.success()));
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the process to exit, and returns whether it succeeded.
    pub fn wait(&mut self) -> bool {
        self.process.wait().unwrap().success()
    }

    /// Opens a connection.
    pub async fn connect<B>(&self) -> http1::SendRequest<B>
    where
        B: Body<Data: Send, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static,
    {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(async move { drop(connection.await) });
        sender
    }

    /// Sends a request on a new connection, and returns the response once its headers arrive.
    pub async fn begin(&self, request: Request<Bytes>) -> Response<Incoming> {
        self.connect().await.send_request(request.map(Full::new)).await.unwrap()
    }

    /// Sends a request on a new connection, and reads the complete response.
    pub async fn send(&self, request: Request<Bytes>) -> Response<Bytes> {
        let (parts, body) = self.begin(request).await.into_parts();
        Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
    }

    /// Sends a GET request, and returns the response's status and body.
    pub async fn get(&self, path: &str) -> (u16, String) {
        self.send_text("GET", path, "").await
    }

    /// Sends a POST request, and returns the response's status and body.
    pub async fn post(&self, path: &str, body: &str) -> (u16, String) {
        self.send_text("POST", path, body).await
    }

    async fn send_text(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = Request::builder().method(method).uri(path).header("host", "localhost");
        let response = self.send(request.body(Bytes::copy_from_slice(body.as_bytes())).unwrap()).await;
        (response.status().as_u16(), String::from_utf8_lossy(response.body()).into_owned())
    }
}

fn address_in(line: &str) -> Option<SocketAddr> {
    let (_, address) = line.split_once("http://")?;
    let end = address.find(|end: char| !(end.is_ascii_digit() || ".:".contains(end)));
    address[..end.unwrap_or(address.len())].parse().ok()
}

impl Drop for Server {
    fn drop(&mut self) {
        // `spin up` terminates its child processes when it gets SIGTERM, but cannot do so when it is killed.
        if self.has_children {
            self.terminate();
            let has_exited = |process: &mut Child| process.try_wait().is_ok_and(|status| status.is_some());
            for _ in 0..250 {
                if has_exited(&mut self.process) {
                    return;
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
        // Fails only if the process has already exited.
        let _killed = self.process.kill();
        let _status = self.process.wait();
    }
}
