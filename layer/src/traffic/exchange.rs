//! An HTTP request with its response.

use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use http::{Method, Request, StatusCode};
use parking_lot::Mutex;

use super::callers::{Caller, Callers};
use super::events::Splitter;
use super::head::{self, Headers};
use super::message::{From, Kind};
use super::span::RequestSpan;

/// Marks the explorer's own requests to the MCP server, as a request extension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfExplorer;

/// The state shared by all records of an exchange.
pub(super) struct Exchange {
    /// The exchange's number, unique in this recording.
    pub(super) number: u64,
    pub(super) is_of_explorer: bool,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) headers: Headers,
    pub(super) caller: Caller,
    /// The hashed session id sent by the client.
    pub(super) session: Option<String>,
    pub(super) span: RequestSpan,
    /// The response's head, once it has arrived.
    head: OnceLock<ResponseHead>,
    pub(super) learned: Mutex<Learned>,
}

/// A response's status and headers.
pub(super) struct ResponseHead {
    pub(super) status: StatusCode,
    pub(super) headers: Headers,
    /// The hashed session id sent by the server.
    pub(super) session: Option<String>,
}

/// Facts about an exchange, learned from its messages.
pub(super) struct Learned {
    pub(super) client: Option<Bytes>,
    pub(super) revision: Option<String>,
    /// The session that starts with the response.
    pub(super) session: Option<String>,
    /// The start of an event that has not ended yet.
    pub(super) splitter: Splitter,
    /// True once a request or notification from the client was read.
    pub(super) is_named: bool,
    /// True once the response to the client's request was read.
    pub(super) is_answered: bool,
}

impl Exchange {
    /// Creates the exchange for a request. `number` is unique in the recording.
    pub(super) fn new<B>(request: &Request<B>, number: u64, callers: &Callers, splitter: Splitter) -> Self {
        let is_of_explorer = request.extensions().get::<OfExplorer>().is_some();
        let headers = request.headers();
        let session = headers.get(head::SESSION_ID).map(|id| callers.session(id.as_bytes()));
        let kept = Headers::kept(headers);
        let span = RequestSpan::begin(request.method(), request.version());
        span.head(&kept, session.as_deref(), is_of_explorer);
        Self {
            number,
            is_of_explorer,
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            caller: callers.of(headers),
            session,
            headers: kept,
            span,
            head: OnceLock::new(),
            learned: Mutex::new(Learned {
                client: None,
                revision: None,
                session: None,
                splitter,
                is_named: false,
                is_answered: false,
            }),
        }
    }

    /// Stores the response's head.
    pub(super) fn respond(&self, head: ResponseHead) -> &ResponseHead {
        self.head.get_or_init(|| head)
    }

    /// Returns the head of the response whose body is being read.
    pub(super) fn head(&self) -> &ResponseHead {
        self.head.get().expect("a response begins before its body")
    }
}

impl ResponseHead {
    /// Returns whether the body is a readable event stream.
    pub(super) fn is_stream(&self) -> bool {
        self.headers.get("content-type").is_some_and(|kind| kind.starts_with("text/event-stream"))
            && self.headers.get("content-encoding").is_none()
    }
}

impl Learned {
    /// Returns whether a message is the client's first request or notification, or the server's first response. A batch
    /// can contain further ones.
    pub(super) fn is_first(&self, from: From, kind: Kind) -> bool {
        match kind {
            Kind::Request | Kind::Notification => from == From::Client && !self.is_named,
            Kind::Response | Kind::Error => from == From::Server && !self.is_answered,
        }
    }
}

/// A point in time, in microseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Instant(pub(super) u64);

impl Instant {
    pub(super) fn now() -> Self {
        Self::of(SystemTime::now())
    }

    pub(super) fn of(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
    }
}
