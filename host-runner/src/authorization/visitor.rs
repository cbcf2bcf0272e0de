use std::io::IsTerminal as _;

/// The visitor to the authorization server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visitor {
    /// A person with a browser on this machine.
    Browser,
    /// A person with a browser elsewhere, who pastes the address at which the browser ends.
    Paste,
    /// A person at the `mcp-ui open` page, who begins the sign-in there ([`Authorizer::go_on`](super::Authorizer::go_on)).
    Page,
    /// Nobody: only a client with its own credentials can sign in, and only existing grants can be refreshed.
    Nobody,
}

impl Visitor {
    /// Returns `Browser` if a person is at a terminal, or `BROWSER` names a program. Otherwise returns `Nobody`.
    pub fn of_terminal() -> Self {
        let has_browser = std::env::var_os("BROWSER").is_some_and(|browser| !browser.is_empty());
        if std::io::stderr().is_terminal() || has_browser { Self::Browser } else { Self::Nobody }
    }
}
