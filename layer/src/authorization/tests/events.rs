//! The log of a sign-in, and the findings in it.

use super::*;

#[test]
fn events_tell_what_was_sent_and_received_without_secrets() {
    let with_secret = GivenClient::new("given", Some(Secret::new("of-the-client")), false);
    let settings = Settings { client: Some(with_secret), issuer: Some(ISSUER.to_owned()), ..settings() };
    let mut server = server();
    server["token_endpoint_auth_methods_supported"] = json!(["client_secret_post"]);
    let mut flow = flow(settings, Challenge::default());
    let url = visited(answered(&mut flow, &[resource(), server]));
    let state = parameter(&url, "state").unwrap();
    let request = sent(flow.call_back(&format!("code=the-code&state={state}&iss={ISSUER}"), 10));
    let form: std::collections::HashMap<_, _> = form_urlencoded::parse(request.body.as_bytes()).into_owned().collect();
    let token = json!({
        "access_token": "the-access", "token_type": "Bearer", "refresh_token": "the-refresh", "id_token": "the-id",
        "echo": format!("{state} {}", form["code_verifier"]), "scope": "other",
    });
    flow.respond(200, token.to_string().as_bytes(), 20);

    let events: Vec<_> = flow.events().collect();
    let phases: Vec<_> = events.iter().map(|event| (event.phase, event.status)).collect();
    let found = Some(200);
    assert_eq!(
        phases,
        [
            (Phase::ResourceMetadata, found),
            (Phase::ServerMetadata, found),
            (Phase::Authorization, None),
            (Phase::Token, found)
        ]
    );
    assert_eq!(events[0].received, Some(resource()));
    let [visit, token] =
        [events[2], events[3]].map(|event| (event.sent.clone().unwrap(), event.received.clone().unwrap()));
    assert_eq!(
        (&visit.0["scope"], &visit.0["state"], &visit.1["iss"]),
        (&json!("read"), &json!("[redacted]"), &json!(ISSUER))
    );
    assert_eq!((&token.0["grant_type"], &token.0["client_id"]), (&json!("authorization_code"), &json!("given")));
    assert_eq!(token.1["scope"], "other");
    let shown = serde_json::to_string(&events).unwrap();
    let verifier = form["code_verifier"].as_str();
    for secret in [&state, verifier, "the-code", "the-access", "the-refresh", "the-id", "of-the-client"] {
        assert!(!shown.contains(secret), "{secret}: {shown}");
    }
}

#[test]
fn servers_cannot_make_events_repeat_secrets() {
    let mut server = server();
    server["token_endpoint_auth_methods_supported"] = json!(["client_secret_post"]);
    let registered = json!({ "client_id": "c", "client_secret": "of-the-client", "note": "of-the-client",
        "client_name": "of-the-client" });
    let mut flow = flow(settings(), Challenge::default());
    let url = visited(answered(&mut flow, &[resource(), server, registered]));
    sent(flow.call_back(&format!("code=the-code&Code=the-code&state={}", parameter(&url, "state").unwrap()), 10));
    let token = json!({ "access_token": "the-access", "accessToken": "the-access", "token_type": "Bearer",
        "refresh_token": "the-refresh", "scope": "read the-access the-refresh", "the-code": 1 });
    let Step::Granted(grant) = flow.respond(200, token.to_string().as_bytes(), 20) else { panic!() };
    assert_eq!(grant.scope.as_deref(), Some("read … …"));
    let shown = serde_json::to_string(&flow.events().collect::<Vec<_>>()).unwrap();
    for secret in ["of-the-client", "the-code", "the-access", "the-refresh"] {
        assert!(!shown.contains(secret), "{secret}: {shown}");
    }
    assert!(shown.contains(r#""…":"#), "others are counted");
}

#[test]
fn findings_tell_what_other_clients_may_not_cope_with() {
    use FindingCode::{FewerScopes, NoClientMetadata, NoCode, NoExpiry, NoIss, NoMetadataLink, NoRevocation};
    let mut flow = flow(settings(), Challenge::default());
    let url = visited(answered(&mut flow, &[resource(), server(), json!({ "client_id": "c" })]));
    sent(flow.call_back(&format!("code=c&state={}", parameter(&url, "state").unwrap()), 10));
    flow.respond(200, br#"{"access_token":"t","token_type":"Bearer","scope":""}"#, 20);
    let found: Vec<Vec<_>> =
        flow.events().map(|event| event.findings.iter().map(|finding| finding.code).collect()).collect();
    let of_server = vec![NoIss, NoClientMetadata, NoCode, NoRevocation];
    assert_eq!(found, [vec![NoMetadataLink], of_server, vec![], vec![], vec![NoExpiry, FewerScopes]]);
}

#[test]
fn a_server_without_faults_has_no_findings() {
    let challenge = Challenge {
        resource_metadata: Some("https://mcp.example/m".to_owned()),
        scope: Some("read".to_owned()),
        ..Challenge::default()
    };
    let mut server = server();
    for (name, value) in [
        ("authorization_response_iss_parameter_supported", json!(true)),
        ("client_id_metadata_document_supported", json!(true)),
        ("response_types_supported", json!(["code"])),
        ("scopes_supported", json!(["read"])),
        ("revocation_endpoint", json!(format!("{ISSUER}/revoke"))),
    ] {
        server[name] = value;
    }
    let mut flow = flow(settings(), challenge);
    let url = visited(answered(&mut flow, &[resource(), server.clone(), json!({ "client_id": "c" })]));
    sent(flow.call_back(&format!("code=c&state={}&iss={ISSUER}", parameter(&url, "state").unwrap()), 10));
    flow.respond(200, br#"{"access_token":"t","token_type":"Bearer","expires_in":60}"#, 20);
    assert!(flow.events().all(|event| event.findings.is_empty() && event.error.is_none()), "{flow:?}");
}

#[test]
fn a_larger_document_is_not_shown() {
    let shown = |bytes: usize| {
        let mut document = resource();
        document["resource_name"] = "".into();
        document["resource_name"] = "n".repeat(bytes - document.to_string().len()).into();
        let mut flow = flow(settings(), Challenge::default());
        answered(&mut flow, &[document]);
        flow.events().next().unwrap().received.clone().unwrap()
    };
    assert!(shown(16_384).is_object());
    assert_eq!(shown(16_385), "16385 bytes, which are not shown");
}

#[test]
fn a_flow_keeps_its_latest_events() {
    let mut flow = flow(settings(), Challenge::default());
    for now in 0..=50 {
        failed(flow.call_back("", now));
    }
    let times: Vec<_> = flow.events().map(|event| event.at).collect();
    assert_eq!(times, (1..=50).collect::<Vec<_>>());
}

#[test]
fn the_rest_of_a_long_finding_is_cut_off() {
    let (mut resource, mut server) = (resource(), server());
    resource["scopes_supported"] = json!(["é".repeat(300)]);
    server["scopes_supported"] = json!([]);
    let mut flow = flow(settings(), Challenge::default());
    answered(&mut flow, &[resource, server]);
    let findings = flow.events().flat_map(|event| &event.findings);
    assert_eq!(findings.map(|finding| finding.message.chars().count()).max(), Some(300));
}
