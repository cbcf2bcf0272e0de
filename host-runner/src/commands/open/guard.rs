//! Guards for the whole listener. Loopback alone is no permission, because other users of this machine and web pages
//! can reach it, too.

use http::header;
use http::request::Parts;
use http::uri::Authority;
use http::{Method, StatusCode};
use mcp_ui_host::is_local_host;

use super::routes::Place;
use super::tokens::{self, Tokens};

/// The checks for each request: host, origin and token.
pub(in crate::commands) struct Guard {
    allowed_hosts: Vec<String>,
    /// The tokens, or `None` if everybody may come in.
    tokens: Option<Tokens>,
    /// True if pages from other origins may show the catalog's UIs.
    shares_uis: bool,
}

/// A refusal's status and text.
pub(in crate::commands) type Refusal = (StatusCode, String);

impl Guard {
    pub(in crate::commands) fn new(allowed_hosts: &[String], tokens: Option<Tokens>) -> Self {
        Self { allowed_hosts: allowed_hosts.to_vec(), tokens, shares_uis: false }
    }

    /// Lets pages from other origins show the catalog's UIs. The UIs' own policy lists these pages.
    pub(in crate::commands) fn sharing_uis(self, shares_uis: bool) -> Self {
        Self { shares_uis, ..self }
    }

    /// Returns the tokens, or `None` if everybody may come in.
    pub(in crate::commands) fn tokens(&self) -> Option<&Tokens> {
        self.tokens.as_ref()
    }

    /// Checks a request for a place, and removes its token.
    pub(in crate::commands) fn check(&self, request: &mut Parts, place: &Place<'_>) -> Result<(), Refusal> {
        let host = self.check_host(request)?;
        let is_ui = self.shares_uis && is_ui(request, place);
        if !is_ui {
            check_origin(request, &host)?;
        }
        if matches!(place, Place::Endpoint(..) | Place::List | Place::Start) {
            mcp_ui_host::origin::check_purpose(&request.headers).map_err(|text| (StatusCode::FORBIDDEN, text))?;
        }
        if let Some(tokens) = self.tokens.as_ref().filter(|_| !is_ui && !is_public(request, place)) {
            check_token(tokens, request, place)?;
        }
        // The servers must not receive the token.
        if !matches!(place, Place::Start) {
            request.headers.remove(tokens::HEADER);
        }
        Ok(())
    }

    /// Refuses foreign host names, which web pages can make resolve to this machine (DNS rebinding). Returns the host.
    fn check_host(&self, request: &Parts) -> Result<Authority, Refusal> {
        let mut hosts = request.headers.get_all(header::HOST).iter();
        let (first, second) = (hosts.next(), hosts.next());
        let in_header = first.map(|host| Authority::try_from(host.as_bytes()));
        let in_target = request.uri.authority().cloned().map(Ok);
        let given: Vec<_> = in_header.into_iter().chain(in_target).collect::<Result<_, _>>().unwrap_or_default();
        let is_one = second.is_none() && given.windows(2).all(|pair| pair[0] == pair[1]);
        match given.into_iter().next() {
            Some(host) if is_one && self.allows(&host) => Ok(host),
            _ => {
                let sent = first.map(|host| String::from_utf8_lossy(host.as_bytes())).unwrap_or_default();
                let text = format!(
                    "The host {sent:?} is not allowed. Use localhost or 127.0.0.1, or start mcp-ui with --allow-host."
                );
                Err((StatusCode::MISDIRECTED_REQUEST, text))
            }
        }
    }

    fn allows(&self, authority: &Authority) -> bool {
        let host = authority.host();
        !authority.as_str().contains('@')
            && (is_local_host(host) || self.allowed_hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host)))
    }
}

