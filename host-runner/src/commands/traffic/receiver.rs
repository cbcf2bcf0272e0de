//! The endpoint for a collector: OTLP/HTTP, `POST /v1/traces`.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{HeaderMap, Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use mcp_ui_host::ServerBody;
use mcp_ui_host::bodies::BodyRoom;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_mcp_ui::Traffic;

use super::body::{self, Format, Refusal};
use super::import::Import;
use crate::commands::Failure;
use crate::commands::open::{listen, response};

/// The path for traces.
const PATH: &str = "/v1/traces";

/// Maximum number of bodies decompressed and read at once. Other bodies wait, within `ROOM`.
const AT_ONCE: usize = 2;

/// Maximum total size of all bodies, in bytes. A body that does not fit gets 503.
const ROOM: usize = 64 << 20;

pub(super) struct Receiver {
    listener: TcpListener,
    address: SocketAddr,
    spans: Spans,
}

/// The service that receives spans.
#[derive(Clone)]
struct Spans {
    traffic: Traffic,
    room: BodyRoom,
    turns: Arc<Semaphore>,
}

impl Receiver {
    pub(super) async fn bind(address: SocketAddr, traffic: &Traffic) -> Result<Self, Failure> {
        let listener = TcpListener::bind(address).await.map_err(|error| {
            Failure::new(format!("Cannot listen on {address}: {error}. Choose another address with --otlp-listen."))
        })?;
        let address = listener.local_addr()?;
        if !address.ip().is_loopback() {
            eprintln!("Every machine that can reach {address} can send spans without credentials.");
        }
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        let spans = Spans { traffic: traffic.clone(), room: BodyRoom::new(ROOM), turns };
        Ok(Self { listener, address, spans })
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Serves until the program ends.
    pub(super) async fn serve(self) {
        let spans = self.spans;
        let never = std::pin::pin!(std::future::pending());
        listen::serve(&self.listener, move |request| spans.clone().respond(request), never).await;
    }
}

impl Spans {
    async fn respond(self, request: Request<Incoming>) -> Response<ServerBody> {
        let taken = match check(&request) {
            Ok(format) => self.take(format, request).await.map(|()| format),
            Err(refusal) => Err(refusal),
        };
        match taken {
            // A response without members means that all spans were accepted.
            Ok(format) => {
                let empty = if format == Format::Json { "{}" } else { "" };
                response::of_type(format.content_type(), empty.to_owned())
            }
            Err((status, text)) => {
                let mut response = response::text(status, &text);
                if status == StatusCode::METHOD_NOT_ALLOWED {
                    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
                }
                response
            }
        }
    }

    /// Reads and records the spans.
    async fn take(&self, format: Format, request: Request<Incoming>) -> Result<(), Refusal> {
        let (head, body) = request.into_parts();
        let body = self.room.read(body, body::MAX_BODY).await.map_err(|error| (error.status(), error.to_string()))?;
        // Waits for its turn only now that the body is complete, so that slow senders hold up nobody.
        let turn = Arc::clone(&self.turns).acquire_owned().await.expect("the semaphore is never closed");
        let traffic = self.traffic.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let _held = (turn, body.room);
            read(format, &head.headers, body.bytes, &traffic)
        });
        reading
            .await
            .unwrap_or_else(|_| Err((StatusCode::INTERNAL_SERVER_ERROR, "The spans cannot be read.".to_owned())))
    }
}

pub(super) fn read(format: Format, headers: &HeaderMap, body: Bytes, traffic: &Traffic) -> Result<(), Refusal> {
    let body = body::decompress(headers, body)?;
    let import = match format {
        Format::Protobuf => Import::protobuf(body, traffic),
        Format::Json => Import::spans(&body, traffic),
    };
    import.map(drop).map_err(|error| (StatusCode::BAD_REQUEST, error.to_string()))
}

/// Checks a request before its body is read.
fn check(request: &Request<Incoming>) -> Result<Format, Refusal> {
    // Browsers send an `Origin` header with every POST, but collectors never do.
    if request.headers().contains_key(header::ORIGIN) {
        return Err((StatusCode::FORBIDDEN, "Web pages may not send spans.".to_owned()));
    }
    if request.uri().path() != PATH {
        return Err((StatusCode::NOT_FOUND, format!("Not found. Spans are received at {PATH}.")));
    }
    if request.method() != Method::POST {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "Use POST.".to_owned()));
    }
    Format::of(request.headers())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http_body_util::Full;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;
    use tokio::time::timeout;
    use tower_mcp_ui::TrafficSettings;

    use super::*;

    /// Sends spans, and returns the response.
    async fn post(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let headers = "host: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2";
        stream.write_all(format!("POST {PATH} HTTP/1.1\r\n{headers}\r\n\r\n{{}}").as_bytes()).await.unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        response
    }

    /// Runs a check while a receiver serves.
    async fn while_it_serves(check: impl AsyncFnOnce(SocketAddr, Spans)) {
        let traffic = Traffic::new(TrafficSettings::new());
        let receiver = Receiver::bind(([127, 0, 0, 1], 0).into(), &traffic).await.unwrap();
        let (address, spans) = (receiver.address, receiver.spans.clone());
        tokio::select! {
            () = check(address, spans) => {}
            () = receiver.serve() => unreachable!("it serves until the program ends"),
        }
    }

    #[tokio::test]
    async fn a_body_that_finds_no_room_is_refused() {
        while_it_serves(async |address, Spans { room, .. }| {
            let mut held = Vec::new();
            for _ in 0..4 {
                held.push(room.read(Full::new(Bytes::from(vec![0; 16 << 20])), 16 << 20).await.unwrap());
            }
            let response = post(address).await;
            assert!(response.starts_with("HTTP/1.1 503 "), "{response}");
            held.pop();
            let response = post(address).await;
            assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
        })
        .await;
    }

    #[tokio::test]
    async fn a_third_body_waits() {
        while_it_serves(async |address, Spans { turns, .. }| {
            let _first = turns.acquire().await.unwrap();
            let response = timeout(Duration::from_mins(1), post(address)).await.expect("a second body is read");
            assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
            let second = turns.acquire().await.unwrap();
            let mut third = std::pin::pin!(post(address));
            assert!(timeout(Duration::from_millis(100), third.as_mut()).await.is_err());
            drop(second);
            assert!(third.await.starts_with("HTTP/1.1 200 "));
        })
        .await;
    }
}
