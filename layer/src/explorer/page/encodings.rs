use std::sync::OnceLock;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};

use super::super::conditional::Conditional;
use super::super::response::ExplorerResponse;
use super::gzip;

/// A string's representations: gzip, and plain text for clients that do not accept gzip. Each is created on first use.
#[derive(Debug)]
pub(super) struct Encodings {
    plain: OnceLock<Conditional>,
    gzip: OnceLock<Conditional>,
}

impl Encodings {
    pub(super) const fn new() -> Self {
        Self { plain: OnceLock::new(), gzip: OnceLock::new() }
    }

    /// Responds in gzip if the client accepts it, and with 304 if the client already has the text.
    ///
    /// `represent` gets the text and its encoding name, which is empty for the plain text.
    pub(super) fn respond(
        &self,
        request: &HeaderMap,
        compressed: impl FnOnce() -> Bytes,
        represent: impl FnOnce(Bytes, &str) -> Conditional,
    ) -> ExplorerResponse {
        let vary = HeaderValue::from_static("Accept-Encoding");
        let representation = if gzip::is_accepted(request) {
            self.gzip.get_or_init(|| {
                represent(compressed(), "gzip")
                    .with(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))
                    .with(header::VARY, vary)
            })
        } else {
            self.plain.get_or_init(|| represent(gzip::decompress(&compressed()).into(), "").with(header::VARY, vary))
        };
        representation.clone().respond(request)
    }
}
