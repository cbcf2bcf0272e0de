//! The sign-in of a person at the page of `mcp-ui open`.

use std::sync::Arc;

use http::HeaderValue;
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Challenge, Grant};
use url::Url;

use super::authorizer::{Authorizer, is_refused};

/// The address that a person at the page is to visit, with what they should know before.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Visit {
    /// The address.
    pub url: Url,
}

/// The state of a sign-in.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Status {
    /// The server has not asked for a sign-in.
    Idle,
    /// It has, and nobody has signed in.
    Required,
    /// The person is at the authorization server.
    Visiting(Visit),
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

    /// Begins the sign-in of the person at the page, and returns the address to visit. `None` means that none is needed.
    ///
    /// # Errors
    ///
    /// If the sign-in fails before.
    pub async fn begin(self: &Arc<Self>) -> Result<Option<Visit>, AuthorizationError> {
        let mut visits = self.visit.subscribe();
        if let Some(visit) = visits.borrow_and_update().clone() {
            return Ok(Some(visit));
        }
        *self.failure() = None;
        let challenge = self.demand().clone().unwrap_or_default();
        let authorizer = Arc::clone(self);
        // Before the turn: whoever had it may have signed in.
        let token = self.header_now();
        let mut signing_in = tokio::spawn(async move {
            let _turn = authorizer.turn.lock().await;
            let signed_in = authorizer.sign_in_now(challenge, token.as_ref()).await;
            authorizer.visit.send_replace(None);
            if signed_in.is_ok() {
                *authorizer.demand() = None;
            }
            signed_in
        });
        tokio::select! {
            visit = visits.wait_for(Option::is_some) => Ok(visit.ok().and_then(|visit| visit.clone())),
            signed_in = &mut signing_in => match signed_in {
                Ok(signed_in) => signed_in.map(|()| None),
                Err(_) => Err(AuthorizationError::new(Code::NoMetadata, "The sign-in has been interrupted.")),
            },
        }
    }

    /// The state of the sign-in.
    pub fn status(&self) -> Status {
        let visit = self.visit.borrow().clone();
        let failure = self.failure().clone();
        match (visit, failure, self.grant()) {
            (Some(visit), ..) => Status::Visiting(visit),
            (None, Some(failure), _) => Status::Failed(failure),
            (None, None, Some(grant)) if self.demand().is_none() => Status::Granted(Box::new(grant)),
            (None, None, _) if self.demand().is_some() => Status::Required,
            (None, None, _) => Status::Idle,
        }
    }
}
