use serde::{Deserialize, Serialize};
use url::Url;

use super::client::{Client, GivenClient};
use super::secret::Secret;

/// The settings for a sign-in: the endpoint, and the client that signs in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Settings {
    /// The MCP endpoint.
    pub endpoint: Url,
    /// The address to which the browser brings the answer.
    pub redirect_uri: Url,
    /// The client's name, for people. Default: `MCP UI`.
    pub client_name: String,
    /// A client that was registered beforehand.
    pub client: Option<GivenClient>,
    /// The address of the client's metadata, which is also the client id (client ID metadata document).
    pub client_metadata_url: Option<Url>,
    /// Clients registered earlier, each with the authorization server that knows it.
    pub known_clients: Vec<Client>,
    /// The authorization server to choose, if the MCP server names several. No other server gets the given client.
    pub issuer: Option<String>,
    /// The scopes to request instead of those named by the servers, separated by spaces.
    pub scope: Option<String>,
    /// The scopes in an earlier grant, which are kept when the server asks for more.
    pub granted_scope: Option<String>,
    /// The tokens in an earlier grant. They are shown nowhere, even if a server repeats them.
    pub held: Vec<Secret>,
    /// True if a person can choose and visit the authorization server. Otherwise the client signs in with its own
    /// credentials, at the first named server.
    pub is_interactive: bool,
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
            scope: None,
            granted_scope: None,
            held: Vec::new(),
            is_interactive: true,
        }
    }
}
