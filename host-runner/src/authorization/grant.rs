//! The user's grant: kept, replaced and forgotten, by one task at a time across all programs.

use std::fs::File;
use std::io;

use futures_util::future::join_all;
use tower_mcp_ui::authorization::{AuthorizationError, Challenge, Client, Grant};

use super::authorizer::{Authorizer, Trust};
use super::changing::{Changing, forgotten, unwritable};
use super::person::{Person, ended_by_person};
use super::store::{Kept, Store};

impl Authorizer {
    /// Keeps a grant, or revokes it if the user has cancelled the sign-in or the file cannot be written.
    pub(super) async fn keep(&self, grant: Grant, person: &Person) -> Result<(), AuthorizationError> {
        let changing = self.changing.lock().await;
        let turn = self.turn_of_file().await;
        let mut kept = Kept::new(grant, person.callback.redirect_uri.clone());
        kept.replace(self.kept.lock().clone().into_iter().flat_map(Kept::into_grants));
        let failure = if person.has_ended() {
            Some(ended_by_person())
        } else {
            self.store_that_keeps().and_then(|store| store.keep(kept.clone()).err()).map(|error| unwritable(&error))
        };
        if let Some(failure) = failure {
            drop((changing, turn));
            // A failed revocation is ignored: the user must learn why the grant was not kept.
            let _ = self.revoke(&kept.grant).await;
            return Err(failure);
        }
        self.set(Some(kept), Trust::SignedIn);
        Ok(())
    }

    /// Forgets the grant and those it has replaced, and revokes them where possible. Returns true if there was a grant.
    /// Cancels a running sign-in.
    ///
    /// # Errors
    ///
    /// If the grant cannot be revoked, or the file cannot be written. This program forgets the grant nevertheless.
    pub async fn sign_out(&self) -> Result<bool, AuthorizationError> {
        self.cancel().await;
        *self.demand.lock() = None;
        let _changing = self.changing.lock().await;
        // The grant is forgotten even if another program does not release the file.
        let _turn = self.turn_of_file().await;
        let Some(kept) = self.kept.lock().take() else { return Ok(false) };
        let endpoint = &kept.grant.endpoint;
        // Another program may have refreshed the grant.
        let stored = self.store_that_keeps().and_then(|store| store.find(endpoint).ok().flatten());
        let forgotten = self.store_that_keeps().map(|store| store.forget(endpoint)).transpose();
        let (mut current, held) = match stored {
            Some(stored) => (stored, Some(kept)),
            None => (kept, None),
        };
        current.replace(held.into_iter().flat_map(Kept::into_grants));
        let earlier = current.earlier.iter().map(|grant| self.revoke(grant));
        // A replaced grant may have expired, so a failed revocation is ignored.
        let (revoked, _) = tokio::join!(self.revoke(&current.grant), join_all(earlier));
        forgotten.map_err(|error| unwritable(&error))?;
        revoked?;
        Ok(true)
    }

    /// Keeps a refreshed grant.
    pub(super) async fn replace(
        &self,
        earlier: &Kept,
        grant: Grant,
        changing: &mut Changing,
    ) -> Result<(), AuthorizationError> {
        let refreshed = Kept { grant, ..earlier.clone() };
        match self.store_that_keeps().map(|store| store.replace(earlier, refreshed.grant.clone())) {
            // The file was changed by hand.
            Some(Ok(false)) if changing.unwritten.is_none() => {
                self.set(None, Trust::Accepted);
                let _ = self.revoke(&refreshed.grant).await;
                return Err(forgotten());
            }
            Some(Err(error)) => {
                tracing::warn!(%error, "the grant cannot be saved");
                changing.unwritten.get_or_insert_with(|| earlier.clone());
            }
            Some(Ok(_)) | None => {}
        }
        self.set(Some(refreshed), Trust::Refreshed);
        Ok(())
    }

    /// Writes a grant that could not be written before, unless another program has changed the file meanwhile.
    pub(super) fn write_what_is_unwritten(&self, store: &Store, changing: &mut Changing) {
        let (Some(earlier), Some(kept)) = (&changing.unwritten, self.kept.lock().clone()) else { return };
        match store.replace(earlier, kept.grant) {
            Ok(_) => changing.unwritten = None,
            Err(error) => tracing::warn!(%error, "the grant cannot be saved"),
        }
    }

    /// Forgets a client that its authorization server has forgotten, with all its grants.
    pub(super) fn forget_client(&self, client: &Client) {
        self.kept.lock().take_if(|kept| kept.grant.client == *client);
        if let Some(Err(error)) = self.store_that_keeps().map(|store| store.forget_client(client)) {
            tracing::warn!(%error, "a client cannot be removed from the saved grants");
        }
    }

    /// Uses this grant from now on. The user need not sign in again unless a call needs more scopes.
    pub(super) fn set(&self, kept: Option<Kept>, trust: Trust) {
        if kept.is_some() {
            *self.failure.lock() = None;
            self.demand.lock().take_if(|demand| !Challenge::is_insufficient_scope(demand));
        }
        // The grant and its trust change together, so that a request refused with the earlier token is not judged by
        // the new token's trust.
        let mut current = self.kept.lock();
        *self.trust.lock() = trust;
        *current = kept;
    }

    /// Waits for the turn to change the grants in the file, if grants are kept there.
    pub(super) async fn turn_of_file(&self) -> io::Result<Option<File>> {
        match self.store_that_keeps().map(Store::turn) {
            Some(turn) => turn.await.map(Some),
            None => Ok(None),
        }
    }
}
