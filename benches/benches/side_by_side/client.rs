use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::samples::Sample;

/// The number of concurrent connections: enough to keep the server busy.
pub(crate) const CONNECTIONS: usize = 8;

/// Keep-alive connections to one server. Each repeats the same request.
///
/// All responses to that request have the same length, so the client counts bytes instead of parsing them. It therefore
/// measures the server rather than itself.
pub(crate) struct Connections {
    streams: Vec<TcpStream>,
    request: Vec<u8>,
    /// The response's length in bytes, head and body.
    response: usize,
    /// The response body's length in bytes.
    body: usize,
}

impl Connections {
    /// Connects to a server that serves the sample at `path`.
    pub(crate) async fn open(server: SocketAddr, path: &str, sample: &Sample) -> Self {
        let Sample { method, headers, body, .. } = sample;
        let length = body.len();
        let request =
            format!("{method} {path} HTTP/1.1\r\nhost: {server}\r\n{headers}content-length: {length}\r\n\r\n{body}");
        let mut streams = Vec::new();
        for _ in 0..CONNECTIONS {
            let stream = TcpStream::connect(server).await.expect("the server listens");
            stream.set_nodelay(true).expect("an option of every socket");
            streams.push(stream);
        }
        let (head, body) = first_response(&mut streams[0], request.as_bytes()).await;
        Self { streams, request: request.into_bytes(), response: head + body, body }
    }

    pub(crate) fn body_bytes(&self) -> usize {
        self.body
    }

    /// Measures the responses per second over this time.
    pub(crate) async fn throughput(&mut self, time: Duration) -> f64 {
        let Self { streams, request, response, .. } = self;
        let begun = Instant::now();
        let counts = join_all(streams.iter_mut().map(async |stream| {
            let mut buffer = vec![0; 256 << 10];
            let mut count = 0;
            while begun.elapsed() < time {
                stream.write_all(request).await.expect("the server reads");
                let mut missing = *response;
                while missing > 0 {
                    let read = stream.read(&mut buffer).await.expect("the server writes");
                    if missing == *response {
                        assert!(buffer.starts_with(b"HTTP/1.1 200 "), "the response is successful");
                    }
                    missing =
                        missing.checked_sub(read).filter(|_| read > 0).expect("the response is as long as before");
                }
                count += 1;
            }
            count
        }))
        .await;
        f64::from(counts.into_iter().sum::<u32>()) / begun.elapsed().as_secs_f64()
    }
}

/// Sends a request, and returns the response's length in bytes: head, then body.
async fn first_response(stream: &mut TcpStream, request: &[u8]) -> (usize, usize) {
    stream.write_all(request).await.expect("the server reads");
    let mut response = Vec::new();
    let (head, end) = loop {
        assert!(stream.read_buf(&mut response).await.expect("the server writes") > 0, "the response has a head");
        if let Some(end) = response.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&response[..end]).to_lowercase();
            assert!(head.starts_with("http/1.1 200 "), "{head}");
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            break (end + 4, length.map(|length| end + 4 + length.parse::<usize>().expect("a number")));
        }
    };
    // A body without a length is chunked.
    while end.map_or_else(|| !response.ends_with(b"\r\n0\r\n\r\n"), |end| response.len() < end) {
        assert!(stream.read_buf(&mut response).await.expect("the server writes") > 0, "the response is complete");
    }
    (head, response.len() - head)
}
