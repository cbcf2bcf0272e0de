//! The calls of the auth hook, once for each request that it guards.
//!
//! The hook is code of the application, so it is bounded like a backend: by
//! [`Timeouts::list`](crate::config::Timeouts::list), and a panic of it refuses the request instead of letting it pass.

use std::sync::Arc;

use http::StatusCode;
use http::request::Parts;

use super::response::{self, ExplorerResponse};
use super::{Explorer, Panicked, catch_panic};
use crate::backend::RequestParts;
use crate::endpoint::Permission;
use crate::setting::Setting;

impl Explorer {
    /// Runs the auth hook, if it guards requests with this permission. A call is authorized later, because every caller
    /// gets 404 for a call of an unknown tool.
    ///
    /// Returns the request as the hook has changed it.
    pub(super) async fn authorize_for(
        &self,
        permission: Permission,
        request: Parts,
    ) -> Result<RequestParts, ExplorerResponse> {
        let request = Arc::new(request);
        match permission {
            Permission::Public | Permission::Page | Permission::Frame => Ok(request),
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

    /// Runs the auth hook for a call, unless it has run for discovery already.
    pub(super) async fn authorize_call(&self, request: RequestParts) -> Result<RequestParts, ExplorerResponse> {
        if self.config.auth_for_discovery { Ok(request) } else { self.authorize(request).await }
    }

    /// Runs the hook, if there is one: 401 if it rejects the request, without its reason, and 504 if it takes too long.
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
                let raise = |name| format!(" Raise {name} if that needs longer.");
                let raise = self.config.setting_names.hint(Setting::LIST_TIMEOUT, raise);
                let message = format!("The request was not authorized within {limit:?}.{raise}");
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, &message))
            }
        }
    }
}
