//! Requests to the backend other than calls: lists of tools and resources, and the contents of a resource.

use http::StatusCode;

use super::response::{self, ExplorerResponse};
use super::{Explorer, Panicked, catch_panic};
use crate::backend::ToolsError;
use crate::setting::Setting;

impl Explorer {
    /// Runs a request to the backend, within the configured timeout. `what` describes it in messages, such as "list its
    /// tools".
    ///
    /// A failure is logged as a warning; a refusal of this caller is not, since it is an everyday event. The error
    /// response is that of [`tools_error`](response::tools_error) after a failure, 502 after a panic and 504 after the
    /// timeout.
    pub(super) async fn request_backend<T>(
        &self,
        what: &str,
        request: impl Future<Output = Result<T, ToolsError>>,
    ) -> Result<T, ExplorerResponse> {
        let limit = self.config.timeouts.list;
        match self.config.background.timeout(limit, catch_panic("the backend", request)).await {
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(failure))) => {
                if failure.is_refusal() {
                    tracing::debug!(error = %failure, "the backend refused to {what} for this caller");
                } else {
                    tracing::warn!(error = %failure, "the backend failed to {what}");
                }
                Err(response::tools_error(failure))
            }
            Ok(Err(Panicked)) => Err(response::error(
                StatusCode::BAD_GATEWAY,
                &format!("The backend panicked when it was asked to {what}. See the server's log for details."),
            )),
            Err(_) => {
                let raise = |name| format!(" Raise {name} if it needs longer.");
                let raise = self.config.setting_names.hint(Setting::LIST_TIMEOUT, raise);
                let message = format!("The backend did not {what} within {limit:?}.{raise}");
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, &message))
            }
        }
    }
}
