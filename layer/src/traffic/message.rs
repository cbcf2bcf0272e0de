//! The parts of a JSON-RPC message that its record repeats.

use std::borrow::Cow;

use bytes::Bytes;

use super::redaction::Secrets;
use crate::model::{ObjectWriter, RawJson, RawObject};

/// The side that sent a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    Client,
    Server,
}

/// Maximum length in bytes of a string in a record. A longer method, name or id appears only in the message itself. A
/// given record with any other longer string is refused.
pub(super) const TEXT_BYTES: usize = 1024;

/// Maximum length in bytes of a client's name, of its version, and of its revision. A longer version or revision is
/// dropped, and a client with a longer name is omitted.
const CLIENT_BYTES: usize = 200;

/// The `_meta` members in which a client describes itself (2026-07-28, "Lifecycle").
const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// The kind of a JSON-RPC message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Request,
    Response,
    Error,
    Notification,
}

impl Kind {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Response => "response",
            Self::Error => "error",
            Self::Notification => "notification",
        }
    }
}

/// A message summary.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) kind: Kind,
    pub(super) method: Option<String>,
    /// The tool, prompt, resource or task that the message concerns.
    pub(super) name: Option<String>,
    pub(super) id: Option<RawJson>,
    /// The client, as a JSON object with its name and version.
    pub(super) client: Option<Bytes>,
    pub(super) revision: Option<String>,
}

impl Summary {
    /// Parses a message. Returns `None` if it is not JSON-RPC.
    pub(super) fn of(message: &RawJson) -> Option<Self> {
        let message = RawObject::parse(message).ok()?;
        let method = message.get_string("method").filter(|method| method.len() <= TEXT_BYTES);
        let id = message.get("id").filter(|id| !id.is_null() && id.get().len() <= TEXT_BYTES);
        let has = |member: &str| message.get(member).is_some();
        let kind = match () {
            () if has("method") && has("id") => Kind::Request,
            () if has("method") => Kind::Notification,
            () if has("error") => Kind::Error,
            () if has("result") => Kind::Response,
            () => return None,
        };
        let params = message.get("params").and_then(|params| RawObject::parse(params).ok()).unwrap_or_default();
        let meta = params.get("_meta").and_then(|meta| RawObject::parse(meta).ok()).unwrap_or_default();
        let is_initialize = method.as_deref() == Some("initialize");
        let client = if is_initialize { params.get("clientInfo") } else { meta.get(CLIENT_INFO) };
        let revision =
            if is_initialize { params.get_string("protocolVersion") } else { meta.get_string(PROTOCOL_VERSION) };
        Some(Self {
            kind,
            name: method.as_deref().and_then(|method| name(method, &params)),
            method,
            id: id.map(RawJson::detached),
            client: client.and_then(|client| described(client, &Secrets::none())),
            revision: revision.filter(|revision| revision.len() <= CLIENT_BYTES),
        })
    }
}

impl Summary {
    /// Removes the secrets from the parts that the record repeats.
    pub(super) fn redact(&mut self, secrets: &Secrets) {
        for text in [&mut self.name, &mut self.method, &mut self.revision].into_iter().flatten() {
            if let Cow::Owned(redacted) = secrets.text(text) {
                *text = redacted;
            }
        }
        self.id = self.id.take().map(|id| without_secrets(id, secrets));
        if let Some(client) = &self.client {
            self.client = described(&RawJson::from_written(client.to_vec()), secrets);
        }
    }
}

/// Returns a message's id, a string or number, without secrets.
pub(super) fn without_secrets(id: RawJson, secrets: &Secrets) -> RawJson {
    let text = id.deserialize::<String>().ok();
    let redacted = text.as_deref().map(|text| secrets.text(text));
    match redacted {
        Some(Cow::Owned(redacted)) => RawJson::string(&redacted),
        _ => id,
    }
}

