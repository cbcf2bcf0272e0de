use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use http::header;
use http::{Request, Response};
use http_body::Body;
use mcp_ui_host::authorization::Visitor;
use mcp_ui_host::{
    Console, Exit, HttpServer, ProtocolChoice, Questions, ServerBody, StdioOptions, StdioServer, UrlServer,
};
use tower::Service;
use tower_mcp_ui::BoxError;

use super::Target;
use super::probe::{self, Doubt};
use crate::commands::Failure;

/// The options for starting a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartOptions {
    /// The protocol revision to speak with a command.
    pub(crate) protocol: ProtocolChoice,
    /// The time limit for the server to start and to answer its first request.
    pub(crate) init_timeout: Duration,
    /// The visitor who signs in if a server at a URL demands it.
    pub(crate) visitor: Visitor,
    /// The server's requests that are answered, if a command starts the server.
    pub(crate) questions: Questions,
}

impl StartOptions {
    /// The options for a server started by a command.
    pub(crate) fn stdio(&self) -> StdioOptions {
        let mut options =
            StdioOptions::new().protocol(self.protocol).init_timeout(self.init_timeout).questions(self.questions);
        if let Ok(program) = std::env::current_exe() {
            options = options.watchdog(program);
        }
        options
    }
}

/// The MCP server: a process, or a server at a URL.
#[derive(Clone)]
pub(crate) enum Backend {
    Stdio(StdioServer),
    Http(Box<UrlServer>),
}

impl Backend {
    /// Starts the command. Nothing is sent to a URL yet.
    pub(crate) fn start(target: &Target, options: &StartOptions) -> Result<Self, Failure> {
        match target {
            Target::Command(command) => Ok(Self::Stdio(StdioServer::start(command.clone(), options.stdio()))),
            Target::Url { url, headers, sign_in, .. } => {
                let server = HttpServer::new(url)?.headers(headers.clone());
                // A header with credentials replaces the sign-in.
                let server = if headers.contains_key(header::AUTHORIZATION) {
                    server
                } else {
                    server.signed_in_by(sign_in.authorizer(url, options.visitor, false)?)
                };
                Ok(Self::Http(Box::new(UrlServer::new(server))))
            }
        }
    }

    /// Waits until the server answers.
    pub(crate) async fn ready(&self, options: &StartOptions) -> Result<Option<Doubt>, Failure> {
        match self {
            Self::Stdio(server) => match server.ready().await {
                Ok(()) => Ok(None),
                Err(exit) if exit.is_late() => Err(Failure::unreachable(format!(
                    "{exit}\nIf it needs more time to start, for example to download packages, allow more with \
                     --init-timeout."
                ))),
                Err(exit) => Err(Failure::unreachable(exit.to_string())),
            },
            Self::Http(server) => probe::check(server, options.init_timeout).await,
        }
    }

    /// Restarts a process that has exited, and waits until it is ready. If the restart fails, the next request reports
    /// it.
    pub(crate) async fn revive(&self) {
        if let Self::Stdio(server) = self
            && server.ready().await.is_err()
        {
            let mut states = server.states();
            // The current state, and then the one after the restart.
            let _ = states.next().await;
            server.restart();
            let _ = states.next().await;
            let _ = server.ready().await;
        }
    }

    /// Returns the exit of a process that has exited and is not being restarted yet.
    pub(crate) fn exit(&self) -> Option<Exit> {
        match self {
            Self::Stdio(server) => server.ready().now_or_never()?.err(),
            Self::Http(_) => None,
        }
    }

    pub(crate) fn console(&self) -> Option<&Console> {
        match self {
            Self::Stdio(server) => Some(server.console()),
            Self::Http(_) => None,
        }
    }

    /// Returns the same server for the explorer's own requests.
    pub(crate) fn for_explorer(&self) -> Self {
        match self {
            Self::Stdio(server) => Self::Stdio(server.for_explorer()),
            Self::Http(server) => Self::Http(Box::new(server.for_explorer())),
        }
    }

    /// Passes a request to the server. Failures are responses.
    pub(crate) async fn respond<B>(self, request: Request<B>) -> Result<Response<ServerBody>, Infallible>
    where
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        match self {
            Self::Stdio(mut server) => server.call(request).await,
            Self::Http(mut server) => server.call(request).await,
        }
    }

    pub(crate) async fn shut_down(&self) {
        match self {
            Self::Stdio(server) => server.shut_down().await,
            Self::Http(server) => server.shut_down().await,
        }
    }
}
