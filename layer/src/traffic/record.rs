//! A record: the data stored for a message, as a JSON object on one line. `docs/traffic.md` describes its members.

use std::borrow::Cow;

use bytes::Bytes;
use http::HeaderMap;

use super::callers::Caller;
use super::exchange::{Exchange, Instant, ResponseHead};
use super::message::{From, Summary};
use super::recording::Recording;
use super::redaction::Secrets;
use crate::model::{ObjectWriter, RawJson};

/// The route that a message takes.
pub(super) enum Passage<'r> {
    Http {
        exchange: &'r Exchange,
        response: Option<&'r ResponseHead>,
    },
    Stdio {
        session: &'r str,
        is_of_other: bool,
    },
    /// The passage of dropped messages, which is unknown.
    Unknown,
}

/// The reason code for a string that is not a JSON-RPC message.
pub(super) const NO_MESSAGE: &str = "no_message";

/// A record's content.
pub(super) enum Content {
    /// A message that was read.
    Message { summary: Summary, raw: RawJson, redacted: Vec<String> },
    /// A message that is not kept: the reason as a sentence, and the reason's code if there is one.
    Unread(String, Option<&'static str>),
    /// An exchange without messages.
    Http,
    /// An exchange that ended too early, with the reason as a sentence.
    Cut(&'static str),
}

/// A record of one message.
pub(super) struct Record<'r> {
    pub(super) at: Instant,
    pub(super) from: From,
    pub(super) passage: Passage<'r>,
    /// The message's size, even if it was not kept.
    pub(super) bytes: u64,
    pub(super) content: Content,
}

impl Record<'_> {
    /// Stores the record.
    pub(super) fn store(self, recording: &Recording) {
        let (caller, is_of_explorer) = match &self.passage {
            Passage::Http { exchange, .. } => (exchange.caller, exchange.is_of_explorer),
            Passage::Stdio { .. } | Passage::Unknown => (recording.callers.of(&HeaderMap::new()), false),
        };
        recording.keep(caller, is_of_explorer, &self.to_json(recording, caller));
    }

    fn to_json(&self, recording: &Recording, caller: Caller) -> Bytes {
        let size = match &self.content {
            Content::Message { raw, .. } => raw.get().len(),
            _ => 0,
        };
        let mut out = Vec::with_capacity(size + 512);
        let mut object = ObjectWriter::begin(&mut out);
        object.member("at", format!("{}.{:03}", self.at.0 / 1000, self.at.0 % 1000).as_bytes());
        object.string_member("from", if self.from == From::Client { "client" } else { "server" });
        self.content.subject().write(&mut object);
        let client = self.content.summary().and_then(|summary| summary.client.clone());
        self.write_passage(&mut object, recording, client);
        object.string_member("caller", &caller.to_string());
        object.member("bytes", self.bytes.to_string().as_bytes());
        self.content.write(&mut object);
        object.end();
        out.into()
    }

    fn write_passage(&self, object: &mut ObjectWriter<'_>, recording: &Recording, client: Option<Bytes>) {
        let (exchange, response) = match &self.passage {
            Passage::Unknown => return object.string_member("transport", "http"),
            Passage::Stdio { session, is_of_other } => {
                object.string_member("transport", "stdio");
                object.string_member("session", session);
                if *is_of_other {
                    object.member("other", b"true");
                }
                if let Some(client) = client.or_else(|| recording.clients.client(session)) {
                    object.member("client", &client);
                }
                return;
            }
            Passage::Http { exchange, response } => (exchange, response),
        };
        object.string_member("transport", "http");
        object.string_member("exchange", &format!("{}-{}", recording.ring.epoch(), exchange.number));
        let learned = exchange.learned.lock();
        if let Some(client) = client.or_else(|| learned.client.clone()) {
            object.member("client", &client);
        }
        if let Some(session) = exchange.session.as_ref().or(learned.session.as_ref()) {
            object.string_member("session", session);
        }
        if let Some(revision) = &learned.revision {
            object.string_member("revision", revision);
        }
        if exchange.is_of_explorer {
            object.member("explorer", b"true");
        }
        object.member_with("http", |out| {
            let secrets = &recording.settings.secrets;
            let shows_arguments = self.content.shows_arguments();
            let mut http = ObjectWriter::begin(out);
            if let Some(response) = response {
                http.member("status", response.status.as_str().as_bytes());
                response.headers.write_member(&mut http, secrets, shows_arguments);
            } else {
                http.string_member("method", exchange.method.as_str());
                http.string_member("path", &secrets.text(&exchange.path));
                exchange.headers.write_member(&mut http, secrets, shows_arguments);
            }
            http.end();
        });
    }
}

