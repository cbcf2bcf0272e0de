//! The grant of the person: it is kept, refreshed and forgotten, by one at a time. The file with the grants may have a
//! newer one, of another program.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tower_mcp_ui::authorization::{
    AuthorizationError, AuthorizationErrorCode as Code, Challenge, Client, Flow, Grant, Secret,
};

use super::authorizer::{Authorizer, now, random};
use super::drive::{Person, ended_by_person};
use super::store::{Kept, Store};

/// The time during which a refresh that has failed is not repeated.
const PAUSE: Duration = Duration::from_secs(30);

/// A refresh that has failed.
#[derive(Debug)]
pub(super) struct FailedRefresh {
    token: Secret,
    error: AuthorizationError,
    at: Instant,
}

impl Authorizer {
    /// Keeps a grant, unless the person has ended the sign-in: then it is revoked.
    pub(super) async fn keep(&self, grant: Grant, person: &Person) -> Result<(), AuthorizationError> {
        let kept = Kept { grant, redirect_uri: person.callback.redirect_uri.clone() };
        let changing = self.changing.lock().await;
        let turn = self.turn_of_file().await;
        if person.has_ended() {
            drop((changing, turn));
            self.revoke(&kept.grant).await?;
            return Err(ended_by_person());
        }
        if let Some(store) = &self.store
            && let Err(error) = store.keep(kept.clone())
        {
            tracing::warn!(%error, "the grant cannot be kept");
        }
        *self.kept() = Some(kept);
        Ok(())
    }

    /// Forgets the grant, and has it revoked where that is possible. Returns whether there was one. A sign-in under way
    /// ends.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or the authorization server cannot be reached. The grant is forgotten nevertheless.
    pub async fn sign_out(&self) -> Result<bool, AuthorizationError> {
        self.cancel().await;
        *self.demand() = None;
        let _changing = self.changing.lock().await;
        // It is forgotten even if another program does not let go of the file.
        let _turn = self.turn_of_file().await;
        let Some(kept) = self.kept().take() else { return Ok(false) };
        let forgotten = self.store.as_ref().map(|store| store.forget(&kept.grant.endpoint));
        let stored = forgotten.transpose().map_err(|error| unwritable(&error))?.flatten();
        // Another program may have refreshed it.
        self.revoke(&stored.unwrap_or(kept).grant).await?;
        Ok(true)
    }

    /// Refreshes the grant, unless its token is another one by now.
    pub(super) async fn refresh(self: &Arc<Self>, stale: &Secret) -> Result<(), AuthorizationError> {
        let kept = self.kept().clone();
        match kept.filter(|kept| kept.grant.access_token == *stale) {
            Some(kept) => self.run_refresh(kept).await,
            None => Ok(()),
        }
    }

    /// Refreshes a grant, unless another request or another program has done so. A refresh token can be used once, so the
    /// refresh does not end with the request that waits for it.
    pub(super) async fn run_refresh(self: &Arc<Self>, kept: Kept) -> Result<(), AuthorizationError> {
        let authorizer = Arc::clone(self);
        let refresh = tokio::spawn(async move { authorizer.refresh_now(&kept).await });
        let interrupted = |_| Err(AuthorizationError::new(Code::RefreshFailed, "The refresh has been interrupted."));
        refresh.await.unwrap_or_else(interrupted)
    }

    async fn refresh_now(&self, kept: &Kept) -> Result<(), AuthorizationError> {
        let mut last_failure = self.changing.lock().await;
        let is_current = self.kept().as_ref().map(|now| now.grant.access_token == kept.grant.access_token);
        if !is_current.ok_or_else(forgotten)? {
            // Another request has refreshed it.
            return Ok(());
        }
        let _turn = self.turn_of_file().await.map_err(|error| unwritable(&error))?;
        if let Some(store) = &self.store {
            let stored = store.find(&kept.grant.endpoint).map_err(|error| unwritable(&error))?;
            let is_same = stored.as_ref().is_some_and(|stored| stored.grant.access_token == kept.grant.access_token);
            if !is_same {
                // Another program has refreshed or forgotten it.
                let is_there = stored.is_some();
                *self.kept() = stored;
                return if is_there { Ok(()) } else { Err(forgotten()) };
            }
        }
        if let Some(last) = &*last_failure
            && last.token == kept.grant.access_token
            && last.at.elapsed() < PAUSE
        {
            return Err(last.error.clone());
        }
        let mut flow = Flow::new(self.settings.clone(), Challenge::default(), random());
        let step = flow.refresh(&kept.grant, now());
        match self.drive(&mut flow, step, None).await {
            Ok(grant) => self.replace(kept, grant),
            Err(error) => {
                if error.code() == Code::UnknownClient {
                    self.forget_client(&kept.grant.client);
                }
                let token = kept.grant.access_token.clone();
                *last_failure = Some(FailedRefresh { token, error: error.clone(), at: Instant::now() });
                Err(error)
            }
        }
    }

    /// Keeps a grant that was refreshed.
    fn replace(&self, earlier: &Kept, grant: Grant) -> Result<(), AuthorizationError> {
        let refreshed = Kept { grant, redirect_uri: earlier.redirect_uri.clone() };
        match self.store.as_ref().map(|store| store.replace(earlier, refreshed.clone())) {
            // The file was changed by hand.
            Some(Ok(false)) => {
                *self.kept() = None;
                return Err(forgotten());
            }
            Some(Err(error)) => tracing::warn!(%error, "the grant cannot be kept"),
            Some(Ok(true)) | None => {}
        }
        *self.kept() = Some(refreshed);
        // More scopes are still to be asked for.
        self.demand().take_if(|demand| !demand.is_insufficient_scope());
        Ok(())
    }

    /// Forgets a client that its authorization server has forgotten, with all that was granted to it.
    pub(super) fn forget_client(&self, client: &Client) {
        self.kept().take_if(|kept| kept.grant.client == *client);
        if let Some(Err(error)) = self.store.as_ref().map(|store| store.forget_client(client)) {
            tracing::warn!(%error, "a client cannot be forgotten");
        }
    }

    /// Takes the turn to change the grants in the file, if there is one.
    async fn turn_of_file(&self) -> io::Result<Option<File>> {
        match self.store.as_ref().map(Store::turn) {
            Some(turn) => turn.await.map(Some),
            None => Ok(None),
        }
    }
}

fn forgotten() -> AuthorizationError {
    AuthorizationError::new(Code::RefreshFailed, "The grant was forgotten.")
}

fn unwritable(error: &io::Error) -> AuthorizationError {
    AuthorizationError::new(Code::RefreshFailed, format!("The file with the grants cannot be used: {error}"))
}
