//! The client known to an authorization server.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::secret::Secret;

/// A client known to one authorization server. Its id and credentials are never sent to another server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// The authorization server.
    pub issuer: String,
    /// The id.
    pub id: String,
    /// The password, if the client has one.
    pub secret: Option<Secret>,
    /// The client's authentication method at the token endpoint.
    pub method: ClientMethod,
}

/// A client authentication method (RFC 7591, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClientMethod {
    /// No authentication: the client has no secret.
    None,
    /// The client's secret in the header `Authorization`.
    ClientSecretBasic,
    /// The client's secret in the body.
    ClientSecretPost,
    /// A signature with the client's key (RFC 7523).
    PrivateKeyJwt,
}

impl ClientMethod {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ClientSecretBasic => "client_secret_basic",
            Self::ClientSecretPost => "client_secret_post",
            Self::PrivateKeyJwt => "private_key_jwt",
        }
    }

    pub(super) fn parse(name: &str) -> Option<Self> {
        let all = [Self::None, Self::ClientSecretBasic, Self::ClientSecretPost, Self::PrivateKeyJwt];
        all.into_iter().find(|method| method.name() == name)
    }
}

impl Client {
    /// Adds the client's authentication to a request: as body parameters, or as a header value, which is returned.
    pub(super) fn authenticate(
        &self,
        body: &mut form_urlencoded::Serializer<'_, String>,
        assertion: Option<&str>,
    ) -> Option<String> {
        let secret = self.secret.as_ref().map(Secret::reveal).unwrap_or_default();
        match self.method {
            ClientMethod::ClientSecretBasic => {
                // The id and the secret are form-encoded (RFC 6749, section 2.3.1).
                let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
                return Some(format!(
                    "Basic {}",
                    STANDARD.encode(format!("{}:{}", encoded(&self.id), encoded(secret)))
                ));
            }
            ClientMethod::None => {
                body.append_pair("client_id", &self.id);
            }
            ClientMethod::ClientSecretPost => {
                body.append_pair("client_id", &self.id).append_pair("client_secret", secret);
            }
            ClientMethod::PrivateKeyJwt => {
                body.append_pair("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
                body.append_pair("client_assertion", assertion.unwrap_or_default());
            }
        }
        None
    }
}

/// A client that was registered beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GivenClient {
    /// The id.
    pub id: String,
    /// The password, if the client has one.
    pub secret: Option<Secret>,
    /// True if the program signs for the client with a key.
    pub has_key: bool,
}

impl GivenClient {
    /// Creates a client with a password, with a key, or with neither.
    pub fn new(id: impl Into<String>, secret: Option<Secret>, has_key: bool) -> Self {
        Self { id: id.into(), secret, has_key }
    }

    /// Returns whether the client can authenticate itself, and so can get its own token without a user.
    pub fn has_credentials(&self) -> bool {
        self.has_key || self.secret.is_some()
    }
}
