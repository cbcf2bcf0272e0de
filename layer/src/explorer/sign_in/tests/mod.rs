//! Sign-ins from the page, with an authorization server and an MCP service that may be hostile.

mod world;

use futures_util::future::join_all;
use http::Request;
use http::header::AUTHORIZATION;
use serde_json::{Value, json};

use self::world::{ISSUER, Instance, KEY, PAGE, World, answer_to};
use super::sealed::{Seals, Waiting};
use super::{AT_ONCE, PATIENCE, mark, now};
use crate::authorization::Secret;
use crate::config::Limits;
use crate::explorer::access;
use crate::{McpUiConfig, McpUiLayer};

#[tokio::test]
async fn a_person_signs_in_and_any_instance_with_the_key_continues() {
    let world = World::new();
    let [first, second] = [(); 2].map(|()| world.instance(Some(KEY)));
    let visiting = first.begin().await;
    assert_eq!((&visiting["state"], &visiting["issuer"]), (&json!("visiting"), &json!(ISSUER)));
    let url = visiting["url"].as_str().unwrap();
    for part in [
        "https://auth.example/authorize?",
        "redirect_uri=https%3A%2F%2Ftools.example%2Fsvc%2Fexplorer%2Fauthorization%2Fcallback&",
        "resource=https%3A%2F%2Ftools.example%2Fsvc%2Fmcp",
    ] {
        assert!(url.contains(part), "{url}");
    }
    assert_eq!(world.seen()[0], "mcp /.well-known/oauth-protected-resource/mcp -");

    let granted = second.next(&visiting["flow"], &answer_to(&visiting)).await;
    assert_eq!((&granted["state"], &granted["freshSeconds"]), (&json!("granted"), &json!(50)), "{granted}");
    let (status, tools) = first.tools(granted["access"].as_str().unwrap()).await;
    assert_eq!((status.as_u16(), &*tools), (200, r#"[{"name":"echo","description":""}]"#));

    let (_, renewed) = first.post("/refresh", &json!({ "grant": granted["grant"] })).await;
    assert_eq!(renewed["state"], "granted", "{renewed}");
    world.seen();
    let (_, out) = second.post("/sign-out", &json!({ "grants": [renewed["grant"], granted["grant"]] })).await;
    assert_eq!(out["state"], "required");
    assert_eq!(world.seen().iter().filter(|one| one.starts_with("/revoke ")).count(), 2);
}

#[tokio::test]
async fn an_instance_with_another_key_says_what_is_missing() {
    let world = World::new();
    let visiting = world.instance(Some(KEY)).begin().await;
    let granted = world.instance(Some(KEY)).granted().await;
    for other in [world.instance(Some([8; 32])), world.instance(None)] {
        let failed = other.next(&visiting["flow"], &answer_to(&visiting)).await;
        assert_eq!(failed["code"], "state_unknown");
        assert!(failed["message"].as_str().unwrap().contains("`answer_key` (MCP_UI_ANSWER_KEY)"), "{failed}");
        let (status, text) = other.tools(granted["access"].as_str().unwrap()).await;
        assert!(status == 401 && text.contains("`answer_key` (MCP_UI_ANSWER_KEY)"), "{text}");
        for path in ["/refresh", "/sign-out"] {
            let body = json!({ "grant": granted["grant"], "grants": [granted["grant"]] });
            assert_eq!(other.post(path, &body).await.1["code"], "state_unknown");
        }
    }
}

#[tokio::test]
async fn a_sealed_text_is_used_only_for_what_it_was_sealed_for() {
    let world = World::new();
    let instance = world.instance(Some(KEY));
    let visiting = instance.begin().await;
    let granted = instance.granted().await;
    let (flow, grant, access) = (&visiting["flow"], &granted["grant"], &granted["access"]);
    let changed = |text: &Value| {
        let text = text.as_str().unwrap();
        let first = if text.starts_with('_') { '-' } else { '_' };
        Value::from(format!("{first}{}", &text[1..]))
    };
    for wrong in [grant, access, &changed(flow), &json!(""), &json!("x")] {
        assert_eq!(instance.next(wrong, &answer_to(&visiting)).await["code"], "state_unknown");
    }
    for wrong in [flow, access, &changed(grant)] {
        assert_eq!(instance.post("/refresh", &json!({ "grant": wrong })).await.1["code"], "state_unknown");
    }
    for wrong in [flow, grant, &changed(access)] {
        assert_eq!(instance.tools(wrong.as_str().unwrap()).await.0, 401);
    }
    // A service with the same key, but with other authorization servers, cannot open the strings.
    let other = world.with(Some(KEY), world.sign_in(&["https://other.example"]));
    assert_eq!(other.next(flow, &answer_to(&visiting)).await["code"], "state_unknown");
    let oversized = json!({ "flow": "x".repeat(Limits::new().body_bytes) });
    assert_eq!(instance.post("/next", &oversized).await.0, 413);
    for malformed in [json!({}), json!({ "flow": 7 }), json!([]), json!(null)] {
        assert_eq!(instance.post("/next", &malformed).await.0, 400);
    }
}

#[tokio::test]
async fn an_old_sign_in_is_refused() {
    let world = World::new();
    let visiting = world.instance(Some(KEY)).begin().await;
    let seals = Seals::new(&KEY, &[ISSUER.to_owned()]);
    let waiting = seals.open(visiting["flow"].as_str().unwrap()).unwrap();
    let old = seals.seal(&Waiting { since: now() - PATIENCE - 1, ..waiting });
    let failed = world.instance(Some(KEY)).next(&old.into(), &answer_to(&visiting)).await;
    assert_eq!(failed["code"], "flow_expired");
}

#[tokio::test]
async fn an_answer_is_used_only_with_its_state_and_once() {
    let mut world = World::new();
    let instance = world.instance(Some(KEY));
    let visiting = instance.begin().await;
    let other = instance.begin().await;
    world.seen();
    for query in [&answer_to(&other), "code=the-code", "", "error=access_denied&state=x"] {
        assert_eq!(instance.next(&visiting["flow"], query).await["code"], "state_unknown", "{query}");
    }
    assert!(world.seen().is_empty(), "no code is sent");
    // The authorization server accepts a code only once.
    world.token = (400, json!({ "error": "invalid_grant" }));
    let again = world.instance(Some(KEY)).next(&visiting["flow"], &answer_to(&visiting)).await;
    assert_eq!(again["code"], "token_refused");
}

#[tokio::test]
async fn only_named_authorization_servers_are_asked() {
    for (named, code) in [(json!(["https://evil.example"]), "issuer_mismatch"), (json!([]), "no_metadata")] {
        let mut world = World::new();
        world.resource["authorization_servers"] = named;
        assert_eq!(world.instance(Some(KEY)).begin().await["code"], code);
        assert_eq!(world.seen(), ["mcp /.well-known/oauth-protected-resource/mcp -"]);
    }
    let mut world = World::new();
    world.resource["authorization_servers"] = json!(["https://evil.example", ISSUER]);
    let two = world.with(Some(KEY), world.sign_in(&[ISSUER, "https://other.example"]));
    assert_eq!(two.begin().await["issuer"], ISSUER);
    // Without metadata, the service itself would be the authorization server in MCP 2025-03-26.
    world.resource = json!("none");
    assert_eq!(world.instance(Some(KEY)).begin().await["code"], "no_metadata");
    assert!(world.seen().iter().all(|seen| !seen.contains("evil")));
}

#[tokio::test]
async fn metadata_are_those_of_the_service_itself() {
    for resource in ["https://evil.example/svc/mcp", "https://tools.example/other", "http://tools.example/svc/mcp"] {
        let mut world = World::new();
        world.resource["resource"] = resource.into();
        assert_eq!(world.instance(Some(KEY)).begin().await["code"], "resource_mismatch", "{resource}");
    }
    let world = World::new();
    for elsewhere in [
        "https://evil.example/.well-known/oauth-protected-resource",
        "https://tools.example/svc/admin",
        "https://tools.example/.well-known/oauth-protected-resource/../../admin",
    ] {
        let challenge = format!("Bearer resource_metadata=\"{elsewhere}\"");
        let (_, failed) = world.instance(Some(KEY)).post("", &json!({ "page": PAGE, "challenge": challenge })).await;
        assert_eq!(failed["code"], "blocked_address", "{elsewhere}");
        assert!(world.seen().is_empty());
    }
}

#[tokio::test]
async fn a_page_at_another_address_begins_nothing() {
    let world = World::new();
    let public = world.sign_in(&[ISSUER]).public_url("https://public.example/explorer/").unwrap();
    let [plain, public] = [world.instance(Some(KEY)), world.with(Some(KEY), public)];
    for (instance, page) in [
        (&plain, "https://evil.example/explorer"),
        (&plain, "https://tools.example.evil.example/explorer"),
        (&plain, "https://tools.example/elsewhere"),
        (&plain, "javascript:alert(1)//explorer"),
        (&public, PAGE),
    ] {
        let (status, _) = instance.post("", &json!({ "page": page })).await;
        assert_eq!(status, 400, "{page}");
    }
    assert!(world.seen().is_empty());
    let (_, state) = public.post("", &json!({ "page": "https://public.example/explorer" })).await;
    // The metadata still contain the other resource URL.
    assert_eq!(state["code"], "resource_mismatch");
    let (status, client) = public.send(Request::get("/explorer/authorization/client.json"), String::new()).await;
    let client: Value = serde_json::from_str(&client).unwrap();
    assert_eq!(status, 200);
    assert_eq!(client["client_id"], "https://public.example/explorer/authorization/client.json");
    assert_eq!(client["redirect_uris"], json!(["https://public.example/explorer/authorization/callback"]));
}

#[tokio::test]
async fn nobody_gets_a_token_of_the_client_itself() {
    let mut world = World::new();
    world.server["grant_types_supported"] = json!(["client_credentials"]);
    let sign_in = world.sign_in(&[ISSUER]).client("greeter", Some(Secret::new("the password")));
    let state = world.with(Some(KEY), sign_in).begin().await;
    assert_eq!(state["state"], "visiting", "{state}");
    assert!(world.seen().iter().all(|seen| !seen.starts_with("/token")));
}

#[tokio::test]
async fn a_token_of_the_explorer_itself_is_refused_beside_a_sign_in() {
    let world = World::new();
    let token = ("MCP_UI_TOKEN".to_owned(), "sesame".to_owned());
    let layer = McpUiLayer::new(McpUiConfig::from_env([token]).unwrap()).authorization(world.sign_in(&[ISSUER]));
    let instance = Instance { world, layer };
    let (status, text) = instance.send(Request::get("/explorer"), String::new()).await;
    assert_eq!(status, 500);
    assert!(text.contains("`auth` (MCP_UI_TOKEN)") && text.contains("unset if sign-in is configured"), "{text}");
}

#[tokio::test]
async fn a_password_is_for_one_authorization_server() {
    let world = World::new();
    let sign_in =
        world.sign_in(&[ISSUER, "https://other.example"]).client("greeter", Some(Secret::new("the password")));
    assert_eq!(world.with(Some(KEY), sign_in).begin().await["code"], "no_client");
}

#[tokio::test]
async fn more_scopes_are_added_to_those_granted() {
    let world = World::new();
    let instance = world.instance(Some(KEY));
    let mut granted = instance.granted().await;
    let challenge = "Bearer error=\"insufficient_scope\", scope=\"write\"";
    let begin = json!({ "page": PAGE, "challenge": challenge, "grant": granted["grant"].take() });
    let (_, state) = instance.post("", &begin).await;
    assert!(state["url"].as_str().unwrap().contains("scope=write"), "{state}");
    assert!(state["url"].as_str().unwrap().contains("client_id=registered"));
    assert_eq!(world.seen().iter().filter(|seen| seen.starts_with("/register")).count(), 1);
    let foreign = json!({ "page": PAGE, "challenge": challenge, "grant": "x" });
    assert_eq!(instance.post("", &foreign).await.1["code"], "state_unknown");
}

#[tokio::test]
async fn a_person_releases_each_request() {
    let world = World::new();
    let instance = world.instance(Some(KEY));
    let (_, mut state) = instance.post("", &json!({ "page": PAGE, "stepwise": true })).await;
    for released in ["mcp /.well-known/", "/.well-known/oauth-authorization-server", "/register"] {
        assert_eq!(state["state"], "waiting", "{state}");
        assert!(world.seen().is_empty(), "nothing is sent before");
        // The flow does not continue unless the user releases the request.
        assert_eq!(instance.next(&state["flow"], "code=the-code").await["code"], "state_unknown");
        state = instance.post("/next", &json!({ "flow": state["flow"], "stepwise": true })).await.1;
        let seen = world.seen();
        assert!(seen.len() == 1 && seen[0].starts_with(released), "{seen:?}");
    }
    let body = json!({ "flow": state["flow"], "query": answer_to(&state), "stepwise": true });
    let (_, state) = instance.post("/next", &body).await;
    assert_eq!(state["state"], "waiting");
    let (_, granted) = instance.post("/next", &json!({ "flow": state["flow"] })).await;
    assert_eq!(granted["state"], "granted");
    assert_eq!(granted["events"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn a_person_stays_the_same_caller_when_the_token_is_renewed() {
    let world = World::new();
    let instance = world.instance(Some(KEY));
    let first = instance.granted().await;
    let renewed = instance.post("/refresh", &json!({ "grant": first["grant"] })).await.1;
    let other = instance.granted().await;
    let key = |state: &Value| {
        let request = Request::get("/").header("mcp-ui-access", state["access"].as_str().unwrap());
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        access::open(&instance.layer.explorer, &mut parts.headers, &mut parts.extensions).unwrap();
        crate::mcp::caller_key(&parts, &[AUTHORIZATION])
    };
    assert_eq!(key(&first), key(&renewed));
    assert_ne!(key(&first), key(&other));
}

#[tokio::test]
async fn a_grant_that_is_refused_cannot_be_renewed() {
    let mut world = World::new();
    let granted = world.instance(Some(KEY)).granted().await;
    world.token = (400, json!({ "error": "invalid_grant" }));
    let (_, failed) = world.instance(Some(KEY)).post("/refresh", &json!({ "grant": granted["grant"] })).await;
    assert_eq!(failed["code"], "refresh_failed");
}

#[tokio::test]
async fn a_token_that_no_request_can_carry_is_refused() {
    let mut world = World::new();
    world.token.1["access_token"] = "t".repeat(9_000).into();
    let instance = world.instance(Some(KEY));
    let state = instance.begin().await;
    assert_eq!(instance.next(&state["flow"], &answer_to(&state)).await["code"], "too_large");
}

#[tokio::test(start_paused = true)]
async fn a_silent_authorization_server_holds_up_only_so_many() {
    let mut world = World::new();
    world.is_silent = true;
    let instance = world.instance(Some(KEY));
    let body = json!({ "page": PAGE });
    let states = join_all((0..=AT_ONCE).map(|_| instance.post("", &body))).await;
    let (last, first) = states.split_last().unwrap();
    assert_eq!(last.0, 429);
    assert!(first.iter().all(|(_, state)| state["code"] == "timeout"));
    assert_eq!(instance.begin().await["code"], "timeout", "there is room again");
}

#[test]
fn the_page_computes_the_same_fingerprint() {
    assert_eq!(mark("sesame"), json!({ "length": 6, "hashes": [16_099_966, 8_282_115] }));
}

/// Pads a document to this size.
fn padded(document: &Value, bytes: usize) -> Value {
    let mut padded = document.clone();
    padded["x"] = "".into();
    padded["x"] = "x".repeat(bytes - padded.to_string().len()).into();
    padded
}

#[tokio::test]
async fn larger_documents_end_the_sign_in() {
    for (bytes, state, codes) in [
        (256 << 10, "visiting", [Value::Null, Value::Null]),
        ((256 << 10) + 1, "failed", [json!("too_large"), json!("no_metadata")]),
    ] {
        let (mut of_server, mut of_service) = (World::new(), World::new());
        of_server.server = padded(&of_server.server, bytes);
        of_service.resource = padded(&of_service.resource, bytes);
        for (world, code) in [of_server, of_service].iter().zip(codes) {
            let begun = world.instance(Some(KEY)).begin().await;
            assert_eq!((&begun["state"], &begun["code"]), (&json!(state), &code), "{begun}");
        }
    }
}

#[tokio::test]
async fn a_request_revokes_at_most_ten_grants() {
    let world = World::new();
    let instance = world.instance(Some(KEY));
    let granted = instance.granted().await;
    world.seen();
    instance.post("/sign-out", &json!({ "grants": vec![&granted["grant"]; 11] })).await;
    assert_eq!(world.seen().iter().filter(|one| one.starts_with("/revoke ")).count(), 10);
}
