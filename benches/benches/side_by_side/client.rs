use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::samples::Sample;

/// How many connections send at once: enough that the server never waits.
const CONNECTIONS: usize = 8;

/// Connections to one server that are kept alive and send one request again and again.
///
/// The same request gets an answer of the same length each time. So the client counts bytes and parses nothing: it is
/// the server that is measured.
pub(crate) struct Connections {
    streams: Vec<TcpStream>,
    request: Vec<u8>,
    /// Bytes of the answer, head and body.
    answer: usize,
    /// Bytes of the answer's body.
    body: usize,
}

impl Connections {
    /// Connects; `path` is the server's for the sample.
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
        let (head, body) = first_answer(&mut streams[0], request.as_bytes()).await;
        Self { streams, request: request.into_bytes(), answer: head + body, body }
    }

    pub(crate) fn body_bytes(&self) -> usize {
        self.body
    }

    /// Answers per second, for so long.
    pub(crate) async fn throughput(&mut self, time: Duration) -> f64 {
        let Self { streams, request, answer, .. } = self;
        let begun = Instant::now();
        let counts = join_all(streams.iter_mut().map(async |stream| {
            let mut buffer = vec![0; 256 << 10];
            let mut count = 0;
            while begun.elapsed() < time {
                stream.write_all(request).await.expect("the server reads");
                let mut missing = *answer;
                while missing > 0 {
                    let read = stream.read(&mut buffer).await.expect("the server writes");
                    if missing == *answer {
                        assert!(buffer.starts_with(b"HTTP/1.1 200 "), "the server is well");
                    }
                    missing = missing.checked_sub(read).filter(|_| read > 0).expect("the answer is as long as before");
                }
                count += 1;
            }
            count
        }))
        .await;
        f64::from(counts.into_iter().sum::<u32>()) / begun.elapsed().as_secs_f64()
    }
}

/// The bytes of head and body.
async fn first_answer(stream: &mut TcpStream, request: &[u8]) -> (usize, usize) {
    stream.write_all(request).await.expect("the server reads");
    let mut answer = Vec::new();
    let (head, length) = loop {
        assert!(stream.read_buf(&mut answer).await.expect("the server writes") > 0, "the answer has a head");
        if let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
            assert!(head.starts_with("http/1.1 200 "), "{head}");
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
            break (end + 4, length.parse().expect("a number"));
        }
    };
    while answer.len() < head + length {
        assert!(stream.read_buf(&mut answer).await.expect("the server writes") > 0, "the answer is whole");
    }
    (head, length)
}
