//! The sandbox for an MCP App: its frame's document, and that document's Content-Security-Policy.
//!
//! The document (MCP Apps, "Sandbox proxy") gets the app's HTML from the page and loads it. The policy confines the
//! app: it sets an opaque origin, and allows only sources that the app's resource declares and that are approved.
//!
//! 1. The page sends the declaration to `POST {prefix}/sandbox/policy`, and shows rejected sources and warnings.
//! 2. The page loads `GET {prefix}/sandbox` in a frame, with the query from that response. The policy is a response
//!    header, so it holds before any app script runs, and the app cannot change it.
//! 3. The page sends the app's HTML to the document in a message.
//!
//! With `sandbox_origin`, the document is a relay on that origin. It loads the app in a nested frame, so that the app
//! can have storage.

#[cfg(feature = "uis")]
pub(super) mod hosted;

use bytes::Bytes;
use http::StatusCode;
use http::header::{self, HeaderName, HeaderValue};
use http::request::Parts;
use http_body::Body;

use super::response::{self, EndpointResult};
use super::{Conditional, Explorer, guard};
use crate::app_policy::{CspDecision, ExplorerOrigin, Frame};
use crate::headers::CROSS_ORIGIN_RESOURCE_POLICY;
use crate::model::{RawJson, RawObject};
use crate::origin::Origin;
use crate::setting::Setting;

/// The header that restricts a document's connections, including WebRTC, in browsers that support it.
const CONNECTION_ALLOWLIST: HeaderName = HeaderName::from_static("connection-allowlist");
/// The header that turns off browser features for a document and its frames.
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// Features to turn off, because browsers allow them in every frame by default. Picture-in-picture would keep an app
/// visible when the page hides it.
///
/// Other features, such as camera and microphone, are denied to a frame unless the page grants them.
const DENIED_FEATURES: &str = "picture-in-picture=(), gamepad=(), browsing-topics=()";

/// The document that becomes the app. The `sandbox` directive in its policy gives it an opaque origin.
const SHELL: &str = concat!(
    include_str!("../../../ui/sandbox/head.html"),
    "<script>{\n",
    include_str!("../../../ui/sandbox/echo.js"),
    include_str!("../../../ui/sandbox/reports.js"),
    include_str!("../../../ui/sandbox/shell.js"),
    "}</script>\n",
);

/// The document on the sandbox origin, which loads the app in a nested frame. The app can have storage there.
const RELAY: &str = concat!(
    include_str!("../../../ui/sandbox/head.html"),
    "<script>{\n",
    include_str!("../../../ui/sandbox/echo.js"),
    include_str!("../../../ui/sandbox/reports.js"),
    include_str!("../../../ui/sandbox/relay.js"),
    "}</script>\n",
);

/// The page's request for an app frame's policy, sent as the `POST {prefix}/sandbox/policy` body:
///
/// ```json
/// {"csp": {"connectDomains": ["https://api.example.com"]}, "origin": "https://tools.example.com", "relaxed": false}
/// ```
///
/// The response contains the query for `GET {prefix}/sandbox`, which takes the same members.
#[derive(Debug, Default)]
struct PolicyRequest {
    /// The resource's `_meta.ui.csp`, unchanged.
    csp: Option<RawJson>,
    /// The page's origin, which a server behind proxies may not know.
    origin: Option<String>,
    /// Allows `blob:` and `data:` in more directives than the specification does.
    relaxed: bool,
}

impl PolicyRequest {
    /// Parses the `POST {prefix}/sandbox/policy` body. All members are optional.
    fn from_body(body: Bytes) -> Result<Self, serde_json::Error> {
        let members = RawObject::parse(&RawJson::parse(body)?)?;
        Ok(Self {
            csp: members.get("csp").cloned(),
            origin: members.get_as("origin")?,
            relaxed: members.get_as("relaxed")?.unwrap_or_default(),
        })
    }

    /// Parses the `GET {prefix}/sandbox` query. The parameter `relaxed` is a flag, whatever its value.
    fn from_query(query: &str) -> Result<Self, serde_json::Error> {
        let mut policy_request = Self::default();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*key {
                "csp" => policy_request.csp = Some(RawJson::parse(value.into_owned())?),
                "origin" => policy_request.origin = Some(value.into_owned()),
                "relaxed" => policy_request.relaxed = true,
                _ => {}
            }
        }
        Ok(policy_request)
    }
}

