//! Interrupted sign-ins and refreshes: a request is dropped, a user cancels or signs out, or a server has forgotten the
//! client.

use std::fs::File;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use mcp_ui_host::authorization::{Authorizer, Visitor};
use mcp_ui_host::{HttpServer, discover_request};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tower_mcp_ui::authorization::Settings;
use url::Url;

use super::commands::state_when;
use super::servers::{Behaviour, Servers};
use crate::open::running::Running;

/// Starts servers where the user has signed in. Returns them with a client whose token is no longer valid.
fn start_with_expired_token() -> (Servers, HttpServer) {
    let servers = Servers::start(Behaviour::default());
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    servers.expire();
    let endpoint: Url = servers.url.parse().unwrap();
    let authorizer = Authorizer::new(Settings::new(endpoint.clone(), endpoint), Visitor::Nobody);
    let authorizer = authorizer.store(servers.store(), true).unwrap();
    let server = HttpServer::new(&servers.url.parse().unwrap()).unwrap().signed_in_by(authorizer);
    (servers, server.for_explorer())
}

/// Starts servers that have asked for a sign-in at the page.
fn start_with_page(behaviour: Behaviour) -> (Servers, Running) {
    let servers = Servers::start(behaviour);
    let open = servers.open();
    assert_eq!(open.get("/explorer/tools").status, 401);
    (servers, open)
}

/// Starts servers where a user has signed in at the page.
fn start_with_person() -> (Servers, Running) {
    let (servers, open) = start_with_page(Behaviour::default());
    visit(&servers, &begin(&open));
    assert_eq!(state_when(&open, |state| state != "visiting")["state"], "granted");
    assert_eq!(open.get("/explorer/tools").status, 200);
    (servers, open)
}

/// Starts a sign-in at the page, up to the visit.
fn begin(open: &Running) -> Value {
    let visiting = open.send("POST", "/authorization", "", "").json();
    assert_eq!(visiting["state"], "visiting", "{visiting}");
    visiting
}

fn visit(servers: &Servers, visiting: &Value) {
    servers.visit(visiting["url"].as_str().unwrap());
}

fn cancel(open: &Running) -> Value {
    open.send("DELETE", "/authorization?flow", "", "").json()["state"].clone()
}

#[test]
fn a_refresh_outlives_the_request_that_needed_it() {
    let (servers, server) = start_with_expired_token();
    servers.hold_tokens();
    let runtime = Runtime::new().unwrap();
    let request = runtime.spawn({
        let server = server.clone();
        async move { server.send(discover_request()).await.map(|response| response.status()) }
    });
    servers.wait_for_requests("/token", 2);
    request.abort();
    assert!(runtime.block_on(request).unwrap_err().is_cancelled());
    servers.release_tokens();
    assert_eq!(runtime.block_on(server.send(discover_request())).unwrap().status(), 200);
    assert_eq!(servers.requests("/token").len(), 2, "the token of the refresh is used");
    assert_eq!(servers.run(&["call", &servers.url, "whoami"]).stdout, "Ada\n", "and kept");
}

/// The examination has its own runtime, which ends when the page disconnects.
#[test]
fn a_refresh_outlives_the_examination_that_needed_it() {
    let servers = Servers::start(Behaviour { token: json!({ "expires_in": 0 }), ..Behaviour::default() });
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    let open = servers.open();
    let before = servers.requests("/token").len();
    servers.hold_tokens();
    let examination = open.begin("POST", "/doctor");
    servers.wait_for_requests("/token", before + 1);
    drop(examination);
    servers.change(|behaviour| behaviour.token = json!({}));
    servers.release_tokens();
    assert_eq!(open.get("/explorer/tools?reload").status, 200);
    assert_eq!(servers.requests("/token").len(), before + 1);
}

#[test]
fn a_program_ends_after_its_refresh() {
    let (servers, _) = start_with_expired_token();
    servers.hold_tokens();
    let mut call = servers.command(&["call", &servers.url, "whoami", "--timeout", "1", "--init-timeout", "1"]);
    let mut call = call.stderr(Stdio::null()).spawn().unwrap();
    servers.wait_for_requests("/token", 2);
    // Longer than both timeouts.
    thread::sleep(Duration::from_secs(3));
    servers.release_tokens();
    call.wait().unwrap();
    assert_eq!(servers.run(&["call", &servers.url, "whoami"]).stdout, "Ada\n");
    assert_eq!(servers.requests("/token").len(), 2);
}

/// Keeps other programs from writing the grants file.
fn lock(servers: &Servers) -> File {
    let file = File::options().create(true).append(true).open(servers.kept().with_extension("lock")).unwrap();
    file.lock().unwrap();
    file
}

#[test]
fn a_grant_that_could_not_be_written_is_written_later() {
    let (servers, server) = start_with_expired_token();
    let runtime = Runtime::new().unwrap();
    let send = || runtime.block_on(server.send(discover_request())).map(|response| response.status().as_u16());
    let locked = lock(&servers);
    assert_eq!(send().unwrap(), 200);
    drop(locked);
    servers.expire();
    assert_eq!(send().unwrap(), 200);
    let used: Vec<_> =
        servers.requests("/token").iter().filter_map(|sent| sent.get("refresh_token").cloned()).collect();
    assert_eq!(used, ["refresh-token-1", "refresh-token-3"]);
    assert_eq!(servers.run(&["call", &servers.url, "whoami"]).stdout, "Ada\n");
}

