//! The sign-in of a person at the page of `mcp-ui open`.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use http::HeaderValue;
use tokio::sync::watch;
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Challenge, Grant};
use url::Url;

use super::authorizer::{Authorizer, Visitor, is_refused};

/// The time in which a person goes on with a sign-in that waits before a request.
const PATIENCE: Duration = Duration::from_mins(10);

/// A wait for the person at the page.
#[derive(Clone, Debug)]
pub(super) enum Pause {
    /// They visit the address.
    Visit(Url),
    /// They let the next request be sent.
    Request,
}

/// The state of a sign-in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Status {
    /// The server has not asked for a sign-in.
    Idle,
    /// It has, and nobody has signed in.
    Required,
    /// The sign-in waits before a request, for [`Authorizer::go_on`].
    Waiting,
    /// The person is to visit this address of the authorization server.
    Visiting(Url),
    /// The person has signed in.
    Granted(Box<Grant>),
    /// The sign-in has failed.
    Failed(AuthorizationError),
}

impl Authorizer {
    /// Notes that the page should offer a sign-in, unless the grant can be refreshed.
    pub(super) async fn demand_sign_in(
        &self,
        challenge: Challenge,
        refused: Option<&HeaderValue>,
    ) -> Result<(), AuthorizationError> {
        let required = || AuthorizationError::new(Code::NoClient, "The server asks you to sign in.");
        // Requests do not wait for the person.
        let _turn = self.turn.try_lock().map_err(|_| required())?;
        let kept = self.kept().clone();
        if kept.as_ref().is_some_and(|kept| !is_refused(kept, refused)) {
            return Ok(());
        }
        if let Some(kept) = kept.filter(|_| !challenge.is_insufficient_scope())
            && self.run_refresh(&kept).await.is_ok()
        {
            return Ok(());
        }
        *self.demand() = Some(challenge);
        Err(required())
    }

    /// Begins the sign-in of the person at the page, or goes on with the one that waits, up to the visit or the end. With
    /// `is_stepwise`, it waits before each request, too.
    ///
    /// # Errors
    ///
    /// If the sign-in fails before.
    pub async fn go_on(self: &Arc<Self>, is_stepwise: bool) -> Result<(), AuthorizationError> {
        let mut pauses = self.pause.subscribe();
        let pause = pauses.borrow_and_update().clone();
        match pause {
            Some(Pause::Visit(_)) => return Ok(()),
            Some(Pause::Request) => {
                self.is_stepwise.store(is_stepwise, Ordering::Relaxed);
                self.pause.send_replace(None);
                self.go_on.notify_one();
            }
            // A sign-in is under way already, and this is no other one.
            None if self.turn.try_lock().is_err() => {}
            None => return self.begin(pauses, is_stepwise).await,
        }
        tokio::select! {
            _ = pauses.wait_for(Option::is_some) => {}
            // It has ended.
            _ = self.turn.lock() => {}
        }
        Ok(())
    }

    /// Begins a sign-in, up to its first pause or its end.
    async fn begin(
        self: &Arc<Self>,
        mut pauses: watch::Receiver<Option<Pause>>,
        is_stepwise: bool,
    ) -> Result<(), AuthorizationError> {
        self.is_stepwise.store(is_stepwise, Ordering::Relaxed);
        *self.failure() = None;
        let challenge = self.demand().clone().unwrap_or_default();
        let authorizer = Arc::clone(self);
        // Before the turn: whoever had it may have signed in.
        let token = self.header_now();
        let mut signing_in = tokio::spawn(async move {
            let _turn = authorizer.turn.lock().await;
            let signed_in = authorizer.sign_in_now(challenge, token.as_ref()).await;
            authorizer.pause.send_replace(None);
            if signed_in.is_ok() {
                *authorizer.demand() = None;
            }
            signed_in
        });
        tokio::select! {
            _ = pauses.wait_for(Option::is_some) => Ok(()),
            signed_in = &mut signing_in => match signed_in {
                Ok(signed_in) => signed_in,
                Err(_) => Err(AuthorizationError::new(Code::NoMetadata, "The sign-in has been interrupted.")),
            },
        }
    }

    /// Waits until the person lets the next request be sent, if the sign-in goes step by step.
    pub(super) async fn wait_before_request(&self) -> Result<(), AuthorizationError> {
        if self.visitor() != Visitor::Page || !self.is_stepwise.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.pause.send_replace(Some(Pause::Request));
        let waited = tokio::time::timeout(PATIENCE, self.go_on.notified()).await;
        waited.map_err(|_| {
            let minutes = PATIENCE.as_secs() / 60;
            let message = format!("The sign-in has waited {minutes} minutes before a request.");
            AuthorizationError::new(Code::FlowExpired, message)
        })
    }

    /// The state of the sign-in.
    pub fn status(&self) -> Status {
        let pause = self.pause.borrow().clone();
        let failure = self.failure().clone();
        match (pause, failure, self.grant()) {
            (Some(Pause::Visit(url)), ..) => Status::Visiting(url),
            (Some(Pause::Request), ..) => Status::Waiting,
            (None, Some(failure), _) => Status::Failed(failure),
            (None, None, Some(grant)) if self.demand().is_none() => Status::Granted(Box::new(grant)),
            (None, None, _) if self.demand().is_some() => Status::Required,
            (None, None, _) => Status::Idle,
        }
    }
}
