//! The protocol between `mcp-ui wrap` and an explorer, over a Unix socket. The shim connects and sends frames; the
//! explorer sends nothing.
//!
//! A frame is a header and an optional body. The header is one line of JSON, at most 4 KiB long. Its member `kept`
//! gives the body length in bytes; without it, there is no body. Its member `type` specifies the frame's kind:
//!
//! | type | members |
//! |---|---|
//! | `start` | `version` 1; `session`, a random name that is the same for every explorer and every connection; `name` of the server; `pid` of the shim; `at`; `next` and `messages`: the counts so far |
//! | `line` | `seq`; `direction`: `to_server`, `to_agent` or `stderr`; `at`; the whole line's `length`; `kept`: the number of its bytes that follow; `complete`: false for a last line without a line feed |
//! | `gap` | `from`, `to`: the lines `from..to` were not sent |
//! | `end` | `at`; the server's `code` or `signal`; `next` and `messages` |
//!
//! The first frame is `start`, the last is `end`; if `end` is missing, the shim was killed. Lines in all directions are
//! numbered together from 0; `next` is the number of the next line. `messages` counts the lines that are not from
//! stderr. `at` is the time in microseconds since 1970. Lines are sent without their line feed. Empty lines are neither
//! counted nor sent.
//!
//! The socket name contains the version too, so that programs with different versions do not meet.

use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// The protocol version.
pub(super) const VERSION: u32 = 1;

/// Maximum number of bytes kept per line. The rest is only counted.
pub(super) const MAX_KEPT: usize = 256 << 10;

/// Maximum header length in bytes, including its line feed. A longer header closes the connection.
pub(super) const MAX_HEADER: usize = 4 << 10;

/// Maximum number of characters in a server's name. A shim cuts off the rest, and a frame with a longer name closes the
/// connection.
pub(super) const MAX_NAME: usize = 200;

/// A line's direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// From the agent to the server's stdin.
    ToServer,
    /// From the server's stdout to the agent.
    ToAgent,
    /// From the server's stderr.
    Stderr,
}

/// A frame's header.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Header {
    Start(Start),
    Line(Line),
    Gap { from: u64, to: u64 },
    End(Totals),
}

/// The start of a session, or of another connection in it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Start {
    pub(super) version: u32,
    pub(super) session: String,
    pub(super) name: String,
    pub(super) pid: u32,
    pub(super) at: u64,
    pub(super) next: u64,
    pub(super) messages: u64,
}

/// A line, whose bytes follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Line {
    pub(super) seq: u64,
    pub(super) direction: Direction,
    pub(super) at: u64,
    pub(super) length: u64,
    pub(super) kept: usize,
    pub(super) complete: bool,
}

/// The end of a session, with its totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Totals {
    pub(super) at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) signal: Option<i32>,
    pub(super) next: u64,
    pub(super) messages: u64,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) header: Header,
    pub(super) body: Bytes,
}

impl Frame {
    /// Appends the frame to a buffer.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no sockets"))]
    pub(super) fn write_to(&self, buffer: &mut Vec<u8>) -> io::Result<()> {
        serde_json::to_writer(&mut *buffer, &self.header)?;
        buffer.push(b'\n');
        buffer.extend_from_slice(&self.body);
        Ok(())
    }
}

impl From<Header> for Frame {
    fn from(header: Header) -> Self {
        Self { header, body: Bytes::new() }
    }
}

/// Reads a frame. Returns `None` when the stream ends.
#[cfg(unix)]
pub(super) async fn read<R: tokio::io::AsyncBufRead + Unpin>(reader: &mut R) -> io::Result<Option<Frame>> {
    use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _};

    let mut line = Vec::new();
    let limit = u64::try_from(MAX_HEADER).unwrap_or(u64::MAX);
    if (&mut *reader).take(limit).read_until(b'\n', &mut line).await? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a header is incomplete or too long"));
    }
    let header: Header = serde_json::from_slice(&line)?;
    let kept = if let Header::Line(line) = &header { line.kept } else { 0 };
    if kept > MAX_KEPT {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a body is too long"));
    }
    let mut body = vec![0; kept];
    reader.read_exact(&mut body).await?;
    Ok(Some(Frame { header, body: body.into() }))
}

/// Returns a time in the protocol's unit.
pub(super) fn microseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}

/// The inverse of [`microseconds`].
#[cfg_attr(not(unix), expect(dead_code, reason = "there are no sockets"))]
pub(super) fn time(microseconds: u64) -> SystemTime {
    UNIX_EPOCH.checked_add(Duration::from_micros(microseconds)).unwrap_or(UNIX_EPOCH)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_written_is_read_again() {
        let line = Line { seq: 7, direction: Direction::ToAgent, at: 1, length: 9, kept: 3, complete: true };
        let frames = [
            Frame { header: Header::Line(line), body: Bytes::from_static(b"\n\xff{") },
            Header::Gap { from: 8, to: 11 }.into(),
            Header::End(Totals { at: 2, code: Some(-1), signal: None, next: 11, messages: 9 }).into(),
        ];
        let mut buffer = Vec::new();
        for frame in &frames {
            frame.write_to(&mut buffer).unwrap();
        }
        let mut reader = buffer.as_slice();
        for frame in frames {
            assert_eq!(read(&mut reader).await.unwrap(), Some(frame));
        }
        assert_eq!(read(&mut reader).await.unwrap(), None);
    }

    #[tokio::test]
    async fn malformed_frames_are_errors() {
        let long = format!("{{\"type\":\"gap\",\"from\":0,\"to\":1,\"x\":\"{}\"}}\n", "x".repeat(MAX_HEADER));
        let line = |kept: usize| {
            format!(
                "{{\"type\":\"line\",\"seq\":0,\"direction\":\"stderr\",\"at\":0,\"length\":0,\"kept\":{kept},\"complete\":true}}\n"
            )
        };
        for wrong in
            ["{}\n", "[]\n", "\n", "{\"type\":\"gap\",\"from\":0,\"to\":1}", &long, &line(MAX_KEPT + 1), &line(1)]
        {
            assert!(read(&mut wrong.as_bytes()).await.is_err(), "{wrong}");
        }
    }
}
