//! Backend requests other than calls: tool and resource lists, and resource contents.

use http::StatusCode;

use super::Explorer;
use super::response::{self, ExplorerResponse};
use crate::backend::ToolsError;
use crate::catch_panic::{Panicked, catch_panic};
use crate::setting::Setting;

impl Explorer {
    /// Sends a request to the backend, within the configured timeout. `what` describes it in messages, such as "list
    /// its tools".
    ///
    /// A failure is logged as a warning. A refusal for this caller is not, since it is an everyday event. The error
    /// response comes from [`tools_error`](response::tools_error) after a failure; it is 502 after a panic and 504
    /// after the timeout.
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
                let raise = |name| format!(" Raise {name} if it needs more time.");
                let raise = self.config.setting_names.hint(Setting::LIST_TIMEOUT, raise);
                let message = format!("The backend did not {what} within {limit:?}.{raise}");
                Err(response::error(StatusCode::GATEWAY_TIMEOUT, &message))
            }
        }
    }
}
