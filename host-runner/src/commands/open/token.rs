use http::HeaderMap;
use subtle::ConstantTimeEq as _;

/// The header with the token.
pub(super) const HEADER: &str = "mcp-ui-token";

/// The random token of this start.
#[derive(Clone)]
pub(in crate::commands) struct Token(String);

impl Token {
    pub(in crate::commands) fn new() -> Self {
        Self(mcp_ui_host::random_token())
    }

    pub(in crate::commands) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether a request has the token, once.
    pub(super) fn is_in(&self, headers: &HeaderMap) -> bool {
        let mut sent = headers.get_all(HEADER).iter();
        match (sent.next(), sent.next()) {
            (Some(sent), None) => bool::from(sent.as_bytes().ct_eq(self.0.as_bytes())),
            _ => false,
        }
    }
}
