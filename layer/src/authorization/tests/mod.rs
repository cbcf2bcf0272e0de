//! Sign-ins with hostile and with well-behaved servers.

mod events;

use proptest::prelude::*;
use serde_json::{Value, json};
use url::Url;

use super::*;

const ENDPOINT: &str = "https://mcp.example/mcp";
const ISSUER: &str = "https://auth.example";

fn settings() -> Settings {
    Settings::new(ENDPOINT.parse().unwrap(), "http://127.0.0.1:4000/callback".parse().unwrap())
}

fn flow(settings: Settings, challenge: Challenge) -> Flow {
    Flow::new(settings, challenge, std::array::from_fn(|at| u8::try_from(at).unwrap()))
}

fn resource() -> Value {
    json!({ "resource": ENDPOINT, "authorization_servers": [ISSUER], "scopes_supported": ["read"] })
}

fn server() -> Value {
    json!({
        "issuer": ISSUER,
        "authorization_endpoint": format!("{ISSUER}/authorize?tenant=1"),
        "token_endpoint": format!("{ISSUER}/token"),
        "registration_endpoint": format!("{ISSUER}/register"),
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    })
}

/// Answers the flow's requests with these documents, until it takes another step.
fn answered(flow: &mut Flow, documents: &[Value]) -> Step {
    let mut step = flow.start(0);
    for document in documents {
        let Step::Send(_) = step else { break };
        step = flow.respond(200, document.to_string().as_bytes(), 0);
    }
    step
}

fn visited(step: Step) -> Url {
    let Step::Visit(url) = step else { panic!("{step:?}") };
    url
}

fn sent(step: Step) -> OutgoingRequest {
    let Step::Send(request) = step else { panic!("{step:?}") };
    request
}

fn failed(step: Step) -> AuthorizationErrorCode {
    let Step::Failed(error) = step else { panic!("{step:?}") };
    error.code()
}

fn parameter(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(other, _)| other == name).map(|(_, value)| value.into_owned())
}

/// Returns the grant from a successful sign-in.
fn granted(settings: Settings) -> Grant {
    let mut flow = flow(settings, Challenge::default());
    let url = visited(answered(&mut flow, &[resource(), server(), json!({ "client_id": "c" })]));
    let state = parameter(&url, "state").unwrap();
    sent(flow.call_back(&format!("state={state}&code=code"), 10));
    let token = json!({ "access_token": "t", "token_type": "Bearer", "refresh_token": "r", "expires_in": 600 });
    let Step::Granted(grant) = flow.respond(200, token.to_string().as_bytes(), 20) else { panic!() };
    *grant
}

#[test]
fn a_person_signs_in() {
    let mut flow = flow(settings(), Challenge::default());
    let url = visited(answered(&mut flow, &[resource(), server(), json!({ "client_id": "c" })]));
    assert_eq!((url.path(), parameter(&url, "tenant").as_deref()), ("/authorize", Some("1")));
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", "c"),
        ("redirect_uri", "http://127.0.0.1:4000/callback"),
        ("resource", ENDPOINT),
        ("scope", "read"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(parameter(&url, name).as_deref(), Some(value), "{name}");
    }
    // A flow can wait in a file or a cookie.
    let mut flow: Flow = serde_json::from_str(&serde_json::to_string(&flow).unwrap()).unwrap();
    let state = parameter(&url, "state").unwrap();
    let request = sent(flow.call_back(&format!("code=the+code&state={state}"), 10));
    let body = request.body;
    assert!(body.contains("grant_type=authorization_code&code=the+code&code_verifier="), "{body}");
    let token = json!({ "access_token": "t", "token_type": "Bearer", "expires_in": 100 });
    let Step::Granted(grant) = flow.respond(200, token.to_string().as_bytes(), 20) else { panic!() };
    assert_eq!((grant.access_token.reveal(), grant.scope.as_deref()), ("t", Some("read")));
    assert!(!grant.is_stale(69) && grant.is_stale(70), "after half of a short lifetime");
    let printed = format!("{flow:?}{grant:?}");
    let secrets = [state.as_str(), "the code", "\"t\""];
    assert!(secrets.iter().all(|secret| !printed.contains(secret)), "{printed}");
}

