//! The page's endpoints beside the explorer: `POST doctor`, `authorization`, `tests`, and for a process `GET console`
//! and `POST restart`.

use std::sync::Arc;
use std::time::Duration;

use http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;
use mcp_ui_host::authorization::Authorizer;
use mcp_ui_host::{ServerBody, StdioOnDemand, StdioServer};
use tokio::sync::Semaphore;
use tower_mcp_ui::Traffic;
use tower_mcp_ui::config::HostEndpoint;

use super::authorization;
use super::console_stream::ConsoleStream;
use super::eras::Eras;
use super::examination::Examination;
use super::response;
use super::test_runs::TestRuns;
use crate::commands::target::{Backend, StartOptions, Target};
use crate::commands::verbs::ShownTests;

/// Maximum number of pages that follow the console at once. Additional pages get 503.
const STREAMS: usize = 32;

/// Maximum number of concurrent examinations, each of which may start a process. Additional requests get 503.
const EXAMINATIONS: usize = 1;

/// The endpoints for one server. Clones share their limits.
#[derive(Clone)]
pub(super) struct HostEndpoints {
    /// The process, unless the server is at a URL.
    process: Option<StdioServer>,
    /// The second process, for the newest MCP revision, if there can be one.
    newest: Option<StdioOnDemand>,
    /// The sign-in, if the server is at a URL.
    authorizer: Option<Arc<Authorizer>>,
    streams: Arc<Semaphore>,
    /// The console's name in line ids. Each start has a different name, so that ids from an earlier start are
    /// recognized.
    console: Arc<str>,
    examination: Examination,
    examinations: Arc<Semaphore>,
    tests: Option<TestRuns>,
    /// True if the page exchanges a code for its tokens.
    has_tokens: bool,
    /// True if there is an index page for several servers.
    has_servers: bool,
}

impl HostEndpoints {
    pub(super) fn new(
        eras: &Eras,
        target: &Target,
        options: StartOptions,
        call_timeout: Duration,
        has_tokens: bool,
    ) -> Self {
        let (process, authorizer) = match eras.shared() {
            Backend::Stdio(server) => (Some(server.clone()), None),
            Backend::Http(server) => (None, server.http().authorizer().cloned()),
        };
        Self {
            process,
            newest: eras.newest().cloned(),
            streams: Arc::new(Semaphore::new(STREAMS)),
            console: mcp_ui_host::random_token().into(),
            examination: Examination { target: target.clone(), options, call_timeout, authorizer: authorizer.clone() },
            examinations: Arc::new(Semaphore::new(EXAMINATIONS)),
            authorizer,
            tests: None,
            has_tokens,
            has_servers: false,
        }
    }

    /// Shows a test file.
    pub(super) fn tests(self, tests: Option<ShownTests>) -> Self {
        Self { tests: tests.map(TestRuns::new), ..self }
    }

    /// Makes the page link to the index page.
    pub(super) fn of_several(self) -> Self {
        Self { has_servers: true, ..self }
    }

    /// Records sign-in requests, too.
    pub(super) fn record(&self, traffic: &Traffic) {
        if let Some(authorizer) = &self.authorizer {
            authorizer.record(traffic.clone());
        }
    }

    /// The endpoints announced to the page.
    pub(super) fn announced(&self) -> Vec<HostEndpoint> {
        let has_process = self.process.is_some();
        let all = [
            (true, HostEndpoint::Doctor),
            (true, HostEndpoint::Mcp),
            (has_process, HostEndpoint::Console),
            (has_process, HostEndpoint::Restart),
            (self.authorizer.is_some(), HostEndpoint::Authorization),
            (self.newest.is_some(), HostEndpoint::Newest),
            (self.tests.is_some(), HostEndpoint::Tests),
            (self.has_tokens, HostEndpoint::Start),
            (self.has_servers, HostEndpoint::Servers),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, endpoint)| endpoint).collect()
    }

    pub(super) async fn respond(&self, endpoint: HostEndpoint, request: Request<Incoming>) -> Response<ServerBody> {
        let mut response = match (endpoint, &self.process) {
            (HostEndpoint::Console, Some(process)) => {
                refused(&request, &Method::GET).unwrap_or_else(|| self.follow(process, &request))
            }
            (HostEndpoint::Restart, Some(process)) => {
                refused(&request, &Method::POST).unwrap_or_else(|| self.restart(process))
            }
            (HostEndpoint::Authorization, _) => match (&self.authorizer, foreign(&request)) {
                (_, Some(refusal)) => refusal,
                (Some(authorizer), None) => {
                    authorization::respond(authorizer, request.method(), request.uri().query()).await
                }
                (None, None) => response::error(StatusCode::NOT_FOUND, "Not found."),
            },
            (HostEndpoint::Doctor, _) => refused(&request, &Method::POST).unwrap_or_else(|| self.examine()),
            (HostEndpoint::Tests, _) => match (&self.tests, foreign(&request)) {
                (_, Some(refusal)) => refusal,
                (Some(tests), None) => tests.respond(request).await,
                (None, None) => response::error(StatusCode::NOT_FOUND, "Not found."),
            },
            _ => response::error(StatusCode::NOT_FOUND, "Not found."),
        };
        mcp_ui_host::origin::protect(response.headers_mut());
        response
    }

    fn follow<B>(&self, process: &StdioServer, request: &Request<B>) -> Response<ServerBody> {
        let Ok(permit) = Arc::clone(&self.streams).try_acquire_owned() else {
            let text = format!("{STREAMS} pages are already following the console. Close some of them.");
            return response::error(StatusCode::SERVICE_UNAVAILABLE, &text);
        };
        let last = request.headers().get("last-event-id").and_then(|id| id.to_str().ok());
        ConsoleStream::new(process, self.newest.clone(), &self.console, last, permit).into_response()
    }

    fn restart(&self, process: &StdioServer) -> Response<ServerBody> {
        process.restart();
        if let Some(newest) = &self.newest {
            newest.restart();
        }
        let mut response = Response::new(ServerBody::default());
        *response.status_mut() = StatusCode::ACCEPTED;
        response
    }

    fn examine(&self) -> Response<ServerBody> {
        let Ok(permit) = Arc::clone(&self.examinations).try_acquire_owned() else {
            let text = "The server is already being examined. Try again when that is done.";
            return response::error(StatusCode::SERVICE_UNAVAILABLE, text);
        };
        self.examination.clone().into_response(permit)
    }
}

/// Returns a refusal if the page did not send the request.
fn foreign<B>(request: &Request<B>) -> Option<Response<ServerBody>> {
    let text = "This URL accepts only requests from the explorer's page, sent by `fetch`.";
    let refusal = mcp_ui_host::origin::check_purpose(request.headers()).err();
    refusal.map(|_| response::error(StatusCode::FORBIDDEN, text))
}

/// Returns a refusal if the page did not send the request, or if the request has another method.
fn refused<B>(request: &Request<B>, method: &Method) -> Option<Response<ServerBody>> {
    let foreign = foreign(request);
    if foreign.is_some() || request.method() == method {
        return foreign;
    }
    Some(response::method_not_allowed(if method == Method::GET { "GET" } else { "POST" }))
}
