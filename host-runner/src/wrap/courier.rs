//! The thread that looks for explorers and sends frames to them. The traffic never waits for it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use std::{io, thread};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{MissedTickBehavior, timeout};

use super::folder;
use super::frame::Header;
use super::hub::Hub;
use super::queue::Queue;

/// Time between searches for explorers.
const INTERVAL: Duration = Duration::from_secs(3);

/// Timeout for an explorer to accept a connection, after which the next search tries again. An explorer accepts at once
/// unless too many shims connect at the same time.
const CONNECT: Duration = Duration::from_secs(1);

/// Maximum number of explorers to send to. Additional explorers get nothing.
const MAX_EXPLORERS: usize = 8;

/// Timeout for explorers to take the remaining frames at the end, after which the rest is lost.
const LAST: Duration = Duration::from_millis(250);

/// Write size, unless a frame is longer.
const WRITE: usize = 64 << 10;

#[derive(Debug)]
pub(super) struct Courier {
    /// Tells the thread to end once everything is sent.
    finish: oneshot::Sender<()>,
    /// Closed when the thread has ended.
    ended: Receiver<()>,
}

impl Courier {
    /// Starts the thread.
    pub(super) fn start(hub: &Arc<Hub>) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (finish, finished) = oneshot::channel();
        let (end, ended) = mpsc::channel();
        let hub = Arc::clone(hub);
        thread::Builder::new().name("copies".to_owned()).spawn(move || {
            runtime.block_on(run(&hub, finished));
            drop(end);
        })?;
        Ok(Self { finish, ended })
    }

    /// Waits briefly until everything is sent. The session must have ended.
    pub(super) fn finish(self) {
        // Fails if the thread has ended.
        let _ = self.finish.send(());
        let _ = self.ended.recv_timeout(LAST);
    }
}

/// Sends to each explorer in a separate task, until the session has ended.
async fn run(hub: &Arc<Hub>, mut finished: oneshot::Receiver<()>) {
    let mut explorers: JoinSet<()> = JoinSet::new();
    let mut tasks: HashMap<PathBuf, AbortHandle> = HashMap::new();
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            _ = interval.tick() => {}
            _ = &mut finished => break,
        }
        while explorers.try_join_next().is_some() {}
        tasks.retain(|_, task| !task.is_finished());
        for path in present() {
            if tasks.len() < MAX_EXPLORERS
                && !tasks.contains_key(&path)
                && let Some(stream) = connect(&path).await
            {
                let task = explorers.spawn(follow(stream, Arc::clone(hub), hub.follow()));
                tasks.insert(path, task);
            }
        }
        hub.forget_begin();
    }
    while explorers.join_next().await.is_some() {}
}

/// The explorers' sockets, in folders that are safe.
fn present() -> Vec<PathBuf> {
    let folders = folder::candidates().into_iter().filter(|folder| folder::check(folder).is_ok());
    folders.flat_map(|folder| folder::sockets(&folder)).map(|(_, path)| path).collect()
}

/// Connects to an explorer. The connection is refused if the explorer ended without removing its socket.
async fn connect(path: &Path) -> Option<UnixStream> {
    let stream = timeout(CONNECT, UnixStream::connect(path)).await.ok()?.ok()?;
    folder::is_of_this_user(&stream).then_some(stream)
}

/// Sends to one explorer until the session or the explorer ends.
async fn follow(stream: UnixStream, hub: Arc<Hub>, queue: Arc<Queue>) {
    let result = send(stream, &queue).await;
    hub.unfollow(&queue);
    if let Err(error) = result {
        tracing::debug!(%error, "the explorer has gone");
    }
}

async fn send(mut stream: UnixStream, queue: &Queue) -> io::Result<()> {
    let (mut reader, mut writer) = stream.split();
    let sending = async {
        let mut buffer = Vec::new();
        loop {
            let mut next = Some(queue.next().await);
            let mut is_last = false;
            while let Some(frame) = next {
                frame.write_to(&mut buffer)?;
                is_last = matches!(frame.header, Header::End(_));
                next = if buffer.len() < WRITE { queue.take() } else { None };
            }
            writer.write_all(&buffer).await?;
            buffer.clear();
            if is_last {
                return Ok(());
            }
        }
    };
    // The explorer sends nothing, so this completes when the explorer has gone.
    let mut byte = [0];
    tokio::select! {
        sent = sending => sent,
        _ = reader.read(&mut byte) => Err(io::ErrorKind::ConnectionAborted.into()),
    }
}