#[test]
fn a_person_chooses_among_several_authorization_servers() {
    let several = json!({ "resource": ENDPOINT, "authorization_servers": ["https://other.example", ISSUER] });
    let mut asking = flow(settings(), Challenge::default());
    let Step::Choose(offered) = answered(&mut asking, std::slice::from_ref(&several)) else { panic!() };
    assert_eq!(offered, ["https://other.example", ISSUER]);
    assert_eq!(failed(asking.clone().choose("https://foreign.example", 0)), AuthorizationErrorCode::StateUnknown);
    assert_eq!(sent(asking.choose(ISSUER, 0)).url.host_str(), Some("auth.example"));

    // Repeated issuers, and strings that are not a server's URL, are not offered.
    let odd = json!([
        "",
        ISSUER,
        "https://auth.example/",
        "javascript:x",
        format!("https://{}", "a".repeat(5_000)),
        "https://é.example"
    ]);
    let odd = json!({ "resource": ENDPOINT, "authorization_servers": odd });
    let Step::Choose(offered) = answered(&mut flow(settings(), Challenge::default()), &[odd]) else { panic!() };
    assert_eq!(offered, [ISSUER, "https://é.example"]);
    let one = json!({ "resource": ENDPOINT, "authorization_servers": ["", ISSUER, "https://auth.example/"] });
    let next = sent(answered(&mut flow(settings(), Challenge::default()), &[one]));
    assert_eq!(next.url.host_str(), Some("auth.example"));

    // No choice is offered if a server is configured, if one already knows the client, or if there is no user.
    let named = Settings { issuer: Some(ISSUER.to_owned()), ..settings() };
    let known = Settings { known_clients: vec![granted(settings()).client], ..settings() };
    let alone = Settings { holder: Holder::Client, ..settings() };
    for (settings, host) in [(named, "auth.example"), (known, "auth.example"), (alone, "other.example")] {
        let next = sent(answered(&mut flow(settings, Challenge::default()), std::slice::from_ref(&several)));
        assert_eq!(next.url.host_str(), Some(host));
    }
}

#[test]
fn many_scopes_are_compared_at_once() {
    let mut document = resource();
    document["scopes_supported"] = json!(vec!["x"; 60_000]);
    let mut server = server();
    server["scopes_supported"] = json!(vec!["a"; 60_000]);
    assert_eq!(
        failed(answered(&mut flow(settings(), Challenge::default()), &[document, server])),
        AuthorizationErrorCode::TooLarge
    );
}

#[test]
fn a_person_is_offered_at_most_twenty_authorization_servers() {
    let named: Vec<_> = (0..21).map(|number| format!("https://auth{number}.example")).collect();
    let document = json!({ "resource": ENDPOINT, "authorization_servers": named });
    let Step::Choose(offered) = answered(&mut flow(settings(), Challenge::default()), &[document]) else { panic!() };
    assert_eq!(offered, named[..20]);
}

#[test]
fn a_client_id_that_is_too_long_for_an_address_is_refused() {
    let registered = |length: usize| {
        let client = json!({ "client_id": "c".repeat(length) });
        answered(&mut flow(settings(), Challenge::default()), &[resource(), server(), client])
    };
    visited(registered(2_048));
    assert_eq!(failed(registered(2_049)), AuthorizationErrorCode::TooLarge);
}

#[test]
fn a_signature_is_valid_for_five_minutes() {
    let client = Some(GivenClient::new("id", None, true));
    let settings = Settings { client, issuer: Some(ISSUER.to_owned()), holder: Holder::Client, ..settings() };
    let mut server = server();
    server["grant_types_supported"] = json!(["client_credentials"]);
    let Step::Sign(claims) = answered(&mut flow(settings, Challenge::default()), &[resource(), server]) else {
        panic!()
    };
    assert_eq!((claims.iat, claims.exp), (0, 300));
}

#[test]
fn the_rest_of_a_long_message_is_cut_off() {
    let error = AuthorizationError::new(AuthorizationErrorCode::Denied, "é".repeat(1_001));
    assert_eq!(error.to_string(), "é".repeat(1_000));
    let Step::Failed(error) = flow(settings(), Challenge::default()).fail(error) else { panic!() };
    assert_eq!(error.to_string(), "é".repeat(1_000));
}