/// Returns the name of a request's or notification's target, such as the called tool.
fn name(method: &str, params: &RawObject) -> Option<String> {
    let member = match method {
        "tools/call" | "prompts/get" => "name",
        "completion/complete" => {
            let reference = RawObject::parse(params.get("ref")?).ok()?;
            return reference.get_string("name").or_else(|| reference.get_string("uri")).filter(|text| is_short(text));
        }
        _ if method.starts_with("tasks/") || method.starts_with("notifications/tasks") => "taskId",
        _ => "uri",
    };
    params.get_string(member).filter(|text| is_short(text))
}

fn is_short(text: &str) -> bool {
    text.len() <= TEXT_BYTES
}

/// Returns a client's name and version as a JSON object, without secrets.
pub(super) fn described(info: &RawJson, secrets: &Secrets) -> Option<Bytes> {
    let info = RawObject::parse(info).ok()?;
    let text = |member: &str| info.get_string(member).filter(|text| text.len() <= CLIENT_BYTES);
    let name = text("name")?;
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    object.string_member("name", &secrets.text(&name));
    if let Some(version) = text("version") {
        object.string_member("version", &secrets.text(&version));
    }
    object.end();
    Some(out.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(message: &str) -> Option<(Kind, [Option<String>; 3])> {
        let summary = Summary::of(&RawJson::parse(message.to_owned()).unwrap())?;
        Some((summary.kind, [summary.method, summary.name, summary.id.map(|id| id.get().to_owned())]))
    }

    #[test]
    fn messages_are_told_apart_by_their_members() {
        let text = |text: &str| Some(text.to_owned());
        for (message, expected) in [
            (
                r#"{"id":7,"method":"tools/call","params":{"name":"a"}}"#,
                Some((Kind::Request, [text("tools/call"), text("a"), text("7")])),
            ),
            (
                r#"{"method":"notifications/resources/updated","params":{"uri":"a:b"}}"#,
                Some((Kind::Notification, [text("notifications/resources/updated"), text("a:b"), None])),
            ),
            (
                r#"{"id":"x","method":"completion/complete","params":{"ref":{"uri":"u"}}}"#,
                Some((Kind::Request, [text("completion/complete"), text("u"), text("\"x\"")])),
            ),
            (r#"{"id":null,"error":{}}"#, Some((Kind::Error, [None, None, None]))),
            (r#"{"id":1,"result":{}}"#, Some((Kind::Response, [None, None, text("1")]))),
            (r#"{"id":1}"#, None),
            ("[]", None),
        ] {
            assert_eq!(summary(message), expected, "{message}");
        }
    }

    #[test]
    fn clients_describe_themselves_in_both_generations() {
        for message in [
            r#"{"id":1,"method":"initialize","params":{"protocolVersion":"v","clientInfo":{"version":"1","name":"n","x":2}}}"#,
            r#"{"id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"n","version":"1"},"io.modelcontextprotocol/protocolVersion":"v"}}}"#,
        ] {
            let summary = Summary::of(&RawJson::parse(message).unwrap()).unwrap();
            assert_eq!(summary.client.unwrap(), r#"{"name":"n","version":"1"}"#);
            assert_eq!(summary.revision.unwrap(), "v");
        }
    }

    #[test]
    fn longer_names_and_versions_are_left_out() {
        let described = |name: usize, version: usize, revision: usize| {
            let [name, version, revision] = [name, version, revision].map(|length| "x".repeat(length));
            let params =
                format!(r#"{{"protocolVersion":"{revision}","clientInfo":{{"name":"{name}","version":"{version}"}}}}"#);
            let message = format!(r#"{{"id":1,"method":"initialize","params":{params}}}"#);
            let summary = Summary::of(&RawJson::parse(message).unwrap()).unwrap();
            let client = summary.client.map(|client| String::from_utf8(client.to_vec()).unwrap());
            (client, summary.revision.is_some())
        };
        let long = "x".repeat(200);
        let both = format!(r#"{{"name":"{long}","version":"{long}"}}"#);
        assert_eq!(described(200, 200, 200), (Some(both), true));
        assert_eq!(described(200, 201, 201), (Some(format!(r#"{{"name":"{long}"}}"#)), false));
        assert_eq!(described(201, 200, 200), (None, true));
    }
}