#[test]
fn a_login_that_cannot_be_kept_fails_and_is_revoked() {
    let servers = Servers::start(Behaviour::default());
    std::fs::create_dir(servers.kept().parent().unwrap()).unwrap();
    let _locked = lock(&servers);
    servers.run_with_browser(&["login", &servers.url]).failed(3, "authorization.lock is locked by another program");
    assert_eq!(servers.requests("/revoke")[0]["token"], "refresh-token-1");
}

#[test]
fn a_logout_revokes_even_if_the_file_cannot_be_written() {
    let (servers, _) = start_with_expired_token();
    let _locked = lock(&servers);
    let ran = servers.run(&["logout", &servers.url]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert_eq!(servers.requests("/revoke")[0]["token"], "refresh-token-1");
}

#[test]
fn signing_out_revokes_what_was_granted_before_too() {
    let (servers, open) = start_with_person();
    servers.change(|behaviour| behaviour.needs_more = true);
    assert_eq!(open.call("whoami", "{}").status, 401);
    visit(&servers, &begin(&open));
    state_when(&open, |state| state != "visiting");
    open.send("DELETE", "/authorization", "", "");
    let mut revoked: Vec<_> = servers.requests("/revoke").iter().map(|sent| sent["token"].clone()).collect();
    revoked.sort();
    assert_eq!(revoked, ["refresh-token-1", "refresh-token-2"]);
}

#[test]
fn a_person_is_asked_if_refreshed_tokens_are_refused() {
    let (servers, open) = start_with_person();
    servers.expire();
    servers.change(|behaviour| behaviour.token = json!({ "access_token": "another" }));
    assert_eq!(open.get("/explorer/tools?reload").status, 401);
    assert_eq!(open.get("/authorization").json()["state"], "required");
    servers.change(|behaviour| behaviour.token = json!({}));
    visit(&servers, &begin(&open));
    assert_eq!(state_when(&open, |state| state != "visiting")["state"], "granted");
    assert_eq!(open.get("/explorer/tools?reload").status, 200);
    // A terminal asks for a new sign-in, too.
    let (servers, _) = start_with_expired_token();
    servers.change(|behaviour| behaviour.token = json!({ "access_token": "another" }));
    servers.run(&["call", &servers.url, "whoami"]).failed(3, "mcp-ui login");
    assert_eq!(servers.requests("/token").len(), 2);
}

#[test]
fn a_page_that_closes_a_failure_ends_no_sign_in_of_another() {
    let (servers, open) = start_with_page(Behaviour { denies: true, ..Behaviour::default() });
    visit(&servers, &begin(&open));
    state_when(&open, |state| state == "failed");
    let visiting = begin(&open);
    assert_eq!(open.send("DELETE", "/authorization?failure", "", "").json(), visiting);
    visit(&servers, &visiting);
    state_when(&open, |state| state == "failed");
    assert_eq!(open.send("DELETE", "/authorization?failure", "", "").json()["state"], "required");
}

#[test]
fn the_page_uses_what_a_terminal_has_signed_in() {
    let (servers, open) = start_with_page(Behaviour::default());
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    assert_eq!(open.get("/explorer/tools?reload").status, 200);
    assert_eq!(open.get("/authorization").json()["state"], "granted");
    // The page also picks up a grant after a sign-out and a new sign-in in the terminal.
    assert_eq!(servers.run(&["logout", &servers.url]).code, Some(0));
    servers.expire();
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    assert_eq!(open.get("/explorer/tools?reload").status, 200);
}

#[test]
fn a_sign_in_right_after_a_cancel_begins_anew() {
    let (servers, open) = start_with_page(Behaviour::default());
    servers.hold_tokens();
    let first = begin(&open);
    visit(&servers, &first);
    servers.wait_for_requests("/token", 1);
    let cancelling = open.begin("DELETE", "/authorization?flow");
    thread::scope(|scope| {
        scope.spawn(|| {
            // Long enough for the program to read both requests.
            thread::sleep(Duration::from_millis(500));
            servers.release_tokens();
        });
        // Long enough for the program to read the first request.
        thread::sleep(Duration::from_millis(200));
        assert_ne!(begin(&open)["url"], first["url"]);
    });
    drop(cancelling);
}

#[test]
fn signing_out_during_a_refresh_revokes_what_comes_of_it() {
    let (servers, server) = start_with_expired_token();
    servers.hold_tokens();
    let runtime = Runtime::new().unwrap();
    let request = runtime.spawn(async move { server.send(discover_request()).await.map(|response| response.status()) });
    servers.wait_for_requests("/token", 2);
    let mut logout = servers.command(&["logout", &servers.url]).spawn().unwrap();
    servers.release_tokens();
    assert!(logout.wait().unwrap().success());
    assert_eq!(servers.requests("/revoke")[0]["token"], "refresh-token-3");
    runtime.block_on(request).unwrap().unwrap();
    assert_eq!(servers.store().all().unwrap().len(), 0);
}

#[test]
fn a_refresh_that_fails_is_tried_once_for_all_requests() {
    let (servers, server) = start_with_expired_token();
    servers.change(|behaviour| behaviour.token = json!({ "error": "invalid_grant" }));
    Runtime::new().unwrap().block_on(async {
        let requests: Vec<_> = (0..5)
            .map(|_| {
                let server = server.clone();
                tokio::spawn(async move { server.send(discover_request()).await.map(drop) })
            })
            .collect();
        for request in requests {
            request.await.unwrap().unwrap_err();
        }
    });
    assert_eq!(servers.requests("/token").len(), 2);
}

#[test]
fn a_token_that_comes_after_the_end_of_the_sign_in_is_revoked() {
    for end in ["/authorization?flow", "/authorization"] {
        let (servers, open) = start_with_page(Behaviour::default());
        servers.hold_tokens();
        let visiting = begin(&open);
        visit(&servers, &visiting);
        servers.wait_for_requests("/token", 1);
        thread::scope(|scope| {
            scope.spawn(|| {
                // Long enough for the program to read the request.
                thread::sleep(Duration::from_millis(300));
                servers.release_tokens();
            });
            let state = open.send("DELETE", end, "", "").json()["state"].clone();
            assert!(state == "required" || state == "idle", "{end}: {state}");
        });
        assert_eq!(servers.requests("/revoke")[0]["token"], "refresh-token-1");
        assert_eq!(open.get("/explorer/tools").status, 401);
    }
}

#[test]
fn signing_out_ends_a_sign_in_under_way() {
    let (_servers, open) = start_with_page(Behaviour::default());
    let first = begin(&open);
    assert_eq!(open.send("DELETE", "/authorization", "", "").json()["state"], "idle");
    assert_eq!(open.get("/explorer/tools").status, 401);
    assert_ne!(begin(&open)["url"], first["url"], "it begins anew");
}

/// A call that needs more scopes than were granted does not end the existing grant.
#[test]
fn a_person_who_declines_more_scopes_stays_signed_in() {
    let (servers, open) = start_with_person();
    servers.change(|behaviour| behaviour.needs_more = true);
    let state = || open.get("/authorization").json()["state"].clone();
    assert_eq!(open.call("whoami", "{}").status, 401);
    assert_eq!(state(), "granted");
    begin(&open);
    assert_eq!(cancel(&open), "granted");
    servers.change(|behaviour| behaviour.denies = true);
    visit(&servers, &begin(&open));
    assert_eq!(state_when(&open, |state| state != "visiting")["state"], "failed");
    assert_eq!(cancel(&open), "granted");
    assert_eq!(open.get("/explorer/tools?reload").status, 200);
    // Signing out ends both the old grant and the new one.
    visit(&servers, &begin(&open));
    state_when(&open, |state| state != "visiting");
    assert_eq!(open.send("DELETE", "/authorization", "", "").json()["state"], "idle");
    assert_eq!(servers.requests("/revoke").len(), 1);
}

#[test]
fn a_client_that_its_server_has_forgotten_is_registered_anew() {
    let (servers, server) = start_with_expired_token();
    servers.change(|behaviour| behaviour.token = json!({ "error": "invalid_client" }));
    Runtime::new().unwrap().block_on(server.send(discover_request())).map(drop).unwrap_err();
    assert_eq!(servers.store().all().unwrap().len(), 0);
    servers.change(|behaviour| behaviour.token = json!({}));
    assert_eq!(servers.run_with_browser(&["login", &servers.url]).code, Some(0));
    assert_eq!(servers.requests("/register").len(), 2);
}

/// A server that has forgotten the client shows an error to the user, but sends nothing to the program.
#[test]
fn a_client_whose_sign_in_was_cancelled_is_not_used_again() {
    let (servers, open) = start_with_person();
    servers.expire();
    servers.change(|behaviour| behaviour.token = json!({ "error": "invalid_grant" }));
    assert_eq!(open.get("/explorer/tools?reload").status, 401);
    begin(&open);
    assert_eq!((cancel(&open), servers.requests("/register").len()), ("required".into(), 1));
    begin(&open);
    assert_eq!(servers.requests("/register").len(), 2);
}

#[test]
fn a_person_may_try_again_after_a_token_that_was_refused_at_once() {
    let (servers, open) =
        start_with_page(Behaviour { token: json!({ "access_token": "another" }), ..Behaviour::default() });
    visit(&servers, &begin(&open));
    state_when(&open, |state| state == "granted");
    assert_eq!(open.get("/explorer/tools").status, 401);
    let failed = open.get("/authorization").json();
    assert_eq!((&failed["state"], &failed["code"]), (&"failed".into(), &"loop".into()));
    servers.change(|behaviour| behaviour.token = json!({ "refresh_token": null }));
    visit(&servers, &begin(&open));
    assert_eq!(state_when(&open, |state| state != "visiting")["state"], "granted");
    assert_eq!(open.get("/explorer/tools?reload").status, 200);
}
