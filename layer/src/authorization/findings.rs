//! Findings about servers: problems that this client handles, but other clients may not.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::FindingCode as Code;
use self::Severity::{Error, Hint, Warning};
use super::challenge::Challenge;
use super::grant::Grant;
use crate::severity::Severity;

/// A finding's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FindingCode {
    /// The refusal has no link to the resource metadata.
    NoMetadataLink,
    /// Neither the refusal nor the metadata lists scopes.
    NoScopes,
    /// The resource does not accept tokens in the header.
    NoHeader,
    /// The resource has several authorization servers.
    SeveralIssuers,
    /// The authorization server does not announce PKCE with S256.
    NoPkce,
    /// The authorization server does not identify itself in its answers.
    NoIss,
    /// Clients can neither register nor use a metadata URL as their id.
    NoRegistration,
    /// Clients cannot use a metadata URL as their id.
    NoClientMetadata,
    /// Clients without a secret cannot get tokens.
    NoPublicClients,
    /// The authorization server does not announce authorization codes.
    NoCode,
    /// Tokens are not refreshed.
    NoRefresh,
    /// The authorization server does not know some of the resource's scopes.
    UnknownScopes,
    /// Tokens cannot be revoked.
    NoRevocation,
    /// A token has no lifetime.
    NoExpiry,
    /// Fewer scopes were granted than requested.
    FewerScopes,
}

/// A finding about a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Finding {
    /// The kind.
    pub code: FindingCode,
    /// The severity.
    pub severity: Severity,
    /// The observation, as a sentence.
    pub message: String,
    /// The change that the server's operators can make, as a sentence.
    pub advice: String,
}

impl Finding {
    fn new(code: FindingCode, severity: Severity, message: impl Into<String>, advice: &str) -> Self {
        Self { code, severity, message: message.into(), advice: advice.to_owned() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.message, self.advice)
    }
}

/// Checks a resource's metadata, and the refusal that led to them.
pub(super) fn of_resource(challenge: &Challenge, metadata: &Value) -> Vec<Finding> {
    let names_no_scopes = challenge.scope.is_none() && listed(metadata, "scopes_supported").is_none();
    let issuers = listed(metadata, "authorization_servers").map_or(0, |issuers| issuers.len());
    let found = [
        challenge.resource_metadata.is_none().then(|| {
            Finding::new(
                Code::NoMetadataLink,
                Hint,
                "The MCP server's refusal does not say where the resource metadata is.",
                "Add `resource_metadata` to WWW-Authenticate (RFC 9728, section 5.1).",
            )
        }),
        names_no_scopes.then(|| {
            Finding::new(
                Code::NoScopes,
                Hint,
                "Neither the MCP server's refusal nor its metadata lists any scopes, so clients request none.",
                "Add `scope` to WWW-Authenticate, or `scopes_supported` to the metadata.",
            )
        }),
        lacks(metadata, "bearer_methods_supported", "header").then(|| {
            Finding::new(
                Code::NoHeader,
                Error,
                "The metadata does not list the `Authorization` header, in which MCP clients must send tokens.",
                "Add `header` to `bearer_methods_supported`.",
            )
        }),
        (issuers > 1).then(|| {
            Finding::new(
                Code::SeveralIssuers,
                Hint,
                format!("There are {issuers} authorization servers, and clients choose one."),
                "List first the one that most people use.",
            )
        }),
    ];
    found.into_iter().flatten().collect()
}

