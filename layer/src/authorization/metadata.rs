//! Metadata for a resource (RFC 9728) and for an authorization server (RFC 8414).

use serde::{Deserialize, Serialize};
use url::Url;

use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::locations;

/// The members of a protected resource's metadata that a sign-in uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ResourceMetadata {
    pub(super) resource: Option<String>,
    #[serde(default)]
    pub(super) authorization_servers: Vec<String>,
    pub(super) scopes_supported: Option<Vec<String>>,
}

impl ResourceMetadata {
    /// Parses a document. Returns `None` if it is not resource metadata, so that another place is tried.
    pub(super) fn parse(body: &[u8]) -> Option<Self> {
        serde_json::from_value(serde_json::from_slice(body).ok()?).ok()
    }

    /// Checks that the metadata belong to the endpoint (RFC 9728, section 3.3).
    pub(super) fn check(&self, endpoint: &Url) -> Result<(), AuthorizationError> {
        let resource = self.resource.as_deref().unwrap_or_default();
        // The resource is sent exactly as written, so it must not be ambiguous.
        let is_plain = |url: &Url| {
            let written = url.as_str();
            (written == resource || written.strip_suffix('/') == Some(resource))
                && url.username().is_empty()
                && url.password().is_none()
                && url.fragment().is_none()
        };
        let parsed = Url::parse(resource).ok().filter(is_plain);
        let is_of_endpoint = parsed.is_some_and(|resource| locations::includes(&resource, endpoint));
        if !is_of_endpoint {
            let message = format!("The metadata of {endpoint} is for another resource, {resource:?}.");
            return Err(AuthorizationError::new(Code::ResourceMismatch, message));
        }
        if self.authorization_servers.is_empty() {
            let message = format!("The metadata of {endpoint} names no authorization server.");
            return Err(AuthorizationError::new(Code::NoMetadata, message));
        }
        Ok(())
    }
}

/// The members of an authorization server's metadata that a sign-in uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ServerMetadata {
    pub(super) issuer: String,
    #[serde(default)]
    authorization_endpoint: Option<String>,
    #[serde(default)]
    token_endpoint: Option<String>,
    #[serde(default)]
    registration_endpoint: Option<String>,
    revocation_endpoint: Option<String>,
    pub(super) scopes_supported: Option<Vec<String>>,
    grant_types_supported: Option<Vec<String>>,
    code_challenge_methods_supported: Option<Vec<String>>,
    pub(super) token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
    #[serde(default)]
    pub(super) client_id_metadata_document_supported: bool,
}

impl ServerMetadata {
    /// Parses a document. Returns `None` if it is not server metadata, so that another place is tried.
    pub(super) fn parse(body: &[u8]) -> Option<Self> {
        serde_json::from_value(serde_json::from_slice(body).ok()?).ok()
    }

    /// The endpoints for an MCP 2025-03-26 server without metadata, at the MCP server's origin.
    pub(super) fn at_origin(endpoint: &Url) -> Self {
        let at = |path| Some(locations::at(endpoint, path).to_string());
        Self {
            issuer: locations::origin(endpoint),
            authorization_endpoint: at("/authorize"),
            token_endpoint: at("/token"),
            registration_endpoint: at("/register"),
            revocation_endpoint: None,
            scopes_supported: None,
            grant_types_supported: None,
            code_challenge_methods_supported: None,
            token_endpoint_auth_methods_supported: None,
            authorization_response_iss_parameter_supported: false,
            client_id_metadata_document_supported: false,
        }
    }

    /// The metadata known from an earlier grant: the issuer, and the endpoints that issue and revoke tokens.
    pub(super) fn known(issuer: &str, token_endpoint: &Url, revocation_endpoint: Option<&Url>) -> Self {
        Self {
            issuer: issuer.to_owned(),
            token_endpoint: Some(token_endpoint.to_string()),
            revocation_endpoint: revocation_endpoint.map(Url::to_string),
            ..Self::at_origin(token_endpoint)
        }
    }

