//! A thread that relays bytes in one direction as they arrive.

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use tokio::sync::watch;

use super::stdio::{self, Pipe};
use super::tap::Tap;

/// Read size: a Linux pipe's capacity.
const READ: usize = 64 << 10;

/// A running pump.
#[derive(Debug)]
pub(super) struct Pump {
    progress: Arc<Progress>,
    ended: watch::Receiver<()>,
}

#[derive(Debug, Default)]
struct Progress {
    reads: AtomicU64,
    is_writing: AtomicBool,
}

impl Pump {
    /// Starts a thread that relays bytes until the stream ends, or until nobody reads them. Then it closes both ends.
    pub(super) fn start<R, W>(mut from: R, mut to: W, mut tap: Tap) -> io::Result<Self>
    where
        R: Read + Pipe + Send + 'static,
        W: Write + Pipe + Send + 'static,
    {
        let progress = Arc::new(Progress::default());
        let (end, ended) = watch::channel(());
        let shared = Arc::clone(&progress);
        thread::Builder::new().name("pump".to_owned()).spawn(move || {
            if let Err(error) = pass_on(&mut from, &mut to, &mut tap, &shared) {
                tracing::debug!(%error, "the stream has ended");
            }
            drop((from, to));
            guarded(|| tap.finish());
            drop(end);
        })?;
        Ok(Self { progress, ended })
    }

    /// Completes when the pump has ended.
    pub(super) async fn ended(&self) {
        // Nothing is ever sent: this completes when the sender is dropped.
        let _ = self.ended.clone().changed().await;
    }

    /// A number that changes with each read, or `None` while bytes wait for their reader.
    pub(super) fn reads(&self) -> Option<u64> {
        (!self.progress.is_writing.load(Ordering::Relaxed)).then(|| self.progress.reads.load(Ordering::Relaxed))
    }
}

fn pass_on<R: Read + Pipe, W: Write + Pipe>(
    from: &mut R,
    to: &mut W,
    tap: &mut Tap,
    progress: &Progress,
) -> io::Result<()> {
    let mut buffer = vec![0; READ];
    let mut is_tapped = true;
    loop {
        let length = match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                stdio::wait_readable(from)?;
                continue;
            }
            Err(error) => return Err(error),
        };
        // Fed before the bytes are relayed, so that a request gets its number before its response.
        is_tapped = is_tapped && guarded(|| tap.feed(&buffer[..length]));
        progress.is_writing.store(true, Ordering::Relaxed);
        write_all(to, &buffer[..length])?;
        progress.reads.fetch_add(1, Ordering::Relaxed);
        progress.is_writing.store(false, Ordering::Relaxed);
    }
}

/// Writes all bytes, even to a pipe that another program has made non-blocking.
fn write_all<W: Write + Pipe>(to: &mut W, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match to.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => stdio::wait_writable(to)?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Runs code whose failure must not harm the traffic. Returns false if the code panicked.
fn guarded(code: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(code)).is_ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::fd::{AsFd, BorrowedFd};

    use super::*;
    use crate::wrap::frame::{Direction, Header};
    use crate::wrap::hub::Hub;
    use crate::wrap::queue::Queue;

    /// A server's stdin that checks, at each write, which lines are recorded.
    struct Stdin {
        pipe: io::PipeWriter,
        queue: Arc<Queue>,
        recorded: Vec<Vec<u8>>,
    }

    impl Write for Stdin {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            while let Some(frame) = self.queue.take() {
                if matches!(frame.header, Header::Line(_)) {
                    self.recorded.push(frame.body.to_vec());
                }
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl AsFd for Stdin {
        fn as_fd(&self) -> BorrowedFd<'_> {
            self.pipe.as_fd()
        }
    }

    #[test]
    fn a_request_is_recorded_before_the_server_can_answer_it() {
        let hub = Arc::new(Hub::new("test"));
        let (mut from, mut agent) = io::pipe().unwrap();
        let (_reader, pipe) = io::pipe().unwrap();
        let mut stdin = Stdin { pipe, queue: hub.follow(), recorded: Vec::new() };
        agent.write_all(b"{\"id\":1}\n").unwrap();
        drop(agent);
        let mut tap = Tap::new(&hub, Direction::ToServer);
        pass_on(&mut from, &mut stdin, &mut tap, &Progress::default()).unwrap();
        assert_eq!(stdin.recorded, [b"{\"id\":1}"]);
    }
}
