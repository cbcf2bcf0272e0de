//! The URL that the user visits (RFC 6749, section 4.1.1, RFC 7636 and RFC 8707), and the token requests.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use form_urlencoded::Serializer;
use http::header::{self, HeaderMap, HeaderValue, InvalidHeaderValue};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::client::Client;
use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::secret::Secret;

/// A request that a program sends for a flow. The program follows redirects only for GET, and only within the origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OutgoingRequest {
    /// The URL.
    pub url: Url,
    /// The body's media type. Without one, the request has no body and its method is GET.
    pub content_type: Option<MediaType>,
    /// The `Authorization` header value.
    pub authorization: Option<Secret>,
    /// The body, which may contain secrets.
    pub body: String,
}

/// A request body's media type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MediaType {
    /// `application/json`.
    Json,
    /// `application/x-www-form-urlencoded`.
    Form,
}

impl MediaType {
    fn as_str(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Form => "application/x-www-form-urlencoded",
        }
    }
}

impl OutgoingRequest {
    /// Creates a request for a document.
    pub(super) fn get(url: Url) -> Self {
        Self { url, content_type: None, authorization: None, body: String::new() }
    }

    /// Creates a request with a JSON body.
    pub(super) fn post_json(url: Url, body: String) -> Self {
        Self { content_type: Some(MediaType::Json), body, ..Self::get(url) }
    }

    /// Creates a request with a form, and optionally the header `Authorization`.
    pub(super) fn post_form(url: Url, body: String, authorization: Option<String>) -> Self {
        let authorization = authorization.map(Secret::new);
        Self { content_type: Some(MediaType::Form), authorization, body, ..Self::get(url) }
    }

    /// The headers.
    ///
    /// # Errors
    ///
    /// If the client's secret cannot be sent in a header.
    pub fn headers(&self) -> Result<HeaderMap, InvalidHeaderValue> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(header::USER_AGENT, HeaderValue::from_static(concat!("mcp-ui/", env!("CARGO_PKG_VERSION"))));
        if let Some(content_type) = self.content_type {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type.as_str()));
        }
        if let Some(authorization) = &self.authorization {
            let mut value = HeaderValue::from_str(authorization.reveal())?;
            value.set_sensitive(true);
            headers.insert(header::AUTHORIZATION, value);
        }
        Ok(headers)
    }

    /// The method.
    pub fn method(&self) -> http::Method {
        if self.content_type.is_some() { http::Method::POST } else { http::Method::GET }
    }
}

/// The claims that a program signs with the client's key (RFC 7523, section 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Claims {
    /// The client, which is also the subject.
    pub iss: String,
    /// See [`iss`](Self::iss).
    pub sub: String,
    /// The authorization server.
    pub aud: String,
    /// A random string.
    pub jti: String,
    /// The issue time, in seconds since 1970.
    pub iat: u64,
    /// The expiry time.
    pub exp: u64,
}

/// Encodes random bytes as text.
pub(super) fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The parameters that an authorization request sets.
const OWN: [&str; 11] = [
    "response_type",
    "client_id",
    "redirect_uri",
    "state",
    "code_challenge",
    "code_challenge_method",
    "resource",
    "scope",
    // These parameters make a server read the other parameters from elsewhere, or answer in another way.
    "request",
    "request_uri",
    "response_mode",
];

/// The scope that requests a refresh token (OIDC Core 1.0, section 11).
pub(super) const OFFLINE: &str = "offline_access";

/// The parameters in an authorization request.
pub(super) struct Authorization<'a> {
    pub(super) client: &'a Client,
    pub(super) redirect_uri: &'a Url,
    pub(super) resource: Option<&'a str>,
    pub(super) scope: Option<&'a str>,
    pub(super) state: &'a Secret,
    pub(super) verifier: &'a Secret,
}

impl Authorization<'_> {
    /// Returns the URL that the user visits. Keeps the endpoint's own parameters, but rejects parameters that are also
    /// set here: the server might read the first of the two.
    pub(super) fn url(&self, endpoint: &Url) -> Result<Url, AuthorizationError> {
        if let Some((name, _)) = endpoint.query_pairs().find(|(name, _)| OWN.contains(&&**name)) {
            let message = format!("The authorization endpoint's URL must not contain the parameter {name:?}.");
            return Err(AuthorizationError::new(Code::InsecureEndpoint, message));
        }
        let mut url = endpoint.clone();
        let challenge = encoded(&Sha256::digest(self.verifier.reveal()));
        let mut query = url.query_pairs_mut();
        query.append_pair("response_type", "code").append_pair("client_id", &self.client.id);
        query.append_pair("redirect_uri", self.redirect_uri.as_str());
        query.append_pair("state", self.state.reveal());
        query.append_pair("code_challenge", &challenge).append_pair("code_challenge_method", "S256");
        for (name, value) in [("resource", self.resource), ("scope", self.scope)] {
            if let Some(value) = value {
                query.append_pair(name, value);
            }
        }
        // Many servers grant `offline_access` only with the user's consent (OIDC Core 1.0, section 11).
        let is_offline = self.scope.is_some_and(|scope| scope.split(' ').any(|scope| scope == OFFLINE));
        if is_offline && !endpoint.query_pairs().any(|(name, _)| name == "prompt") {
            query.append_pair("prompt", "consent");
        }
        drop(query);
        Ok(url)
    }
}

/// The credential that is exchanged for a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum TokenFor {
    Code { code: Secret, verifier: Secret, redirect_uri: Url },
    Refresh(Secret),
    Client,
}

/// A token request.
pub(super) struct TokenRequest<'a> {
    pub(super) client: &'a Client,
    pub(super) resource: Option<&'a str>,
    pub(super) scope: Option<&'a str>,
    pub(super) by: &'a TokenFor,
    pub(super) assertion: Option<&'a str>,
}

impl TokenRequest<'_> {
    pub(super) fn to(&self, endpoint: Url) -> OutgoingRequest {
        let mut body = Serializer::new(String::new());
        match self.by {
            TokenFor::Code { code, verifier, redirect_uri } => {
                body.append_pair("grant_type", "authorization_code").append_pair("code", code.reveal());
                body.append_pair("code_verifier", verifier.reveal());
                body.append_pair("redirect_uri", redirect_uri.as_str());
            }
            TokenFor::Refresh(token) => {
                body.append_pair("grant_type", "refresh_token").append_pair("refresh_token", token.reveal());
            }
            TokenFor::Client => {
                body.append_pair("grant_type", "client_credentials");
            }
        }
        // A code already has its scope.
        let scope = self.scope.filter(|_| !matches!(self.by, TokenFor::Code { .. }));
        for (name, value) in [("resource", self.resource), ("scope", scope)] {
            if let Some(value) = value {
                body.append_pair(name, value);
            }
        }
        let authorization = self.client.authenticate(&mut body, self.assertion);
        OutgoingRequest::post_form(endpoint, body.finish(), authorization)
    }
}
