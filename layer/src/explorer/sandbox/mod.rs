//! The frame in which an MCP App runs: its document, and the policy in that document's header.
//!
//! The document (MCP Apps, "Sandbox proxy") takes an app's HTML from the page and becomes it. What keeps the app in is
//! the header: an opaque origin, and no source but what the app's resource declares and is found harmless.

mod policy;
mod reach;
mod source;

use bytes::Bytes;
use http::StatusCode;
use http::header::{self, HeaderName, HeaderValue};
use http::request::Parts;
use http_body::Body;

use self::policy::{Frame, Verdict};
use self::source::Own;
use super::response::{self, EndpointResult};
use super::{Conditional, Explorer, guard};
use crate::config::Origin;
use crate::model::{RawJson, RawObject};

const CONNECTION_ALLOWLIST: HeaderName = HeaderName::from_static("connection-allowlist");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// Features that browsers allow in every frame unless they are denied. Picture in picture would keep an app in sight
/// while the page hides it.
const DENIED_FEATURES: &str = "picture-in-picture=(), gamepad=(), attribution-reporting=(), browsing-topics=(), \
                               shared-storage=(), join-ad-interest-group=(), run-ad-auction=(), private-aggregation=()";

/// Becomes the app.
const SHELL: &str = concat!(
    include_str!("../../../ui/sandbox/head.html"),
    "<script>{\n",
    include_str!("../../../ui/sandbox/echo.js"),
    include_str!("../../../ui/sandbox/reports.js"),
    include_str!("../../../ui/sandbox/shell.js"),
    "}</script>\n",
);

/// Holds the app in a frame of its own, on an origin of its own.
const RELAY: &str = concat!(
    include_str!("../../../ui/sandbox/head.html"),
    "<script>{\n",
    include_str!("../../../ui/sandbox/echo.js"),
    include_str!("../../../ui/sandbox/reports.js"),
    include_str!("../../../ui/sandbox/relay.js"),
    "}</script>\n",
);

/// What the page asks about an app, before it makes the frame.
#[derive(Debug, Default)]
struct Question {
    /// The resource's `_meta.ui.csp`, as it came.
    csp: Option<RawJson>,
    /// The page's own origin, which it knows better than a server behind proxies does.
    origin: Option<String>,
    /// Whether `blob:` and `data:` are allowed beyond what the specification has.
    relaxed: bool,
}

impl Question {
    fn in_body(body: Bytes) -> Result<Self, serde_json::Error> {
        let members = RawObject::parse(&RawJson::parse(body)?)?;
        Ok(Self {
            csp: members.get("csp").cloned(),
            origin: members.get_as("origin")?,
            relaxed: members.get_as("relaxed")?.unwrap_or_default(),
        })
    }

    fn in_query(query: &str) -> Result<Self, serde_json::Error> {
        let mut question = Self::default();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*key {
                "csp" => question.csp = Some(RawJson::parse(value.into_owned())?),
                "origin" => question.origin = Some(value.into_owned()),
                "relaxed" => question.relaxed = true,
                _ => {}
            }
        }
        Ok(question)
    }
}

impl Explorer {
    /// `POST {prefix}/sandbox/policy`: what becomes of the domains that an app declares.
    pub(super) async fn sandbox_policy<B: Body>(&self, request: &Parts, body: B) -> EndpointResult {
        let body = self.read(body).await?;
        let question = Question::in_body(body).map_err(|error| {
            let message = format!("Send {{\"csp\": …, \"origin\": …, \"relaxed\": …}} as JSON: {error}");
            response::error(StatusCode::BAD_REQUEST, &message)
        })?;
        let (frame, verdict) = self.judge(request, &question);
        Ok(response::json(StatusCode::OK, verdict.to_json(&frame)))
    }

    /// `GET {prefix}/sandbox`, with the query that [`sandbox_policy`](Self::sandbox_policy) has given.
    pub(super) fn sandbox(&self, request: &Parts) -> EndpointResult {
        let question = Question::in_query(request.uri.query().unwrap_or_default()).map_err(|error| {
            response::error(StatusCode::BAD_REQUEST, &format!("The query's csp is not JSON: {error}"))
        })?;
        let (mut frame, verdict) = self.judge(request, &question);
        if !guard::is_for_sandbox(&self.config, &request.uri, &request.headers) {
            frame.page = None;
        } else if !self.is_page_of_ours(frame.page.as_ref()) {
            let message = "Apps are shown to the explorer's own page alone: add its host to the setting `hosts`, or its origin to `trusted_origins`.";
            return Err(response::error(StatusCode::FORBIDDEN, message));
        }
        guard::check_sandbox_initiator(&request.headers, frame.page.is_some())?;
        let document = if frame.page.is_some() { RELAY } else { SHELL };
        let policy = verdict.policy(&frame);
        let identity = format!("{policy}{document}");
        let policy = HeaderValue::try_from(policy).expect("every source is visible ASCII");
        let connections = HeaderValue::try_from(verdict.connection_allowlist()).expect("every source is visible ASCII");
        let document = Bytes::from_static(document.as_bytes());
        let mut rendered = Conditional::with_identity(document, "text/html; charset=utf-8", &identity);
        // A frame within a document that has this header can crash Chromium 156, and the relay holds the app in one.
        if frame.page.is_none() {
            rendered = rendered.with(CONNECTION_ALLOWLIST, connections);
        }
        Ok(rendered
            .with(header::CONTENT_SECURITY_POLICY, policy)
            .with(PERMISSIONS_POLICY, HeaderValue::from_static(DENIED_FEATURES))
            .with(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"))
            // The page may be on another origin: `frame-ancestors` decides who shows this document.
            .with(response::CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"))
            .with(response::ORIGIN_AGENT_CLUSTER, HeaderValue::from_static("?1"))
            .answer(&request.headers))
    }

    fn judge(&self, request: &Parts, question: &Question) -> (Frame, Verdict) {
        let page = question.origin.as_deref().and_then(Origin::parse).filter(Origin::is_http);
        let mut own: Vec<_> = guard::own_authority(request).iter().map(Own::of_authority).collect();
        own.extend(page.iter().chain(&self.config.sandbox_origin).map(Own::of_origin));
        let verdict = Verdict::of(question.csp.as_ref(), &own, self.config.apps.domains);
        let page = page.filter(|_| self.config.sandbox_origin.is_some());
        (Frame { page, relaxed: question.relaxed }, verdict)
    }

    /// Whether a page of this origin may put HTML on the apps' origin.
    fn is_page_of_ours(&self, page: Option<&Origin>) -> bool {
        let Some(page) = page.filter(|page| Some(*page) != self.config.sandbox_origin.as_ref()) else { return false };
        self.config.trusted_origins.contains(page)
            || page.authority().is_some_and(|authority| self.config.hosts.name(&authority))
    }
}
