//! The service that gets the requests of agents: a process for each of their sessions, or the one that they share.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::BodyExt as _;
use tower::{BoxError, Service};

use mcp_ui_host::StdioServers;

use super::eras::Eras;
use crate::commands::target::AnyBody;

/// One type for both, so that the layers around it are compiled only once.
#[derive(Clone)]
pub(super) enum ForAgents {
    PerSession(StdioServers),
    Shared(Eras),
}

impl<B> Service<Request<B>> for ForAgents
where
    B: Body<Data = Bytes, Error: Into<BoxError> + std::fmt::Display> + Send + 'static,
{
    type Response = Response<AnyBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        match self {
            Self::PerSession(servers) => {
                let response = servers.call(request);
                Box::pin(async move {
                    let Ok(response) = response.await;
                    Ok(response.map(|body| body.map_err(|never| match never {}).boxed_unsync()))
                })
            }
            Self::Shared(eras) => eras.call(request),
        }
    }
}
