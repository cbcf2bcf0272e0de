//! The page in a browser, in front of a server composed with the middleware and its UIs.

use mcp_ui_host_e2e::{Server, middleware_with_uis};

use crate::page;

#[test]
fn the_page_runs_a_ui_that_was_composed() {
    let server = Server::start(&middleware_with_uis("fixture-backend"), &[page::EXECUTE], &[]);
    page::run("uis.test.js", "EXPLORER", &format!("http://{}/explorer", server.address));
}
