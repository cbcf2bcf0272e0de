use serde::{Deserialize, Serialize};
use url::Url;

use super::client::{Client, GivenClient};
use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::locations::is_same_issuer;
use super::secret::Secret;

/// The settings for a sign-in: the endpoint, and the client that signs in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Settings {
    /// The MCP endpoint.
    pub endpoint: Url,
    /// The redirect URL, to which the browser brings the answer.
    pub redirect_uri: Url,
    /// The client's name, as shown to users. Default: `MCP UI`.
    pub client_name: String,
    /// A client that was registered beforehand.
    pub client: Option<GivenClient>,
    /// The URL of the client's metadata, which is also the client id (client ID metadata document).
    pub client_metadata_url: Option<Url>,
    /// Clients registered earlier, each with the authorization server that knows it.
    pub known_clients: Vec<Client>,
    /// The authorization server to choose, if the MCP server lists several. No other server gets the given client.
    pub issuer: Option<String>,
    /// The authorization servers that may be used. `None` allows all those that the MCP server lists.
    pub allowed_issuers: Option<Vec<String>>,
    /// The scopes to request instead of those listed by the servers, separated by spaces.
    pub scope: Option<String>,
    /// The scopes in an earlier grant, which are kept when the server asks for more.
    pub granted_scope: Option<String>,
    /// The tokens in an earlier grant. They are never shown, even if a server repeats them.
    pub held: Vec<Secret>,
    /// The holder of the token. Default: [`Holder::Either`].
    pub holder: Holder,
}

/// The holder of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holder {
    /// The client itself, which signs in with its own credentials at the first listed server.
    Client,
    /// A user, who can choose and visit the authorization server.
    Person,
    /// A user, or the client if the authorization server grants tokens only to clients.
    Either,
}

impl Settings {
    /// Creates settings with the defaults.
    pub fn new(endpoint: Url, redirect_uri: Url) -> Self {
        Self {
            endpoint,
            redirect_uri,
            client_name: "MCP UI".to_owned(),
            client: None,
            client_metadata_url: None,
            known_clients: Vec::new(),
            issuer: None,
            allowed_issuers: None,
            scope: None,
            granted_scope: None,
            held: Vec::new(),
            holder: Holder::Either,
        }
    }

    pub(super) fn allows(&self, issuer: &str) -> bool {
        self.allowed_issuers.as_ref().is_none_or(|allowed| allowed.iter().any(|one| is_same_issuer(one, issuer)))
    }

    /// Returns the error for an MCP server that lists no allowed authorization server.
    pub(super) fn none_allowed(&self, named: &[String]) -> AuthorizationError {
        let Some(allowed) = self.allowed_issuers.as_ref().filter(|_| !named.is_empty()) else {
            return AuthorizationError::new(Code::NoMetadata, "The MCP server names no authorization server.");
        };
        let message = format!(
            "{} names the authorization server {}, and only these are allowed: {}.",
            self.endpoint,
            named.join(", "),
            allowed.join(", ")
        );
        AuthorizationError::new(Code::IssuerMismatch, message)
    }
}
