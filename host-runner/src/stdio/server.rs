use std::fmt;
use std::sync::Arc;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::console::Console;
use super::exit::Exit;
use super::link::Link;
use super::options::{StdioCommand, StdioOptions};
use super::sessions::Role;
use super::state::{ProcessState, ProcessStates};
use super::supervisor::{Control, Phase, Supervisor};

/// Maximum number of commands that wait for the supervisor, which is busy while a process ends. Additional restarts are
/// dropped, because they would change nothing.
pub(super) const CONTROLS: usize = 16;

/// A child process that is an MCP server over stdio, as a tower service that speaks Streamable HTTP: MCP 2026-07-28, or
/// 2025-03-26 to 2025-11-25 with sessions, depending on the process.
///
/// Any number of clients share the process. Each request to the process gets a new id, and its response gets the
/// client's id back. All other parts of messages pass unchanged. The service answers at every path.
///
/// The process is started at once, and restarted when it crashes. When the last clone is dropped, the process is
/// stopped.
///
/// ```no_run
/// use mcp_ui_host::{StdioCommand, StdioOptions, StdioServer};
/// use tower::Layer;
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer};
///
/// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let command = StdioCommand::new("npx").args(["-y", "@modelcontextprotocol/server-everything"]);
/// let server = StdioServer::start(command, StdioOptions::new());
/// server.ready().await.map_err(|exit| exit.to_string())?;
/// let layer = McpUiLayer::new(McpUiConfig::new()).mcp(server.for_explorer());
/// let app = layer.layer(server);
/// # fn is_service<S: tower::Service<http::Request<http_body_util::Full<bytes::Bytes>>>>(_: S) {}
/// # is_service(app);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct StdioServer {
    shared: Arc<Shared>,
    role: Role,
}

struct Shared {
    console: Console,
    phase: watch::Receiver<Phase>,
    control: mpsc::Sender<Control>,
    supervisor: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

impl StdioServer {
    /// Starts the process.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn start(command: StdioCommand, options: StdioOptions) -> Self {
        Self::start_with(command, options, Console::new())
    }

    /// Starts the process, which writes to this console.
    pub(super) fn start_with(command: StdioCommand, options: StdioOptions, console: Console) -> Self {
        let (phase, phases) = watch::channel(Phase::Starting);
        let (control, controls) = mpsc::channel(CONTROLS);
        let supervisor = Supervisor { command, options, console: console.clone(), phase, control: controls };
        Self::supervised(console, phases, control, tokio::spawn(supervisor.run()))
    }

    /// Creates the service for a server that a task starts and stops.
    pub(super) fn supervised(
        console: Console,
        phase: watch::Receiver<Phase>,
        control: mpsc::Sender<Control>,
        supervisor: JoinHandle<()>,
    ) -> Self {
        let supervisor = tokio::sync::Mutex::new(Some(supervisor));
        Self { shared: Arc::new(Shared { console, phase, control, supervisor }), role: Role::Agent }
    }

    /// Returns a handle to the same server for the explorer. The server's requests that belong to no call go to this
    /// handle's clients.
    #[must_use]
    pub fn for_explorer(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), role: Role::Explorer }
    }

    /// Waits until the process is ready for requests, or has ended before that.
    ///
    /// # Errors
    ///
    /// If the process cannot be started, or has ended.
    pub async fn ready(&self) -> Result<(), Exit> {
        self.link().await.map(drop).map_err(Arc::unwrap_or_clone)
    }

    /// Waits until the process is ready for requests, and returns its MCP revision. 2024-11-05 is shown as 2025-03-26,
    /// the oldest revision over HTTP.
    ///
    /// # Errors
    ///
    /// As for [`ready`](Self::ready).
    pub async fn revision(&self) -> Result<String, Exit> {
        let link = self.link().await.map_err(Arc::unwrap_or_clone)?;
        Ok(link.era.get().map(|era| era.revision().to_owned()).unwrap_or_default())
    }

    /// Returns the number of agents that use the process, in a revision with sessions: those with an open stream or a
    /// request in the last 10 minutes.
    pub fn agents(&self) -> usize {
        match &*self.shared.phase.borrow() {
            Phase::Ready(link) => link.state.lock().sessions.agents(),
            _ => 0,
        }
    }

    /// The process's console.
    pub fn console(&self) -> &Console {
        &self.shared.console
    }

    /// The process's current state.
    pub fn state(&self) -> ProcessState {
        ProcessState::of(&self.shared.phase.borrow())
    }

    /// The process's states, starting with the current one.
    pub fn states(&self) -> ProcessStates {
        ProcessStates::new(self.shared.phase.clone())
    }

    /// Restarts the process, or starts it if it is not running.
    pub fn restart(&self) {
        // Fails after `shut_down`, or if the queue is full: another restart would then change nothing.
        let _ = self.shared.control.try_send(Control::Restart);
    }

    /// Stops the process: its stdin is closed, after 3 s its process group gets SIGTERM, and after another 3 s SIGKILL.
    pub async fn shut_down(&self) {
        // Fails if the server has been shut down already.
        let _ = self.shared.control.send(Control::ShutDown).await;
        if let Some(supervisor) = self.shared.supervisor.lock().await.take() {
            // Fails if the supervisor has panicked, which has ended the process.
            let _ = supervisor.await;
        }
    }

    pub(super) fn role(&self) -> Role {
        self.role
    }

    /// Returns the link to the process, once it is ready.
    pub(super) async fn link(&self) -> Result<Arc<Link>, Arc<Exit>> {
        let mut phase = self.shared.phase.clone();
        let settled = phase.wait_for(|phase| !matches!(phase, Phase::Starting)).await;
        match settled.as_deref() {
            Ok(Phase::Ready(link)) => Ok(Arc::clone(link)),
            Ok(Phase::Down(exit)) => Err(Arc::clone(exit)),
            Ok(Phase::Starting) | Err(_) => Err(Arc::new(Exit::unstarted("The server has been shut down.".to_owned()))),
        }
    }
}

impl fmt::Debug for StdioServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StdioServer").field("phase", &*self.shared.phase.borrow()).finish_non_exhaustive()
    }
}
