//! The listener's paths.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tower_mcp_ui::config::{HostEndpoint, RevisionChoice};

use super::eras::NEWEST;

/// The explorer's path, after the server's base path.
const EXPLORER: &str = "/explorer";

/// The path of the MCP endpoint for agents, after the server's base path.
const ENDPOINT: &str = "/mcp";

/// The server list, which the index page loads.
pub(super) const LIST: &str = "/servers";

/// The path for getting a page's tokens: after the server's base path, or without a base path for the index page.
const START: &str = "/start";

/// The path for restarting a server's process, after the server's base path.
const RESTART: &str = "/restart";

/// The destination of a path.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::commands) enum Place<'p> {
    Root,
    /// The server list, if there are several servers.
    List,
    /// The MCP endpoint for the server with this number, or its endpoint for the newest revision.
    Endpoint(usize, RevisionChoice),
    /// The explorer for the server with this number, and the rest of the path.
    Explorer(usize, &'p str),
    /// The exchange of a code for tokens.
    Start,
    /// A page endpoint about the server with this number.
    Host(usize, HostEndpoint),
    Unknown,
}

/// The servers' base paths, such as `/NAME`.
pub(in crate::commands) struct Routes {
    bases: Vec<String>,
    has_list: bool,
}

impl Routes {
    /// One server at `/explorer` and `/mcp`.
    pub(in crate::commands) fn single() -> Self {
        Self { bases: vec![String::new()], has_list: false }
    }

    /// Servers with these names, at `/NAME/explorer` and `/NAME/mcp`.
    pub(super) fn several<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Self { bases: names.into_iter().map(base).collect(), has_list: true }
    }

    pub(super) fn explorer(&self, server: usize) -> String {
        format!("{}{EXPLORER}", self.bases[server])
    }

    pub(super) fn endpoint(&self, server: usize) -> String {
        format!("{}{ENDPOINT}", self.bases[server])
    }

    pub(super) fn restart(&self, server: usize) -> String {
        format!("{}{RESTART}", self.bases[server])
    }

    pub(in crate::commands) fn place<'p>(&self, path: &'p str) -> Place<'p> {
        match path {
            "/" => return Place::Root,
            LIST if self.has_list => return Place::List,
            START if self.has_list => return Place::Start,
            _ => {}
        }
        for (server, base) in self.bases.iter().enumerate() {
            let Some(rest) = path.strip_prefix(base.as_str()) else { continue };
            match rest.strip_prefix(ENDPOINT).map(|below| below.strip_prefix('/')) {
                Some(None) if rest == ENDPOINT => return Place::Endpoint(server, RevisionChoice::Automatic),
                Some(Some(NEWEST)) => return Place::Endpoint(server, RevisionChoice::Newest),
                _ => {}
            }
            if rest == START {
                return Place::Start;
            }
            if let Some(endpoint) = host_endpoint(rest) {
                return Place::Host(server, endpoint);
            }
            match rest.strip_prefix(EXPLORER) {
                Some(below) if below.is_empty() || below.starts_with('/') => return Place::Explorer(server, below),
                _ => {}
            }
        }
        Place::Unknown
    }
}

/// Returns the page endpoint at a path, which does not include the server's base path.
fn host_endpoint(path: &str) -> Option<HostEndpoint> {
    match path {
        "/console" => Some(HostEndpoint::Console),
        RESTART => Some(HostEndpoint::Restart),
        "/doctor" => Some(HostEndpoint::Doctor),
        "/authorization" => Some(HostEndpoint::Authorization),
        "/tests" => Some(HostEndpoint::Tests),
        _ => None,
    }
}

/// The characters to percent-encode in a name: all but the unreserved ones (RFC 3986, section 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn base(name: &str) -> String {
    format!("/{}", utf8_percent_encode(name, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_has_short_paths() {
        let routes = Routes::single();
        assert_eq!((routes.explorer(0).as_str(), routes.endpoint(0).as_str()), ("/explorer", "/mcp"));
        for (path, place) in [
            ("/", Place::Root),
            ("/mcp", Place::Endpoint(0, RevisionChoice::Automatic)),
            ("/mcp/2026-07-28", Place::Endpoint(0, RevisionChoice::Newest)),
            ("/explorer", Place::Explorer(0, "")),
            ("/explorer/tools", Place::Explorer(0, "/tools")),
            ("/console", Place::Host(0, HostEndpoint::Console)),
            ("/start", Place::Start),
            ("/mcp/", Place::Unknown),
            ("/explorers", Place::Unknown),
            ("/servers", Place::Unknown),
        ] {
            assert_eq!(routes.place(path), place, "{path}");
        }
    }

    #[test]
    fn names_become_one_segment_of_a_path() {
        let routes = Routes::several(["a", "my server/é", "mcp", "servers"]);
        assert_eq!(routes.explorer(1), "/my%20server%2F%C3%A9/explorer");
        for (path, place) in [
            ("/servers", Place::List),
            ("/start", Place::Start),
            ("/a/start", Place::Start),
            ("/a/mcp", Place::Endpoint(0, RevisionChoice::Automatic)),
            ("/a/mcp/2026-07-28", Place::Endpoint(0, RevisionChoice::Newest)),
            ("/a/explorer/", Place::Explorer(0, "/")),
            ("/a/restart", Place::Host(0, HostEndpoint::Restart)),
            ("/my%20server%2F%C3%A9/mcp", Place::Endpoint(1, RevisionChoice::Automatic)),
            ("/mcp/mcp", Place::Endpoint(2, RevisionChoice::Automatic)),
            ("/mcp/2026-07-28", Place::Unknown),
            ("/servers/explorer", Place::Explorer(3, "")),
            ("/ab/mcp", Place::Unknown),
            ("/a", Place::Unknown),
            ("/mcp", Place::Unknown),
            ("/explorer", Place::Unknown),
        ] {
            assert_eq!(routes.place(path), place, "{path}");
        }
    }
}
