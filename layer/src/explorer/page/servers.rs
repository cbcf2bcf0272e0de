//! The page for several servers, in front of their explorers. Its script loads the server list from `/servers`.

use bytes::Bytes;
use http::header::HeaderValue;
use http::{HeaderMap, Method};

use super::encodings::Encodings;
use super::{document, gzip};
use crate::explorer::response::{self, ExplorerResponse};

const GZIP: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/servers.gz"));

/// The attribute that tells the page that it needs tokens.
const STARTS: &str = r#" data-host-endpoints="start""#;

/// The page's Content-Security-Policy.
const POLICY: &str = include_str!(concat!(env!("OUT_DIR"), "/servers.policy"));

/// Responds with the page or 304, or with 405 unless the method is GET or HEAD. `has_tokens` is true if the page has to
/// exchange a code for its tokens.
pub(crate) fn respond(method: &Method, request: &HeaderMap, has_tokens: bool) -> ExplorerResponse {
    static PAGE: Encodings = Encodings::new();
    if ![Method::GET, Method::HEAD].contains(method) {
        return response::method_not_allowed("GET, HEAD");
    }
    let represent =
        |page, encoding: &str| document(page, &[POLICY, encoding].join("\n"), HeaderValue::from_static(POLICY));
    let page = if has_tokens {
        PAGE.respond(request, || Bytes::from_static(GZIP), represent)
    } else {
        let page = String::from_utf8_lossy(&gzip::decompress(GZIP)).replacen(STARTS, "", 1);
        represent(page.into(), "open").respond(request)
    };
    response::for_method(method, page)
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    #[tokio::test]
    async fn a_page_without_tokens_asks_for_none() {
        for has_tokens in [true, false] {
            let page = respond(&Method::GET, &HeaderMap::new(), has_tokens).into_body().collect().await.unwrap();
            let page = String::from_utf8(page.to_bytes().to_vec()).unwrap();
            assert_eq!(page.contains(STARTS), has_tokens);
        }
    }
}
