//! The processes for both MCP eras: one that the page and agents share, and one for 2026-07-28.

use std::convert::Infallible;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use mcp_ui_host::{ProtocolChoice, ServerBody, StdioOnDemand};
use tower::Service;
use tower_mcp_ui::BoxError;
use tower_mcp_ui::config::RevisionChoice;

use crate::commands::target::{Backend, StartOptions, Target};

/// The newest revision, which has its own era.
pub(super) const NEWEST: &str = "2026-07-28";

/// The MCP server as a service. Requests for the newest revision ([`RevisionChoice::Newest`]) go to their own process,
/// unless the shared one speaks that revision. Requests are never translated.
#[derive(Clone)]
pub(super) struct Eras {
    shared: Backend,
    newest: Option<StdioOnDemand>,
}

impl Eras {
    /// Allows a second process if a command starts the server and the options do not choose a revision.
    pub(super) fn new(shared: Backend, target: &Target, options: &StartOptions) -> Self {
        let newest = match (&shared, target, options.protocol) {
            (Backend::Stdio(process), Target::Command(command), ProtocolChoice::Auto | ProtocolChoice::Both) => {
                let in_newest = StartOptions { protocol: ProtocolChoice::Stateless, ..*options };
                Some(StdioOnDemand::new(command.clone(), in_newest.stdio(), process.console().clone()))
            }
            _ => None,
        };
        Self { shared, newest }
    }

    /// Returns the same processes for the explorer's own requests.
    pub(super) fn for_explorer(&self) -> Self {
        Self { shared: self.shared.for_explorer(), newest: self.newest.clone() }
    }

    pub(super) fn shared(&self) -> &Backend {
        &self.shared
    }

    /// The second process, if there can be one.
    pub(super) fn newest(&self) -> Option<&StdioOnDemand> {
        self.newest.as_ref()
    }

    /// With [`ProtocolChoice::Both`], starts the second process at once instead of at its first request, unless the
    /// shared process speaks the newest revision.
    pub(super) async fn start_both(&self, options: &StartOptions) {
        if let Some(newest) = &self.newest
            && options.protocol == ProtocolChoice::Both
            && !self.shares_newest().await
        {
            newest.start();
        }
    }

    /// Stops both processes.
    pub(super) async fn shut_down(&self) {
        let newest = async {
            if let Some(newest) = &self.newest {
                newest.shut_down().await;
            }
        };
        tokio::join!(self.shared.shut_down(), newest);
    }

    /// Passes a request to its process. Failures are responses.
    pub(super) async fn respond<B>(self, request: Request<B>) -> Result<Response<ServerBody>, Infallible>
    where
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        match &self.newest {
            Some(newest)
                if request.extensions().get() == Some(&RevisionChoice::Newest) && !self.shares_newest().await =>
            {
                newest.clone().call(request).await
            }
            _ => self.shared.respond(request).await,
        }
    }

    /// Returns whether the shared process speaks the newest revision. Always true for a server at a URL.
    async fn shares_newest(&self) -> bool {
        let Backend::Stdio(process) = &self.shared else { return true };
        process.revision().await.is_ok_and(|revision| revision == NEWEST)
    }
}
