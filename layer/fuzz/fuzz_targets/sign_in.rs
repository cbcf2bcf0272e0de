//! Any challenge, metadata, tokens and callbacks of a sign-in: it ends, sends nothing without encryption, and grants
//! nothing for a callback with another state or issuer.
#![no_main]

use http::{HeaderMap, HeaderValue};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tower_mcp_ui::authorization::{Challenge, Flow, OutgoingRequest, Settings, Step};
use url::Url;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    is_local: bool,
    challenge: &'a [u8],
    answers: Vec<Answer<'a>>,
    callback: Callback<'a>,
}

#[derive(Arbitrary, Debug)]
enum Answer<'a> {
    Any(u16, &'a [u8]),
    /// The right response to the request, with some members replaced.
    Right(Vec<(u8, Member<'a>)>),
}

#[derive(Arbitrary, Debug)]
enum Member<'a> {
    Missing,
    Text(&'a str),
    List(Vec<&'a str>),
    Number(i64),
    Boolean(bool),
}

#[derive(Arbitrary, Debug)]
enum Callback<'a> {
    Any(&'a str),
    Right(&'a str),
    /// With this state in place of the right one.
    OtherState(&'a str),
    OtherIssuer(&'a str),
    Without,
}

const NAMES: [&str; 20] = [
    "resource",
    "authorization_servers",
    "scopes_supported",
    "bearer_methods_supported",
    "issuer",
    "authorization_endpoint",
    "token_endpoint",
    "registration_endpoint",
    "revocation_endpoint",
    "code_challenge_methods_supported",
    "token_endpoint_auth_methods_supported",
    "authorization_response_iss_parameter_supported",
    "client_id_metadata_document_supported",
    "client_id",
    "client_secret",
    "access_token",
    "token_type",
    "refresh_token",
    "expires_in",
    "scope",
];

/// Returns the response that a well-behaved server gives.
fn right(request: &OutgoingRequest, endpoint: &str, issuer: &str) -> (u16, Value) {
    let path = request.url.path();
    if path.starts_with("/.well-known/oauth-protected-resource") {
        (200, json!({ "resource": endpoint, "authorization_servers": [issuer] }))
    } else if path.starts_with("/.well-known/") {
        let server = json!({
            "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"), "registration_endpoint": format!("{issuer}/register"),
            "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true,
        });
        (200, server)
    } else if path == "/register" {
        (201, json!({ "client_id": "registered" }))
    } else {
        (200, json!({ "access_token": "token", "token_type": "Bearer", "expires_in": 60, "refresh_token": "refresh" }))
    }
}

impl Answer<'_> {
    fn to(&self, request: &OutgoingRequest, endpoint: &str, issuer: &str) -> (u16, Vec<u8>) {
        let replaced = match self {
            Self::Any(status, body) => return (*status, body.to_vec()),
            Self::Right(replaced) => replaced,
        };
        let (status, mut document) = right(request, endpoint, issuer);
        let members = document.as_object_mut().expect("an object");
        for (name, member) in replaced {
            let name = NAMES[usize::from(*name) % NAMES.len()];
            let value = match member {
                Member::Missing => {
                    members.remove(name);
                    continue;
                }
                Member::Text(text) => json!(text),
                Member::List(texts) => json!(texts),
                Member::Number(number) => json!(number),
                Member::Boolean(boolean) => json!(boolean),
            };
            members.insert(name.to_owned(), value);
        }
        (status, document.to_string().into_bytes())
    }
}

/// Returns true if nobody on the way can read what is sent to the address.
fn is_secure(url: &Url, is_local: bool) -> bool {
    let host = url.host_str().unwrap_or_default();
    let is_this_machine = host == "localhost" || host == "[::1]" || host.starts_with("127.");
    url.scheme() == "https" || url.scheme() == "http" && is_local && is_this_machine
}

fuzz_target!(|input: Input<'_>| {
    let (endpoint, issuer) = match input.is_local {
        true => ("http://127.0.0.1:1/mcp", "http://127.0.0.1:3"),
        false => ("https://mcp.example/mcp", "https://auth.example"),
    };
    let redirect = "http://127.0.0.1:2/callback";
    let settings = Settings::new(endpoint.parse().expect("a URL"), redirect.parse().expect("a URL"));
    let challenge = HeaderValue::from_bytes(input.challenge).ok();
    let headers = HeaderMap::from_iter(challenge.map(|value| (http::header::WWW_AUTHENTICATE, value)));
    let mut flow = Flow::new(settings, Challenge::of(&headers), [7; Flow::RANDOM]);
    let mut answers = input.answers.iter();
    let (mut step, mut was_called_back) = (flow.start(0), None);
    for _ in 0..50 {
        step = match step {
            Step::Send(request) => {
                assert!(is_secure(&request.url, input.is_local), "{}", request.url);
                let (status, body) = match answers.next() {
                    Some(answer) => answer.to(&request, endpoint, issuer),
                    None => Answer::Right(Vec::new()).to(&request, endpoint, issuer),
                };
                flow.respond(status, &body, 0)
            }
            Step::Choose(offered) => flow.choose(&offered[0], 0),
            Step::Visit(url) => {
                assert!(is_secure(&url, input.is_local), "{url}");
                let state = url.query_pairs().find(|(name, _)| name == "state").expect("the request has a state").1;
                let query = match input.callback {
                    Callback::Any(query) => query.to_owned(),
                    Callback::Right(rest) => format!("code=c&state={state}&iss={issuer}&{rest}"),
                    Callback::OtherState(other) => format!("code=c&state={other}&iss={issuer}"),
                    Callback::OtherIssuer(other) => format!("code=c&state={state}&iss={other}"),
                    Callback::Without => format!("code=c&state={state}"),
                };
                let has_state = |(name, value): (_, _)| name == "state" && value == state;
                let is_of_flow = url::form_urlencoded::parse(query.as_bytes()).any(has_state);
                was_called_back = Some(is_of_flow);
                flow.call_back(&query, 1)
            }
            Step::Granted(_) => {
                assert_eq!(was_called_back, Some(true), "a grant without a callback for this sign-in");
                return;
            }
            Step::Sign(_) => panic!("there is no key"),
            Step::Failed(error) => {
                assert!(error.to_string().chars().count() <= 1_000);
                return;
            }
        };
        let text = serde_json::to_vec(&flow).expect("a flow can be serialized");
        flow = serde_json::from_slice(&text).expect("and read again");
    }
    panic!("the sign-in does not end");
});
