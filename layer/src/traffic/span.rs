//! The span for a recorded request, with the fields in OpenTelemetry's conventions.

use std::borrow::Cow;

use http::{Method, StatusCode, Version};
use tracing::field::Empty;
use tracing::span::Entered;
use tracing::{Span, info_span};

use super::conventions::{
    ERROR, EXECUTE_TOOL, EXPLORER, METHOD, OPERATION, OTEL_KIND, OTEL_NAME, OTEL_STATUS_CODE, OTHER_ERROR, PROMPT,
    QUIC, REQUEST_ID, RESOURCE, REVISION, SESSION, TCP, TOOL, TOOL_ERROR, TRANSPORT, name_attribute, plain_uri,
    span_name,
};
use super::head::Headers;
use super::message::{From, Kind, Summary};
use crate::model::{RawJson, RawObject};

/// A span around the inner service. It is closed when the response has ended and its messages have been read.
pub(super) struct RequestSpan(Span);

/// A request's subject, according to its headers.
#[derive(Default)]
struct Subject<'h> {
    method: Option<&'h str>,
    name: Option<&'h str>,
}

impl RequestSpan {
    /// Starts the span for a client message. Other requests, which open streams or close sessions, have no span.
    pub(super) fn begin(method: &Method, version: Version) -> Self {
        if method != Method::POST {
            return Self(Span::none());
        }
        let span = info_span!(
            "mcp",
            { OTEL_NAME } = Empty,
            { OTEL_KIND } = "server",
            { OTEL_STATUS_CODE } = Empty,
            { METHOD } = Empty,
            { TOOL } = Empty,
            { OPERATION } = Empty,
            { PROMPT } = Empty,
            { RESOURCE } = Empty,
            { REQUEST_ID } = Empty,
            { REVISION } = Empty,
            { SESSION } = Empty,
            { ERROR } = Empty,
            { TRANSPORT } = if version == Version::HTTP_3 { QUIC } else { TCP },
            { EXPLORER } = Empty,
        );
        Self(span)
    }

    /// Records the facts that are known before the message is read.
    pub(super) fn head(&self, headers: &Headers, session: Option<&str>, is_of_explorer: bool) {
        if self.0.is_disabled() {
            return;
        }
        let Subject { method, name } = Subject::of(headers);
        if let Some(method) = method {
            self.subject(method, name);
        }
        if let Some(revision) = headers.get("mcp-protocol-version") {
            self.0.record(REVISION, revision);
        }
        if let Some(session) = session {
            self.0.record(SESSION, session);
        }
        if is_of_explorer {
            self.0.record(EXPLORER, true);
        }
    }

    /// Enters the span, so that spans started meanwhile become its children.
    pub(super) fn enter(&self) -> Entered<'_> {
        self.0.enter()
    }

    /// Records a message's facts: from the client's first request or notification, or from the first response.
    pub(super) fn message(&self, headers: &Headers, from: From, summary: &Summary, message: &RawJson) {
        if self.0.is_disabled() {
            return;
        }
        match (from, summary.kind) {
            (From::Client, Kind::Request | Kind::Notification) => self.request(headers, summary),
            (From::Server, Kind::Response | Kind::Error) => {
                if let Some(error) = error(message) {
                    self.fail(&error);
                }
            }
            _ => {}
        }
    }

    fn request(&self, headers: &Headers, summary: &Summary) {
        let (method, name) = (summary.method.as_deref(), summary.name.as_deref());
        let announced = Subject::of(headers);
        // Some subscribers list a field each time it is recorded, so unchanged values are not recorded again.
        if let Some(method) = method.filter(|method| (Some(*method), name) != (announced.method, announced.name)) {
            self.subject(method, name);
        }
        if let Some(id) = &summary.id {
            self.0.record(REQUEST_ID, &*unquoted(id));
        }
        if let Some(revision) = summary.revision.as_deref().filter(|_| headers.get("mcp-protocol-version").is_none()) {
            self.0.record(REVISION, revision);
        }
    }

    fn subject(&self, method: &str, name: Option<&str>) {
        self.0.record(OTEL_NAME, &*span_name(method, name));
        self.0.record(METHOD, method);
        if let Some((attribute, name)) = name_attribute(method).zip(name) {
            let name = if attribute == RESOURCE { plain_uri(name) } else { name.into() };
            self.0.record(attribute, &*name);
            if attribute == TOOL {
                self.0.record(OPERATION, EXECUTE_TOOL);
            }
        }
    }

    /// Records the session that starts with the response.
    pub(super) fn session(&self, session: &str) {
        self.0.record(SESSION, session);
    }

    /// Records an HTTP error whose body has no message with more details.
    pub(super) fn status(&self, status: StatusCode) {
        if status.is_client_error() || status.is_server_error() {
            self.fail(status.as_str());
        }
    }

    /// Records that the response is missing or incomplete.
    pub(super) fn cut(&self) {
        self.fail(OTHER_ERROR);
    }

    fn fail(&self, error: &str) {
        self.0.record(ERROR, error);
        self.0.record(OTEL_STATUS_CODE, "ERROR");
    }
}

impl<'h> Subject<'h> {
    fn of(headers: &'h Headers) -> Self {
        let method = headers.get("mcp-method");
        // A non-ASCII name is encoded in the header, so it is taken from the message instead.
        let name = headers.get("mcp-name").filter(|name| !name.starts_with("=?"));
        Self { method, name }
    }
}

/// Returns the failure kind that a response reports.
fn error(message: &RawJson) -> Option<Cow<'static, str>> {
    let message = RawObject::parse(message).ok()?;
    if let Some(error) = message.get("error") {
        let code = RawObject::parse(error).ok().and_then(|error| error.get_as::<i64>("code").ok().flatten());
        return Some(code.map_or(OTHER_ERROR.into(), |code| code.to_string().into()));
    }
    let result = RawObject::parse(message.get("result")?).ok()?;
    (result.get("isError")?.get() == "true").then_some(TOOL_ERROR.into())
}

/// Returns an id as text: a string without its quotes, or a number's digits.
fn unquoted(id: &RawJson) -> Cow<'_, str> {
    id.deserialize::<String>().map_or(id.get().into(), Into::into)
}
