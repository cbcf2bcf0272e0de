//! An MCP server over HTTP+SSE (2024-11-05) in place of a child process: an event stream in place of stdout, and POST
//! requests in place of stdin.

mod connection;
mod events;
mod posts;

use std::time::Duration;

use tokio::sync::{mpsc, watch};

use self::connection::Connection;
use super::console::Console;
use super::server::{CONTROLS, StdioServer};
use super::supervisor::Phase;
use crate::upstream::HttpServer;

/// Connects to a server over HTTP+SSE, with the event stream at the server's URL. All clients share the connection,
/// which is closed when the last clone of the result is dropped.
pub(crate) fn connect(http: HttpServer, init_timeout: Duration) -> StdioServer {
    let console = Console::new();
    let (phase, phases) = watch::channel(Phase::Starting);
    let (control, controls) = mpsc::channel(CONTROLS);
    let connection = Connection { http, init_timeout, console: console.clone(), phase, control: controls };
    StdioServer::supervised(console, phases, control, tokio::spawn(connection.run()))
}
