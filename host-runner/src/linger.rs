//! Connections that end while a client still sends.
//!
//! A socket that is closed with unread bytes resets the connection, and a client that is still sending may then never
//! see the response. So the response and the end of the stream are sent first, and what arrives for a while after them
//! is discarded.

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

/// Bytes that are discarded at once.
const PART: usize = 16 << 10;

/// The state of the latest HTTP/1 request of a connection: set while its body has not been read to the end.
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

/// Discards what a client sends until it stops, or its time is up.
#[derive(Debug, Default)]
pub(crate) struct Linger(Option<Pin<Box<Sleep>>>);

impl Linger {
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, stream: &mut TcpStream) -> Poll<()> {
        let time_is_up = self.0.get_or_insert_with(|| Box::pin(sleep(LIMIT)));
        while time_is_up.as_mut().poll(cx).is_pending() {
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
