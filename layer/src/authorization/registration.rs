//! The choice of the client for an authorization server, and its registration (RFC 7591).

use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::client::{Client, ClientMethod};
use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::locations;
use super::metadata::ServerMetadata;
use super::secret::Secret;
use super::settings::Settings;

/// Maximum client ID length in bytes, because the ID is part of the URL that the user visits. A longer ID ends the
/// sign-in with an error.
const MAX_ID: usize = 2 * 1024;

impl Client {
    /// Returns the client given for this server. A client with credentials is used only at the authorization server
    /// configured for it, because any other server could be an attacker's. No server need be configured if the MCP
    /// server and the authorization server are both on this machine.
    pub(super) fn given(settings: &Settings, server: &ServerMetadata) -> Result<Option<Self>, AuthorizationError> {
        let Some(given) = &settings.client else { return Ok(None) };
        let issuer = Url::parse(&server.issuer);
        let is_local =
            locations::is_loopback(&settings.endpoint) && issuer.is_ok_and(|url| locations::is_loopback(&url));
        let is_only_one = is_local && settings.allowed_issuers.is_none();
        if given.has_credentials() && settings.issuer.is_none() && !is_only_one {
            let message = format!(
                "The client's credentials are not sent to {}, since no issuer is set. If they are for that server, set \
                 it as the issuer.",
                server.issuer
            );
            return Err(AuthorizationError::new(Code::NoClient, message));
        }
        let choices: &[_] = match (&given.secret, given.has_key) {
            (_, true) => &[ClientMethod::PrivateKeyJwt],
            (Some(_), false) => &[ClientMethod::ClientSecretBasic, ClientMethod::ClientSecretPost],
            (None, false) => &[ClientMethod::None],
        };
        Ok(Some(Self {
            issuer: server.issuer.clone(),
            id: given.id.clone(),
            secret: given.secret.clone(),
            method: first_of(choices, server).unwrap_or(choices[0]),
        }))
    }

    /// Returns the client whose id is the URL of its metadata, if the server fetches such metadata.
    pub(super) fn by_metadata(settings: &Settings, server: &ServerMetadata) -> Option<Self> {
        let url = settings.client_metadata_url.as_ref().filter(|_| server.client_id_metadata_document_supported)?;
        Some(Self { issuer: server.issuer.clone(), id: url.to_string(), secret: None, method: ClientMethod::None })
    }

    /// Returns a registration's body. It contains no scopes, because some authorization servers refuse scopes that
    /// only the resource lists.
    pub(super) fn registration(settings: &Settings, server: &ServerMetadata) -> String {
        let choices = [ClientMethod::None, ClientMethod::ClientSecretBasic, ClientMethod::ClientSecretPost];
        let method = first_of(&choices, server).unwrap_or(ClientMethod::None);
        let body = json!({
            "client_name": settings.client_name,
            "application_type": if settings.redirect_uri.scheme() == "http" { "native" } else { "web" },
            "redirect_uris": [settings.redirect_uri],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": method.name(),
        });
        body.to_string()
    }

    /// Returns the client from a successful registration.
    pub(super) fn registered(server: &ServerMetadata, status: u16, body: &[u8]) -> Result<Self, AuthorizationError> {
        #[derive(Default, Deserialize)]
        struct Registered {
            client_id: Option<String>,
            client_secret: Option<Secret>,
            token_endpoint_auth_method: Option<String>,
            error: Option<String>,
            error_description: Option<String>,
        }
        let registered: Registered = serde_json::from_slice(body).unwrap_or_default();
        let id = registered.client_id.filter(|id| !id.is_empty() && [200, 201].contains(&status));
        let secret = registered.client_secret;
        if let Some(length) = id.as_ref().map(String::len).filter(|length| *length > MAX_ID) {
            let message = format!(
                "The authorization server {} gave the client an id of {length} bytes, which is too long.",
                server.issuer
            );
            return Err(AuthorizationError::new(Code::TooLarge, message));
        }
        let id = id.ok_or_else(|| {
            let said = registered.error_description.or(registered.error).map(|said| format!(": {said}"));
            let message = format!(
                "The authorization server {} did not register the client ({status}){}.",
                server.issuer,
                said.unwrap_or_default()
            );
            AuthorizationError::new(Code::RegistrationRefused, message).without(&secret.iter().collect::<Vec<_>>())
        })?;
        let choices: &[_] = match secret {
            Some(_) => &[ClientMethod::ClientSecretBasic, ClientMethod::ClientSecretPost, ClientMethod::None],
            None => &[ClientMethod::None],
        };
        let chosen = registered.token_endpoint_auth_method.as_deref().and_then(ClientMethod::parse);
        // Only a given client has a key to sign with.
        let chosen = chosen.filter(|method| *method != ClientMethod::PrivateKeyJwt);
        let method = chosen.or_else(|| first_of(choices, server)).unwrap_or(choices[0]);
        Ok(Self { issuer: server.issuer.clone(), id, secret, method })
    }
}

/// Returns the first of these methods that the server lists, or the first choice if the server has no list. For a
/// client with a secret, that is the header, the default in RFC 8414, section 2.
fn first_of(choices: &[ClientMethod], server: &ServerMetadata) -> Option<ClientMethod> {
    match &server.token_endpoint_auth_methods_supported {
        Some(listed) => choices.iter().copied().find(|choice| listed.iter().any(|name| name == choice.name())),
        None => choices.first().copied(),
    }
}