/// Checks the token. The agents' token is valid for the MCP endpoints only, and the page's token for everything else.
fn check_token(tokens: &Tokens, request: &Parts, place: &Place<'_>) -> Result<(), Refusal> {
    let (is_allowed, text) = match place {
        Place::Endpoint(..) => (
            tokens.is_of_agent(&request.headers),
            "The agent's token is missing or wrong. Send the Mcp-Ui-Token header from the configuration that `mcp-ui \
             open` printed. Each start has a new token.",
        ),
        // Any token holder may learn that nothing is there.
        Place::Unknown if tokens.is_of_agent(&request.headers) => return Ok(()),
        _ => (
            tokens.is_of_page(&request.headers),
            "The page's token is missing or from an earlier start. Open the latest URL that mcp-ui has printed in \
             the terminal: each works once.",
        ),
    };
    if is_allowed { Ok(()) } else { Err((StatusCode::FORBIDDEN, text.to_owned())) }
}

/// Refuses requests from web pages on other origins.
fn check_origin(request: &Parts, host: &Authority) -> Result<(), Refusal> {
    let own = format!("http://{host}");
    for origin in request.headers.get_all(header::ORIGIN) {
        if !origin.as_bytes().eq_ignore_ascii_case(own.as_bytes()) {
            let text = format!("Requests from {origin:?} are refused: only the explorer's own page may send requests.");
            return Err((StatusCode::FORBIDDEN, text));
        }
    }
    Ok(())
}

/// Returns whether a request is for the token itself, or for a document that browsers load without the token because it
/// is the same for everybody.
fn is_public(request: &Parts, place: &Place<'_>) -> bool {
    matches!(place, Place::Start)
        || reads(request)
            && matches!(place, Place::Root | Place::Explorer(_, "" | "/" | "/later.js" | "/traffic.js" | "/sandbox"))
}

/// Returns whether a request is for a UI's document, or for the script that it loads.
fn is_ui(request: &Parts, place: &Place<'_>) -> bool {
    reads(request) && matches!(place, Place::Explorer(_, below) if below.starts_with("/ui/"))
}

