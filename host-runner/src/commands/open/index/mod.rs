//! The index page of several servers. The page itself is the same for everybody; the list of servers, which may have
//! private details, is loaded with the token.

mod list;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{self, HeaderName, HeaderValue};
use http::{Method, Response, StatusCode};
use sha2::{Digest as _, Sha256};

use super::response;
use super::routes::Routes;
use super::server::Server;
use crate::commands::target::AnyBody;

const SCRIPT: &str = include_str!("index.js");
const STYLE: &str = include_str!("index.css");

pub(super) struct Index {
    document: String,
    policy: HeaderValue,
    /// The origin that agents use.
    origin: String,
    /// The configuration file, and what of it is not used.
    file: String,
    unused: Vec<String>,
}

impl Index {
    pub(super) fn new(origin: &str, file: String, unused: Vec<String>) -> Self {
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'",
            hash(SCRIPT),
            hash(STYLE)
        );
        let document = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>MCP servers</title>\n\
             <style>{STYLE}</style>\n<header><h1>MCP servers</h1></header>\n<main aria-live=\"polite\">\n\
             <noscript>This page needs JavaScript, which sends the token of mcp-ui.</noscript>\n</main>\n\
             <script>{SCRIPT}</script>\n</html>\n"
        );
        let policy = policy.parse().expect("base64 and spaces are valid in a header");
        Self { document, policy, origin: origin.to_owned(), file, unused }
    }

    /// The page.
    pub(super) fn page(&self, method: &Method) -> Response<AnyBody> {
        if let Some(refusal) = refusal(method) {
            return refusal;
        }
        let mut response = response::of_type("text/html; charset=utf-8", self.document.clone());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        for (name, value) in [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::CACHE_CONTROL, "no-store"),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }

    /// The list of servers, as the content of the page.
    pub(super) fn list(&self, method: &Method, servers: &[Server], routes: &Routes) -> Response<AnyBody> {
        if let Some(refusal) = refusal(method) {
            return refusal;
        }
        let mut response = response::of_type("text/html; charset=utf-8", self.render(servers, routes));
        mcp_ui_host::origin::protect(response.headers_mut());
        response
    }
}

fn refusal(method: &Method) -> Option<Response<AnyBody>> {
    if [Method::GET, Method::HEAD].contains(method) {
        return None;
    }
    let mut response = response::text(StatusCode::METHOD_NOT_ALLOWED, "Use GET.");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    Some(response)
}

fn hash(text: &str) -> String {
    BASE64_STANDARD.encode(Sha256::digest(text))
}
