//! The grant's refresh, shared with other requests and programs. A refresh token works only once: a server that
//! receives it twice revokes the grant. So a refresh outlives the request that waits for it, and that request's
//! runtime.

use std::io;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use tokio::runtime::Runtime;
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Challenge, Flow, Secret};

use super::authorizer::{Authorizer, Trust, now, random};
use super::changing::{Changing, FailedRefresh, forgotten, unwritable};
use super::store::Kept;

/// Pause before a failed refresh is retried. Meanwhile, requests get the same error.
const PAUSE: Duration = Duration::from_secs(30);

/// Timeout for running refreshes at program exit, after which the program exits without their tokens. It is slightly
/// longer than a response may take.
const LAST: Duration = Duration::from_secs(12);

static RUNTIME: LazyLock<io::Result<Runtime>> =
    LazyLock::new(|| tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build());

/// The number of refreshes whose tokens are not stored yet.
static UNDER_WAY: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// Waits briefly for running refreshes. Call it at program exit.
pub fn settle() {
    let mut under_way = UNDER_WAY.lock();
    if *under_way > 0 {
        eprintln!("Waiting until the grant has been refreshed …");
        ENDED.wait_while_for(&mut under_way, |under_way| *under_way > 0, LAST);
    }
}

/// A running refresh.
struct UnderWay;

impl UnderWay {
    fn begin() -> Self {
        *UNDER_WAY.lock() += 1;
        Self
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        *UNDER_WAY.lock() -= 1;
        ENDED.notify_all();
    }
}

impl Authorizer {
    /// Refreshes the grant, unless its token has changed meanwhile.
    pub(super) async fn refresh(self: &Arc<Self>, stale: &Secret) -> Result<(), AuthorizationError> {
        let kept = self.kept.lock().clone();
        match kept.filter(|kept| kept.grant.access_token == *stale) {
            Some(kept) => self.run_refresh(kept).await,
            None => Ok(()),
        }
    }

    /// Refreshes a grant, unless another request or another program has done so.
    pub(super) async fn run_refresh(self: &Arc<Self>, kept: Kept) -> Result<(), AuthorizationError> {
        let failed = |message: String| AuthorizationError::new(Code::RefreshFailed, message);
        let runtime = RUNTIME.as_ref().map_err(|error| failed(format!("The grant cannot be refreshed: {error}.")))?;
        let authorizer = Arc::clone(self);
        let refresh = runtime.spawn(async move { authorizer.refresh_now(&kept).await });
        refresh.await.unwrap_or_else(|_| Err(failed("The refresh has been interrupted.".to_owned())))
    }

    async fn refresh_now(&self, kept: &Kept) -> Result<(), AuthorizationError> {
        let mut changing = self.changing.lock().await;
        let is_current = self.kept.lock().as_ref().map(|now| now.grant == kept.grant);
        if !is_current.ok_or_else(forgotten)? {
            // Another request has refreshed the grant.
            return Ok(());
        }
        let _turn = self.turn_of_file().await.map_err(|error| unwritable(&error))?;
        if let Some(store) = self.store_that_keeps() {
            self.write_what_is_unwritten(store, &mut changing);
            let stored = store.find(&kept.grant.endpoint).map_err(|error| unwritable(&error))?;
            let is_same = stored.as_ref().is_some_and(|stored| stored.grant == kept.grant);
            if !is_same && changing.unwritten.is_none() {
                // Another program has refreshed or forgotten the grant.
                let is_there = stored.is_some();
                self.set(stored, Trust::Accepted);
                return if is_there { Ok(()) } else { Err(forgotten()) };
            }
        }
        if let Some(last) = &changing.failed
            && last.token == kept.grant.access_token
            && last.at.elapsed() < PAUSE
        {
            return Err(last.error.clone());
        }
        let _under_way = UnderWay::begin();
        let mut flow = Flow::new(self.settings.clone(), Challenge::default(), random());
        let step = flow.refresh(&kept.grant, now());
        let grant = match self.drive(&mut flow, step, None).await {
            Ok(grant) => grant,
            Err(error) => return Err(self.refused(kept, error, &mut changing)),
        };
        self.replace(kept, grant, &mut changing).await
    }

    /// Records a failed refresh.
    fn refused(&self, kept: &Kept, error: AuthorizationError, changing: &mut Changing) -> AuthorizationError {
        if error.code() == Code::UnknownClient {
            self.forget_client(&kept.grant.client);
        }
        let token = kept.grant.access_token.clone();
        changing.failed = Some(FailedRefresh { token, error: error.clone(), at: Instant::now() });
        error
    }
}
