//! Runs the auth hook, once for each request that it guards.
//!
//! The hook is application code, so it is bounded like a backend: [`Timeouts::list`](crate::config::Timeouts::list)
//! limits its time, and if it panics, the request is refused instead of passing.

use std::sync::Arc;

use http::StatusCode;
use http::request::Parts;

use super::Explorer;
use super::response::{self, ExplorerResponse};
use crate::backend::RequestParts;
use crate::catch_panic::{Panicked, catch_panic};
use crate::endpoint::Permission;
use crate::setting::Setting;

impl Explorer {
    /// Runs the auth hook if it guards requests with this permission. Unless it guards discovery, it runs for a call
    /// only after the tool was found, so that every caller gets 404 for an unknown tool.
    ///
    /// Returns the request as changed by the hook.
    pub(super) async fn authorize_for(
        &self,
        permission: Permission,
        request: Parts,
    ) -> Result<RequestParts, ExplorerResponse> {
        let request = Arc::new(request);
        match permission {
            Permission::Public | Permission::Page | Permission::Frame | Permission::SignIn => Ok(request),
            Permission::Traffic => self.authorize(request).await,
            Permission::Discovery | Permission::Resources | Permission::Execution => {
                if self.config.auth_for_discovery {
                    self.authorize(request).await
                } else {
                    Ok(request)
                }
            }
        }
    }

    /// Runs the auth hook for a call, unless it already ran for discovery.
    pub(super) async fn authorize_call(&self, request: RequestParts) -> Result<RequestParts, ExplorerResponse> {
        if self.config.auth_for_discovery { Ok(request) } else { self.authorize(request).await }
    }

    /// Runs the hook, if any. Returns 401 without a reason if the hook rejects the request, and 504 if it takes too
    /// long.
    async fn authorize(&self, request: RequestParts) -> Result<RequestParts, ExplorerResponse> {
        let Some(hook) = &self.config.auth else { return Ok(request) };
        let authorized =
            catch_panic("the auth hook", async move { hook.authorize(Arc::unwrap_or_clone(request)).await });
        let limit = self.config.timeouts.list;
        match self.config.background.timeout(limit, authorized).await {
            Ok(Ok(Ok(request))) => Ok(Arc::new(request)),
            Ok(Ok(Err(reason))) => {
                tracing::warn!(%reason, "the auth hook rejected the request");
                Err(response::unauthorized())
            }
            Ok(Err(Panicked)) => Err(response::unauthorized()),
            Err(_) => {
                tracing::warn!(?limit, "the auth hook timed out");
                let raise = |name| format!(" Raise {name} if authorization needs more time.");
                let raise = self.config.setting_names.hint(Setting::LIST_TIMEOUT, raise);
                let message = format!("The request was not authorized within {limit:?}.{raise}");
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, &message))
            }
        }
    }
}
