//! The header `WWW-Authenticate`, with which a server asks for a token (RFC 6750, section 3; RFC 9728, section 5.1).

use http::header::{HeaderMap, WWW_AUTHENTICATE};
use serde::{Deserialize, Serialize};

/// A server's demand for a token, or for more scopes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Challenge {
    /// The URL of the resource metadata.
    pub resource_metadata: Option<String>,
    /// The scopes that the request needs, separated by spaces.
    pub scope: Option<String>,
    /// The error code, such as `insufficient_scope`.
    pub error: Option<String>,
}

impl Challenge {
    /// Reads the challenge for a bearer token. Other and malformed challenges are ignored.
    ///
    /// ```
    /// use http::{HeaderMap, HeaderValue};
    /// use tower_mcp_ui::authorization::Challenge;
    ///
    /// let mut headers = HeaderMap::new();
    /// headers.insert("www-authenticate", HeaderValue::from_static(r#"Bearer error="insufficient_scope", scope="files:write""#));
    /// let challenge = Challenge::of(&headers);
    /// assert_eq!(challenge.scope.as_deref(), Some("files:write"));
    /// assert!(challenge.is_insufficient_scope());
    /// ```
    pub fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
        values.find_map(Self::parse).unwrap_or_default()
    }

    fn parse(value: &str) -> Option<Self> {
        let challenges = http_auth::parse_challenges(value).ok()?;
        let bearer = challenges.into_iter().find(|challenge| challenge.scheme.eq_ignore_ascii_case("bearer"))?;
        let parameter = |name: &str| {
            let found = bearer.params.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.to_unescaped()).filter(|value| !value.is_empty())
        };
        Some(Self {
            resource_metadata: parameter("resource_metadata"),
            scope: parameter("scope"),
            error: parameter("error"),
        })
    }

    /// Returns whether the challenge says that the token is valid, but that scopes are missing.
    pub fn is_insufficient_scope(&self) -> bool {
        self.error.as_deref() == Some("insufficient_scope")
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn the_challenge_for_a_bearer_token_is_read() {
        let mut headers = HeaderMap::new();
        headers.append(WWW_AUTHENTICATE, HeaderValue::from_static("Basic realm=\"a\""));
        let metadata = r#"bearer realm="a, b", resource_metadata="https://example.com/.well-known/x", scope="a b""#;
        headers.append(WWW_AUTHENTICATE, HeaderValue::from_static(metadata));
        let challenge = Challenge::of(&headers);
        assert_eq!(challenge.resource_metadata.as_deref(), Some("https://example.com/.well-known/x"));
        assert_eq!((challenge.scope.as_deref(), challenge.is_insufficient_scope()), (Some("a b"), false));
        for other in ["", "Bearer", "Basic realm=\"a\"", "Bearer scope=\"", "\u{7f}", ",,,"] {
            let headers =
                HeaderMap::from_iter(HeaderValue::from_str(other).ok().map(|value| (WWW_AUTHENTICATE, value)));
            assert_eq!(Challenge::of(&headers), Challenge::default(), "{other:?}");
        }
    }
}
