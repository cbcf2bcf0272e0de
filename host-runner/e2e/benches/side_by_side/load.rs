//! Sends requests over keep-alive connections.

use std::fs;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::future::join_all;
use http::Request;
use http_body_util::{BodyExt as _, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use mcp_ui_host_e2e::Server;
use tokio::net::TcpStream;

/// A request to a server, and the process whose cost is measured.
pub(crate) struct Target {
    address: SocketAddr,
    request: Request<Full<Bytes>>,
    process: Option<u32>,
}

type Connection = http1::SendRequest<Full<Bytes>>;

impl Target {
    pub(crate) fn new(address: SocketAddr, path: &'static str) -> Self {
        // The page is requested in compressed form, as by browsers.
        let request = Request::get(path).header("host", "localhost").header("accept-encoding", "gzip");
        Self { address, request: request.body(Full::default()).expect("a request"), process: None }
    }

    pub(crate) fn of(server: &Server, path: &'static str) -> Self {
        Self { process: Some(server.id()), ..Self::new(server.address, path) }
    }

    /// A call to the tool `add` at the MCP endpoint. With `names_tool`, headers specify the method and the tool.
    pub(crate) fn calling(server: &Server, names_tool: bool) -> Self {
        let mut request = Request::post("/mcp").header("host", "localhost").header("content-type", "application/json");
        request = request.header("mcp-protocol-version", "2026-07-28");
        if names_tool {
            request = request.header("mcp-method", "tools/call").header("mcp-name", "add");
        }
        let params = r#"{"name":"add","arguments":{"a":1,"b":2}}"#;
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let request = request.body(Full::from(message)).expect("a request");
        Self { address: server.address, request, process: Some(server.id()) }
    }

    /// Returns the server's CPU time in microseconds, in user and kernel mode.
    pub(crate) fn processor_micros(&self) -> f64 {
        let status = self.process.and_then(|id| fs::read_to_string(format!("/proc/{id}/stat")).ok());
        // The name in brackets is followed by the state and ten more fields, then the times in 1/100 s
        // (proc_pid_stat(5)).
        let fields = status.as_deref().and_then(|status| status.rsplit_once(')')).map_or("", |(_, fields)| fields);
        let ticks: Option<f64> =
            fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<f64>().ok()).sum();
        ticks.filter(|_| !fields.is_empty()).map_or(f64::NAN, |ticks| ticks * 10_000.0)
    }

    async fn connect(&self) -> Connection {
        let stream = TcpStream::connect(self.address).await.expect("the server listens");
        stream.set_nodelay(true).expect("a TCP stream");
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.expect("HTTP/1.1");
        tokio::spawn(async move { drop(connection.await) });
        sender
    }

    /// Sends a request, and returns the time until the response headers arrive, and the body length.
    async fn request(&self, connection: &mut Connection) -> (Duration, usize) {
        connection.ready().await.expect("an open connection");
        let begun = Instant::now();
        let response = connection.send_request(self.request.clone()).await.expect("a response");
        let first = begun.elapsed();
        assert_eq!(response.status(), 200);
        (first, response.into_body().collect().await.expect("a whole response").to_bytes().len())
    }

    pub(crate) async fn response_bytes(&self) -> usize {
        self.request(&mut self.connect().await).await.1
    }
}

/// Measures the requests per second over this many connections.
pub(crate) async fn throughput(target: &Target, connections: usize, time: Duration) -> f64 {
    let begun = Instant::now();
    let counts = join_all((0..connections).map(|_| async {
        let mut connection = target.connect().await;
        let mut count = 0_u32;
        while begun.elapsed() < time {
            target.request(&mut connection).await;
            count += 1;
        }
        count
    }));
    f64::from(counts.await.iter().sum::<u32>()) / begun.elapsed().as_secs_f64()
}

/// Measures the microseconds until each response's headers arrive, for requests sent one after another.
pub(crate) async fn latencies(target: &Target, count: usize) -> Vec<f64> {
    let mut connection = target.connect().await;
    let mut micros = Vec::with_capacity(count);
    for _ in 0..count {
        micros.push(target.request(&mut connection).await.0.as_secs_f64() * 1e6);
    }
    micros
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