#[test]
fn metadata_are_looked_for_in_their_order() {
    let mut flow = flow(settings(), Challenge::default());
    let first = sent(flow.start(0)).url;
    assert_eq!(first.as_str(), "https://mcp.example/.well-known/oauth-protected-resource/mcp");
    let second = sent(flow.respond(404, b"", 0)).url;
    assert_eq!(second.as_str(), "https://mcp.example/.well-known/oauth-protected-resource");
    // A server that answers every request with its page has no metadata at that place, either.
    let third = sent(flow.respond(200, b"<html>", 0)).url;
    assert_eq!(third.as_str(), "https://mcp.example/.well-known/oauth-authorization-server");
    sent(flow.respond(404, b"", 0));
    let register = sent(flow.respond(404, b"", 0)).url;
    assert_eq!(register.as_str(), "https://mcp.example/register");
}

/// A failure in the newer discovery must not lead to the older one.
#[test]
fn a_server_that_names_its_metadata_is_not_taken_for_an_older_one() {
    let named = Challenge { resource_metadata: Some("https://mcp.example/m".to_owned()), ..Challenge::default() };
    for status in [404, 500] {
        let mut flow = flow(settings(), named.clone());
        sent(flow.start(0));
        assert_eq!(failed(flow.respond(status, b"", 0)), AuthorizationErrorCode::NoMetadata, "{status}");
    }
    let mut unavailable = flow(settings(), Challenge::default());
    sent(unavailable.start(0));
    assert_eq!(failed(unavailable.respond(503, b"", 0)), AuthorizationErrorCode::NoMetadata);
}

