//! The queue of messages to the child process. It pushes back when the process does not read.

use std::sync::Arc;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes that may wait to be written. A longer message waits alone.
const ROOM: usize = 16 << 20;

#[derive(Clone, Debug)]
pub(super) struct Writer {
    lines: UnboundedSender<Line>,
    room: Arc<Semaphore>,
}

/// A line that takes room until it is written.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    _room: OwnedSemaphorePermit,
}

/// The lines that are still to be written.
pub(super) struct Lines(UnboundedReceiver<Line>);

/// The error of a process that can no longer be written to.
#[derive(Debug)]
pub(super) struct Closed;

impl Writer {
    pub(super) fn new() -> (Self, Lines) {
        let (lines, receiver) = mpsc::unbounded_channel();
        (Self { lines, room: Arc::new(Semaphore::new(ROOM)) }, Lines(receiver))
    }

    /// Queues a message, once there is room.
    pub(super) async fn send(&self, text: String) -> Result<(), Closed> {
        let size = u32::try_from(text.len().clamp(1, ROOM)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.room).acquire_many_owned(size).await.map_err(|_| Closed)?;
        self.lines.send(Line { text, _room: room }).map_err(|_| Closed)
    }

    /// Refuses all further messages, also those that wait for room.
    pub(super) fn close(&self) {
        self.room.close();
    }
}

impl Lines {
    /// Returns the next line, which takes room until it is dropped.
    pub(super) async fn next(&mut self) -> Option<Line> {
        self.0.recv().await
    }

    /// Writes the lines until the process closes its stdin.
    pub(super) async fn write_to<W: AsyncWrite + Unpin>(mut self, mut stdin: W) {
        while let Some(Line { mut text, _room }) = self.next().await {
            text.push('\n');
            if stdin.write_all(text.as_bytes()).await.is_err() || stdin.flush().await.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn a_process_that_does_not_read_pushes_back() {
        let (writer, lines) = Writer::new();
        writer.send("x".repeat(ROOM)).await.unwrap();
        assert!(writer.send("y".to_owned()).now_or_never().is_none());

        let (stdin, mut process) = tokio::io::duplex(1 << 10);
        let writing = tokio::spawn(lines.write_to(stdin));
        let reading = tokio::spawn(async move {
            let mut written = Vec::new();
            tokio::io::AsyncReadExt::read_to_end(&mut process, &mut written).await.unwrap();
            written
        });
        writer.send("y".to_owned()).await.unwrap();
        drop(writer);
        writing.await.unwrap();
        let written = reading.await.unwrap();
        assert_eq!(written.len(), ROOM + 3);
        assert!(written.ends_with(b"x\ny\n"));
    }
}
