//! A server on the listener: its explorer, its MCP endpoint, and its state.

use std::sync::OnceLock;
use std::time::SystemTime;

use bytes::Bytes;
use futures_util::FutureExt as _;
use http::{Request, Response, StatusCode};
use http_body::Body;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use parking_lot::Mutex;
use tower::util::Either;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_mcp_ui::config::{HostEndpoint, RevisionChoice};
use tower_mcp_ui::service::{GivenTools, RequestBody};
use tower_mcp_ui::uis::{AugmentLayer, UiCatalog};
use tower_mcp_ui::{McpUiConfig, McpUiLayer, embedding};

use mcp_ui_host::live::LiveClient;
use mcp_ui_host::{ProcessState, ServerBody, StdioServers, reached};

use super::eras::Eras;
use super::host_endpoints::HostEndpoints;
use super::introduction::Introduction;
use super::traffic::Recorded;
use super::{response, terminal};
use crate::commands::target::{Backend, StartOptions};

pub(super) struct Server {
    pub(super) name: String,
    /// Configuration members that `mcp-ui` does not use.
    pub(super) unused: Vec<String>,
    running: Result<Running, Idle>,
}

/// The reason a server was not started.
pub(super) enum Idle {
    Disabled,
    Unusable(String),
}

struct Running {
    eras: Eras,
    /// The agents' processes, if each agent has its own.
    agents: Option<StdioServers>,
    host: HostEndpoints,
    recorded: Recorded,
    /// Gives agents the catalog's UIs, if there are any.
    augment: AugmentLayer,
    explorer: McpUiLayer<GivenTools>,
    /// The start time of the process whose lists the explorer knows.
    known: Mutex<Option<SystemTime>>,
    /// The server's introduction after its start, or the reason it did not start.
    started: OnceLock<Result<Option<Introduction>, String>>,
}

/// A server's state.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum State<'s> {
    Starting,
    /// The server answers. Its introduction is missing if the user has to sign in first.
    Ready(Option<&'s Introduction>),
    Failed(String),
    Disabled,
}

impl Server {
    pub(super) fn new(
        name: &str,
        eras: Eras,
        agents: Option<StdioServers>,
        host: HostEndpoints,
        recorded: Recorded,
        uis: Option<AugmentLayer>,
        config: McpUiConfig,
    ) -> Self {
        host.record(&recorded.traffic);
        let config = recorded.shown(config.host_endpoints(host.announced()));
        let for_explorer = eras.for_explorer();
        let server =
            service_fn(move |request: Request<RequestBody>| for_explorer.clone().respond(request).map(reached));
        let explorer = McpUiLayer::new(config).traffic(recorded.traffic.clone());
        let explorer = match &uis {
            Some(uis) => explorer.uis(uis.clone()),
            None => explorer,
        };
        let explorer = explorer.mcp(server);
        let augment = uis.unwrap_or_else(|| UiCatalog::new().into());
        let running = Running {
            eras,
            agents,
            host,
            recorded,
            augment,
            explorer,
            known: Mutex::default(),
            started: OnceLock::new(),
        };
        Self { name: name.to_owned(), unused: Vec::new(), running: Ok(running) }
    }

    pub(super) fn idle(name: &str, idle: Idle) -> Self {
        Self { name: name.to_owned(), unused: Vec::new(), running: Err(idle) }
    }

    /// Sets the configuration members that `mcp-ui` does not use.
    pub(super) fn unused(self, unused: &[String]) -> Self {
        Self { unused: unused.to_vec(), ..self }
    }

    pub(super) fn backend(&self) -> Option<&Backend> {
        self.running.as_ref().ok().map(|running| running.eras.shared())
    }

    /// A client for the explorer, if the server was started.
    pub(super) fn client(&self) -> Option<LiveClient> {
        self.running.as_ref().ok().map(Running::client)
    }

    /// The recording, if the server was started.
    pub(super) fn recorded(&self) -> Option<&Recorded> {
        self.running.as_ref().ok().map(|running| &running.recorded)
    }

