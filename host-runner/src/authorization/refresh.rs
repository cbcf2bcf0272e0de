//! The refresh of a grant. The file with the grants may have a newer one by then.

use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Challenge, Flow, Secret};

use super::authorizer::{Authorizer, now, random, unwritable};
use super::store::Kept;

impl Authorizer {
    /// Refreshes the grant, unless its token is another one by now.
    pub(super) async fn refresh(&self, stale: &Secret) -> Result<(), AuthorizationError> {
        let kept = self.kept().clone();
        match kept.filter(|kept| kept.grant.access_token == *stale) {
            Some(kept) => self.run_refresh(&kept).await,
            None => Ok(()),
        }
    }

    /// Refreshes a grant, unless another request or another program has done so.
    pub(super) async fn run_refresh(&self, kept: &Kept) -> Result<(), AuthorizationError> {
        let _refreshing = self.refreshing.lock().await;
        let is_current = || self.kept().as_ref().map(|now| now.grant.access_token == kept.grant.access_token);
        let forgotten = || AuthorizationError::new(Code::RefreshFailed, "The grant was forgotten.");
        if !is_current().ok_or_else(forgotten)? {
            // Another request has refreshed it.
            return Ok(());
        }
        let mut turn = None;
        if let Some(store) = &self.store {
            turn = Some(store.turn().await.map_err(|error| unwritable(&error))?);
            let stored = store.find(&kept.grant.endpoint).map_err(|error| unwritable(&error))?;
            let is_same = stored.as_ref().is_some_and(|stored| stored.grant.access_token == kept.grant.access_token);
            if !is_same {
                // Another program has refreshed or forgotten it.
                let is_there = stored.is_some();
                *self.kept() = stored;
                return if is_there { Ok(()) } else { Err(forgotten()) };
            }
        }
        let mut flow = Flow::new(self.settings.clone(), Challenge::default(), random());
        let step = flow.refresh(&kept.grant, now());
        let grant = self.drive(&mut flow, step, None).await?;
        let refreshed = Kept { grant, redirect_uri: kept.redirect_uri.clone() };
        if let Some(store) = &self.store {
            // Another program may have signed out meanwhile.
            if !store.replace(refreshed.clone()).map_err(|error| unwritable(&error))? {
                *self.kept() = None;
                return Err(forgotten());
            }
        }
        drop(turn);
        // The person may have signed out meanwhile.
        if is_current() != Some(true) {
            return Err(forgotten());
        }
        *self.kept() = Some(refreshed);
        Ok(())
    }
}
