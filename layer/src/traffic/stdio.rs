//! Messages over stdio, as seen by a program between a client and a server.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;

use super::exchange::Instant;
use super::queue::Tap;
use super::reader;
use super::recording::Recording;

/// A message sent over stdio: see [`Traffic::record_stdio`](crate::Traffic::record_stdio).
///
/// ```
/// use std::time::SystemTime;
/// use tower_mcp_ui::{Traffic, TrafficSettings};
/// use tower_mcp_ui::traffic::StdioMessage;
///
/// let traffic = Traffic::new(TrafficSettings::new());
/// let text = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
/// traffic.record_stdio(StdioMessage {
///     session: "1",
///     is_of_other: false,
///     is_from_client: true,
///     at: SystemTime::now(),
///     text: text.into(),
///     bytes: 40,
/// });
/// ```
#[derive(Clone, Debug)]
pub struct StdioMessage<'s> {
    /// The connection's name, which tells apart messages from several servers and clients.
    pub session: &'s str,
    /// `true` for a message to or from a server other than the recorded one. The page hides it at first.
    pub is_of_other: bool,
    /// `true` for a message from the client, `false` for one from the server.
    pub is_from_client: bool,
    /// The time when the message passed.
    pub at: SystemTime,
    /// The line, with or without its line break, or only its start.
    pub text: Bytes,
    /// The size of the whole line. If the text is shorter, the message is counted but not kept.
    pub bytes: u64,
}

impl StdioMessage<'_> {
    pub(super) fn record(self, recording: &Arc<Recording>) {
        let Self { session, is_of_other, is_from_client, at, text: line, bytes } = self;
        let mut text = recording.queue.keep();
        text.push(line, recording.settings.message_bytes);
        text.expect_size(bytes);
        let (session, at) = (session.to_owned(), Instant::of(at));
        reader::push(recording, Tap::Stdio { session, is_of_other, is_from_client, at, text });
    }
}
