//! An MCP server with sessions, like those in the SDKs for the older revisions. It counts how often its tool runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use http::{Method, Response};
use serde_json::json;

use super::script::{self, Seen, plain, result};

/// Creates the response to a request.
pub(crate) type Refusal = fn(&Seen) -> Response<Body>;

pub(crate) fn unsupported_version(seen: &Seen) -> Response<Body> {
    script::error(seen, 400, -32000, "Bad Request: Unsupported protocol version (supported versions: 2025-11-25)")
}

pub(crate) fn no_valid_session(seen: &Seen) -> Response<Body> {
    script::error(seen, 400, -32000, "Bad Request: No valid session ID provided")
}

/// A server with sessions. Clones share its state.
#[derive(Clone)]
pub(crate) struct Sdk {
    /// The response to a 2026-07-28 request.
    pub(crate) newest: Refusal,
    /// The response to a request in an unknown session.
    pub(crate) unknown: Refusal,
    /// The response to a call after the tool has run.
    pub(crate) called: Refusal,
    pub(crate) keeps_sessions: bool,
    pub(crate) begun: Arc<AtomicUsize>,
    pub(crate) forgotten: Arc<AtomicUsize>,
    pub(crate) runs: Arc<AtomicUsize>,
}

impl Sdk {
    pub(crate) fn new() -> Self {
        Self {
            newest: unsupported_version,
            unknown: no_valid_session,
            called: |seen| result(seen, json!({ "content": [] })),
            keeps_sessions: true,
            begun: Arc::default(),
            forgotten: Arc::default(),
            runs: Arc::default(),
        }
    }

    pub(crate) fn without_sessions() -> Self {
        Self { keeps_sessions: false, ..Self::new() }
    }

    /// Returns the number of calls that have reached the tool.
    pub(crate) fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }

    /// Returns the number of started sessions.
    pub(crate) fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    /// Forgets all existing sessions, like a restart.
    pub(crate) fn restart(&self) {
        self.forgotten.store(self.begun(), Ordering::SeqCst);
    }

    pub(crate) fn run_tool(&self) {
        self.runs.fetch_add(1, Ordering::SeqCst);
    }

    fn knows(&self, seen: &Seen) -> bool {
        let number = seen.header("mcp-session-id").strip_prefix('s').and_then(|number| number.parse::<usize>().ok());
        !self.keeps_sessions || number.is_some_and(|number| number > self.forgotten.load(Ordering::SeqCst))
    }

    pub(crate) fn respond(&self, seen: &Seen) -> Response<Body> {
        match seen.method() {
            _ if seen.header("mcp-protocol-version") == "2026-07-28" => (self.newest)(seen),
            "initialize" => {
                let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
                let mut response = result(seen, json!({ "protocolVersion": "2025-11-25", "capabilities": {} }));
                if self.keeps_sessions {
                    response.headers_mut().insert("mcp-session-id", format!("s{number}").parse().unwrap());
                }
                response
            }
            _ if !self.knows(seen) => (self.unknown)(seen),
            _ if seen.http == Method::DELETE => plain(200, ""),
            "ping" => result(seen, json!({})),
            "tools/list" => result(seen, json!({ "tools": [{ "name": "t" }] })),
            "resources/list" => result(seen, json!({ "resources": [] })),
            "tools/call" => {
                self.run_tool();
                (self.called)(seen)
            }
            _ => plain(202, ""),
        }
    }
}
