//! The endpoint for a collector: OTLP/HTTP, `POST /v1/traces`.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{self, HeaderValue};
use http::{HeaderMap, Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use mcp_ui_host::bodies::BodyRoom;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_mcp_ui::Traffic;

use super::body::{self, Format, Refusal};
use super::import::Import;
use crate::commands::Failure;
use crate::commands::open::{listen, response};
use crate::commands::target::AnyBody;

/// The path for traces.
const PATH: &str = "/v1/traces";

/// Maximum number of bodies decompressed and read at once. Others wait, within `ROOM`.
const AT_ONCE: usize = 2;

/// Maximum total size of all bodies, in bytes. A body that finds no room gets 503.
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
    async fn respond(self, request: Request<Incoming>) -> Response<AnyBody> {
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
        // Only a complete body takes a turn, so that slow senders hold up nobody.
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
