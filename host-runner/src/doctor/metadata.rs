//! The step of authorization: what the server says about the credentials that it requires, and how a sign-in would go
//! (MCP, "Authorization").

use std::time::Duration;

use http::StatusCode;
use http::header::{self, HeaderMap};
use tower_mcp_ui::authorization::{Challenge, Finding, Phase};

use super::{Problem, Seen};
use crate::authorization::{Authorizer, Rehearsal};

/// The way in which the refused request has named who sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Credentials {
    None,
    Given,
    Granted,
}

/// Explains a refusal, with the metadata to which it leads. The secret that was sent is not repeated.
pub(super) async fn explain(
    authorizer: &Authorizer,
    status: StatusCode,
    headers: &HeaderMap,
    (credentials, secret): (Credentials, Option<&str>),
    limit: Duration,
) -> (Option<()>, Seen) {
    let challenges = headers.get_all(header::WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
    let challenges: Vec<&str> = challenges.collect();
    let refused = match (credentials, status) {
        (Credentials::Given, _) => format!("The server refuses the credentials of --header ({status})."),
        (Credentials::Granted, _) => format!("The server refuses the grant that is kept ({status})."),
        (Credentials::None, StatusCode::UNAUTHORIZED) => "The server requires credentials.".to_owned(),
        (Credentials::None, _) => format!("The server refuses the request ({status})."),
    };
    let challenge = match challenges.as_slice() {
        [] => "It sends no WWW-Authenticate, which MCP requires with 401.".to_owned(),
        challenges => {
            let text = challenges.join(", ");
            let text = secret.map(|secret| text.replace(secret, "…")).unwrap_or(text);
            format!("WWW-Authenticate: {}.", excerpt(&text))
        }
    };
    let rehearsed = tokio::time::timeout(limit, authorizer.rehearse(Challenge::of(headers))).await;
    let (course, findings) = match rehearsed {
        Ok(rehearsal) => described(rehearsal),
        Err(_) => (format!("Its metadata could not be read within {} s.", limit.as_secs_f64()), Vec::new()),
    };
    let next = "Sign in by `mcp-ui login URL`, or give a token by --header 'Authorization: Bearer …'.";
    let course = secret.map(|secret| course.replace(secret, "…")).unwrap_or(course);
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
    let failure = error.map(|error| format!("A sign-in fails: {error}"));
    let course = issuer.into_iter().chain(failure).collect::<Vec<_>>().join(" ");
    (course, events.into_iter().flat_map(|event| event.findings).collect())
}

fn excerpt(text: &str) -> String {
    text.chars().take(300).collect()
}