#[test]
fn hostile_metadata_lead_nowhere() {
    use AuthorizationErrorCode as Code;
    let with = |mut document: Value, name: &str, value: Value| {
        document[name] = value;
        document
    };
    for (documents, code) in [
        (vec![with(resource(), "resource", json!("https://other.example/mcp"))], Code::ResourceMismatch),
        (vec![with(resource(), "authorization_servers", json!([]))], Code::NoMetadata),
        (vec![with(resource(), "authorization_servers", json!(["http://auth.example"]))], Code::InsecureEndpoint),
        (vec![with(resource(), "authorization_servers", json!(["file:///etc/passwd"]))], Code::InsecureEndpoint),
        (vec![resource(), with(server(), "issuer", json!("https://auth.example/"))], Code::IssuerMismatch),
        (vec![resource(), with(server(), "code_challenge_methods_supported", json!(null))], Code::NoPkce),
        (vec![resource(), with(server(), "code_challenge_methods_supported", json!(["plain"]))], Code::NoPkce),
        (
            vec![resource(), with(server(), "authorization_endpoint", json!("javascript:alert(1)"))],
            Code::InsecureEndpoint,
        ),
        (
            vec![resource(), with(server(), "authorization_endpoint", json!("http://auth.example/a"))],
            Code::InsecureEndpoint,
        ),
        (
            vec![resource(), with(server(), "authorization_endpoint", json!("https://other.example/a?redirect_uri=x"))],
            Code::InsecureEndpoint,
        ),
        (vec![with(resource(), "resource", json!("https://me@mcp.example/mcp"))], Code::ResourceMismatch),
        (vec![with(resource(), "resource", json!("https://mcp.example\\@other.example/mcp"))], Code::ResourceMismatch),
        (vec![with(resource(), "resource", json!("https://mcp.example/mcp#x"))], Code::ResourceMismatch),
        (vec![with(resource(), "scopes_supported", json!(["a".repeat(5_000)])), server()], Code::TooLarge),
        (vec![resource(), with(server(), "token_endpoint", json!("http://127.0.0.1/token"))], Code::InsecureEndpoint),
        (
            vec![resource(), with(server(), "token_endpoint", json!("https://me:secret@auth.example/"))],
            Code::InsecureEndpoint,
        ),
        (
            vec![resource(), with(server(), "registration_endpoint", json!("ftp://auth.example/"))],
            Code::InsecureEndpoint,
        ),
        (vec![resource(), with(server(), "registration_endpoint", json!(null))], Code::NoClient),
        (vec![resource(), server(), json!({ "error": "access_denied" })], Code::RegistrationRefused),
    ] {
        let mut flow = flow(settings(), Challenge::default());
        let mut step = answered(&mut flow, &documents);
        if let Step::Send(_) = step {
            step = flow.respond(201, br#"{"client_id":"c"}"#, 0);
        }
        assert_eq!(failed(step), code, "{documents:?}");
    }
}

#[test]
fn a_client_is_known_to_its_own_authorization_server_alone() {
    let known = granted(settings()).client;
    let other = Client { issuer: "https://other.example".to_owned(), ..known.clone() };
    let mut used = settings();
    used.known_clients = vec![other, known];
    let url = visited(answered(&mut flow(used, Challenge::default()), &[resource(), server()]));
    assert_eq!(parameter(&url, "client_id").as_deref(), Some("c"));
    // Without a configured server, credentials are sent to no server. With one, they are sent to no other server, in
    // any revision.
    let mut given = settings();
    given.client = Some(GivenClient::new("id", Some(Secret::new("hunter2")), false));
    let step = answered(&mut flow(given.clone(), Challenge::default()), &[resource(), server()]);
    assert_eq!(failed(step), AuthorizationErrorCode::NoClient);
    given.issuer = Some("https://wanted.example".to_owned());
    let mut older = flow(given, Challenge::default());
    sent(older.start(0));
    sent(older.respond(404, b"", 0));
    assert_eq!(failed(older.respond(404, b"", 0)), AuthorizationErrorCode::IssuerMismatch);
    let mut given = settings();
    given.issuer = Some("https://wanted.example".to_owned());
    let step = answered(&mut flow(given, Challenge::default()), &[resource()]);
    assert_eq!(failed(step), AuthorizationErrorCode::IssuerMismatch);
}

#[test]
fn what_servers_repeat_of_secrets_is_not_shown() {
    let mut flow = flow(settings(), Challenge::default());
    let url = visited(answered(&mut flow, &[resource(), server(), json!({ "client_id": "c" })]));
    let state = parameter(&url, "state").unwrap();
    sent(flow.call_back(&format!("state={state}&code=hunter2"), 0));
    let said = json!({ "error": "invalid_grant", "error_description": format!("hunter2 and {state}") });
    let Step::Failed(error) = flow.respond(400, said.to_string().as_bytes(), 0) else { panic!() };
    assert!(error.to_string().ends_with("invalid_grant, … and …."), "{error}");
}

#[test]
fn an_error_repeats_no_secret_that_comes_with_it() {
    let message = |step: Step| {
        let Step::Failed(error) = step else { panic!("{step:?}") };
        error.to_string()
    };
    let said = "a\nnew line and hunter2";
    let refused = json!({ "client_secret": "hunter2", "error_description": said });
    let registration = answered(&mut flow(settings(), Challenge::default()), &[resource(), server(), refused]);
    let mut signing_in = flow(settings(), Challenge::default());
    let url = visited(answered(&mut signing_in, &[resource(), server(), json!({ "client_id": "c" })]));
    let state = parameter(&url, "state").unwrap();
    // The secrets are hidden even if they are so long that the message is cut within them.
    let long = json!({ "client_secret": "s".repeat(1_200), "error_description": "s".repeat(1_200) });
    let long = message(answered(&mut flow(settings(), Challenge::default()), &[resource(), server(), long]));
    assert!(long.ends_with(": …."), "{long}");
    let denial = format!("state={state}&code=hunter2&error=x&error_description=a%0Anew+line+and+hunter2");
    let denied = signing_in.clone().call_back(&denial, 0);
    sent(signing_in.call_back(&format!("state={state}&code=c"), 0));
    let refused = json!({ "access_token": "hunter2", "error": "x", "error_description": said });
    let token = signing_in.respond(400, refused.to_string().as_bytes(), 0);
    for step in [registration, denied, token] {
        let message = message(step);
        assert!(message.ends_with("a new line and …."), "{message}");
    }
}

#[test]
fn a_step_up_asks_for_more_and_not_for_the_same_again() {
    let asked = |scope: &str| Challenge {
        scope: Some(scope.to_owned()),
        error: Some("insufficient_scope".to_owned()),
        ..Challenge::default()
    };
    let mut more = settings();
    more.granted_scope = Some("read".to_owned());
    let documents = [resource(), server(), json!({ "client_id": "c" })];
    let url = visited(answered(&mut flow(more.clone(), asked("write read")), &documents));
    assert_eq!(parameter(&url, "scope").as_deref(), Some("read write"));
    let step = answered(&mut flow(more, asked("read")), &documents);
    assert_eq!(failed(step), AuthorizationErrorCode::ScopeUnreachable);
}

#[test]
fn a_grant_is_refreshed_and_keeps_its_refresh_token() {
    let grant = granted(settings());
    let mut flow = flow(settings(), Challenge::default());
    let request = sent(flow.refresh(&grant, 500));
    assert_eq!(request.url.as_str(), "https://auth.example/token");
    let body = request.body;
    assert!(body.contains("grant_type=refresh_token&refresh_token=r") && body.contains("scope=read"), "{body}");
    let token = br#"{"access_token":"u","token_type":"Bearer"}"#;
    let Step::Granted(refreshed) = flow.clone().respond(200, token, 500) else { panic!() };
    assert_eq!((refreshed.access_token.reveal(), &refreshed.refresh_token), ("u", &grant.refresh_token));
    // A busy server may renew the grant later.
    assert_eq!(failed(flow.clone().respond(503, b"", 0)), AuthorizationErrorCode::TokenRefused);
    assert_eq!(failed(flow.respond(400, br#"{"error":"invalid_grant"}"#, 0)), AuthorizationErrorCode::RefreshFailed);
    let nothing = Grant { refresh_token: None, ..grant };
    assert_eq!(failed(flow.refresh(&nothing, 0)), AuthorizationErrorCode::RefreshFailed);
}

#[test]
fn an_answer_counts_once_and_in_its_place() {
    let mut flow = flow(settings(), Challenge::default());
    assert_eq!(failed(flow.clone().call_back("state=s&code=c", 0)), AuthorizationErrorCode::StateUnknown);
    let url = visited(answered(&mut flow, &[resource(), server(), json!({ "client_id": "c" })]));
    let query = format!("state={}&code=c", parameter(&url, "state").unwrap());
    let late = flow.clone().call_back(&query, 601);
    assert_eq!(failed(late), AuthorizationErrorCode::FlowExpired);
    sent(flow.call_back(&query, 0));
    assert_eq!(failed(flow.call_back(&query, 0)), AuthorizationErrorCode::StateUnknown);
}

proptest! {
    /// Whatever servers and browsers send, a flow ends in time, and leads only to permitted URLs.
    #[test]
    fn foreign_bytes_never_lead_astray(
        bodies in prop::collection::vec(prop_oneof![
            any::<Vec<u8>>(),
            r#"\{"(resource|issuer|authorization_servers|token_endpoint|authorization_endpoint|client_id|access_token|token_type)":("[a-z:/.]{0,30}"|\["[a-z:/.]{0,30}"\]|null|1)\}"#
                .prop_map(String::into_bytes),
            Just(resource().to_string().into_bytes()),
            Just(server().to_string().into_bytes()),
            Just(br#"{"client_id":"c","access_token":"t","token_type":"Bearer"}"#.to_vec()),
        ], 1..12),
        status in prop_oneof![Just(200), Just(201), Just(404), 100..600_u16],
        query in ".{0,40}",
        metadata in prop::option::of("[a-z:/.@#]{0,40}"),
    ) {
        let mut flow = flow(settings(), Challenge { resource_metadata: metadata, ..Challenge::default() });
        let mut step = flow.start(0);
        for body in bodies {
            step = match step {
                Step::Send(request) => {
                    prop_assert_eq!(request.url.scheme(), "https");
                    flow.respond(status, &body, 0)
                }
                Step::Visit(url) => {
                    prop_assert_eq!(url.scheme(), "https");
                    flow.call_back(&query, 0)
                }
                Step::Choose(offered) => flow.choose(offered.last().unwrap(), 0),
                Step::Sign(_) | Step::Granted(_) | Step::Failed(_) => return Ok(()),
            };
        }
    }
}