    /// Checks that the metadata belong to the issuer (RFC 8414, section 3.3): both strings must be identical.
    pub(super) fn check(&self, issuer: &str) -> Result<(), AuthorizationError> {
        if self.issuer == issuer {
            return Ok(());
        }
        let message = format!("The metadata of the authorization server {issuer} is for {:?}.", self.issuer);
        Err(AuthorizationError::new(Code::IssuerMismatch, message))
    }

    /// Checks that the server announces PKCE with S256. Without it, a code could be stolen.
    pub(super) fn check_pkce(&self) -> Result<(), AuthorizationError> {
        let methods = self.code_challenge_methods_supported.as_deref().unwrap_or_default();
        if methods.iter().any(|method| method == "S256") {
            return Ok(());
        }
        let message =
            format!("The authorization server {} does not announce PKCE with S256, which MCP requires.", self.issuer);
        Err(AuthorizationError::new(Code::NoPkce, message))
    }

    /// Returns whether the server may issue tokens for this grant type. Without a list, only for codes (RFC 8414).
    pub(super) fn grants(&self, grant_type: &str) -> bool {
        match &self.grant_types_supported {
            Some(types) => types.iter().any(|listed| listed == grant_type),
            None => grant_type == "authorization_code",
        }
    }

    pub(super) fn authorization_endpoint(&self, endpoint: &Url) -> Result<Url, AuthorizationError> {
        self.required(self.authorization_endpoint.as_deref(), "authorization_endpoint", endpoint)
    }

    pub(super) fn token_endpoint(&self, endpoint: &Url) -> Result<Url, AuthorizationError> {
        self.required(self.token_endpoint.as_deref(), "token_endpoint", endpoint)
    }

    pub(super) fn registration_endpoint(&self, endpoint: &Url) -> Result<Option<Url>, AuthorizationError> {
        self.registration_endpoint.as_deref().map(|text| locations::parse(text, endpoint)).transpose()
    }

    /// The endpoint that revokes a token, if its URL is allowed.
    pub(super) fn revocation_endpoint(&self, endpoint: &Url) -> Option<Url> {
        locations::parse(self.revocation_endpoint.as_deref()?, endpoint).ok()
    }

    fn required(&self, text: Option<&str>, name: &str, endpoint: &Url) -> Result<Url, AuthorizationError> {
        let missing = || {
            let message = format!("The metadata of the authorization server {} has no {name}.", self.issuer);
            AuthorizationError::new(Code::NoMetadata, message)
        };
        locations::parse(text.ok_or_else(missing)?, endpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_of_others_are_refused() {
        let endpoint = Url::parse("https://a.example/mcp").unwrap();
        let check =
            |text: &str| ResourceMetadata::parse(text.as_bytes()).unwrap().check(&endpoint).map_err(|e| e.code());
        let servers = r#""authorization_servers":["https://b.example"]"#;
        assert_eq!(check(&format!(r#"{{"resource":"https://a.example/mcp",{servers}}}"#)), Ok(()));
        assert_eq!(check(&format!(r#"{{"resource":"https://c.example/mcp",{servers}}}"#)), Err(Code::ResourceMismatch));
        assert_eq!(check(&format!("{{{servers}}}")), Err(Code::ResourceMismatch));
        assert_eq!(check(r#"{"resource":"https://a.example/"}"#), Err(Code::NoMetadata));
        for document in ["", "<html>", "[]", "{\"authorization_servers\":1}"] {
            assert_eq!(ResourceMetadata::parse(document.as_bytes()), None, "{document}");
        }
    }

    #[test]
    fn an_authorization_server_is_bound_to_its_issuer_and_announces_pkce() {
        let server =
            ServerMetadata::parse(br#"{"issuer":"https://b.example","code_challenge_methods_supported":["plain"]}"#);
        let server = server.unwrap();
        assert!(server.check("https://b.example").is_ok());
        assert_eq!(server.check("https://b.example/").unwrap_err().code(), Code::IssuerMismatch);
        assert_eq!(server.check_pkce().unwrap_err().code(), Code::NoPkce);
        assert!(server.grants("authorization_code") && !server.grants("client_credentials"));
        let endpoint = Url::parse("https://a.example/mcp").unwrap();
        assert_eq!(server.token_endpoint(&endpoint).unwrap_err().code(), Code::NoMetadata);
    }
}
