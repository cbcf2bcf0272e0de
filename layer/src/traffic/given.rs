//! Records made elsewhere: checked, bounded and redacted like the records of passed messages.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};

use super::head::{Headers, SESSION_ID};
use super::message::{Summary, TEXT_BYTES, described, without_secrets};
use super::record::{Content, NO_MESSAGE, Subject};
use super::recording::Recording;
use super::redaction::Secrets;
use super::replicas::Origin;
use crate::model::{ObjectWriter, RawJson, RawObject};

/// Maximum number of headers examined to find those to keep. Additional headers are dropped.
const HEADERS: usize = 256;

/// Maximum number of pointers to redacted values in a given record. If there are more, all of them are dropped.
const POINTERS: usize = 100;

/// The record kinds. The first four are messages.
const KINDS: [&str; 7] = ["request", "response", "error", "notification", "http", "cut", "unparsed"];

/// The error for a malformed record, with the reason as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RecordError(String);

/// A given record's members.
struct Given(RawObject);

/// A given record's member `http`, with all headers, even those that are not kept.
struct Http {
    members: Option<RawObject>,
    headers: HeaderMap,
}

impl Recording {
    /// Checks a given record, removes its secrets, and stores it as this replica's own.
    pub(super) fn take(&self, record: &RawJson) -> Result<(), RecordError> {
        let given = Given::parse(record)?;
        let http = given.http();
        let caller = self.callers.of(&http.headers);
        self.keep(caller, given.is_of_explorer(), &given.to_json(self, &http, None)?);
        Ok(())
    }

    /// Checks a given record, and removes its secrets.
    pub(super) fn redacted(&self, record: &RawJson) -> Result<Bytes, RecordError> {
        let given = Given::parse(record)?;
        given.to_json(self, &given.http(), None)
    }

    /// Checks another replica's record like any given record, and stores it.
    pub(super) fn take_from(&self, origin: &Origin, record: &RawJson) -> Result<(), RecordError> {
        let given = Given::parse(record)?;
        let json = given.to_json(self, &given.http(), Some(origin))?;
        self.ring.push(origin.caller, given.is_of_explorer(), json);
        Ok(())
    }
}

impl Given {
    fn parse(record: &RawJson) -> Result<Self, RecordError> {
        RawObject::parse(record).map(Self).map_err(|_| RecordError::new("The record is not a JSON object."))
    }

    fn is_of_explorer(&self) -> bool {
        self.0.get("explorer").is_some_and(|explorer| explorer.get() == "true")
    }

    fn http(&self) -> Http {
        let members = self.object("http");
        let headers = members.as_ref().map(headers).unwrap_or_default();
        Http { members, headers }
    }

    /// Parses the message, if the record has one.
    fn message(&self, recording: &Recording) -> Option<Content> {
        let json = self.0.get("raw").filter(|json| !json.is_null())?;
        let bytes = json.get().len();
        if bytes > recording.settings.message_bytes {
            return Some(Content::too_large());
        }
        let mut content = Content::of_message(json, &recording.settings.secrets);
        if let Content::Message { redacted, .. } = &mut content {
            let found = std::mem::replace(redacted, self.pointers(&recording.settings.secrets));
            let new: Vec<_> = found.into_iter().filter(|pointer| !redacted.contains(pointer)).collect();
            redacted.extend(new);
        }
        Some(content)
    }

    fn to_json(&self, recording: &Recording, http: &Http, origin: Option<&Origin>) -> Result<Bytes, RecordError> {
        let message = self.message(recording);
        let message = message.as_ref();
        let Http { members: http, headers } = http;
        let mut out = Vec::with_capacity(self.0.get("raw").map_or(0, |raw| raw.get().len()) + 512);
        let mut object = ObjectWriter::begin(&mut out);
        object.member("at", self.number("at")?.ok_or_else(|| missing("at"))?.as_bytes());
        object.string_member("from", self.one_of("from", &["client", "server"])?);
        let transport = self.one_of("transport", &["http", "stdio"])?;
        match message {
            Some(message) => message.subject().write(&mut object),
            None => self.subject(recording)?.write(&mut object),
        }
        object.string_member("transport", transport);
        if let Some(exchange) = self.text("exchange")? {
            object.string_member("exchange", &recording.settings.secrets.text(&exchange));
        }
        let secrets = &recording.settings.secrets;
        self.write_client(&mut object, message.and_then(Content::summary), secrets)?;
        if let Some(session) = self.text("session")? {
            // Over stdio, a session is a connection name and not a secret.
            let is_name = transport == "stdio";
            object.string_member(
                "session",
                &if is_name { secrets.text(&session).into_owned() } else { recording.callers.hidden(&session) },
            );
        } else if let Some(id) = headers.get(SESSION_ID) {
            object.string_member("session", &recording.callers.session(id.as_bytes()));
        }
        let caller = match origin {
            Some(origin) => origin.caller.to_string(),
            None => match self.text("caller")? {
                Some(caller) => recording.callers.hidden(&caller),
                None => recording.callers.of(headers).to_string(),
            },
        };
        object.string_member("caller", &caller);
        let replica = match origin {
            Some(origin) => Some(origin.replica().to_owned()),
            None => self.text("replica")?,
        };
        if let Some(replica) = replica {
            object.string_member("replica", &secrets.text(&replica));
        }
        if self.is_of_explorer() {
            object.member("explorer", b"true");
        }
        if let Some(http) = http {
            object.member_with("http", |out| write_http(out, http, headers, recording, message));
        }
        if let Some(span) = self.object("span") {
            object.member_with("span", |out| write_span(out, &span));
        }
        let bytes = self.number("bytes")?;
        let length = self.0.get("raw").map_or(0, |raw| raw.get().len()).to_string();
        object.member("bytes", bytes.unwrap_or(&length).as_bytes());
        if let Some(message) = message {
            message.write(&mut object);
        }
        if !matches!(message, Some(Content::Unread(..)))
            && let Some(note) = self.text("note")?
        {
            object.string_member("note", &recording.settings.secrets.text(&note));
            if self.text("reason")?.is_some_and(|reason| reason == NO_MESSAGE) {
                object.string_member("reason", NO_MESSAGE);
            }
        }
        object.end();
        Ok(out.into())
    }

