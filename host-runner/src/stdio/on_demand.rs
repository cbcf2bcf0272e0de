//! A process that is started by the first request to it.

use std::fmt;
use std::sync::{Arc, Weak};
use std::time::Duration;

use http::{Request, Response, StatusCode};
use http_body::Body;
use parking_lot::Mutex;
use tower_service::Service;

use super::console::Console;
use super::endpoint;
use super::in_use::{InUse, held, until_unused};
use super::options::{StdioCommand, StdioOptions};
use super::server::StdioServer;
use super::sessions::IDLE;
use super::state::ProcessState;
use crate::connect::{ServerBody, always_ready};

/// A command as a tower service that speaks Streamable HTTP. The first request starts its process, which ends after 10
/// minutes without a request or an open stream.
///
/// This service is meant for a second process beside a [`StdioServer`]'s, with another MCP revision: each process keeps
/// the revision of its first message. Both processes write to the same console.
///
/// ```no_run
/// use mcp_ui_host::{ProtocolChoice, StdioCommand, StdioOnDemand, StdioOptions, StdioServer};
///
/// # #[tokio::main] async fn main() {
/// let command = StdioCommand::new("python3").args(["server.py"]);
/// let server = StdioServer::start(command.clone(), StdioOptions::new());
/// let options = StdioOptions::new().protocol(ProtocolChoice::Stateless);
/// let newest = StdioOnDemand::new(command, options, server.console().clone());
/// # fn is_service<S: tower::Service<http::Request<http_body_util::Full<bytes::Bytes>>>>(_: S) {}
/// # is_service(newest);
/// # }
/// ```
#[derive(Clone)]
pub struct StdioOnDemand(Arc<Shared>);

struct Shared {
    command: StdioCommand,
    options: StdioOptions,
    console: Console,
    idle: Duration,
    slot: Mutex<Slot>,
}

#[derive(Default)]
struct Slot {
    process: Option<Arc<InUse>>,
    is_shut_down: bool,
}

impl StdioOnDemand {
    /// Creates the service. The process writes to this console.
    pub fn new(command: StdioCommand, options: StdioOptions, console: Console) -> Self {
        Self::with_idle_time(command, options, console, IDLE)
    }

    fn with_idle_time(command: StdioCommand, options: StdioOptions, console: Console, idle: Duration) -> Self {
        Self(Arc::new(Shared { command, options, console, idle, slot: Mutex::default() }))
    }

    /// Starts the process, unless it is running.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn start(&self) {
        self.0.process();
    }

    /// Returns the process's state; `None` if it was not started, or has ended because it was idle.
    pub fn state(&self) -> Option<ProcessState> {
        self.0.slot.lock().process.as_ref().map(|process| process.server.state())
    }

    /// Restarts the process, if it was started.
    pub fn restart(&self) {
        if let Some(process) = &self.0.slot.lock().process {
            process.server.restart();
        }
    }

    /// Stops the process. It is not restarted.
    pub async fn shut_down(&self) {
        let process = {
            let mut slot = self.0.slot.lock();
            slot.is_shut_down = true;
            slot.process.take()
        };
        if let Some(process) = process {
            process.server.shut_down().await;
        }
    }

    async fn respond<B>(self, request: Request<B>) -> Response<ServerBody>
    where
        B: Body<Data: Send> + Send + 'static,
    {
        let Some(process) = self.0.process() else {
            return endpoint::refusal(StatusCode::SERVICE_UNAVAILABLE, "The server has been shut down.");
        };
        let Ok(response) = process.server.clone().call(request).await;
        process.touch();
        held(response, process)
    }
}

impl Shared {
    /// Returns the process, starting it if needed.
    fn process(self: &Arc<Self>) -> Option<Arc<InUse>> {
        let mut slot = self.slot.lock();
        if slot.is_shut_down {
            return None;
        }
        if let Some(process) = &slot.process {
            process.touch();
            return Some(Arc::clone(process));
        }
        let server = StdioServer::start_with(self.command.clone(), self.options.clone(), self.console.clone());
        let process = Arc::new(InUse::new(server));
        slot.process = Some(Arc::clone(&process));
        tokio::spawn(end_when_unused(Arc::downgrade(self), self.idle));
        Some(process)
    }
}

/// Stops the process when it has been idle for some time.
async fn end_when_unused(shared: Weak<Shared>, idle: Duration) {
    until_unused(|| shared.upgrade()?.slot.lock().process.clone(), idle).await;
    let process = shared.upgrade().and_then(|shared| shared.slot.lock().process.take());
    if let Some(process) = process {
        process.server.shut_down().await;
    }
}

always_ready!(StdioOnDemand, [Data: Send], StdioOnDemand::respond);

impl fmt::Debug for StdioOnDemand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StdioOnDemand").field("state", &self.state()).finish_non_exhaustive()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use bytes::Bytes;
    use http_body_util::Full;

    use super::*;

    #[tokio::test]
    async fn a_process_that_is_not_used_ends_and_is_started_again() {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/children/server.py");
        let command = StdioCommand::new("python3").args([script]);
        let idle = Duration::from_millis(300);
        let mut server = StdioOnDemand::with_idle_time(command, StdioOptions::new(), Console::new(), idle);
        assert!(server.state().is_none());
        for _ in 0..2 {
            let ping = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
            let request = Request::post("/").header("content-type", "application/json").body(Full::<Bytes>::from(ping));
            let Ok(response) = server.call(request.unwrap()).await;
            assert_eq!(response.status(), StatusCode::OK);
            assert!(matches!(server.state(), Some(ProcessState::Ready { .. })));
            while server.state().is_some() {
                tokio::time::sleep(idle).await;
            }
        }
        server.shut_down().await;
        let Ok(response) = server.call(Request::post("/").body(Full::<Bytes>::default()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    }
}
