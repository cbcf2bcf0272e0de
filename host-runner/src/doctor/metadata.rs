//! The authorization step: the credentials that the server requires, and how a sign-in would go (MCP, "Authorization").

use std::time::Duration;

use http::StatusCode;
use http::header::{self, HeaderMap};
use tower_mcp_ui::authorization::{Challenge, Finding, Phase};

use super::{Problem, Seen};
use crate::authorization::{Authorizer, Rehearsal};

/// The source of the credentials sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    None,
    Given,
    Granted,
}

/// The credentials sent to the server.
pub(super) struct Credentials {
    source: Source,
    secret: Option<String>,
}

impl Credentials {
    /// Extracts the credentials from request headers.
    pub(super) fn of(source: Source, headers: &HeaderMap) -> Self {
        let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let secret = value.and_then(|value| value.split_whitespace().last());
        Self { source, secret: secret.map(str::to_owned) }
    }

    /// Hides the secret in a string from the server, which may repeat it.
    fn hide(&self, text: String) -> String {
        match &self.secret {
            Some(secret) => text.replace(secret, "…"),
            None => text,
        }
    }
}

/// Explains a refusal, with the metadata that it points to.
pub(super) async fn explain(
    authorizer: &Authorizer,
    status: StatusCode,
    headers: &HeaderMap,
    credentials: &Credentials,
    limit: Duration,
) -> (Option<()>, Seen) {
    let challenges = headers.get_all(header::WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
    let challenges: Vec<&str> = challenges.collect();
    let refused = match (credentials.source, status) {
        (Source::Given, _) => format!("The server refuses the credentials of --header ({status})."),
        (Source::Granted, _) => format!("The server refuses the stored grant ({status})."),
        (Source::None, StatusCode::UNAUTHORIZED) => "The server requires credentials.".to_owned(),
        (Source::None, _) => format!("The server refuses the request ({status})."),
    };
    let challenge = match challenges.as_slice() {
        [] => "It sends no WWW-Authenticate, which MCP requires with 401.".to_owned(),
        challenges => format!("WWW-Authenticate: {}.", excerpt(&credentials.hide(challenges.join(", ")))),
    };
    let rehearsed = tokio::time::timeout(limit, authorizer.rehearse(Challenge::of(headers))).await;
    let (course, findings) = match rehearsed {
        Ok(rehearsal) => described(rehearsal),
        Err(_) => (format!("Its metadata could not be read within {} s.", limit.as_secs_f64()), Vec::new()),
    };
    let next = "Sign in with `mcp-ui login URL`, or pass a token with --header 'Authorization: Bearer …'.";
    let course = credentials.hide(course);
    let seen = Seen::failed(Problem::AuthRequired, format!("{refused} {challenge} {course}"), next);
    (None, Seen { findings, ..seen })
}

/// Describes how a sign-in would go.
fn described(Rehearsal { events, error, .. }: Rehearsal) -> (String, Vec<Finding>) {
    let metadata = events.iter().filter_map(|event| event.received.as_ref());
    let mut issuers = metadata.filter_map(|metadata| {
        let of_resource = metadata["authorization_servers"][0].as_str();
        metadata["issuer"].as_str().or(of_resource)
    });
    let scope = events.last().filter(|event| event.phase == Phase::Authorization);
    let scope = scope.and_then(|event| event.sent.as_ref()?["scope"].as_str());
    let scope = scope.map(|scope| format!(", with the scopes {}", excerpt(scope))).unwrap_or_default();
    let issuer = issuers.next_back().map(|issuer| format!("Tokens are issued by {}{scope}.", excerpt(issuer)));
    let failure = error.map(|error| format!("Signing in fails: {error}"));
    let course = issuer.into_iter().chain(failure).collect::<Vec<_>>().join(" ");
    (course, events.into_iter().flat_map(|event| event.findings).collect())
}

fn excerpt(text: &str) -> String {
    text.chars().take(300).collect()
}
