//! Graceful close of connections whose client is still sending.
//!
//! Closing a socket with unread bytes resets the connection, and a client that is still sending may then never see the
//! response. So the response and the end of the stream are sent first, and bytes that arrive shortly after are
//! discarded.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// Time for a client to notice the response and to stop sending.
const LIMIT: Duration = Duration::from_millis(500);

/// Bytes discarded per read.
const PART: usize = 16 << 10;

/// A flag of an HTTP/1 connection, set while the body of its latest request has not been read to the end.
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

/// Discards bytes from a client until it stops sending or the time limit passes.
#[derive(Debug, Default)]
pub(crate) struct Linger(Option<Pin<Box<Sleep>>>);

impl Linger {
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, stream: &mut TcpStream) -> Poll<()> {
        let deadline = self.0.get_or_insert_with(|| Box::pin(sleep(LIMIT)));
        while deadline.as_mut().poll(cx).is_pending() {
            let mut part = [0; PART];
            let mut part = ReadBuf::new(&mut part);
            let read = ready!(Pin::new(&mut *stream).poll_read(cx, &mut part));
            if read.is_err() || part.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(())
    }
}
