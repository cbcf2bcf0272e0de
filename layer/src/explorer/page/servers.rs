//! The page of several servers, which stands in front of their explorers. Its script loads `/servers`, the list.

use bytes::Bytes;
use http::header::HeaderValue;
use http::{HeaderMap, Method};

use super::document;
use super::encodings::Encodings;
use crate::explorer::response::{self, ExplorerResponse};

const GZIP: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/servers.gz"));
const POLICY: &str = include_str!(concat!(env!("OUT_DIR"), "/servers.policy"));

/// Responds with the page, or with 304; with 405 unless the method is GET or HEAD.
pub(crate) fn respond(method: &Method, request: &HeaderMap) -> ExplorerResponse {
    static PAGE: Encodings = Encodings::new();
    if ![Method::GET, Method::HEAD].contains(method) {
        return response::method_not_allowed("GET, HEAD");
    }
    let page = PAGE.respond(
        request,
        || Bytes::from_static(GZIP),
        |page, encoding| document(page, &[POLICY, encoding].join("\n"), HeaderValue::from_static(POLICY)),
    );
    response::for_method(method, page)
}
