//! `GET {prefix}/authorization/callback`: the document at the redirect URI.
//!
//! The document is the same for every request. The document's script passes the answer to the waiting page in the same
//! browser.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Response;
use http::header::{self, HeaderMap, HeaderValue};
use sha2::{Digest as _, Sha256};

use crate::explorer::response::ExplorerResponse;
use crate::headers;

const DOCUMENT: &str = include_str!("../../../ui/callback.html");

pub(super) fn document() -> ExplorerResponse {
    static HEADERS: LazyLock<HeaderMap> = LazyLock::new(|| {
        let mut headers = headers::of_whole("text/html; charset=utf-8", DOCUMENT.len());
        let policy = format!(
            "default-src 'none'; script-src {}; style-src {}; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
            hash_between("<script>", "</script>"),
            hash_between("<style>", "</style>"),
        );
        for (name, value) in [
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (header::CONTENT_SECURITY_POLICY, HeaderValue::try_from(policy).expect("hashes are ASCII")),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        ] {
            headers.insert(name, value);
        }
        headers
    });
    let mut response = Response::new(Bytes::from_static(DOCUMENT.as_bytes()).into());
    response.headers_mut().clone_from(&HEADERS);
    response
}

/// Returns a string's hash, as a Content-Security-Policy source.
fn hash_between(before: &str, after: &str) -> String {
    let (_, rest) = DOCUMENT.split_once(before).expect("the document has a script and a style");
    let (text, _) = rest.split_once(after).expect("it has an end");
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
