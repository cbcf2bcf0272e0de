use serde::{Deserialize, Serialize};

use super::secret::{Secret, without};

/// The reason for a failed sign-in, as a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AuthorizationErrorCode {
    /// Neither the MCP server nor its authorization server has usable metadata.
    NoMetadata,
    /// The metadata belong to another resource.
    ResourceMismatch,
    /// The metadata belong to another authorization server.
    IssuerMismatch,
    /// The callback has no issuer, although the authorization server promised one (RFC 9207).
    IssMissing,
    /// The callback comes from another issuer.
    IssWrong,
    /// The authorization server does not announce PKCE with S256.
    NoPkce,
    /// An endpoint uses neither HTTPS nor a loopback address.
    InsecureEndpoint,
    /// A server's response leads to a URL that must not be requested, such as a local one from a public server.
    BlockedAddress,
    /// The authorization server refuses to register the client.
    RegistrationRefused,
    /// The client is unknown to the authorization server, and cannot be registered.
    NoClient,
    /// The authorization server has forgotten the client, or refuses its credentials.
    UnknownClient,
    /// The user or the authorization server has refused.
    Denied,
    /// The callback belongs to no pending sign-in.
    StateUnknown,
    /// The user took too long.
    FlowExpired,
    /// The authorization server issues no token.
    TokenRefused,
    /// The token is not a bearer token.
    TokenType,
    /// The grant can no longer be refreshed.
    RefreshFailed,
    /// The server asks for scopes that were requested already.
    ScopeUnreachable,
    /// The server refuses a token that was just issued.
    Loop,
    /// A server did not answer in time.
    Timeout,
    /// A response or a token is too large.
    TooLarge,
}

/// The error that ends a sign-in.
///
/// Its message is a sentence, which may quote the servers. It contains no code, token or secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}", shortened(message))]
pub struct AuthorizationError {
    code: AuthorizationErrorCode,
    message: String,
}

impl AuthorizationError {
    /// Creates an error. Line breaks in the message become spaces, and it is cut at 1,000 characters where it is shown.
    pub fn new(code: AuthorizationErrorCode, message: impl Into<String>) -> Self {
        let message: String = message.into();
        Self { code, message: message.replace(['\n', '\r', '\t'], " ") }
    }

    /// Returns the error without these secrets, which a server may have repeated in it.
    pub(super) fn without(mut self, secrets: &[&Secret]) -> Self {
        // Cut the message last: if a secret were cut first, the rest of it would be shown.
        shortened(&without(secrets, &self.message)).clone_into(&mut self.message);
        self
    }

    /// Returns the error without the given strings, which are secrets that a server may have repeated in it.
    pub(super) fn without_texts(self, texts: impl IntoIterator<Item = Option<String>>) -> Self {
        let secrets: Vec<Secret> = texts.into_iter().flatten().map(Secret::new).collect();
        self.without(&secrets.iter().collect::<Vec<_>>())
    }

    /// The error's kind.
    pub fn code(&self) -> AuthorizationErrorCode {
        self.code
    }
}

/// Maximum message length in characters. The rest is cut off.
const MAX_MESSAGE: usize = 1_000;

fn shortened(message: &str) -> &str {
    message.char_indices().nth(MAX_MESSAGE).map_or(message, |(end, _)| &message[..end])
}
