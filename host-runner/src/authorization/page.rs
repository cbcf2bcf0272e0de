//! The sign-in that a user starts at the `mcp-ui open` page.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use http::HeaderValue;
use tokio::sync::{OwnedMutexGuard, watch};
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Challenge, Grant};
use url::Url;

use super::authorizer::{Authorizer, Trust, has_token};
use super::pause::Pause;
use super::visitor::Visitor;

/// Timeout for the user to choose, or to release a request, after which the sign-in fails.
const PATIENCE: Duration = Duration::from_mins(10);

/// A sign-in's state.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Status {
    /// The server has not asked for a sign-in.
    Idle,
    /// The server has asked for a sign-in, and the user has not signed in.
    Required,
    /// The user must choose one of these authorization servers, with [`Authorizer::choose_issuer`].
    Choosing(Vec<String>),
    /// The sign-in waits before a request, until [`Authorizer::go_on`].
    Waiting,
    /// The user must sign in at the authorization server.
    Visiting {
        /// The authorization URL to visit.
        url: Url,
        /// The authorization server, which may be at another host.
        issuer: String,
    },
    /// The user has signed in.
    Granted(Box<Grant>),
    /// The sign-in has failed.
    Failed(AuthorizationError),
}

impl Authorizer {
    /// Records that the page should offer a sign-in, unless the grant can be refreshed.
    pub(super) async fn demand_sign_in(
        self: &Arc<Self>,
        challenge: Challenge,
        refused: Option<&HeaderValue>,
    ) -> Result<(), AuthorizationError> {
        let required = || AuthorizationError::new(Code::NoClient, "The server asks you to sign in.");
        // Requests do not wait for the user.
        drop(self.signing_in.try_lock().map_err(|_| required())?);
        let kept = self.kept.lock().clone();
        match &kept {
            Some(kept) if !has_token(kept, refused) => return Ok(()),
            None if self.adopt().await => return Ok(()),
            _ => {}
        }
        let kept = kept.filter(|_| !challenge.is_insufficient_scope());
        if let Some(kept) = kept
            && self.renew(kept).await == Ok(true)
        {
            return Ok(());
        }
        *self.demand.lock() = Some(challenge);
        Err(required())
    }

    /// Starts the user's sign-in at the page, or resumes a paused sign-in, up to the next pause or the end. If
    /// `is_stepwise`, the sign-in also waits before each request.
    ///
    /// # Errors
    ///
    /// If the sign-in fails before it pauses.
    pub async fn go_on(self: &Arc<Self>, is_stepwise: bool) -> Result<(), AuthorizationError> {
        let pauses = self.pause.subscribe();
        let turn = Arc::clone(&self.signing_in);
        if self.is_ending.load(Ordering::Relaxed) {
            return self.begin(turn.lock_owned().await, pauses, is_stepwise).await;
        }
        let pause = pauses.borrow().clone();
        match pause {
            Some(Pause::Visit { .. } | Pause::Choice(_)) => return Ok(()),
            Some(Pause::Request) => {
                self.is_stepwise.store(is_stepwise, Ordering::Relaxed);
                // Another page may have released the request already.
                self.pause.send_if_modified(|pause| pause.take_if(|it| matches!(it, Pause::Request)).is_some());
            }
            _ => {
                if let Ok(turn) = turn.try_lock_owned() {
                    return self.begin(turn, pauses, is_stepwise).await;
                }
                // A sign-in is already running, so no other one starts.
            }
        }
        self.wait_for_pause(pauses).await;
        Ok(())
    }

    /// Resumes the sign-in that waits for a choice, with one of the offered authorization servers. Returns false if
    /// `issuer` was not offered.
    pub async fn choose_issuer(&self, issuer: &str) -> bool {
        let pauses = self.pause.subscribe();
        let is_chosen = self.pause.send_if_modified(|pause| match pause {
            Some(Pause::Choice(offered)) if offered.iter().any(|one| one == issuer) => {
                *pause = Some(Pause::Chosen(issuer.to_owned()));
                true
            }
            _ => false,
        });
        if is_chosen {
            self.wait_for_pause(pauses).await;
        }
        is_chosen
    }

    /// Cancels the running sign-in. An earlier grant is kept.
    pub async fn cancel(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
        self.ended.send_replace(());
        let _over = self.signing_in.lock().await;
        self.is_ending.store(false, Ordering::Relaxed);
        self.pause.send_replace(None);
        *self.failure.lock() = None;
    }

    /// Dismisses a failed sign-in, unless another one is running.
    pub fn dismiss(&self) {
        if self.signing_in.try_lock().is_ok() {
            *self.failure.lock() = None;
        }
    }

