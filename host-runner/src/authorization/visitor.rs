use std::io::IsTerminal as _;

use tower_mcp_ui::authorization::{AuthorizationError, AuthorizationErrorCode};

/// The visitor to the authorization server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// A user with a browser on this machine.
    Browser,
    /// A user with a browser elsewhere, who pastes the browser's final URL.
    Paste,
    /// A user at the `mcp-ui open` page, who starts the sign-in there
    /// ([`Authorizer::go_on`](super::Authorizer::go_on)).
    Page,
    /// Nobody: only a client with its own credentials can sign in, and only existing grants can be refreshed.
    Nobody,
}

impl Visitor {
    /// Returns `Browser` if a user is at a terminal, or `BROWSER` specifies a program. Otherwise returns `Nobody`.
    pub fn of_terminal() -> Self {
        let has_browser = std::env::var_os("BROWSER").is_some_and(|browser| !browser.is_empty());
        if std::io::stderr().is_terminal() || has_browser { Self::Browser } else { Self::Nobody }
    }
}

/// The error if a sign-in needs a user and nobody is there.
pub(super) fn nobody() -> AuthorizationError {
    AuthorizationError::new(AuthorizationErrorCode::NoClient, "A user has to sign in, but none is available here.")
}
