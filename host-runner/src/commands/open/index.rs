//! The list for the index page in front of several explorers. The page is the same for everybody. The list may contain
//! private details, so it requires the token.

use http::{Method, Response};
use mcp_ui_host::ServerBody;
use serde::Serialize;

use super::introduction::Introduction;
use super::response;
use super::routes::Routes;
use super::server::{Server, State};

pub(super) struct Index {
    /// The origin that agents use.
    origin: String,
    /// The configuration file, and its unused members.
    file: String,
    unused: Vec<String>,
}

/// The response to `GET /servers`.
#[derive(Serialize)]
struct List<'i> {
    file: &'i str,
    unused: &'i [String],
    servers: Vec<Listed<'i>>,
}

/// A server in the list. The members about its explorer are missing if it was not started.
#[derive(Serialize)]
struct Listed<'s> {
    name: &'s str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    introduction: Option<&'s Introduction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explorer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restart: Option<String>,
    unused: &'s [String],
}

#[derive(Debug, PartialEq, Serialize)]
struct Failure {
    reason: String,
    /// The last lines that the process wrote.
    output: String,
}

impl Index {
    pub(super) fn new(origin: &str, file: String, unused: Vec<String>) -> Self {
        Self { origin: origin.to_owned(), file, unused }
    }

    pub(super) fn list(&self, method: &Method, servers: &[Server], routes: &Routes) -> Response<ServerBody> {
        if ![Method::GET, Method::HEAD].contains(method) {
            return response::method_not_allowed("GET, HEAD");
        }
        let listed = servers.iter().enumerate().map(|(number, server)| self.listed(number, server, routes)).collect();
        let list = List { file: &self.file, unused: &self.unused, servers: listed };
        // Cannot fail, because the list contains only strings, numbers and lists.
        response::json(serde_json::to_string(&list).unwrap_or_default())
    }

    fn listed<'s>(&self, number: usize, server: &'s Server, routes: &Routes) -> Listed<'s> {
        let (state, introduction, failure) = match server.state() {
            State::Starting => ("starting", None, None),
            State::Ready(introduction) => ("ready", introduction, None),
            State::Failed(why) => ("failed", None, Some(Failure::of(&why))),
            State::Disabled => ("disabled", None, None),
        };
        let backend = server.backend();
        Listed {
            name: &server.name,
            state,
            introduction,
            failure,
            explorer: backend.map(|_| routes.explorer(number)),
            endpoint: backend.map(|_| format!("{}{}", self.origin, routes.endpoint(number))),
            restart: backend.and_then(|backend| backend.console()).map(|_| routes.restart(number)),
            unused: &server.unused,
        }
    }
}

impl Failure {
    /// Splits a failure message: the first line is the reason, the other lines are process output.
    fn of(why: &str) -> Self {
        let (reason, output) = why.split_once('\n').unwrap_or((why, ""));
        Self { reason: reason.to_owned(), output: output.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::open::server::Idle;

    #[test]
    fn servers_that_were_not_started_have_a_state_and_no_addresses() {
        let index = Index::new("http://127.0.0.1:9470", "mcp.json".to_owned(), Vec::new());
        let servers = [
            Server::idle("broken", Idle::Unusable("It has no command.\nline 1\nline 2".to_owned())),
            Server::idle("off", Idle::Disabled).unused(&["autoApprove".to_owned()]),
        ];
        let routes = Routes::several(["broken", "off"]);
        let listed = |at: usize| serde_json::to_value(index.listed(at, &servers[at], &routes)).expect("JSON");
        let failure = serde_json::json!({ "reason": "It has no command.", "output": "line 1\nline 2" });
        assert_eq!(
            listed(0),
            serde_json::json!({ "name": "broken", "state": "failed", "failure": failure, "unused": [] })
        );
        assert_eq!(listed(1), serde_json::json!({ "name": "off", "state": "disabled", "unused": ["autoApprove"] }));
    }
}