    async fn wait_for_pause(&self, mut pauses: watch::Receiver<Option<Pause>>) {
        tokio::select! {
            _ = pauses.wait_for(Pause::is_on) => {}
            // The sign-in has ended.
            _ = self.signing_in.lock() => {}
        }
    }

    /// Starts a sign-in, up to its first pause or its end. Does nothing if the user has just signed in.
    async fn begin(
        self: &Arc<Self>,
        turn: OwnedMutexGuard<()>,
        mut pauses: watch::Receiver<Option<Pause>>,
        is_stepwise: bool,
    ) -> Result<(), AuthorizationError> {
        *self.failure.lock() = None;
        let demand = self.demand.lock().clone();
        let has_grant = self.kept.lock().is_some();
        if demand.is_none() && has_grant || !has_grant && self.adopt().await {
            return Ok(());
        }
        self.is_stepwise.store(is_stepwise, Ordering::Relaxed);
        // The user asks for another token, so the refused one is not refreshed, and another sign-in is no error.
        *self.trust.lock() = Trust::Refreshed;
        let (authorizer, ended) = (Arc::clone(self), self.ended.subscribe());
        let mut signing_in = tokio::spawn(async move {
            let token = authorizer.header_now();
            let signed_in = authorizer.sign_in_now(demand.unwrap_or_default(), token.as_ref(), ended).await;
            authorizer.pause.send_replace(None);
            if signed_in.is_ok() {
                *authorizer.demand.lock() = None;
            }
            drop(turn);
            signed_in
        });
        tokio::select! {
            _ = pauses.wait_for(Pause::is_on) => Ok(()),
            signed_in = &mut signing_in => match signed_in {
                Ok(signed_in) => signed_in,
                Err(_) => Err(AuthorizationError::new(Code::NoMetadata, "The sign-in has been interrupted.")),
            },
        }
    }

    /// Waits until the user releases the next request, if the sign-in goes step by step.
    pub(super) async fn wait_before_request(&self) -> Result<(), AuthorizationError> {
        if self.visitor() != Visitor::Page || !self.is_stepwise.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.wait_for_person(Pause::Request).await.map(drop)
    }

    /// Waits until the user chooses one of these authorization servers.
    pub(super) async fn wait_for_choice(&self, offered: Vec<String>) -> Result<String, AuthorizationError> {
        match self.wait_for_person(Pause::Choice(offered)).await? {
            Some(Pause::Chosen(issuer)) => Ok(issuer),
            _ => Err(AuthorizationError::new(Code::NoClient, "No authorization server was chosen.")),
        }
    }

    /// Waits until the user continues, and returns their choice.
    async fn wait_for_person(&self, pause: Pause) -> Result<Option<Pause>, AuthorizationError> {
        let mut pauses = self.pause.subscribe();
        self.pause.send_replace(Some(pause));
        let waited = tokio::time::timeout(PATIENCE, pauses.wait_for(|pause| !Pause::is_on(pause))).await;
        let chosen = waited.map(|pause| pause.ok().and_then(|pause| pause.clone()));
        self.pause.send_replace(None);
        chosen.map_err(|_| {
            let minutes = PATIENCE.as_secs() / 60;
            AuthorizationError::new(
                Code::FlowExpired,
                format!("The sign-in has expired: it waited {minutes} minutes for you."),
            )
        })
    }

    /// The sign-in's state.
    pub fn status(&self) -> Status {
        let pause = self.pause.borrow().clone();
        let failure = self.failure.lock().clone();
        match (pause, failure) {
            (Some(Pause::Visit { url, issuer }), _) => return Status::Visiting { url, issuer },
            (Some(Pause::Request), _) => return Status::Waiting,
            (Some(Pause::Choice(offered)), _) => return Status::Choosing(offered),
            (_, Some(failure)) => return Status::Failed(failure),
            (Some(Pause::Chosen(_)) | None, None) => {}
        }
        match (self.grant(), &*self.demand.lock()) {
            // The grant is used even if a call has asked for more scopes.
            (Some(grant), demand) if demand.as_ref().is_none_or(Challenge::is_insufficient_scope) => {
                Status::Granted(Box::new(grant))
            }
            (_, Some(_)) => Status::Required,
            (_, None) => Status::Idle,
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;
    use tower_mcp_ui::authorization::Settings;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_person_has_ten_minutes_for_a_choice() {
        let url = Url::parse("https://server.example/mcp").unwrap();
        let authorizer = Authorizer::new(Settings::new(url.clone(), url), Visitor::Page);
        let begin = Instant::now();
        let error = authorizer.wait_for_choice(vec!["https://issuer.example".to_owned()]).await.unwrap_err();
        assert!(error.to_string().contains("The sign-in has expired: it waited 10 minutes for you."), "{error}");
        assert_eq!(begin.elapsed().as_secs(), 600);
        assert!(matches!(authorizer.status(), Status::Idle));
    }
}
