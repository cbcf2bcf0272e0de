//! A child process as a tower service that speaks Streamable HTTP.
//!
//! | module | contents |
//! |---|---|
//! | `server` | the tower service `StdioServer` |
//! | `per_session` | the tower service `StdioServers`, with a separate process for each session |
//! | `on_demand`, `in_use` | the tower service `StdioOnDemand`, with a process that ends when nobody uses it |
//! | `supervisor` | the process lifecycle: start, pipes, end, restart |
//! | `process`, `environment`, `watchdog` | the process, its inherited variables, and its end with this program |
//! | `negotiate`, `era` | the protocol revision that the process speaks |
//! | `pipes`, `framing`, `message`, `json` | stdout and stderr, lines, messages and positions in them |
//! | `link`, `ids`, `sessions` | pending requests, their ids, client sessions |
//! | `incoming`, `notifications`, `questions` | messages from the process, and the clients that receive them |
//! | `outbox`, `writer` | the bounded queues to clients and to the process |
//! | `endpoint`, `versions`, `reply`, `errors` | HTTP |
//! | `sse` | an HTTP+SSE server (2024-11-05) in place of the process |
//! | `console`, `exit`, `restart`, `state`, `name` | information for the user about the process |

mod console;
mod endpoint;
mod environment;
mod era;
mod errors;
mod exit;
mod framing;
#[cfg(fuzzing)]
pub(crate) mod fuzzing;
mod ids;
mod in_use;
mod incoming;
mod json;
mod link;
mod message;
mod name;
mod negotiate;
mod notifications;
mod on_demand;
mod options;
mod outbox;
mod per_session;
mod pipes;
pub(crate) mod process;
mod questions;
mod reply;
mod restart;
mod server;
mod sessions;
mod sse;
mod state;
mod supervisor;
mod versions;
#[cfg(unix)]
pub(crate) mod watchdog;
mod writer;

pub use self::console::{Console, ConsoleLevel, ConsoleLine, ConsoleSource};
pub use self::exit::Exit;
pub use self::on_demand::StdioOnDemand;
pub(crate) use self::options::STATELESS;
pub use self::options::{ProtocolChoice, Questions, StdioCommand, StdioOptions};
pub use self::per_session::StdioServers;
pub use self::server::StdioServer;
pub(crate) use self::sse::connect as connect_sse;
pub use self::state::{ProcessState, ProcessStates};
#[cfg(unix)]
pub use self::watchdog::watchdog_main;
