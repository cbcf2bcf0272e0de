//! `mcp-ui wrap`: relays messages between an agent and its server over stdio, and delivers copies to running explorers.
//!
//! ```text
//! agent ──▶ pump ──▶ server              bytes as they come; nothing waits for a copy
//!            │ tap: lines, up to 256 KiB of each
//!           hub ──▶ queue ──▶ courier ──▶ socket ──▶ listener ──▶ Sessions      one queue for each explorer
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `shim`, `stdio` | the server's process and its end; the pipes of this program |
//! | `pump`, `tap` | the bytes in one direction; the lines in them |
//! | `hub`, `queue` | line numbers; the bounded queue for one explorer |
//! | `courier` | the thread that looks for explorers and sends to them |
//! | `frame` | the protocol between the shim and an explorer |
//! | `folder` | the folder for sockets |
//! | `listener`, `sessions` | the explorer's side: connections, and stored sessions |
//!
//! On Windows, the server runs as it does elsewhere, but there are no sockets, and so no copies.

#[cfg(unix)]
mod courier;
#[cfg(unix)]
mod folder;
mod frame;
mod hub;
#[cfg(unix)]
mod listener;
mod pump;
#[cfg_attr(not(unix), expect(dead_code, reason = "there is no courier that reads the queues"))]
mod queue;
mod sessions;
mod shim;
mod stdio;
mod tap;

pub use self::frame::Direction;
#[cfg(unix)]
pub use self::listener::Listener;
pub use self::sessions::{End, Event, Message, Outcome, Record, Session, Sessions};
pub use self::shim::run;

/// Stores the frames in `bytes`, as if a shim had sent them. For the fuzz targets.
#[cfg(all(fuzzing, unix))]
#[doc(hidden)]
pub async fn follow(mut bytes: impl tokio::io::AsyncBufRead + Unpin, sessions: &Sessions) -> std::io::Result<()> {
    listener::follow(&mut bytes, sessions).await
}
