//! A child process as a tower service that speaks Streamable HTTP.
//!
//! | module | contents |
//! |---|---|
//! | `server` | the tower service `StdioServer` |
//! | `supervisor` | the life of the process: start, pipes, end, restart |
//! | `process`, `environment`, `watchdog` | the process, what it inherits, and its end with this program |
//! | `negotiate`, `revision_cache` | the protocol revision that the process speaks |
//! | `pipes`, `framing`, `message`, `json` | stdout and stderr, lines, messages and positions in them |
//! | `link`, `ids`, `sessions` | requests under way, their ids, the sessions of clients |
//! | `incoming`, `notifications` | messages of the process, and the clients that they go to |
//! | `outbox`, `writer` | the bounded queues to clients and to the process |
//! | `endpoint`, `versions`, `reply`, `errors` | HTTP |
//! | `console`, `exit`, `restart` | what the user is told about the process |

mod console;
mod endpoint;
mod environment;
mod errors;
mod exit;
mod framing;
mod ids;
mod incoming;
mod json;
mod link;
mod message;
mod negotiate;
mod notifications;
mod options;
mod outbox;
mod pipes;
mod process;
mod reply;
mod restart;
mod revision_cache;
mod server;
mod sessions;
mod supervisor;
mod versions;
#[cfg(unix)]
mod watchdog;
mod writer;

pub use self::console::{Console, ConsoleLine, ConsoleSource};
pub use self::exit::Exit;
pub use self::options::{ProtocolChoice, StdioCommand, StdioOptions};
pub use self::server::StdioServer;
#[cfg(unix)]
pub use self::watchdog::watchdog_main;
