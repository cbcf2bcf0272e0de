//! A thread that passes bytes on in one direction, as they come.

use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use tokio::sync::watch;

use super::stdio::{self, Pipe};
use super::tap::Tap;

/// Size of a read: that of a pipe on Linux.
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
    /// Starts a thread that passes bytes on until the end of the stream, or until nobody reads them. Then it closes both
    /// ends.
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
        progress.is_writing.store(true, Ordering::Relaxed);
        write_all(to, &buffer[..length])?;
        progress.reads.fetch_add(1, Ordering::Relaxed);
        progress.is_writing.store(false, Ordering::Relaxed);
        is_tapped = is_tapped && guarded(|| tap.feed(&buffer[..length]));
    }
}

/// Writes all bytes, also to a pipe that another program has set to be non-blocking.
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

/// Runs code that may fail without harm to the traffic. Returns whether it did not panic.
fn guarded(code: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(code)).is_ok()
}
