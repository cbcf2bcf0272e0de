use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use etcetera::BaseStrategy as _;
use http::{HeaderMap, Request, Response};
use http_body::Body;
use http_body_util::BodyExt as _;
use http_body_util::combinators::UnsyncBoxBody;
use mcp_ui_host::{Console, HttpServer, StdioOptions, StdioServer};
use tower::Service;

use super::args::OpenArgs;
use super::probe;
use super::target::Target;
use crate::commands::Failure;

pub(super) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The body of every response.
pub(super) type AnyBody = UnsyncBoxBody<Bytes, BoxError>;

/// The MCP server: a process, or a server at a URL.
#[derive(Clone)]
pub(super) enum Backend {
    Stdio(StdioServer),
    Http(Box<HttpServer>),
}

impl Backend {
    pub(super) fn start(target: &Target, args: &OpenArgs) -> Result<Self, Failure> {
        match target {
            Target::Command(command) => {
                eprintln!("Starting {command}");
                let mut options = StdioOptions::new().protocol(args.protocol).init_timeout(args.init_timeout.0);
                if let Ok(folders) = etcetera::choose_base_strategy() {
                    options = options.cache(folders.cache_dir().join("mcp-ui").join("revisions"));
                }
                if let Ok(program) = std::env::current_exe() {
                    options = options.watchdog(program);
                }
                Ok(Self::Stdio(StdioServer::start(command.clone(), options)))
            }
            Target::Url(url) => {
                let headers: HeaderMap = args.header.iter().cloned().collect();
                Ok(Self::Http(Box::new(HttpServer::new(url)?.headers(headers))))
            }
        }
    }

    /// Waits until the server answers. `Ok(true)` means that it does.
    pub(super) async fn ready(&self, args: &OpenArgs) -> Result<bool, Failure> {
        match self {
            Self::Stdio(server) => match server.ready().await {
                Ok(()) => Ok(true),
                Err(exit) if exit.is_late() => Err(Failure::unreachable(format!(
                    "{exit}\nIf it needs longer to start, for example to download packages, allow more by --init-timeout."
                ))),
                Err(exit) => Err(Failure::unreachable(exit.to_string())),
            },
            Self::Http(server) => probe::check(server, args).await.map(|()| true),
        }
    }

    pub(super) fn console(&self) -> Option<&Console> {
        match self {
            Self::Stdio(server) => Some(server.console()),
            Self::Http(_) => None,
        }
    }

    /// Returns the same server for the requests of the explorer itself.
    pub(super) fn for_explorer(&self) -> Self {
        match self {
            Self::Stdio(server) => Self::Stdio(server.for_explorer()),
            Self::Http(server) => Self::Http(server.clone()),
        }
    }

    pub(super) async fn shut_down(&self) {
        if let Self::Stdio(server) = self {
            server.shut_down().await;
        }
    }
}

impl<B> Service<Request<B>> for Backend
where
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    type Response = Response<AnyBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let request = request.map(|body| body.map_err(Into::into).boxed_unsync());
        match self {
            Self::Stdio(server) => {
                let response = server.call(request);
                Box::pin(async move {
                    let response = response.await?;
                    Ok(response.map(|body| body.map_err(|never| match never {}).boxed_unsync()))
                })
            }
            Self::Http(server) => Box::pin(server.call(request)),
        }
    }
}