/// Handles `POST {prefix}/sandbox/policy`: returns the app's declared domains, approved or rejected.
///
/// ```json
/// {
///   "policy": "sandbox allow-scripts …",
///   "query": "?csp=…",
///   "approved": {
///     "connectDomains": ["https://api.example.com"],
///     "resourceDomains": [],
///     "frameDomains": [],
///     "baseUriDomains": []
///   },
///   "rejected": [{"directive": "connectDomains", "value": "\"*\"", "reason": "it matches every domain"}],
///   "warnings": []
/// }
/// ```
///
/// The response only informs the user. The policy is decided again when the document is loaded.
pub(super) async fn policy<B: Body>(explorer: &Explorer, request: &Parts, body: B) -> EndpointResult {
    let body = explorer.read(body).await?;
    let policy_request = PolicyRequest::from_body(body).map_err(|error| {
        let message = format!("The body must be JSON: {{\"csp\": …, \"origin\": …, \"relaxed\": …}}. {error}");
        response::error(StatusCode::BAD_REQUEST, &message)
    })?;
    let (frame, decision) = decide(explorer, request, &policy_request);
    Ok(response::json(StatusCode::OK, decision.to_json(&frame)))
}

/// Handles `GET {prefix}/sandbox`, with a query from [`policy`].
///
/// 403 if an app navigates its frame here, or if a page other than the explorer's requests the document on the
/// sandbox origin.
pub(super) fn respond(explorer: &Explorer, request: &Parts) -> EndpointResult {
    let policy_request = PolicyRequest::from_query(request.uri.query().unwrap_or_default()).map_err(|error| {
        response::error(StatusCode::BAD_REQUEST, &format!("The query parameter `csp` is not JSON: {error}"))
    })?;
    let (mut frame, decision) = decide(explorer, request, &policy_request);
    if !guard::is_for_sandbox(&explorer.config, &request.uri, &request.headers) {
        frame.page = None;
    } else if !is_explorer_page(explorer, frame.page.as_ref()) {
        let message = format!(
            "Only the explorer's page may show apps. Add the page's host to the setting {}, or its origin to {}.",
            Setting::HOSTS,
            Setting::TRUSTED_ORIGINS
        );
        return Err(response::error(StatusCode::FORBIDDEN, &message));
    }
    guard::check_sandbox_initiator(&request.headers, frame.page.is_some())?;
    let document = if frame.page.is_some() { RELAY } else { SHELL };
    let policy = decision.policy(&frame);
    let identity = format!("{policy}{document}");
    let policy = HeaderValue::try_from(policy).expect("every source is visible ASCII");
    let connections = HeaderValue::try_from(decision.connection_allowlist()).expect("every source is visible ASCII");
    let document = Bytes::from_static(document.as_bytes());
    let mut representation = Conditional::with_identity(document, "text/html; charset=utf-8", &identity);
    // Chromium 156 can crash on a frame inside a document with this header, and the relay loads the app in a frame.
    representation = if frame.page.is_none() {
        representation.with(CONNECTION_ALLOWLIST, connections)
    } else {
        // The app itself gains nothing from this header, because its origin is opaque.
        representation.with(response::ORIGIN_AGENT_CLUSTER, HeaderValue::from_static("?1"))
    };
    Ok(representation
        .with(header::CONTENT_SECURITY_POLICY, policy)
        .with(PERMISSIONS_POLICY, HeaderValue::from_static(DENIED_FEATURES))
        .with(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"))
        // The embedding page may be on another origin; `frame-ancestors` restricts the pages that may embed this
        // document.
        .with(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"))
        .respond(&request.headers))
}

/// Decides about the domains declared in a request, and returns the frame that the decision is for.
///
/// No app may reach the explorer: neither at this request's authority, nor at the origin claimed by the page, nor at
/// the sandbox origin.
fn decide(explorer: &Explorer, request: &Parts, policy_request: &PolicyRequest) -> (Frame, CspDecision) {
    let page = policy_request.origin.as_deref().and_then(Origin::parse).filter(Origin::is_http);
    let mut origins: Vec<_> = guard::authority_of(request).iter().map(ExplorerOrigin::of_authority).collect();
    origins.extend(page.iter().chain(&explorer.config.sandbox_origin).map(ExplorerOrigin::of_origin));
    let decision = CspDecision::of(policy_request.csp.as_ref(), &origins);
    let page = page.filter(|_| explorer.config.sandbox_origin.is_some());
    (Frame { page, relaxed: policy_request.relaxed, ancestors: "'self'".to_owned() }, decision)
}

/// Returns whether a page on this origin may load HTML into the sandbox origin.
fn is_explorer_page(explorer: &Explorer, page: Option<&Origin>) -> bool {
    let Some(page) = page.filter(|page| Some(*page) != explorer.config.sandbox_origin.as_ref()) else { return false };
    explorer.config.trusted_origins.contains(page)
        || page.authority().is_some_and(|authority| explorer.config.hosts.is_known_host(&authority))
}
