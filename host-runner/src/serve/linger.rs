//! Graceful close for connections whose client is still sending.
//!
//! Closing a socket with unread bytes resets the connection, and a client that is still sending may then never see the
//! response. So the server sends the response and the end-of-stream mark first, and then discards bytes that arrive
//! shortly after.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Timeout for a client to see the response and to stop sending, after which the connection is closed.
const LIMIT: Duration = Duration::from_millis(500);

/// Bytes discarded per read.
const PART: usize = 16 << 10;

/// An HTTP/1 connection's flag: true while the latest request's body has not been read to the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unread(Arc<AtomicBool>);

impl Unread {
    pub(crate) fn set(&self, is_unread: bool) {
        self.0.store(is_unread, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream that lingers on shutdown while the client's request is [`Unread`].
#[derive(Debug)]
pub(crate) struct Lingering<S> {
    stream: S,
    unread: Unread,
    /// Present once the end-of-stream mark has been sent.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncRead + Unpin> Lingering<S> {
    pub(crate) fn new(stream: S, unread: Unread) -> Self {
        Self { stream, unread, deadline: None }
    }

    /// Discards bytes from the client until it stops sending or the time limit passes.
    fn discard(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(LIMIT)));
        while deadline.as_mut().poll(cx).is_pending() {
            let mut part = [0; PART];
            let mut part = ReadBuf::new(&mut part);
            let read = ready!(Pin::new(&mut self.stream).poll_read(cx, &mut part));
            if read.is_err() || part.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Lingering<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, part: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, part)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Lingering<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
        if self.unread.get() {
            ready!(self.discard(cx));
        }
        Poll::Ready(Ok(()))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt as _;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_stop_sending_is_waited_for_briefly() {
        let (_client, stream) = tokio::io::duplex(64);
        let unread = Unread::default();
        unread.set(true);
        let begin = Instant::now();
        Lingering::new(stream, unread).shutdown().await.unwrap();
        assert!((500..510).contains(&begin.elapsed().as_millis()), "{:?}", begin.elapsed());
    }
}
