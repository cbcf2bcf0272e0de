use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rmcp::model::CallToolRequestParams;
use rmcp::service::{Peer, RoleClient, ServiceExt as _};
use rmcp::transport::TokioChildProcess;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::runtime;

use crate::client::{CONNECTIONS, Connections};
use crate::rounds::{Reached, Rounds};
use crate::samples::Sample;
use crate::servers;

/// The server that each contestant starts.
pub(crate) const CHILD: &str = env!("CARGO_BIN_EXE_stdio_server");

const ROUNDS: usize = 9;

/// The duration of a contestant's turn in each round.
const TURN: Duration = Duration::from_millis(400);

/// The headers in an agent's requests.
const HEADERS: &str = "content-type: application/json\r\naccept: application/json, text/event-stream\r\n";

/// The minimum rate for agents over HTTP, as a fraction of a plain client's rate.
const TARGET: f64 = 0.9;

/// Compares calls to one process: over HTTP through `mcp-ui open`, and over stdio with the official Rust SDK.
pub(crate) fn table() {
    println!("calls per second of a server over stdio, medians of {ROUNDS} rounds");
    println!("{:<26}{:>12}{:>12}  through / plain", "", "through HTTP", "plain client");
    let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let server = servers::child_process();
    let params = json!({ "name": "greet", "arguments": { "name": "Ada" } });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    let mut agents = runtime.block_on(async {
        let headers = format!("{HEADERS}mcp-session-id: {}\r\n", session(server).await).into();
        let sample = Sample { headers, ..Sample::post("greet", "/mcp", call) };
        Connections::open(server, sample.path, &sample).await
    });
    let plain = runtime.block_on(async {
        let transport = TokioChildProcess::new(Command::new(CHILD)).expect("the server starts");
        ().serve(transport).await.expect("the server answers")
    });
    let rounds = Rounds::<2>::run(ROUNDS, |contestant| match contestant {
        0 => runtime.block_on(agents.throughput(TURN)),
        _ => runtime.block_on(calls(plain.peer())),
    });
    let reached = Reached { ratio: rounds.ratio(0, 1), target: Some(TARGET) };
    println!("{:<26}{:>12.0}{:>12.0}  {reached}", "a call that is answered at once", rounds.of(0), rounds.of(1));
}

/// Starts a session, and returns its id.
async fn session(server: SocketAddr) -> String {
    let info = json!({ "name": "bench", "version": "1" });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
    let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }).to_string();
    let length = hello.len();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nhost: {server}\r\n{HEADERS}connection: close\r\ncontent-length: {length}\r\n\r\n{hello}"
    );
    let mut stream = TcpStream::connect(server).await.expect("the server listens");
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut response = String::new();
    stream.read_to_string(&mut response).await.expect("the server writes");
    let id = response.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
    id.expect("the response has the id of the session").to_owned()
}

/// Measures the plain client's calls per second, with as many concurrent calls as the HTTP client has connections.
async fn calls(peer: &Peer<RoleClient>) -> f64 {
    let begun = Instant::now();
    let counts = join_all((0..CONNECTIONS).map(async |_| {
        let mut count = 0;
        while begun.elapsed() < TURN {
            let arguments = serde_json::Map::from_iter([("name".to_owned(), json!("Ada"))]);
            let call = CallToolRequestParams::new("greet").with_arguments(arguments);
            let result = peer.call_tool(call).await.expect("the server answers");
            assert_ne!(result.is_error, Some(true), "the call succeeds");
            count += 1;
        }
        count
    }))
    .await;
    f64::from(counts.into_iter().sum::<u32>()) / begun.elapsed().as_secs_f64()
}