/// Checks an authorization server's metadata against the resource's `scopes`.
pub(super) fn of_server(metadata: &Value, scopes: &[String]) -> Vec<Finding> {
    let has = |name: &str| metadata.get(name).is_some_and(Value::is_string);
    let is_true = |name: &str| metadata.get(name) == Some(&Value::Bool(true));
    let includes = |name: &str, value: &str| listed(metadata, name).is_some_and(|listed| listed.contains(&value));
    let takes_metadata = is_true("client_id_metadata_document_supported");
    let known: Option<HashSet<&str>> = listed(metadata, "scopes_supported").map(HashSet::from_iter);
    let is_unknown = |scope: &&str| known.as_ref().is_some_and(|known| !known.contains(scope));
    let unknown: Vec<_> = scopes.iter().map(String::as_str).filter(is_unknown).collect();
    let found = [
        (!includes("code_challenge_methods_supported", "S256")).then(|| {
            Finding::new(
                Code::NoPkce,
                Error,
                "The authorization server does not announce PKCE with S256. MCP clients refuse such a server.",
                "Add `S256` to `code_challenge_methods_supported`.",
            )
        }),
        (!is_true("authorization_response_iss_parameter_supported")).then(|| {
            Finding::new(
                Code::NoIss,
                Warning,
                "The authorization server does not identify itself in authorization responses, so clients cannot \
                 detect a mix-up attack.",
                "Send `iss` (RFC 9207), and set `authorization_response_iss_parameter_supported`.",
            )
        }),
        (!takes_metadata && !has("registration_endpoint")).then(|| {
            Finding::new(
                Code::NoRegistration,
                Warning,
                "Clients cannot register themselves, nor be identified by the URL of their metadata, so each must be \
                 registered by hand.",
                "Set `client_id_metadata_document_supported`, or offer a `registration_endpoint` (RFC 7591).",
            )
        }),
        (!takes_metadata && has("registration_endpoint")).then(|| {
            Finding::new(
                Code::NoClientMetadata,
                Hint,
                "Clients cannot give the URL of their metadata, which MCP prefers to registration.",
                "Fetch client ID metadata documents, and set `client_id_metadata_document_supported`.",
            )
        }),
        lacks(metadata, "token_endpoint_auth_methods_supported", "none").then(|| {
            Finding::new(
                Code::NoPublicClients,
                Warning,
                "Clients without a secret get no tokens, and desktop programs cannot keep a secret.",
                "Add `none` to `token_endpoint_auth_methods_supported`.",
            )
        }),
        (!includes("response_types_supported", "code")).then(|| {
            Finding::new(
                Code::NoCode,
                Warning,
                "The metadata does not list the response type for authorization codes.",
                "Add `code` to `response_types_supported`, which RFC 8414 requires.",
            )
        }),
        lacks(metadata, "grant_types_supported", "refresh_token").then(|| {
            Finding::new(
                Code::NoRefresh,
                Hint,
                "Tokens are not refreshed, so people must sign in again whenever one expires.",
                "Issue refresh tokens, and add `refresh_token` to `grant_types_supported`.",
            )
        }),
        (!has("revocation_endpoint")).then(|| {
            Finding::new(
                Code::NoRevocation,
                Hint,
                "Tokens cannot be revoked, so they stay valid after sign-out.",
                "Offer a `revocation_endpoint` (RFC 7009).",
            )
        }),
        (!unknown.is_empty()).then(|| {
            let unknown = unknown.join(" ");
            Finding::new(
                Code::UnknownScopes,
                Warning,
                format!("The authorization server does not list some of the resource's scopes: {unknown}."),
                "Add them to its `scopes_supported`.",
            )
        }),
    ];
    found.into_iter().flatten().collect()
}

/// Checks a grant against the `requested` scopes.
pub(super) fn of_grant(grant: &Grant, requested: Option<&str>) -> Vec<Finding> {
    let granted: HashSet<_> = grant.scope.as_deref().unwrap_or_default().split_whitespace().collect();
    let requested = requested.unwrap_or_default().split_whitespace();
    let missing: Vec<_> = requested.filter(|scope| !granted.contains(scope)).collect();
    let found = [
        grant.expires_at.is_none().then(|| {
            Finding::new(
                Code::NoExpiry,
                Hint,
                "The token response gives no lifetime, so clients learn that the token has expired only when it is \
                 refused.",
                "Add `expires_in` to the response of the token endpoint.",
            )
        }),
        (!missing.is_empty()).then(|| {
            Finding::new(
                Code::FewerScopes,
                Warning,
                format!("Some scopes were requested and not granted: {}.", missing.join(" ")),
                "Grant them, or do not name them in the metadata.",
            )
        }),
    ];
    found.into_iter().flatten().collect()
}

/// Returns the strings in a list.
fn listed<'v>(metadata: &'v Value, name: &str) -> Option<Vec<&'v str>> {
    Some(metadata.get(name)?.as_array()?.iter().filter_map(Value::as_str).collect())
}

/// Returns whether a list lacks a value. Returns `false` if the list itself is missing, because the server then says
/// nothing about its values.
fn lacks(metadata: &Value, name: &str, value: &str) -> bool {
    listed(metadata, name).is_some_and(|listed| !listed.contains(&value))
}
