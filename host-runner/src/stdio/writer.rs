//! The queue of messages to the child process. It applies back-pressure when the process does not read.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, watch};

/// Maximum number of bytes queued for the process. Additional messages wait for room, and a message longer than this
/// limit is queued alone. Messages that cannot wait have separate room of the same size; a process that uses it up is
/// killed.
const ROOM: usize = 16 << 20;

/// The minimum room taken by a message that cannot wait, so that at most about 10,000 of them are queued. A process
/// with more queued messages is killed.
const LEAST: usize = ROOM / 10_000;

/// The pause between two checks that the process has started to read.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Clone, Debug)]
pub(super) struct Writer {
    lines: UnboundedSender<Line>,
    room: Arc<Semaphore>,
    /// The room for messages that cannot wait.
    room_at_once: Arc<Semaphore>,
    overflow: Arc<Notify>,
    /// True once the process has read the first message.
    has_read: watch::Receiver<bool>,
}

/// A line that keeps its place in the queue until it is written.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    _room: OwnedSemaphorePermit,
}

/// The lines still to be written.
pub(super) struct Lines {
    lines: UnboundedReceiver<Line>,
    has_read: watch::Sender<bool>,
}

/// A process's stdin. On drop, checks for the last time whether the process has read the first message.
struct Stdin<W, F: Fn(&W) -> bool> {
    pipe: W,
    has_unread: F,
    is_written: bool,
    has_read: watch::Sender<bool>,
}

impl<W, F: Fn(&W) -> bool> Stdin<W, F> {
    fn look(&self) {
        if self.is_written && !*self.has_read.borrow() && !(self.has_unread)(&self.pipe) {
            self.has_read.send_replace(true);
        }
    }
}

impl<W, F: Fn(&W) -> bool> Drop for Stdin<W, F> {
    fn drop(&mut self) {
        self.look();
    }
}

/// Returns true if the pipe still contains data written to a process. A process that is still starting, or that crashed
/// early, has not read it. If the system cannot tell, the data counts as read.
#[cfg(unix)]
pub(super) fn has_unread(stdin: &tokio::process::ChildStdin) -> bool {
    rustix::io::ioctl_fionread(stdin).is_ok_and(|bytes| bytes > 0)
}

/// Always returns false, because the system cannot tell.
#[cfg(not(unix))]
pub(super) fn has_unread(_: &tokio::process::ChildStdin) -> bool {
    false
}

/// The error for a process that can no longer be written to.
#[derive(Debug)]
pub(super) struct Closed;

impl Writer {
    pub(super) fn new() -> (Self, Lines) {
        let (lines, receiver) = mpsc::unbounded_channel();
        let room = || Arc::new(Semaphore::new(ROOM));
        let (reading, has_read) = watch::channel(false);
        let writer = Self { lines, room: room(), room_at_once: room(), overflow: Arc::default(), has_read };
        (writer, Lines { lines: receiver, has_read: reading })
    }

    /// Waits until the process has read the first message, or until no more messages are written to it.
    pub(super) async fn read_by_process(&self) {
        // Fails if no more messages will be written to the process.
        let _ = self.has_read.clone().wait_for(|has_read| *has_read).await;
    }

    /// Returns true if the process has read the first message.
    pub(super) fn is_read_by_process(&self) -> bool {
        *self.has_read.borrow()
    }

    /// Queues a message, once there is room.
    pub(super) async fn send(&self, text: String) -> Result<(), Closed> {
        let size = u32::try_from(text.len().clamp(1, ROOM)).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.room).acquire_many_owned(size).await.map_err(|_| Closed)?;
        self.lines.send(Line { text, _room: room }).map_err(|_| Closed)
    }

    /// Queues a message without waiting, such as the answer to a `ping`. A process that keeps asking and never reads
    /// the answers uses up the room, and then the message is dropped: see [`overflow`](Self::overflow).
    pub(super) fn send_at_once(&self, text: String) {
        let size = u32::try_from(text.len().clamp(LEAST, ROOM)).unwrap_or(u32::MAX);
        match Arc::clone(&self.room_at_once).try_acquire_many_owned(size) {
            // Fails if the process has ended.
            Ok(room) => drop(self.lines.send(Line { text, _room: room })),
            Err(_) => self.overflow.notify_one(),
        }
    }

    /// Waits until a message has been dropped because the process does not read.
    pub(super) async fn overflow(&self) {
        self.overflow.notified().await;
    }

    /// Refuses all later messages, including those that wait for room.
    pub(super) fn close(&self) {
        self.room.close();
        self.room_at_once.close();
    }
}

impl Lines {
    /// Returns the next line, which takes room until it is dropped.
    pub(super) async fn next(&mut self) -> Option<Line> {
        self.lines.recv().await
    }

    /// Writes lines until the process closes its stdin. `has_unread` returns true while written data is still unread.
    pub(super) async fn write_to<W: AsyncWrite + Unpin>(mut self, pipe: W, has_unread: impl Fn(&W) -> bool) {
        let mut stdin = Stdin { pipe, has_unread, is_written: false, has_read: self.has_read.clone() };
        loop {
            let is_unread = stdin.is_written && !*self.has_read.borrow();
            let line = tokio::select! {
                line = self.next() => line,
                () = tokio::time::sleep(LOOK), if is_unread => {
                    stdin.look();
                    continue;
                }
            };
            let Some(Line { mut text, _room }) = line else { return };
            text.push('\n');
            stdin.is_written = true;
            if stdin.pipe.write_all(text.as_bytes()).await.is_err() || stdin.pipe.flush().await.is_err() {
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
    async fn messages_that_cannot_wait_are_bounded_in_number_and_bytes() {
        for (text, most) in [("x".to_owned(), 10_004), ("x".repeat(ROOM / 4), 4)] {
            let (writer, mut lines) = Writer::new();
            for _ in 0..most + 10 {
                writer.send_at_once(text.clone());
            }
            writer.overflow().await;
            writer.close();
            drop(writer);
            let mut count = 0;
            while lines.next().await.is_some() {
                count += 1;
            }
            assert_eq!(count, most);
        }
    }

    #[tokio::test]
    async fn a_process_that_does_not_read_pushes_back() {
        let (writer, lines) = Writer::new();
        writer.send("x".repeat(ROOM)).await.unwrap();
        assert!(writer.send("y".to_owned()).now_or_never().is_none());

        let (stdin, mut process) = tokio::io::duplex(1 << 10);
        let writing = tokio::spawn(lines.write_to(stdin, |_| false));
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
