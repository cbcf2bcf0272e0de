//! The events of a flow: what was sent, what came back, and what was found in it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use super::error::AuthorizationError;
use super::findings::Finding;
use super::locations;
use super::requests::OutgoingRequest;
use super::secret::Secret;
use super::secret::without;
use crate::traffic::{REDACTED, Secrets};

/// The maximum number of bytes of what an event shows of a request or a response.
const MAX_SHOWN: usize = 16 * 1024;

/// The depth up to which a document is shown.
const MAX_DEPTH: usize = 16;

/// The secret members of requests and responses. Other names with these words, such as `token_endpoint`, are of no secret.
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

/// A phase of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Phase {
    /// The metadata of the resource.
    ResourceMetadata,
    /// The metadata of the authorization server.
    ServerMetadata,
    /// The registration of the client.
    Registration,
    /// The visit of the person to the authorization server.
    Authorization,
    /// The request for a token.
    Token,
}

/// An event of a flow, without secrets: a request with its response, a visit, or a failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Event {
    /// The phase.
    pub phase: Phase,
    /// The time, in seconds since 1970.
    pub at: u64,
    /// The method of a request. A visit of the person has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The address without its query, for a request or a visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The parameters of a request or a visit, or the document that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<Value>,
    /// The status of the response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The document of the response, or the parameters with which the person came back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Value>,
    /// Findings about the response.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The reason of a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<AuthorizationError>,
}

impl Event {
    fn new(phase: Phase, at: u64) -> Self {
        let (method, url, sent, status, received, error) = (None, None, None, None, None, None);
        Self { phase, at, method, url, sent, status, received, findings: Vec::new(), error }
    }

    pub(super) fn request(phase: Phase, at: u64, request: &OutgoingRequest, secrets: &[&Secret]) -> Self {
        let sent = match request.content_type {
            Some("application/json") => serde_json::from_slice(&request.body).ok(),
            Some(_) => Some(parameters(&request.body)),
            None => None,
        };
        Self {
            method: Some(request.method.to_string()),
            url: Some(without_query(&request.url)),
            sent: sent.map(|sent| shown(&sent, secrets)),
            ..Self::new(phase, at)
        }
    }

    pub(super) fn visit(phase: Phase, at: u64, url: &Url, secrets: &[&Secret]) -> Self {
        let sent = shown(&parameters(url.query().unwrap_or_default().as_bytes()), secrets);
        Self { url: Some(without_query(url)), sent: Some(sent), ..Self::new(phase, at) }
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

fn without_query(url: &Url) -> String {
    locations::at(url, url.path()).to_string()
}

/// The parameters of a form or a query. Of several with one name, the last one is shown.
fn parameters(form: &[u8]) -> Value {
    let pairs = form_urlencoded::parse(form).into_owned();
    Value::Object(pairs.map(|(name, value)| (name, Value::String(value))).collect::<Map<_, _>>())
}

/// Returns a document without its secrets, nor those that a server has repeated.
fn shown(document: &Value, secrets: &[&Secret]) -> Value {
    let bytes = document.to_string().len();
    if bytes > MAX_SHOWN {
        return Value::String(format!("{bytes} bytes, which are not shown"));
    }
    let mut document = document.clone();
    hide(&mut document, secrets, 0);
    document
}

fn hide(value: &mut Value, secrets: &[&Secret], depth: usize) {
    match value {
        Value::Array(_) | Value::Object(_) if depth >= MAX_DEPTH => *value = Value::Null,
        Value::Array(items) => items.iter_mut().for_each(|item| hide(item, secrets, depth + 1)),
        Value::Object(members) => {
            for (name, member) in members {
                if SECRETS.contains(&name.as_str()) {
                    *member = REDACTED.into();
                } else {
                    hide(member, secrets, depth + 1);
                }
            }
        }
        Value::String(text) => *text = without(secrets, &Secrets::default().text(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