    /// Reads the subject of a record without a message.
    fn subject(&self, recording: &Recording) -> Result<Subject<'_>, RecordError> {
        let secrets = &recording.settings.secrets;
        let text = |key| Ok(self.text(key)?.map(|text| secrets.text(&text).into_owned().into()));
        Ok(Subject {
            kind: self.one_of("kind", &KINDS)?,
            method: text("method")?,
            name: text("name")?,
            // An id that contains a secret is dropped.
            id: self.0.get("id").filter(|id| is_id(id) && without_secrets((*id).clone(), secrets) == **id),
        })
    }

    fn write_client(
        &self,
        object: &mut ObjectWriter<'_>,
        message: Option<&Summary>,
        secrets: &Secrets,
    ) -> Result<(), RecordError> {
        let client = message.and_then(|summary| summary.client.clone());
        let client = client.or_else(|| described(self.0.get("client")?, secrets));
        let mut revision = message.and_then(|summary| summary.revision.clone());
        if revision.is_none() {
            revision = self.text("revision")?;
        }
        if let Some(client) = client {
            object.member("client", &client);
        }
        if let Some(revision) = revision {
            object.string_member("revision", &secrets.text(&revision));
        }
        Ok(())
    }

    fn object(&self, key: &str) -> Option<RawObject> {
        RawObject::parse(self.0.get(key)?).ok()
    }

    fn text(&self, key: &str) -> Result<Option<String>, RecordError> {
        let Some(value) = self.0.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
        let text = value.deserialize::<String>().ok().filter(|text| text.len() <= TEXT_BYTES);
        text.map(Some).ok_or_else(|| {
            RecordError(format!("The member {key:?} of a record is not a string of at most {TEXT_BYTES} bytes."))
        })
    }

    /// Returns a number's digits.
    fn number(&self, key: &str) -> Result<Option<&str>, RecordError> {
        let Some(value) = self.0.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
        let number = value.deserialize::<f64>().ok().filter(|number| (0.0..1e16).contains(number));
        match number {
            Some(_) if value.get().len() <= 32 => Ok(Some(value.get())),
            _ => Err(RecordError(format!("The member {key:?} of a record is not a number from 0 to 10^16."))),
        }
    }

    fn one_of(&self, key: &str, values: &[&'static str]) -> Result<&'static str, RecordError> {
        let text = self.text(key)?.ok_or_else(|| missing(key))?;
        values
            .iter()
            .copied()
            .find(|value| *value == text)
            .ok_or_else(|| RecordError(format!("The member {key:?} of a record is not one of: {}.", values.join(", "))))
    }

    fn pointers(&self, secrets: &Secrets) -> Vec<String> {
        let pointers = self.0.get("redacted").and_then(|pointers| pointers.items(POINTERS).ok()).unwrap_or_default();
        let texts = pointers.iter().filter_map(|pointer| pointer.deserialize::<String>().ok());
        texts.filter(|pointer| pointer.len() <= TEXT_BYTES).map(|pointer| secrets.text(&pointer).into_owned()).collect()
    }
}

fn missing(key: &str) -> RecordError {
    RecordError(format!("The record has no member {key:?}."))
}

fn is_id(id: &RawJson) -> bool {
    id.get().starts_with(|first: char| first == '"' || first == '-' || first.is_ascii_digit())
        && id.get().len() <= TEXT_BYTES
}

/// Returns the headers in an `http` member.
fn headers(http: &RawObject) -> HeaderMap {
    let given = http.get("headers").and_then(|headers| RawObject::parse(headers).ok()).unwrap_or_default();
    let mut headers = HeaderMap::new();
    for (name, value) in given.members().take(HEADERS) {
        let name = name.deserialize::<String>().ok().and_then(|name| HeaderName::try_from(name).ok());
        let value = value.deserialize::<String>().ok().and_then(|value| HeaderValue::try_from(value).ok());
        if let (Some(name), Some(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    headers
}

fn write_http(
    out: &mut Vec<u8>,
    given: &RawObject,
    headers: &HeaderMap,
    recording: &Recording,
    message: Option<&Content>,
) {
    let mut http = ObjectWriter::begin(out);
    if let Some(status) = given.get_as::<u16>("status").ok().flatten() {
        http.member("status", status.to_string().as_bytes());
    }
    for key in ["method", "path"] {
        if let Some(text) = given.get_string(key).filter(|text| text.len() <= TEXT_BYTES) {
            http.string_member(key, &recording.settings.secrets.text(&text));
        }
    }
    let shows_arguments = message.is_some_and(Content::shows_arguments);
    Headers::kept(headers).write_member(&mut http, &recording.settings.secrets, shows_arguments);
    http.end();
}

fn write_span(out: &mut Vec<u8>, given: &RawObject) {
    let mut span = ObjectWriter::begin(out);
    for key in ["trace", "span", "parent"] {
        let is_hex = |text: &String| text.len() <= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if let Some(id) = given.get_string(key).filter(is_hex) {
            span.string_member(key, &id);
        }
    }
    span.end();
}

impl RecordError {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}
