//! An MCP server over HTTP+SSE (2024-11-05) in place of a child process: an event stream in place of stdout, and POST
//! requests in place of stdin.

mod connection;
mod events;
mod posts;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::Request;
use http_body::Body;
use tokio::sync::{mpsc, watch};
use tower_service::Service;

use self::connection::Connection;
use super::console::Console;
use super::exit::Exit;
use super::server::{CONTROLS, StdioServer};
use super::supervisor::Phase;
use crate::upstream::HttpServer;

/// A server over HTTP+SSE as a tower service that speaks Streamable HTTP. Its clients share one connection. When the
/// last clone is dropped, the connection is closed.
#[derive(Clone, Debug)]
pub(crate) struct SseServer(StdioServer);

impl SseServer {
    /// Connects to the server. Its URL is the stream's.
    pub(crate) fn start(http: HttpServer, init_timeout: Duration) -> Self {
        let console = Console::new();
        let (phase, phases) = watch::channel(Phase::Starting);
        let (control, controls) = mpsc::channel(CONTROLS);
        let connection = Connection { http, init_timeout, console: console.clone(), phase, control: controls };
        Self(StdioServer::supervised(console, phases, control, tokio::spawn(connection.run())))
    }

    pub(crate) fn for_explorer(&self) -> Self {
        Self(self.0.for_explorer())
    }

    /// Waits until the server is ready for requests, or the connection has failed.
    pub(crate) async fn ready(&self) -> Result<(), Arc<Exit>> {
        self.0.link().await.map(drop)
    }

    pub(crate) async fn shut_down(&self) {
        self.0.shut_down().await;
    }

    pub(crate) fn call<B>(&mut self, request: Request<B>) -> <StdioServer as Service<Request<B>>>::Future
    where
        B: Body<Data: Send, Error: fmt::Display> + Send + 'static,
    {
        self.0.call(request)
    }
}
