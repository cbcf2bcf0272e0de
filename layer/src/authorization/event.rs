//! A flow's events: the requests sent, the responses received, and the findings about them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::error::AuthorizationError;
use super::findings::Finding;
use super::locations;
use super::requests::{MediaType, OutgoingRequest};
use super::secret::{Secret, without};
use crate::traffic::{REDACTED, Secrets};

/// Maximum size in bytes of a document or form that an event shows. A larger document is represented only by its size.
const MAX_SHOWN: usize = 16 * 1024;

/// The secret members in requests and responses. Copies of their values in other members are hidden, too.
const SECRETS: [&str; 11] = [
    "access_token",
    "assertion",
    "client_assertion",
    "client_secret",
    "code",
    "code_verifier",
    "id_token",
    "refresh_token",
    "registration_access_token",
    "state",
    "token",
];

/// The only members in requests, responses and metadata that are shown. Others could be secrets under unknown names.
const SHOWN: [&str; 44] = [
    "application_type",
    "authorization_endpoint",
    "authorization_response_iss_parameter_supported",
    "authorization_servers",
    "bearer_methods_supported",
    "client_id",
    "client_id_issued_at",
    "client_id_metadata_document_supported",
    "client_name",
    "client_secret_expires_at",
    "client_uri",
    "code_challenge",
    "code_challenge_method",
    "code_challenge_methods_supported",
    "error",
    "error_description",
    "error_uri",
    "expires_in",
    "grant_type",
    "grant_types",
    "grant_types_supported",
    "introspection_endpoint",
    "iss",
    "issuer",
    "jwks_uri",
    "logo_uri",
    "redirect_uri",
    "redirect_uris",
    "registration_endpoint",
    "resource",
    "resource_documentation",
    "resource_name",
    "response_modes_supported",
    "response_type",
    "response_types",
    "response_types_supported",
    "revocation_endpoint",
    "scope",
    "scopes_supported",
    "token_endpoint",
    "token_endpoint_auth_method",
    "token_endpoint_auth_methods_supported",
    "token_type",
    "token_type_hint",
];

/// A flow's phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Phase {
    /// Resource metadata.
    ResourceMetadata,
    /// Authorization server metadata.
    ServerMetadata,
    /// Client registration.
    Registration,
    /// The user's visit to the authorization server.
    Authorization,
    /// The token request.
    Token,
}

/// An event in a flow, without secrets: a request with its response, a visit, or a failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Event {
    /// The phase.
    pub phase: Phase,
    /// The time, in seconds since 1970.
    pub at: u64,
    /// The request's method, or `None` for a visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The URL without its query, for a request or a visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The parameters in a request or a visit, or the document that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<Value>,
    /// The response status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The response document, or the parameters in the redirect that brought the user back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Value>,
    /// Findings about the response.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The reason for a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<AuthorizationError>,
}

impl Event {
    fn new(phase: Phase, at: u64) -> Self {
        Self {
            phase,
            at,
            method: None,
            url: None,
            sent: None,
            status: None,
            received: None,
            findings: Vec::new(),
            error: None,
        }
    }

    pub(super) fn request(phase: Phase, at: u64, request: &OutgoingRequest, secrets: &[&Secret]) -> Self {
        let sent = match request.content_type {
            Some(MediaType::Json) => serde_json::from_str(&request.body).ok(),
            Some(MediaType::Form) => Some(parameters(request.body.as_bytes())),
            None => None,
        };
        Self {
            method: Some(request.method().to_string()),
            url: Some(without_query(&request.url, secrets)),
            sent: sent.map(|sent| shown(&sent, secrets)),
            ..Self::new(phase, at)
        }
    }

    pub(super) fn visit(phase: Phase, at: u64, url: &Url, secrets: &[&Secret]) -> Self {
        let sent = shown(&parameters(url.query().unwrap_or_default().as_bytes()), secrets);
        Self { url: Some(without_query(url, secrets)), sent: Some(sent), ..Self::new(phase, at) }
    }

    pub(super) fn failure(phase: Phase, at: u64, error: AuthorizationError) -> Self {
        Self { error: Some(error), ..Self::new(phase, at) }
    }

    pub(super) fn respond(&mut self, status: u16, body: &[u8], secrets: &[&Secret]) {
        self.status = Some(status);
        self.received = serde_json::from_slice(body).ok().map(|document| shown(&document, secrets));
    }

    pub(super) fn call_back(&mut self, query: &str, secrets: &[&Secret]) {
        self.received = Some(shown(&parameters(query.as_bytes()), secrets));
    }
}

fn without_query(url: &Url, secrets: &[&Secret]) -> String {
    without(secrets, locations::at(url, url.path()).as_str())
}

/// Returns the parameters in a form or query. If a name is repeated, its last value is shown.
fn parameters(form: &[u8]) -> Value {
    let pairs = form_urlencoded::parse(form).into_owned();
    Value::Object(pairs.map(|(name, value)| (name, Value::String(value))).collect::<Map<_, _>>())
}

/// Returns a document's known members, without secrets and without copies of them. The member `…` holds the number of
/// unknown members.
fn shown(document: &Value, secrets: &[&Secret]) -> Value {
    let bytes = document.to_string().len();
    if bytes > MAX_SHOWN {
        return Value::String(format!("{bytes} bytes, which are not shown"));
    }
    let Value::Object(members) = document else { return Value::Null };
    // A server may repeat one member's secret in another member.
    let own = members.iter().filter(|(name, _)| SECRETS.contains(&name.as_str()));
    let own: Vec<Secret> = own.filter_map(|(_, value)| value.as_str().map(Secret::new)).collect();
    let secrets: Vec<&Secret> = secrets.iter().copied().chain(&own).collect();
    let (mut shown, mut others) = (Map::new(), 0);
    for (name, value) in members {
        if SECRETS.contains(&name.as_str()) {
            shown.insert(name.clone(), REDACTED.into());
        } else if SHOWN.contains(&name.as_str()) {
            shown.insert(name.clone(), cleared(value, &secrets));
        } else {
            others += 1;
        }
    }
    if others > 0 {
        shown.insert("…".to_owned(), others.into());
    }
    Value::Object(shown)
}

/// Returns a string, number, flag or list with its secrets hidden. An object becomes `…`.
fn cleared(value: &Value, secrets: &[&Secret]) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| cleared(item, secrets)).collect(),
        Value::String(text) => without(secrets, &Secrets::default().text(text)).into(),
        Value::Number(number) => without(secrets, &number.to_string()).parse().map_or("…".into(), Value::Number),
        Value::Object(_) => "…".into(),
        Value::Null | Value::Bool(_) => value.clone(),
    }
}
