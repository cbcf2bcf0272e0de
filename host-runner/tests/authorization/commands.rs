//! The commands that sign in, and those that use the resulting grant.

use std::os::unix::fs::PermissionsExt as _;

use mcp_ui_host::authorization::{Authorizer, Visitor};
use mcp_ui_host::{HttpServer, discover_request};
use tower_mcp_ui::authorization::Settings;

use super::servers::{Behaviour, Servers};
use crate::open::running::Running;
use crate::open::traffic::follow;

#[test]
fn a_grant_is_kept_used_refreshed_and_forgotten() {
    let servers = Servers::start(Behaviour::default());
    let url = servers.url.as_str();
    servers.run(&["tools", url]).failed(3, "mcp-ui login");

    let ran = servers.run_with_browser(&["login", url]);
    assert_eq!((ran.code, ran.stdout), (Some(0), format!("You are signed in to {url}.\n")), "{}", ran.stderr);
    let mode = std::fs::metadata(servers.kept()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let listed = servers.run(&["login", "--list"]).stdout;
    assert!(listed.starts_with(&format!("{url}: granted by http://127.0.0.1:")), "{listed}");

    assert_eq!(servers.run(&["call", url, "whoami"]).stdout, "Ada\n");
    servers.expire();
    assert_eq!(servers.run(&["call", url, "whoami"]).stdout, "Ada\n");
    let grants: Vec<_> = servers.requests("/token").iter().map(|request| request["grant_type"].clone()).collect();
    assert_eq!(grants, ["authorization_code", "refresh_token"]);
    assert_eq!(servers.requests("/authorize").len(), 1, "nobody is asked again");

    assert_eq!(servers.run(&["logout", url]).code, Some(0));
    assert_eq!(servers.requests("/revoke")[0]["token"], "refresh-token-3");
    assert_eq!(servers.run(&["logout", url]).code, Some(1));
    servers.run(&["tools", url]).failed(3, "mcp-ui login");
}

#[test]
fn a_call_signs_in_by_itself_where_there_is_a_person() {
    let servers = Servers::start(Behaviour::default());
    assert_eq!(servers.run_with_browser(&["call", &servers.url, "whoami"]).stdout, "Ada\n");
    // Without `login`, no grant is saved.
    assert!(!servers.kept().exists());
    // Every request after the first carries the token, and only the MCP server gets it.
    let tokens: Vec<_> = servers.requests("/mcp").into_iter().map(|request| request["authorization"].clone()).collect();
    assert_eq!(tokens[0], "");
    assert!(tokens[1..].iter().all(|token| token == "Bearer issued-token-1"), "{tokens:?}");
}

#[test]
fn the_page_uses_the_grant_and_agents_do_not() {
    let servers = Servers::start(Behaviour::default());
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    let open = servers.open();
    assert_eq!(open.call("whoami", "{}").status, 200);
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    assert_eq!(open.post(list, "").status, 401);
    // An agent sends its own credentials.
    assert_eq!(open.post(list, "authorization: Bearer issued-token-1\r\n").status, 200);
}

#[test]
fn a_person_signs_in_from_the_page() {
    let servers = Servers::start(Behaviour::default());
    let open = servers.open();
    let state = |method| {
        let response = open.send(method, "/authorization", "", "");
        assert_eq!(response.status, 200, "{response:?}");
        response.json()
    };
    assert_eq!(open.get("/explorer/tools").status, 401);
    assert_eq!(state("GET")["state"], "required");
    let visiting = state("POST");
    assert_eq!(visiting["state"], "visiting", "{visiting}");
    assert_eq!(state("POST"), visiting, "there is one visit");
    servers.visit(visiting["url"].as_str().unwrap());
    while state("GET")["state"] != "granted" {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(open.call("whoami", "{}").status, 200);
    let phases: Vec<_> =
        state("GET")["events"].as_array().unwrap().iter().map(|event| event["phase"].clone()).collect();
    assert_eq!(phases, ["resource_metadata", "server_metadata", "registration", "authorization", "token"]);
    let records = follow(&open, 8, |record| record["client"]["name"] == "authorization");
    assert_eq!((&records[6]["http"]["method"], &records[7]["http"]["status"]), (&"POST".into(), &200.into()));
    for shown in [open.get("/authorization").body, format!("{records:?}")] {
        for secret in ["issued-token", "refresh-token", "code-of-the-server"] {
            assert!(!shown.contains(secret), "{secret}: {shown}");
        }
    }
    assert_eq!(state("DELETE")["state"], "idle");
    assert_eq!((open.get("/explorer/tools?reload").status, servers.requests("/revoke").len()), (401, 1));
    // Agents cannot see the sign-in.
    let agent = format!("host: {}\r\nmcp-ui-token: {}\r\n", open.authority, open.agents_token);
    assert_eq!(open.send_raw("GET", "/authorization", &agent, "").status, 403);
}

#[test]
fn a_sign_in_goes_on_one_request_at_a_time() {
    let servers = Servers::start(Behaviour::default());
    let open = servers.open();
    assert_eq!(open.get("/explorer/tools").status, 401);
    let go_on = || open.send("POST", "/authorization?step", "", "").json();
    for (number, phase) in ["resource_metadata", "server_metadata", "registration"].into_iter().enumerate() {
        let waiting = go_on();
        let events = waiting["events"].as_array().unwrap();
        assert_eq!((&waiting["state"], events.len()), (&"waiting".into(), number + 1), "{waiting}");
        assert_eq!((&events[number]["phase"], &events[number]["status"]), (&phase.into(), &serde_json::Value::Null));
    }
    assert!(servers.requests("/register").is_empty(), "it has not been sent");
    let visiting = go_on();
    assert_eq!(visiting["state"], "visiting", "{visiting}");
    servers.visit(visiting["url"].as_str().unwrap());
    state_when(&open, |state| state == "waiting");
    assert!(servers.requests("/token").is_empty());
    // The remaining steps run without stopping.
    assert_eq!(open.send("POST", "/authorization", "", "").json()["state"], "granted");
}

/// Waits until the sign-in state satisfies `is_meant`, and returns the complete response.
pub(super) fn state_when(open: &Running, is_meant: impl Fn(&str) -> bool) -> serde_json::Value {
    loop {
        let said = open.get("/authorization").json();
        if is_meant(said["state"].as_str().unwrap()) {
            return said;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Starts servers. The MCP server lists a second authorization server, too. Returns the servers and both names.
fn start_with_several_issuers() -> (Servers, serde_json::Value) {
    let servers = Servers::start(Behaviour::default());
    let named = serde_json::json!([servers.origin(), "https://auth.example"]);
    servers.change(|behaviour| behaviour.resource = serde_json::json!({ "authorization_servers": named }));
    (servers, named)
}

#[test]
fn a_person_chooses_the_authorization_server_and_cancels() {
    let (servers, named) = start_with_several_issuers();
    let open = servers.open();
    assert_eq!(open.get("/explorer/tools").status, 401);
    let post = |query: &str| open.send("POST", &format!("/authorization{query}"), "", "");
    let choosing = post("").json();
    assert_eq!((&choosing["state"], &choosing["issuers"]), (&"choosing".into(), &named));
    assert_eq!(post("").json()["state"], "choosing", "the choice has not been made");
    assert_eq!(post("?issuer=https://elsewhere.example").status, 409);
    let choice = format!("?issuer={}", servers.origin());
    assert_eq!(post(&choice).json()["state"], "visiting");
    assert_eq!(post(&choice).status, 409, "the choice has been made");

    assert_eq!(open.send("DELETE", "/authorization?flow", "", "").json()["state"], "required");
    // A new sign-in starts over.
    assert_eq!(post("").json()["state"], "choosing");
    let visiting = post(&choice).json();
    servers.visit(visiting["url"].as_str().unwrap());
    state_when(&open, |state| state != "visiting");
    assert_eq!(open.get("/explorer/tools").status, 200);
    // There is no sign-in to cancel, and the grant stays.
    assert_eq!(open.send("DELETE", "/authorization?flow", "", "").json()["state"], "granted");
}

#[test]
fn a_terminal_says_which_authorization_server_it_takes() {
    let (servers, _) = start_with_several_issuers();
    let ran = servers.run_with_browser(&["login", &servers.url]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let listed = format!(
        "The first one is used; choose another with --issuer:\n  {}/\n  https://auth.example/\n",
        servers.origin()
    );
    assert!(ran.stderr.contains(&listed), "{}", ran.stderr);
}

#[test]
fn a_terminal_says_where_another_host_comes_from() {
    let servers = Servers::start(Behaviour::default());
    let elsewhere = servers.origin().replace("127.0.0.1", "localhost");
    servers.change(|behaviour| {
        behaviour.server = serde_json::json!({ "authorization_endpoint": format!("{elsewhere}/authorize") });
    });
    let ran = servers.run_with_browser(&["login", &servers.url]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let said = format!("The authorization server {}/ sends you to {elsewhere}.", servers.origin());
    assert!(ran.stderr.contains(&said), "{}", ran.stderr);
}

#[test]
fn the_doctor_says_how_a_sign_in_would_go_and_registers_nothing() {
    let servers = Servers::start(Behaviour::default());
    let ran = servers.run(&["doctor", &servers.url, "--json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let step = report["steps"].as_array().unwrap().last().unwrap();
    let seen = step["seen"].as_str().unwrap();
    assert!(ran.code == Some(3) && seen.contains("Tokens are issued by http://127.0.0.1:"), "{step}");
    let codes: Vec<_> = step["findings"].as_array().unwrap().iter().map(|finding| finding["code"].clone()).collect();
    assert_eq!(codes[0], "no_metadata_link", "{step}");
    assert!(codes.contains(&"no_iss".into()), "{step}");
    let text = servers.run(&["doctor", &servers.url]).stdout;
    assert!(text.contains("\n    warning: The authorization server does not identify itself"), "{text}");
    assert!(servers.requests("/authorize").is_empty() && servers.requests("/register").is_empty());

    servers.change(|behaviour| behaviour.server = serde_json::json!({ "code_challenge_methods_supported": [] }));
    let ran = servers.run(&["doctor", &servers.url, "--json"]);
    assert!(ran.stdout.contains("Signing in fails: ") && ran.stdout.contains("\"no_pkce\""), "{}", ran.stdout);

    servers.change(|behaviour| behaviour.server = serde_json::json!({}));
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    assert_eq!(servers.run(&["doctor", &servers.url]).code, Some(0), "the grant that is kept is used");
}

/// Only visits are counted. Refreshing a token does not ask the user, however often.
#[test]
fn a_program_that_runs_for_long_refreshes_as_often_as_is_needed() {
    let servers = Servers::start(Behaviour::default());
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    let endpoint: url::Url = servers.url.parse().unwrap();
    let authorizer = Authorizer::new(Settings::new(endpoint.clone(), endpoint), Visitor::Browser);
    let authorizer = authorizer.store(servers.store(), true).unwrap();
    let server = HttpServer::new(&servers.url.parse().unwrap()).unwrap().signed_in_by(authorizer).for_explorer();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for _ in 0..6 {
        servers.expire();
        let response = runtime.block_on(server.send(discover_request()));
        assert_eq!(response.unwrap().status(), 200);
    }
    assert_eq!(servers.requests("/authorize").len(), 1);
}
