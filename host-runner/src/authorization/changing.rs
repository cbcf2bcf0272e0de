use std::io;
use std::time::Instant;

use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode as Code, Secret};

use super::store::Kept;

/// The state for the task that changes the grant.
#[derive(Debug, Default)]
pub(super) struct Changing {
    /// The last failed refresh.
    pub(super) failed: Option<FailedRefresh>,
    /// The replaced grant that the file still contains, because the file could not be written.
    pub(super) unwritten: Option<Kept>,
}

/// A failed refresh.
#[derive(Debug)]
pub(super) struct FailedRefresh {
    pub(super) token: Secret,
    pub(super) error: AuthorizationError,
    pub(super) at: Instant,
}

pub(super) fn forgotten() -> AuthorizationError {
    AuthorizationError::new(Code::RefreshFailed, "The grant was forgotten.")
}

pub(super) fn unwritable(error: &io::Error) -> AuthorizationError {
    AuthorizationError::new(Code::RefreshFailed, format!("The file with the grants cannot be used: {error}"))
}