fn reads(request: &Parts) -> bool {
    [Method::GET, Method::HEAD].contains(&request.method)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use http::Request;
    use http_body_util::BodyExt as _;

    use super::*;
    use crate::commands::open::routes::Routes;

    fn status(guard: &Guard, method: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
        let request = headers
            .iter()
            .fold(Request::builder().method(method).uri(path), |request, (name, value)| request.header(*name, *value));
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let path = parts.uri.path().to_owned();
        let routes = if path.starts_with("/several") || path == "/servers" {
            Routes::several(["several"])
        } else {
            Routes::single()
        };
        let checked = guard.check(&mut parts, &routes.place(&path));
        let is_kept = matches!(routes.place(&path), Place::Start);
        assert!(checked.is_err() || is_kept || !parts.headers.contains_key(tokens::HEADER));
        checked.map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    /// The page's token and the agents' token.
    fn texts(tokens: &Tokens) -> (String, String) {
        let address = tokens.printed();
        let code = address.split_once("#code=").unwrap().1;
        let request = Request::post("/start").header("mcp-ui-code", code).body(()).unwrap();
        let body = tokens.respond(&request).into_body().collect().now_or_never().unwrap().unwrap().to_bytes();
        let sent: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let token = |name: &str| sent[name].as_str().unwrap().to_owned();
        (token("page"), token("agents"))
    }

    #[test]
    fn each_token_opens_its_places() {
        let tokens = Tokens::new("http://127.0.0.1:9470/explorer");
        let (page, agents) = texts(&tokens);
        let guard = Guard::new(&[], Some(tokens));
        let host = ("host", "127.0.0.1:9470");
        // The status with the page's token, with the agents' token, and without a token.
        let (by_page, by_agents, by_both, by_all) =
            ((200, 403, 403), (403, 200, 403), (200, 200, 403), (200, 200, 200));
        for (method, path, expected) in [
            ("POST", "/mcp", by_agents),
            ("GET", "/mcp", by_agents),
            ("DELETE", "/several/mcp", by_agents),
            ("GET", "/explorer/tools", by_page),
            ("POST", "/explorer/tools/a/call", by_page),
            ("POST", "/explorer/rpc/tools/call", by_page),
            ("POST", "/explorer/rpc/answer", by_page),
            ("GET", "/explorer/events", by_page),
            ("GET", "/explorer/traffic", by_page),
            ("POST", "/explorer/traffic", by_page),
            ("GET", "/explorer/resources/read?uri=a", by_page),
            ("GET", "/explorer/uis", by_page),
            ("GET", "/explorer/ui/cards", by_page),
            ("POST", "/explorer/access", by_page),
            ("POST", "/explorer", by_page),
            ("GET", "/console", by_page),
            ("POST", "/restart", by_page),
            ("POST", "/doctor", by_page),
            ("GET", "/several/console", by_page),
            ("GET", "/several/explorer/tools", by_page),
            ("GET", "/servers", by_page),
            ("GET", "/other", by_both),
            ("GET", "/several", by_both),
            ("GET", "/", by_all),
            ("GET", "/explorer", by_all),
            ("GET", "/explorer/", by_all),
            ("GET", "/explorer/later.js", by_all),
            ("GET", "/explorer/traffic.js", by_all),
            ("GET", "/explorer/sandbox?policy=x", by_all),
            ("GET", "/several/explorer", by_all),
            ("POST", "/start", by_all),
            ("POST", "/several/start", by_all),
        ] {
            let with = |token: &str| status(&guard, method, path, &[host, ("mcp-ui-token", token)]);
            let without = status(&guard, method, path, &[host]);
            assert_eq!((with(&page), with(&agents), without), expected, "{method} {path}");
            assert_eq!(with("wrong"), without, "{method} {path}");
            let token = ("mcp-ui-token", if expected == by_agents { agents.as_str() } else { page.as_str() });
            assert_eq!(status(&guard, method, path, &[host, token, token]), without, "{method} {path}");
        }
    }

    #[test]
    fn web_pages_of_others_are_refused() {
        let guard = Guard::new(&["box.example".to_owned()], None);
        for host in ["localhost:9470", "127.0.0.1", "[::1]:9470", "BOX.example:80"] {
            assert_eq!(status(&guard, "GET", "/explorer", &[("host", host)]), 200, "{host}");
        }
        for host in ["evil.example", "localhost.evil.example", "user@localhost", "10.0.0.1", "", "a b"] {
            assert_eq!(status(&guard, "GET", "/explorer", &[("host", host)]), 421, "{host}");
        }
        assert_eq!(status(&guard, "GET", "/explorer", &[]), 421);
        assert_eq!(status(&guard, "GET", "/explorer", &[("host", "localhost"), ("host", "localhost")]), 421);

        let host = ("host", "localhost:9470");
        assert_eq!(status(&guard, "POST", "/mcp", &[host, ("origin", "http://localhost:9470")]), 200);
        for origin in
            ["http://localhost:3000", "http://127.0.0.1:9470", "https://localhost:9470", "null", "http://evil"]
        {
            assert_eq!(status(&guard, "POST", "/mcp", &[host, ("origin", origin)]), 403, "{origin}");
        }
        for path in ["/mcp", "/servers", "/several/mcp"] {
            assert_eq!(status(&guard, "GET", path, &[host, ("sec-fetch-dest", "document")]), 403, "{path}");
        }
    }

    #[test]
    fn other_pages_get_the_documents_of_uis_only_if_they_may() {
        let requests = [
            ("GET", "/explorer/ui/cards", true),
            ("HEAD", "/several/explorer/ui/runtime.js", true),
            ("POST", "/explorer/ui/cards", false),
            ("GET", "/explorer/uis", false),
            ("GET", "/ui/cards", false),
        ];
        let headers = [("host", "localhost:9470"), ("origin", "http://localhost:6006")];
        for (shares_uis, (method, path, is_ui)) in
            [true, false].into_iter().flat_map(|shares| requests.map(|request| (shares, request)))
        {
            let guard = Guard::new(&[], Some(Tokens::new(""))).sharing_uis(shares_uis);
            let expected = if shares_uis && is_ui { 200 } else { 403 };
            assert_eq!(status(&guard, method, path, &headers), expected, "{method} {path}");
        }
    }
}
