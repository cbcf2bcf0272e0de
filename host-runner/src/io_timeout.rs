//! Timeouts for clients that stop sending or reading.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::linger::{Linger, Unread};

/// Fails when a client makes no progress for too long.
#[derive(Debug)]
struct Deadline {
    limit: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    fn new(limit: Duration) -> Self {
        Self { limit, waiting: None }
    }

    fn wait<T>(&mut self, cx: &mut Context<'_>, progress: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if progress.is_ready() {
            self.waiting = None;
            return progress;
        }
        let limit = self.limit;
        ready!(self.waiting.get_or_insert_with(|| Box::pin(sleep(limit))).as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client stopped sending or reading")))
    }
}

/// A connection that is closed when the client stops reading.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TokioIo<TcpStream>,
    deadline: Deadline,
    unread: Unread,
    linger: Linger,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, limit: Duration, unread: Unread) -> Self {
        Self { stream: TokioIo::new(stream), deadline: Deadline::new(limit), unread, linger: Linger::default() }
    }

    fn write<T>(
        &mut self,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TokioIo<TcpStream>>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let written = write(Pin::new(&mut self.stream), cx);
        self.deadline.wait(cx, written)
    }
}

impl Read for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl Write for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.write(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.write(cx, Write::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write(cx, Write::poll_shutdown))?;
        let Self { stream, unread, linger, .. } = &mut *self;
        if unread.get() {
            ready!(linger.poll(cx, stream.inner_mut()));
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
        self.write(cx, |stream, cx| stream.poll_write_vectored(cx, parts))
    }
}

/// The body of a request, which fails when the client stops sending.
#[derive(Debug)]
pub(crate) struct RequestBody {
    incoming: Incoming,
    deadline: Deadline,
    unread: Option<Unread>,
}

impl RequestBody {
    /// Wraps `incoming`. `unread` is the flag of an HTTP/1 connection; HTTP/2 multiplexes requests and needs none.
    pub(crate) fn new(incoming: Incoming, limit: Duration, unread: Option<Unread>) -> Self {
        if let Some(unread) = &unread {
            unread.set(!incoming.is_end_stream());
        }
        Self { incoming, deadline: Deadline::new(limit), unread }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let frame = Pin::new(&mut self.incoming).poll_frame(cx);
        let frame = frame.map(|frame| frame.transpose().map_err(io::Error::other));
        if let (Poll::Ready(Ok(None)), Some(unread)) = (&frame, &self.unread) {
            unread.set(false);
        }
        self.deadline.wait(cx, frame).map(Result::transpose)
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.size_hint()
    }
}
