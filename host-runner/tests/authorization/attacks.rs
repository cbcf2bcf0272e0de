//! Servers that would lead a sign-in astray.

use serde_json::json;

use super::servers::{Behaviour, Servers};

/// Runs a call with a user at a browser.
#[track_caller]
fn fails(behaviour: Behaviour, message: &str) -> Servers {
    let servers = Servers::start(behaviour);
    servers.run_with_browser(&["call", &servers.url, "whoami"]).failed(3, message);
    servers
}

#[test]
fn other_networks_are_not_asked() {
    for (issuer, message) in [
        ("https://169.254.169.254", "not in the MCP server's network"),
        ("https://10.0.0.1", "not in the MCP server's network"),
        ("https://[::ffff:192.168.0.1]", "not in the MCP server's network"),
        ("https://[fe80::1]", "not in the MCP server's network"),
        ("http://example.com", "does not use HTTPS"),
        ("file:///etc/passwd", "does not use HTTPS"),
    ] {
        let resource = json!({ "authorization_servers": [issuer] });
        fails(Behaviour { resource, ..Behaviour::default() }, message);
    }
}

#[test]
fn metadata_are_bounded() {
    let large = format!("{{\"resource\":\"{}\"}}", "a".repeat(5 << 20));
    fails(Behaviour { in_place_of_metadata: Some(Ok(large)), ..Behaviour::default() }, "larger than 262144 bytes");
    let circle = Some(Err("/.well-known/oauth-protected-resource/mcp".to_owned()));
    fails(Behaviour { in_place_of_metadata: circle, ..Behaviour::default() }, "redirects more than 3 times");
}

#[test]
fn other_programs_cannot_disturb_the_answer() {
    let servers = Servers::start(Behaviour { is_disturbed: true, ..Behaviour::default() });
    let ran = servers.run_with_browser(&["call", &servers.url, "whoami"]);
    assert_eq!(ran.stdout, "Ada\n", "{}", ran.stderr);
}

#[test]
fn a_code_follows_no_redirect() {
    let elsewhere = Behaviour { token_redirect: Some("/elsewhere".to_owned()), ..Behaviour::default() };
    let servers = fails(elsewhere, "issued no token (307");
    assert_eq!((servers.requests("/token").len(), servers.requests("/elsewhere").len()), (1, 0));
}

#[test]
fn a_person_who_denies_is_believed() {
    fails(Behaviour { denies: true, ..Behaviour::default() }, "refused the sign-in: access_denied");
}

#[test]
fn a_server_that_refuses_its_own_token_ends_the_sign_in() {
    let other =
        Behaviour { token: json!({ "access_token": "another", "refresh_token": null }), ..Behaviour::default() };
    let servers = fails(other, "refuses the token that was just issued");
    assert_eq!(servers.requests("/authorize").len(), 1);
}

#[test]
fn a_server_that_keeps_asking_for_more_scopes_is_given_up() {
    let servers = fails(Behaviour { needs_more: true, ..Behaviour::default() }, "keeps asking for more scopes");
    // The first visit is for the list of tools, and the others are for the call.
    assert_eq!(servers.requests("/authorize").len(), 1 + 3);
}

#[test]
fn tokens_that_no_header_can_have_are_refused() {
    for (token, message) in [
        (json!({ "access_token": "a\r\nx: y" }), "that cannot be sent in a header"),
        (json!({ "access_token": "a".repeat(1 << 17) }), "of more than 16384 bytes"),
        (json!({ "token_type": "MAC" }), "issued a \"MAC\" token, not a bearer token."),
        (json!({ "error": "invalid_grant" }), "issued no token (200): invalid_grant"),
    ] {
        fails(Behaviour { token, ..Behaviour::default() }, message);
    }
}

/// A server's strings cannot control the terminal.
#[test]
fn hostile_texts_are_only_shown() {
    let token = json!({ "error": "a\u{1b}[31m\u{202e}", "error_description": "b\u{7}" });
    let servers = Servers::start(Behaviour { token, ..Behaviour::default() });
    let ran = servers.run_with_browser(&["call", &servers.url, "whoami"]);
    let line = ran.stderr.lines().find(|line| line.starts_with("mcp-ui: ")).unwrap();
    assert!(!line.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{line:?}");
}

#[test]
fn a_refresh_that_fails_asks_the_person_again() {
    let servers = Servers::start(Behaviour::default());
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    servers.expire();
    servers.change(|behaviour| behaviour.token = json!({ "error": "invalid_grant" }));
    servers.run(&["call", &servers.url, "whoami"]).failed(3, "mcp-ui login");
    servers.change(|behaviour| behaviour.token = json!({}));
    assert_eq!(servers.run_with_browser(&["call", &servers.url, "whoami"]).stdout, "Ada\n");
}