    pub(super) fn state(&self) -> State<'_> {
        let running = match &self.running {
            Ok(running) => running,
            Err(Idle::Disabled) => return State::Disabled,
            Err(Idle::Unusable(reason)) => return State::Failed(reason.clone()),
        };
        match (running.started.get(), running.eras.shared().exit()) {
            (None, _) => State::Starting,
            (Some(Err(reason)), _) => State::Failed(reason.clone()),
            (Some(Ok(_)), Some(exit)) => State::Failed(exit.to_string()),
            (Some(Ok(introduction)), None) => State::Ready(introduction.as_ref()),
        }
    }

    /// Waits until the server answers, and asks for its introduction. `explorer` is its explorer's path.
    pub(super) async fn follow_start(&self, options: &StartOptions, explorer: &str) {
        let Ok(running) = &self.running else { return };
        let started = match running.eras.shared().ready(options).await {
            Ok(doubt) => {
                doubt.iter().for_each(terminal::doubt);
                running.eras.start_both(options).await;
                Ok(Introduction::of(&running.client().prefix(explorer)).await)
            }
            Err(failure) => {
                terminal::failure(&self.name, &failure);
                Err(failure.to_string())
            }
        };
        // Set only once.
        let _ = running.started.set(started);
    }

    /// Stops all the server's processes.
    pub(super) async fn shut_down(&self) {
        if let Ok(Running { eras, agents, .. }) = &self.running {
            let of_agents = async {
                if let Some(agents) = agents {
                    agents.shut_down().await;
                }
            };
            tokio::join!(eras.shut_down(), of_agents);
        }
    }

    /// Passes a request to the MCP endpoint, or to the one for the newest revision.
    pub(super) async fn call(&self, mut request: Request<Incoming>, revision: RevisionChoice) -> Response<ServerBody> {
        request.extensions_mut().insert(revision);
        match &self.running {
            Ok(running) => {
                let mut response = running.call(request, revision).await;
                mcp_ui_host::origin::protect(response.headers_mut());
                response
            }
            Err(idle) => idle.response(),
        }
    }

    /// Passes a request to the explorer.
    pub(super) async fn explore(&self, request: Request<Incoming>) -> Response<ServerBody> {
        match &self.running {
            Ok(running) => {
                running.notice_restart();
                explore(&running.explorer, request).await
            }
            Err(idle) => idle.response(),
        }
    }

    /// Responds to the page's request about the server.
    pub(super) async fn respond_about_itself(
        &self,
        endpoint: HostEndpoint,
        request: Request<Incoming>,
    ) -> Response<ServerBody> {
        match &self.running {
            Ok(running) => running.host.respond(endpoint, request).await,
            Err(idle) => idle.response(),
        }
    }
}

impl Running {
    fn client(&self) -> LiveClient {
        LiveClient::new(self.explorer.clone(), "{}")
    }

    async fn call(&self, request: Request<Incoming>, revision: RevisionChoice) -> Response<ServerBody> {
        let recorded = self.recorded.traffic.layer();
        let is_newest = revision == RevisionChoice::Newest;
        if is_newest && self.eras.newest().is_none() {
            return response::not_found();
        }
        // One type for both, so that the surrounding layers are compiled only once.
        let server = match &self.agents {
            Some(agents) if !is_newest => Either::Left(agents.clone()),
            _ => {
                let eras = self.eras.clone();
                Either::Right(service_fn(move |request| eras.clone().respond(request)))
            }
        };
        let Ok(response) = recorded.layer(self.augment.layer(server)).oneshot(request).await;
        response.map(BodyExt::boxed_unsync)
    }

    /// Tells the explorer if the process whose lists it knows is no longer the running one.
    fn notice_restart(&self) {
        let Backend::Stdio(process) = self.eras.shared() else { return };
        let since = match process.state() {
            ProcessState::Ready { since, .. } => Some(since),
            _ => None,
        };
        let mut known = self.known.lock();
        if *known != since {
            *known = since;
            self.explorer.server_restarted();
        }
    }
}

/// Passes a request to the explorer. Responds with 404 if the path is not the explorer's.
pub(in crate::commands) async fn explore<B>(
    explorer: &McpUiLayer<GivenTools>,
    request: Request<B>,
) -> Response<ServerBody>
where
    B: Body<Data = Bytes, Error: std::error::Error + Send + Sync> + Send + 'static,
{
    match embedding::respond(explorer, request).await {
        Some(response) => response.map(|body| body.map_err(Into::into).boxed_unsync()),
        None => response::not_found(),
    }
}

impl Idle {
    /// The response to a request for an idle server. Anybody can get it, so only the index page gives the reason.
    fn response(&self) -> Response<ServerBody> {
        let text = match self {
            Self::Disabled => "This server is disabled in the configuration file.",
            Self::Unusable(_) => "This server could not be started. The index page says why.",
        };
        response::text(StatusCode::SERVICE_UNAVAILABLE, text)
    }
}
