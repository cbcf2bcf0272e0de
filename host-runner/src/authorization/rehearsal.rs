//! A sign-in up to the point where a client would be registered or the user asked, for `mcp-ui doctor`.

use tower_mcp_ui::authorization::{AuthorizationError, Challenge, Event, Flow, Holder, Step};

use super::authorizer::{Authorizer, held, now, random};

/// The outcome of a rehearsed sign-in.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rehearsal {
    /// The events, the oldest first.
    pub events: Vec<Event>,
    /// The reason, if a sign-in cannot succeed.
    pub error: Option<AuthorizationError>,
}

impl Authorizer {
    /// Reads the metadata that a challenge points to. Nothing is registered, and the user is not asked.
    pub(crate) async fn rehearse(&self, challenge: Challenge) -> Rehearsal {
        let mut settings = self.settings.clone();
        settings.holder = Holder::Either;
        settings.held = self.grant().iter().flat_map(held).cloned().collect();
        let mut flow = Flow::new(settings, challenge, random());
        let mut step = flow.start(now());
        let requests = match self.requests().await {
            Ok(requests) => requests,
            Err(error) => return Rehearsal { events: Vec::new(), error: Some(error) },
        };
        let error = loop {
            step = match step {
                Step::Send(request) if request.method() == http::Method::GET => match requests.send(&request).await {
                    Ok((status, body)) => flow.respond(status, &body, now()),
                    Err(error) => flow.fail(error),
                },
                Step::Choose(offered) => flow.choose(&offered[0], now()),
                Step::Failed(error) => break Some(error),
                Step::Send(_) | Step::Visit(_) | Step::Sign(_) | Step::Granted(_) => break None,
            };
        };
        Rehearsal { events: flow.events().cloned().collect(), error }
    }
}