impl Content {
    /// Parses a message, and removes its secrets.
    pub(super) fn of_message(json: &RawJson, secrets: &Secrets) -> Self {
        match (Summary::of(json), secrets.redact(json)) {
            (Some(mut summary), Ok(found)) => {
                summary.redact(secrets);
                Self::Message { summary, raw: found.json, redacted: found.pointers }
            }
            (None, _) => Self::Unread("The message is not JSON-RPC.".to_owned(), Some(NO_MESSAGE)),
            (_, Err(reason)) => Self::Unread(format!("{reason} It is not kept."), None),
        }
    }

    /// Creates the content for a message that exceeds the size limit. The record has only the size.
    pub(super) fn too_large() -> Self {
        Self::Unread("The message is too large to be kept.".to_owned(), None)
    }

    pub(super) fn summary(&self) -> Option<&Summary> {
        match self {
            Self::Message { summary, .. } => Some(summary),
            _ => None,
        }
    }

    /// Returns whether headers may repeat the message's arguments: the message was searched, and contains no secrets.
    pub(super) fn shows_arguments(&self) -> bool {
        matches!(self, Self::Message { redacted, .. } if redacted.is_empty())
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        let kind = match self {
            Self::Message { summary, .. } => summary.kind.as_str(),
            Self::Unread(..) => "unparsed",
            Self::Http => "http",
            Self::Cut(_) => "cut",
        };
        let Some(summary) = self.summary() else { return Subject { kind, method: None, name: None, id: None } };
        let (method, name) = (summary.method.as_deref(), summary.name.as_deref());
        Subject { kind, method: method.map(Into::into), name: name.map(Into::into), id: summary.id.as_ref() }
    }

    /// Writes the message, or why it was not kept. Writes nothing for an exchange without messages.
    pub(super) fn write(&self, object: &mut ObjectWriter<'_>) {
        match self {
            Self::Message { raw, redacted, .. } => {
                if !redacted.is_empty() {
                    object.member_with("redacted", |out| {
                        serde_json::to_writer(out, redacted).expect("strings can be written to a vector");
                    });
                }
                object.member("raw", &on_one_line(raw));
            }
            Self::Unread(note, reason) => {
                object.string_member("note", note);
                if let Some(reason) = reason {
                    object.string_member("reason", reason);
                }
            }
            Self::Cut(note) => object.string_member("note", note),
            Self::Http => {}
        }
    }
}

/// A record's kind, and its message's subject.
pub(super) struct Subject<'r> {
    pub(super) kind: &'static str,
    pub(super) method: Option<Cow<'r, str>>,
    pub(super) name: Option<Cow<'r, str>>,
    pub(super) id: Option<&'r RawJson>,
}

impl Subject<'_> {
    pub(super) fn write(&self, object: &mut ObjectWriter<'_>) {
        object.string_member("kind", self.kind);
        if let Some(method) = &self.method {
            object.string_member("method", method);
        }
        if let Some(name) = &self.name {
            object.string_member("name", name);
        }
        if let Some(id) = self.id {
            object.member("id", id.as_bytes());
        }
    }
}

/// Replaces line breaks, which JSON allows only as white space between tokens.
fn on_one_line(json: &RawJson) -> Vec<u8> {
    json.as_bytes().iter().map(|&byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }).collect()
}
