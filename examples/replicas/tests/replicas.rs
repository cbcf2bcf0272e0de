//! Two replicas with a real Redis server, which is also stopped and started again. Needs `redis-server`.

#[path = "../../hyper/tests/running/mod.rs"]
#[expect(dead_code, reason = "the tests of other examples use the rest")]
mod running;

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use self::running::{Running, assert_response};

const PROGRAM: &str = env!("CARGO_BIN_EXE_example-replicas");

const PATIENCE: Duration = Duration::from_secs(60);

/// A Redis server that keeps nothing, and is killed on drop.
struct Redis(Child);

impl Redis {
    fn start(port: u16) -> Self {
        let mut server = Command::new("redis-server");
        server.args(["--bind", "127.0.0.1", "--save", "", "--port", &port.to_string()]).stdout(Stdio::null());
        let server = Self(server.spawn().expect("redis-server is installed"));
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(Instant::now() < deadline, "redis-server does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.0.kill().expect("redis-server can be killed");
        self.0.wait().expect("redis-server has exited");
    }
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr()).unwrap().port()
}

/// Calls a tool like an agent.
fn call(replica: &Running, name: &str) {
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "agent", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {} });
    let params = json!({ "name": "greet", "arguments": { "name": name }, "_meta": meta });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let headers = "content-type: application/json\r\naccept: application/json, text/event-stream\r\n\
        mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: greet\r\n";
    assert_response(&replica.post("/mcp", headers, &call.to_string()), 200, &format!("Hello, {name}!"));
}

/// A replica's traffic, as its page gets it.
struct Traffic {
    stream: TcpStream,
    text: String,
}

impl Traffic {
    fn follow(replica: &Running) -> Self {
        let host = replica.authority();
        let mut stream = TcpStream::connect(host).expect("the program listens");
        stream.set_read_timeout(Some(Duration::from_millis(200))).expect("200 is not zero");
        write!(stream, "GET /explorer/traffic HTTP/1.1\r\nhost: {host}\r\n\r\n").expect("the program reads");
        Self { stream, text: String::new() }
    }

    /// Waits a little for this text, and returns whether the traffic contains it.
    fn has(&mut self, text: &str) -> bool {
        let mut part = [0; 4096];
        while !self.text.contains(text) {
            let Ok(length @ 1..) = self.stream.read(&mut part) else { return false };
            self.text.push_str(&String::from_utf8_lossy(&part[..length]));
        }
        true
    }

    fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.has(text) {
            assert!(Instant::now() < deadline, "{text} is not in {}", self.text);
        }
    }
}

/// Calls a replica's tool repeatedly until another replica has seen a call, since the other replica may not be
/// following yet.
fn call_until_seen(replica: &Running, traffic: &mut Traffic, name: &str) {
    let deadline = Instant::now() + PATIENCE;
    for number in 0.. {
        call(replica, &format!("{name} {number}"));
        if traffic.has(&format!("Hello, {name} ")) {
            return;
        }
        assert!(Instant::now() < deadline, "no call of {name} is in {}", traffic.text);
    }
}

#[test]
fn a_call_on_one_replica_is_seen_on_the_other_also_after_an_outage_of_redis() {
    let port = free_port();
    let redis = Redis::start(port);
    let url = format!("redis://127.0.0.1:{port}");
    let (first, second) = (Running::start(PROGRAM, &["--redis", &url]), Running::start(PROGRAM, &["--redis", &url]));
    let (mut of_first, mut of_second) = (Traffic::follow(&first), Traffic::follow(&second));
    of_second.wait_for(r#""replicas":true"#);
    call_until_seen(&first, &mut of_second, "Ada");
    assert!(of_second.text.contains(r#""replica":""#), "{}", of_second.text);
    call_until_seen(&second, &mut of_first, "Bela");

    drop(redis);
    call(&first, "Carl");
    of_first.wait_for("Hello, Carl!");
    assert!(!of_second.has("Hello, Carl!"), "{}", of_second.text);

    let _redis = Redis::start(port);
    call_until_seen(&first, &mut of_second, "Dora");
    call_until_seen(&second, &mut of_first, "Emil");
    assert_eq!(of_first.text.matches("Hello, Carl!").count(), 1, "own records are not doubled");
}

#[test]
fn a_missing_redis_server_is_named() {
    let output = Command::new(PROGRAM).args(["--port", "0"]).env("PATH", "/nonexistent").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("apt-get install redis-server"), "{said}");
}
