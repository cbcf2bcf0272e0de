//! Guards of the whole listener. Loopback is no permission: other users of this machine reach it, and so do web pages.

use http::header;
use http::request::Parts;
use http::uri::Authority;
use http::{Method, StatusCode};
use mcp_ui_host::is_local_host;

use super::routes::Place;
use super::token::{self, Token};

/// The checks of each request: its host, its origin, and the token.
pub(in crate::commands) struct Guard {
    allowed_hosts: Vec<String>,
    token: Option<Token>,
    /// Set if pages of other origins may show the UIs of the catalog.
    shares_uis: bool,
}

/// The status and the text of a refusal.
pub(in crate::commands) type Refusal = (StatusCode, String);

impl Guard {
    pub(in crate::commands) fn new(allowed_hosts: &[String], token: Option<Token>) -> Self {
        Self { allowed_hosts: allowed_hosts.to_vec(), token, shares_uis: false }
    }

    /// Lets pages of other origins show the UIs of the catalog, whose own policy names these pages.
    pub(in crate::commands) fn sharing_uis(self, shares_uis: bool) -> Self {
        Self { shares_uis, ..self }
    }

    /// Checks a request for a place, and removes the token from it.
    pub(in crate::commands) fn check(&self, request: &mut Parts, place: &Place<'_>) -> Result<(), Refusal> {
        let host = self.check_host(request)?;
        let is_ui = self.shares_uis && is_ui(request, place);
        if !is_ui {
            check_origin(request, &host)?;
        }
        if matches!(place, Place::Endpoint(_) | Place::List) {
            mcp_ui_host::origin::check_purpose(&request.headers).map_err(|text| (StatusCode::FORBIDDEN, text))?;
        }
        if let Some(token) = self.token.as_ref().filter(|_| !is_ui && !is_public(request, place))
            && !token.is_in(&request.headers)
        {
            let text = "The token is missing or wrong. In the browser, open the address that `mcp-ui open` has printed. \
                        Agents send the header Mcp-Ui-Token, as in the configuration that it has printed. Each start \
                        has a new token.";
            return Err((StatusCode::FORBIDDEN, text.to_owned()));
        }
        request.headers.remove(token::HEADER);
        Ok(())
    }

    /// Refuses foreign host names, which web pages make resolve to this machine (DNS rebinding). Returns the host.
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

/// Refuses requests of web pages of other origins.
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

/// Returns whether a request is for a document that is the same for everybody. Browsers load documents without the
/// token.
fn is_public(request: &Parts, place: &Place<'_>) -> bool {
    reads(request) && matches!(place, Place::Root | Place::Explorer(_, "" | "/" | "/later.js" | "/sandbox"))
}

/// Returns whether a request is for the document of a UI, or for the script that it loads.
fn is_ui(request: &Parts, place: &Place<'_>) -> bool {
    reads(request) && matches!(place, Place::Explorer(_, below) if below.starts_with("/ui/"))
}

fn reads(request: &Parts) -> bool {
    [Method::GET, Method::HEAD].contains(&request.method)
}

#[cfg(test)]
mod tests {
    use http::Request;

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
        assert!(checked.is_err() || !parts.headers.contains_key(token::HEADER));
        checked.map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    #[test]
    fn everything_but_the_documents_needs_the_token() {
        let token = Token::new();
        let guard = Guard::new(&[], Some(token.clone()));
        let host = ("host", "127.0.0.1:9470");
        for (method, path) in [
            ("POST", "/mcp"),
            ("GET", "/explorer/tools"),
            ("POST", "/explorer"),
            ("GET", "/other"),
            ("POST", "/several/mcp"),
            ("GET", "/several/explorer/tools"),
            ("GET", "/several"),
            ("GET", "/servers"),
        ] {
            assert_eq!(status(&guard, method, path, &[host]), 403, "{method} {path}");
            assert_eq!(status(&guard, method, path, &[host, ("mcp-ui-token", "wrong")]), 403, "{method} {path}");
            let right = ("mcp-ui-token", token.as_str());
            assert_eq!(status(&guard, method, path, &[host, right]), 200, "{method} {path}");
            assert_eq!(status(&guard, method, path, &[host, right, right]), 403, "{method} {path}");
        }
        for path in
            ["/", "/explorer", "/explorer/", "/explorer/later.js", "/explorer/sandbox?policy=x", "/several/explorer"]
        {
            assert_eq!(status(&guard, "GET", path, &[host]), 200, "{path}");
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
            let guard = Guard::new(&[], Some(Token::new())).sharing_uis(shares_uis);
            let expected = if shares_uis && is_ui { 200 } else { 403 };
            assert_eq!(status(&guard, method, path, &headers), expected, "{method} {path}");
        }
    }
}
