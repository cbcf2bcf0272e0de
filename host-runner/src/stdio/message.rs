//! A JSON-RPC message as its sender wrote it, with positions of the parts to read or replace.

use super::json::{self, Members, Repeated, Span};

/// Maximum length of an id or a progress token, in bytes: both are kept as long as a request runs. A message with a
/// longer id or token is refused.
const MAX_ID: usize = 1 << 10;

/// A message on one line.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) text: String,
    pub(super) kind: Kind,
    params: Option<Span>,
}

#[derive(Debug)]
pub(super) enum Kind {
    Request {
        id: Span,
        method: String,
    },
    Notification {
        method: String,
    },
    /// `code` is the error code, if the response is an error.
    Response {
        id: Option<Span>,
        code: Option<i64>,
    },
}

/// The reason a string is not a message.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Invalid {
    #[error("it is not JSON: {0}")]
    NotJson(String),
    #[error("{0}")]
    NotAMessage(&'static str),
    #[error("the member {0} is repeated")]
    Repeated(&'static str),
}

impl From<Repeated> for Invalid {
    fn from(Repeated(name): Repeated) -> Self {
        Self::Repeated(name)
    }
}

impl Message {
    /// Parses a message. Line breaks between its values become spaces.
    pub(super) fn parse(text: String) -> Result<Self, Invalid> {
        // JSON has line breaks only between values: within strings they are escaped.
        let text = if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ") } else { text };
        if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&text) {
            return Err(Invalid::NotJson(error.to_string()));
        }
        let members = Members::at(&text, 0..text.len())
            .ok_or(Invalid::NotAMessage("a JSON-RPC message must be an object with unescaped names"))?;
        if members.has_in_other_case(&["id", "method", "params", "result", "error"]) {
            return Err(Invalid::NotAMessage("the JSON-RPC names, such as `id` and `method`, must be in lower case"));
        }
        let get = |name| members.get(name);
        let (id, method, params) = (get("id")?, get("method")?, get("params")?);
        let (result, error) = (get("result")?, get("error")?);
        get("jsonrpc")?;
        let id = id.filter(|id| &text[id.clone()] != "null");
        if let Some(id) = &id {
            let raw = &text[id.clone()];
            if !raw.starts_with(['"', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) || raw.len() > MAX_ID {
                return Err(Invalid::NotAMessage(
                    "the id of a message must be a string or a number, of at most 1,024 bytes",
                ));
            }
        }
        let kind = match (method, id) {
            (Some(method), id) => {
                let method = serde_json::from_str(&text[method])
                    .map_err(|_| Invalid::NotAMessage("the method of a message must be a string"))?;
                match id {
                    Some(id) => Kind::Request { id, method },
                    None => Kind::Notification { method },
                }
            }
            (None, id) if result.is_some() || error.is_some() => {
                let code = error.and_then(|error| json::find(&text, error, &["code"]).ok()?);
                let code = code.map(|code| serde_json::from_str(&text[code]).unwrap_or(i64::MIN));
                Kind::Response { id, code }
            }
            (None, _) => {
                return Err(Invalid::NotAMessage("a JSON-RPC message must have a method, a result or an error"));
            }
        };
        Ok(Self { text, kind, params })
    }

    /// Parses all messages in a batch (MCP 2025-03-26), or the single message in a string without a batch.
    pub(super) fn parse_all(text: String) -> Result<Vec<Self>, Invalid> {
        if !text.trim_start().starts_with('[') {
            return Self::parse(text).map(|message| vec![message]);
        }
        let messages: Vec<&serde_json::value::RawValue> =
            serde_json::from_str(&text).map_err(|error| Invalid::NotJson(error.to_string()))?;
        messages.into_iter().map(|message| Self::parse(message.get().to_owned())).collect()
    }

    /// Returns a request's id as JSON, or `null` for other messages, for an error about this message.
    pub(super) fn id_or_null(&self) -> &str {
        match &self.kind {
            Kind::Request { id, .. } => self.raw(id.clone()),
            Kind::Notification { .. } | Kind::Response { .. } => "null",
        }
    }

    pub(super) fn raw(&self, span: Span) -> &str {
        &self.text[span]
    }

    pub(super) fn params(&self) -> Option<Span> {
        self.params.clone()
    }

    /// Finds a value in the params.
    pub(super) fn find(&self, path: &[&'static str]) -> Result<Option<Span>, Repeated> {
        self.params.clone().map_or(Ok(None), |params| json::find(&self.text, params, path))
    }

    /// Reads a string from the params. Returns `None` for a repeated member.
    pub(super) fn string(&self, path: &[&'static str]) -> Option<String> {
        serde_json::from_str(self.raw(self.find(path).ok()??)).ok()
    }

    /// Finds a request's progress token.
    pub(super) fn progress_token(&self) -> Result<Option<Span>, Invalid> {
        let token = self.find(&["_meta", "progressToken"])?;
        if token.as_ref().is_some_and(|token| token.len() > MAX_ID) {
            return Err(Invalid::NotAMessage("a progress token must have at most 1,024 bytes"));
        }
        Ok(token)
    }

    /// Returns the text with some values replaced.
    pub(super) fn with(&self, edits: Vec<(Span, String)>) -> String {
        json::splice(&self.text, edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invalid(text: &str) -> Invalid {
        Message::parse(text.to_owned()).unwrap_err()
    }

    #[test]
    fn messages_are_told_apart() {
        let kind = |text: &str| Message::parse(text.to_owned()).unwrap().kind;
        assert!(matches!(kind(r#"{"id":"a","method":"ping"}"#), Kind::Request { .. }));
        assert!(matches!(kind(r#"{"method":"notifications/initialized"}"#), Kind::Notification { .. }));
        assert!(matches!(kind(r#"{"id":1,"result":{}}"#), Kind::Response { id: Some(_), code: None }));
        assert!(matches!(
            kind(r#"{"id":null,"error":{"code":-32700}}"#),
            Kind::Response { id: None, code: Some(-32700) }
        ));
        assert!(matches!(invalid("Listening on port 80"), Invalid::NotJson(_)));
        assert!(matches!(invalid("[1]"), Invalid::NotAMessage(_)));
        assert!(matches!(invalid("{}"), Invalid::NotAMessage(_)));
        assert!(matches!(invalid(r#"{"id":{},"method":"ping"}"#), Invalid::NotAMessage(_)));
        assert_eq!(invalid(r#"{"id":1,"id":2,"method":"ping"}"#), Invalid::Repeated("id"));
    }

    #[test]
    fn a_message_on_several_lines_becomes_one_line() {
        let message = Message::parse("{\r\n  \"method\": \"a\\nb\"\n}".to_owned()).unwrap();
        assert_eq!(message.text, "{    \"method\": \"a\\nb\" }");
    }

    #[test]
    fn a_batch_has_several_messages() {
        let batch = Message::parse_all(r#" [{"method":"a"}, {"method":"b"}]"#.to_owned()).unwrap();
        assert_eq!(batch.len(), 2);
        assert_eq!(batch[1].text, r#"{"method":"b"}"#);
    }

    #[test]
    fn a_long_id_is_refused() {
        let [id, longer] = [MAX_ID - 2, MAX_ID - 1].map(|length| format!(r#""{}""#, "x".repeat(length)));
        let request =
            |id: &str| format!(r#"{{"id":{id},"method":"ping","params":{{"_meta":{{"progressToken":{id}}}}}}}"#);
        assert!(Message::parse(request(&id)).unwrap().progress_token().unwrap().is_some());
        assert!(matches!(invalid(&request(&longer)), Invalid::NotAMessage(_)));
        let token = request(&longer).replacen(&longer, "1", 1);
        let message = Message::parse(token).unwrap();
        assert!(matches!(message.progress_token(), Err(Invalid::NotAMessage(_))));
    }
}
