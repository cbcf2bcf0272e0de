//! The page: a document with its style and the script part that shows the list, and the script parts that the page
//! loads later.
//!
//! The document and the scripts are the same for every caller, so they are assembled once per encoding and then only
//! sent. The page loads nothing from elsewhere: its policy allows its own scripts and style by hash, `data:` and
//! `blob:` URLs, requests to its own origin, and sandbox frames. Text from a tool or a server never becomes part of the
//! document.
//!
//! `template` fills in the configuration, `gzip` and `checksum` assemble the compressed document from parts compressed
//! at build time, and `encodings` holds a string's representations. `servers` is the page for a program with several
//! servers.

mod checksum;
mod encodings;
mod gzip;
#[cfg(feature = "embedding")]
pub(crate) mod servers;
mod template;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};

use self::encodings::Encodings;
use self::template::Part;
use super::conditional::Conditional;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::config::McpUiConfig;
use crate::endpoint::ScriptPart;

/// The header that isolates the page from its opener and from the windows that it opens.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The page for a configuration.
#[derive(Debug)]
pub(super) struct Page {
    parts: Vec<Part>,
    policy: HeaderValue,
    document: Encodings,
    later: Encodings,
    traffic: Encodings,
}

impl Page {
    /// Fills in the configuration, and composes the page's Content-Security-Policy from it.
    ///
    /// The script itself narrows `frame-src` further, because only the browser knows the page's path behind a proxy.
    pub(super) fn new(config: &McpUiConfig) -> Self {
        let sandbox = config.sandbox_origin.as_ref().map(|origin| format!(" {origin}"));
        let frames = format!("'self'{}", sandbox.unwrap_or_default());
        let later = [Some(template::LATER), template::TRAFFIC].into_iter().flatten().map(|part| part.hash);
        let scripts = [template::SCRIPT_HASH].into_iter().chain(later).collect::<Vec<_>>().join(" ");
        let policy = format!(
            "default-src 'none'; script-src {}; style-src {}; connect-src 'self'; img-src data: blob:; \
             media-src data: blob:; font-src data:; frame-src {}; form-action 'none'; base-uri 'none'; \
             frame-ancestors {}",
            scripts,
            template::STYLE_HASH,
            frames,
            config.frame_ancestors.as_deref().unwrap_or("'self'"),
        );
        Self {
            parts: template::fill(config),
            policy: HeaderValue::try_from(policy).expect("every part of the policy is visible ASCII"),
            document: Encodings::new(),
            later: Encodings::new(),
            traffic: Encodings::new(),
        }
    }

    /// Responds with the document, or with 304.
    pub(super) fn respond(&self, request: &HeaderMap) -> ExplorerResponse {
        let compressed = || gzip::compress(&self.parts).into();
        self.document.respond(request, compressed, |page, encoding| {
            document(page, &self.identity(encoding), self.policy.clone())
        })
    }

    /// Responds with a script part or 304, or with 404 if this build does not have the part.
    pub(super) fn respond_script(&self, part: ScriptPart, request: &HeaderMap) -> EndpointResult {
        let (script, encodings) = match part {
            ScriptPart::Later => (Some(template::LATER), &self.later),
            ScriptPart::Traffic => (template::TRAFFIC, &self.traffic),
        };
        let script = script.ok_or_else(response::not_found)?;
        let compressed = || Bytes::from_static(script.gzip);
        Ok(encodings.respond(request, compressed, |text, encoding| {
            let identity = [script.hash, encoding].join("\n");
            Conditional::with_identity(text, "text/javascript; charset=utf-8", &identity)
        }))
    }

    /// Returns a string that identifies this page: its filled-in values, version and encoding. The string is hashed
    /// instead of the page itself.
    fn identity(&self, encoding: &str) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => Some(text.clone()),
            Part::Asset(_) => None,
        };
        let filled_in = self.parts.iter().filter_map(part);
        filled_in.chain([template::VERSION_HASH, encoding].map(str::to_owned)).collect::<Vec<_>>().join("\n")
    }
}

/// Creates a document's representation, with protective headers. `identity` differs whenever the text does.
fn document(text: Bytes, identity: &str, policy: HeaderValue) -> Conditional {
    Conditional::with_identity(text, "text/html; charset=utf-8", identity)
        .with(header::CONTENT_SECURITY_POLICY, policy)
        .with(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"))
        .with(OPENER_POLICY, HeaderValue::from_static("same-origin"))
        .with(response::ORIGIN_AGENT_CLUSTER, HeaderValue::from_static("?1"))
}
