//! The explorer's side: a socket for shims. Their connections are bounded, and checked against the protocol.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use tokio::io::{AsyncBufRead, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

use super::folder;
use super::frame::{self, Frame, Header, MAX_NAME, Start, VERSION};
use super::sessions::Sessions;

/// Maximum number of connected shims. Additional shims are disconnected, and their servers are not followed.
const MAX_SHIMS: usize = 32;

/// Timeout for a shim to send its first frame, after which the shim is disconnected.
const FIRST: Duration = Duration::from_secs(5);

/// A socket that receives copies of the messages between agents and servers from `mcp-ui wrap`. Dropping it removes the
/// socket.
///
/// ```no_run
/// use mcp_ui_host::wrap::{Listener, Sessions};
///
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let sessions = Sessions::new();
/// tokio::spawn(Listener::bind().await?.serve(sessions.clone()));
/// let mut next = 0;
/// loop {
///     sessions.recorded(next).await;
///     for record in sessions.records_from(next, 100) {
///         next = record.number + 1;
///         println!("{record:?}");
///     }
/// }
/// # }
/// ```
#[derive(Debug)]
pub struct Listener {
    listener: UnixListener,
    path: PathBuf,
}

impl Listener {
    /// Listens in the folder that shims look into: `$XDG_RUNTIME_DIR/mcp-ui`, or one in the user's cache folder.
    ///
    /// # Errors
    ///
    /// A sentence with a remedy, for example if other users may enter the folder.
    pub async fn bind() -> Result<Self, String> {
        let folder = folder::create()?;
        remove_stale(&folder).await;
        let path = folder.join(folder::socket_name(std::process::id()));
        let failed = |error: io::Error| format!("{} cannot be created: {error}.", path.display());
        let listener = UnixListener::bind(&path).map_err(failed)?;
        std::fs::set_permissions(&path, Permissions::from_mode(0o600)).map_err(failed)?;
        Ok(Self { listener, path })
    }

    /// Stores incoming frames until this future is dropped.
    pub async fn serve(self, sessions: Sessions) {
        let room = Arc::new(Semaphore::new(MAX_SHIMS));
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let Ok(permit) = Arc::clone(&room).try_acquire_owned() else {
                        tracing::warn!("more than {MAX_SHIMS} servers run through `mcp-ui wrap`; one is not recorded");
                        continue;
                    };
                    let sessions = sessions.clone();
                    tokio::spawn(async move {
                        if let Err(error) = receive(stream, &sessions).await {
                            tracing::warn!(%error, "a connection to the socket for `mcp-ui wrap` was closed");
                        }
                        drop(permit);
                    });
                }
                // Too many open files.
                Err(error) => {
                    tracing::warn!(%error, "connection cannot be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // Fails if somebody has removed the socket already.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Removes sockets left behind by explorers. Such a socket has no listener, and its process is gone, or its process id
/// is now this program's.
async fn remove_stale(folder: &Path) {
    for (process, path) in folder::sockets(folder) {
        let is_gone = process == std::process::id()
            || i32::try_from(process).is_ok_and(|id| kill(Pid::from_raw(id), None) == Err(Errno::ESRCH));
        let refused =
            UnixStream::connect(&path).await.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
        if is_gone && refused {
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// Stores one shim's frames.
async fn receive(stream: UnixStream, sessions: &Sessions) -> io::Result<()> {
    let invalid = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason.to_owned());
    if !folder::is_of_this_user(&stream) {
        return Err(invalid("it belongs to another user"));
    }
    follow(&mut BufReader::new(stream), sessions).await
}

/// Stores the frames of a connection that this user has opened.
pub(super) async fn follow<R: AsyncBufRead + Unpin>(reader: &mut R, sessions: &Sessions) -> io::Result<()> {
    let invalid = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason.to_owned());
    let first = tokio::time::timeout(FIRST, frame::read(reader)).await?;
    let Some(Frame { header, .. }) = first? else { return Ok(()) };
    let Header::Start(start) = header else { return Err(invalid("the first frame is not `start`")) };
    check(&start).map_err(invalid)?;
    let number = sessions.start(start).map_err(invalid)?;
    // Runs even if this future is dropped.
    let _lost = Lost { sessions, number };
    while let Some(Frame { header, body }) = frame::read(reader).await? {
        match header {
            Header::Line(line) => sessions.line(number, &line, body).map_err(invalid)?,
            Header::Gap { from, to } => sessions.gap(number, from, to).map_err(invalid)?,
            Header::End(totals) => return sessions.end(number, &totals).map_err(invalid),
            Header::Start(_) => return Err(invalid("a second frame is `start`")),
        }
    }
    Ok(())
}

/// Checks the shim's first frame.
fn check(start: &Start) -> Result<(), &'static str> {
    if start.version != VERSION {
        return Err("it is from another version");
    }
    if start.session.len() > 64 || start.name.chars().count() > MAX_NAME {
        return Err("a name is too long");
    }
    if start.name.chars().any(char::is_control) {
        return Err("the name has control characters");
    }
    Ok(())
}

/// On drop, marks the session as lost unless the session has ended.
struct Lost<'a> {
    sessions: &'a Sessions,
    number: u64,
}

impl Drop for Lost<'_> {
    fn drop(&mut self) {
        self.sessions.lose(self.number);
    }
}
