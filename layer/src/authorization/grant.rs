use form_urlencoded::Serializer;
use serde::{Deserialize, Serialize};
use url::Url;

use super::client::Client;
use super::error::{AuthorizationError, AuthorizationErrorCode as Code};
use super::requests::OutgoingRequest;
use super::secret::Secret;

/// Maximum length in bytes of a token, and of the granted scopes. Longer values end the sign-in with an error.
const MAX_TOKEN: usize = 16 * 1024;

/// The number of seconds before its expiry at which a token is refreshed, unless its lifetime is short.
const EARLY: u64 = 60;

/// A granted token, for one resource and from one authorization server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Grant {
    /// The MCP endpoint that accepts the token.
    pub endpoint: Url,
    /// The value of the parameter `resource` (RFC 8707).
    pub resource: Option<String>,
    /// The client that received the grant, with its authorization server.
    pub client: Client,
    /// The endpoint that refreshes the token.
    pub token_endpoint: Url,
    /// The endpoint that revokes the token (RFC 7009).
    pub revocation_endpoint: Option<Url>,
    /// The token.
    pub access_token: Secret,
    /// The token that requests a new access token.
    pub refresh_token: Option<Secret>,
    /// The scopes, separated by spaces.
    pub scope: Option<String>,
    /// The issue time, in seconds since 1970.
    pub issued_at: u64,
    /// The expiry time, in seconds since 1970. `None` if the server does not state it.
    pub expires_at: Option<u64>,
}

impl Grant {
    /// Returns the request that revokes the grant, or `None` if the server has no revocation endpoint. A client with a
    /// key cannot revoke its grant.
    pub fn revocation(&self) -> Option<OutgoingRequest> {
        let url = self.revocation_endpoint.clone()?;
        let (token, hint) = match &self.refresh_token {
            Some(token) => (token, "refresh_token"),
            None => (&self.access_token, "access_token"),
        };
        let mut body = Serializer::new(String::new());
        body.append_pair("token", token.reveal()).append_pair("token_type_hint", hint);
        let authorization = self.client.authenticate(&mut body, None);
        Some(OutgoingRequest::post_form(url, body.finish(), authorization))
    }

    /// Returns whether the token should be refreshed: a minute before its expiry, or after half its lifetime if the
    /// lifetime is shorter than two minutes.
    pub fn is_stale(&self, now: u64) -> bool {
        self.stale_at().is_some_and(|at| now >= at)
    }

    /// Returns the time when the token should be refreshed, in seconds since 1970: see [`is_stale`](Self::is_stale).
    /// `None` if the server does not state the expiry time.
    pub fn stale_at(&self) -> Option<u64> {
        let expires_at = self.expires_at?;
        let lifetime = expires_at.saturating_sub(self.issued_at);
        Some(expires_at.saturating_sub(EARLY.min(lifetime / 2)))
    }
}

/// A token endpoint's response that issues a token.
#[derive(Debug)]
pub(super) struct Issued {
    pub(super) access_token: Secret,
    pub(super) refresh_token: Option<Secret>,
    pub(super) scope: Option<String>,
    pub(super) expires_in: Option<u64>,
}

impl Issued {
    /// Parses the response. Without a token, returns an error with the code `refusal`, unless the client is unknown.
    pub(super) fn parse(issuer: &str, status: u16, body: &[u8], refusal: Code) -> Result<Self, AuthorizationError> {
        #[derive(Default, Deserialize)]
        struct Answer {
            access_token: Option<String>,
            token_type: Option<String>,
            refresh_token: Option<String>,
            id_token: Option<String>,
            scope: Option<String>,
            expires_in: Option<serde_json::Value>,
            error: Option<String>,
            error_description: Option<String>,
        }
        let answer: Answer = serde_json::from_slice(body).unwrap_or_default();
        let tokens = [answer.access_token.clone(), answer.refresh_token.clone(), answer.id_token];
        // Some servers answer 200 with an error.
        let token = answer.access_token.filter(|token| status == 200 && answer.error.is_none() && !token.is_empty());
        let Some(token) = token else {
            // RFC 6749, section 5.2.
            let is_unknown = answer.error.as_deref() == Some("invalid_client");
            let said = [answer.error, answer.error_description].into_iter().flatten().collect::<Vec<_>>().join(", ");
            let said = if said.is_empty() { said } else { format!(": {said}") };
            let message = format!("The authorization server {issuer} issued no token ({status}){said}.");
            let error = AuthorizationError::new(if is_unknown { Code::UnknownClient } else { refusal }, message);
            return Err(error.without_texts(tokens));
        };
        let token_type = answer.token_type.unwrap_or_default();
        if !token_type.eq_ignore_ascii_case("bearer") {
            let message =
                format!("The authorization server {issuer} issued a {token_type:?} token, not a bearer token.");
            return Err(AuthorizationError::new(Code::TokenType, message).without_texts(tokens));
        }
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let is_large = token.len().max(length(&answer.refresh_token)).max(length(&answer.scope)) > MAX_TOKEN;
        if is_large {
            let message =
                format!("The authorization server {issuer} issued a token or scopes of more than {MAX_TOKEN} bytes.");
            return Err(AuthorizationError::new(Code::TooLarge, message));
        }
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = format!("The authorization server {issuer} issued a token that cannot be sent in a header.");
            return Err(AuthorizationError::new(refusal, message));
        }
        // Some servers write the number as a string.
        let expires_in = answer.expires_in.as_ref().and_then(|value| {
            let in_text = || value.as_str().and_then(|text| text.parse().ok());
            value.as_u64().or_else(in_text)
        });
        Ok(Self {
            access_token: Secret::new(token),
            refresh_token: answer.refresh_token.filter(|token| !token.is_empty()).map(Secret::new),
            scope: answer.scope,
            expires_in,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(status: u16, body: &str) -> Result<Issued, Code> {
        Issued::parse("https://b.example", status, body.as_bytes(), Code::TokenRefused).map_err(|error| error.code())
    }

    #[test]
    fn only_a_bearer_token_is_taken() {
        let issued = parsed(200, r#"{"access_token":"t","token_type":"bearer","expires_in":"60"}"#).unwrap();
        assert_eq!((issued.access_token.reveal(), issued.expires_in), ("t", Some(60)));
        let large = format!(r#"{{"access_token":"{}","token_type":"Bearer"}}"#, "t".repeat(MAX_TOKEN + 1));
        for (status, body, code) in [
            (400, r#"{"access_token":"t","token_type":"Bearer"}"#, Code::TokenRefused),
            (401, r#"{"error":"invalid_client"}"#, Code::UnknownClient),
            (200, r#"{"access_token":"t","token_type":"Bearer","error":"invalid_grant"}"#, Code::TokenRefused),
            (200, "<html>", Code::TokenRefused),
            (200, r#"{"access_token":"a b","token_type":"Bearer"}"#, Code::TokenRefused),
            (200, r#"{"access_token":"t","token_type":"DPoP"}"#, Code::TokenType),
            (200, r#"{"access_token":"t"}"#, Code::TokenType),
            (200, &large, Code::TooLarge),
        ] {
            assert_eq!(parsed(status, body).unwrap_err(), code, "{body:.60}");
        }
    }

    #[test]
    fn an_error_repeats_no_token() {
        for body in [
            r#"{"access_token":"secret-token","token_type":"secret-token"}"#,
            r#"{"id_token":"secret-token","error":"x","error_description":"secret-token"}"#,
        ] {
            let error = Issued::parse("https://b.example", 200, body.as_bytes(), Code::TokenRefused).unwrap_err();
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }
}
