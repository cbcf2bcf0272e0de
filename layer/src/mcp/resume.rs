//! Resuming event streams that end before the result (2025-11-25, "Resumability and Redelivery").
//!
//! Revision 2026-07-28 has no resumption. But a server whose events have ids expects the client to request the rest, in
//! any revision.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Method, Response};

use super::connection::Connection;
use super::error::McpError;
use super::events::ResumePoint;
use super::metered_body::MeteredBody;
use super::reading::Reading;
use super::response::{self, Read};
use crate::model::RawJson;
use crate::runtime::Background;

/// Maximum number of attempts to resume an event stream at the same event, after which the request fails (502).
const MAX_ATTEMPTS: usize = 3;

/// The attempts to resume an event stream.
#[derive(Default)]
struct Attempts {
    at: Option<ResumePoint>,
    count: usize,
}

impl Attempts {
    /// Returns whether another attempt is worthwhile: there are new events, or there were few attempts since the last
    /// event.
    fn allow(&mut self, at: &ResumePoint) -> bool {
        if self.at.as_ref() != Some(at) {
            *self = Self { at: Some(at.clone()), count: 0 };
        }
        self.count += 1;
        self.count <= MAX_ATTEMPTS
    }
}

/// Reads a request's result. If an event stream ends before the result, resumes it with requests that carry these
/// headers.
pub(super) async fn read_to_result(
    background: &Background,
    mut response: Response<MeteredBody>,
    reading: &Reading<'_>,
    connection: &Connection,
    headers: &HeaderMap,
) -> Result<RawJson, McpError> {
    let mut attempts = Attempts::default();
    loop {
        match response::read(response, reading).await? {
            Read::Result(result) => return Ok(result),
            Read::Interrupted { at: Some(at), failure } if attempts.allow(&at) => {
                response = resume(background, connection, headers.clone(), &at).await.ok_or(failure)?;
            }
            Read::Interrupted { failure, .. } => return Err(failure),
        }
    }
}

/// Requests the rest of an event stream, after the delay set by the server. Returns `None` if the server does not
/// support that, or if there is no clock for the delay.
async fn resume(
    background: &Background,
    connection: &Connection,
    mut headers: HeaderMap,
    at: &ResumePoint,
) -> Option<Response<MeteredBody>> {
    if !background.has_clock() {
        return None;
    }
    background.sleep(at.retry).await;
    headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
    headers.insert("last-event-id", at.last_event_id.clone());
    let response = connection.send(Method::GET, headers, Bytes::new()).await.ok()?;
    response.status().is_success().then_some(response)
}
