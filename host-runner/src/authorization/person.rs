use tokio::sync::watch;
use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code};

use super::visit::Callback;

/// The user who is signing in.
pub(super) struct Person {
    pub(super) callback: Callback,
    /// Changes when the user cancels the sign-in.
    pub(super) ended: watch::Receiver<()>,
}

impl Person {
    pub(super) fn has_ended(&self) -> bool {
        self.ended.has_changed().unwrap_or(true)
    }

    /// Waits for a part of the sign-in, unless the user cancels the sign-in first.
    pub(super) async fn unless_ended<T>(
        &self,
        part: impl Future<Output = Result<T, AuthorizationError>>,
    ) -> Result<T, AuthorizationError> {
        // A clone, because a receiver reports each change only once.
        let mut ended = self.ended.clone();
        tokio::select! {
            biased;
            _ = ended.changed() => Err(ended_by_person()),
            done = part => done,
        }
    }
}

pub(super) fn ended_by_person() -> AuthorizationError {
    AuthorizationError::new(Code::Denied, "You cancelled the sign-in.")
}
