//! The page, a single self-contained document.
//!
//! The page is the same for every caller, so it is assembled once for each encoding and then only sent. It loads
//! nothing from elsewhere: its policy allows its own script and style by their hashes, `data:` and `blob:` URLs,
//! requests to its own origin, and frames of the sandbox. Text of a tool or a server never becomes part of the
//! document.
//!
//! `template` fills in the configuration, `gzip` and `checksum` assemble the compressed document from parts that were
//! compressed at build time.

mod checksum;
mod gzip;
mod template;

use std::sync::OnceLock;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};

use self::template::Part;
use super::conditional::Conditional;
use super::response::{self, ExplorerResponse};
use crate::config::McpUiConfig;

/// The header that isolates the page from the window that opened it, and from those that it opens.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The page for a configuration. Each encoding is created when it is first requested.
#[derive(Debug)]
pub(super) struct Page {
    parts: Vec<Part>,
    policy: HeaderValue,
    plain: OnceLock<Conditional>,
    gzip: OnceLock<Conditional>,
}

impl Page {
    /// Fills in the configuration, and composes the page's Content-Security-Policy from it.
    ///
    /// The script itself narrows `frame-src` further, because only the browser knows the page's path behind a proxy.
    pub(super) fn new(config: &McpUiConfig) -> Self {
        let sandbox = config.sandbox_origin.as_ref().map(|origin| format!(" {origin}"));
        let frames = format!("'self'{}", sandbox.unwrap_or_default());
        let policy = format!(
            "default-src 'none'; script-src {}; style-src {}; connect-src 'self'; img-src data: blob:; \
             media-src data: blob:; font-src data:; frame-src {}; form-action 'none'; base-uri 'none'; \
             frame-ancestors {}",
            template::SCRIPT_HASH,
            template::STYLE_HASH,
            frames,
            config.frame_ancestors.as_deref().unwrap_or("'self'"),
        );
        Self {
            parts: template::fill(config),
            policy: HeaderValue::try_from(policy).expect("every part of the policy is visible ASCII"),
            plain: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }

    /// Responds with the page, in gzip if the client accepts it, or with 304.
    pub(super) fn respond(&self, request: &HeaderMap) -> ExplorerResponse {
        let representation = if gzip::is_accepted(request) {
            self.gzip.get_or_init(|| {
                let page = gzip::compress(&self.parts);
                self.representation(page.into(), "gzip")
                    .with(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))
            })
        } else {
            self.plain.get_or_init(|| {
                let page = gzip::decompress(&gzip::compress(&self.parts));
                self.representation(page.into(), "")
            })
        };
        representation.clone().respond(request)
    }

    /// Creates the page in one encoding, with the headers that isolate it.
    fn representation(&self, page: Bytes, encoding: &str) -> Conditional {
        Conditional::with_identity(page, "text/html; charset=utf-8", &self.identity(encoding))
            .with(header::CONTENT_SECURITY_POLICY, self.policy.clone())
            .with(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"))
            .with(OPENER_POLICY, HeaderValue::from_static("same-origin"))
            .with(response::ORIGIN_AGENT_CLUSTER, HeaderValue::from_static("?1"))
            .with(header::VARY, HeaderValue::from_static("Accept-Encoding"))
    }

    /// Returns a text that identifies this page: its version, the values that are filled in, and the encoding. The text
    /// is hashed in place of the page itself.
    fn identity(&self, encoding: &str) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => Some(text.clone()),
            Part::Asset(_) => None,
        };
        let filled_in = self.parts.iter().filter_map(part);
        filled_in.chain([template::VERSION_HASH, encoding].map(str::to_owned)).collect::<Vec<_>>().join("\n")
    }
}
