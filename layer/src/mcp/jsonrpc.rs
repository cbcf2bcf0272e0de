//! JSON-RPC 2.0 messages, as MCP uses them.
//!
//! Messages are written and read without `serde_json::Value`, so that params and results keep their original text.

use bytes::Bytes;

use crate::model::{APPS, MAX_PARTS, ObjectWriter, RawJson, RawObject};

/// The MCP Apps extension's settings.
const APPS_SETTINGS: &str = r#"{"mimeTypes":["text/html;profile=mcp-app"]}"#;

/// The client's name and version (MCP `Implementation`).
pub(super) const CLIENT_INFO: &str =
    concat!(r#"{"name":"tower-mcp-ui","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);

pub(super) use crate::backend::METHOD_NOT_FOUND;

// More error codes: JSON-RPC 2.0, section 5.1, and MCP 2026-07-28, "Error Codes".
pub(super) const INVALID_PARAMS: i64 = -32602;
pub(super) const HEADER_MISMATCH: i64 = -32020;
pub(super) const MISSING_CAPABILITY: i64 = -32021;
pub(super) const UNSUPPORTED_VERSION: i64 = -32022;

/// Returns the given client capabilities, with MCP Apps added to their extensions.
pub(super) fn capabilities(given: Option<&RawObject>) -> RawJson {
    let mut capabilities = given.cloned().unwrap_or_default();
    let extensions = capabilities.get("extensions").and_then(|extensions| RawObject::parse(extensions).ok());
    let mut extensions = extensions.unwrap_or_default();
    for name in APPS {
        extensions.set(name, RawJson::literal(APPS_SETTINGS));
    }
    capabilities.set("extensions", extensions.to_json());
    capabilities.to_json()
}

/// Serializes a request.
pub(super) fn request(id: u64, method: &str, params: &RawObject) -> Bytes {
    message(Some(id), method, params)
}

/// Serializes the request that starts a session, in the revision with this version date.
pub(super) fn initialize(id: u64, version: &str, capabilities: &RawJson) -> Bytes {
    let params =
        format!(r#"{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{CLIENT_INFO}}}"#);
    Bytes::from(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{params}}}"#))
}

/// Serializes a notification, which gets no response.
pub(super) fn notification(method: &str, params: &RawObject) -> Bytes {
    message(None, method, params)
}

/// Serializes a request or, without `id`, a notification. Empty `params` are omitted.
///
/// ```json
/// {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"greet","arguments":{"name":"Ada"}}}
/// ```
fn message(id: Option<u64>, method: &str, params: &RawObject) -> Bytes {
    let mut out = Vec::with_capacity(128);
    let mut object = ObjectWriter::begin(&mut out);
    object.member("jsonrpc", br#""2.0""#);
    if let Some(id) = id {
        object.member("id", id.to_string().as_bytes());
    }
    object.string_member("method", method);
    if !params.is_empty() {
        object.member_with("params", |out| params.write_to(out));
    }
    object.end();
    out.into()
}

/// Serializes the response to a request from the server, with the request id as the server wrote it. `member` is
/// `result` or `error`.
pub(super) fn response(id: &str, member: &'static str, value: &RawJson) -> Bytes {
    let mut out = Vec::with_capacity(64 + value.get().len());
    let mut object = ObjectWriter::begin(&mut out);
    object.member("jsonrpc", br#""2.0""#);
    object.member("id", id.as_bytes());
    object.member(member, value.as_bytes());
    object.end();
    out.into()
}

/// A message from the server.
///
/// `message` is the complete text, as the server wrote it. A response's `id` is `null` if the server sent none.
pub(super) enum Incoming {
    Response { id: RawJson, result: Result<RawJson, RpcError> },
    Request { id: RawJson, method: String, message: RawJson },
    Notification { method: String, message: RawJson },
}

/// A JSON-RPC error from the server (JSON-RPC 2.0, section 5.1).
#[derive(Clone, Debug)]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
    data: Option<RawJson>,
    /// The error object as the server wrote it.
    pub(super) object: RawJson,
}

impl Incoming {
    /// Parses one message, or a message batch (2025-03-26).
    pub(super) fn parse_all(text: &RawJson) -> Result<Vec<Self>, serde_json::Error> {
        if !text.get().starts_with('[') {
            return Ok(vec![Self::parse(text)?]);
        }
        text.items(MAX_PARTS)?.iter().map(Self::parse).collect()
    }

    /// Parses one message. Its members determine its kind: `method` and `id` mean a request, `method` alone a
    /// notification, `result` or `error` a response.
    fn parse(text: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(text)?;
        let id = object.get("id").filter(|id| !id.is_null()).cloned();
        if let Some(method) = object.get("method") {
            let (method, message) = (method.deserialize()?, text.clone());
            return Ok(match id {
                Some(id) => Self::Request { id, method, message },
                None => Self::Notification { method, message },
            });
        }
        let id = id.unwrap_or(RawJson::literal("null"));
        let result = match (object.get("result"), object.get("error")) {
            (Some(result), _) => Ok(result.clone()),
            (None, Some(error)) => Err(RpcError::parse(error)?),
            (None, None) => {
                return Err(serde::de::Error::custom("the message has neither a result nor an error nor a method"));
            }
        };
        Ok(Self::Response { id, result })
    }
}

impl RpcError {
    /// Creates the error for a method that is not supported.
    pub(super) fn method_not_found() -> Self {
        let object = RawJson::literal(r#"{"code":-32601,"message":"Method not found"}"#);
        Self { code: METHOD_NOT_FOUND, message: "Method not found".to_owned(), data: None, object }
    }

    /// Parses an error object. A missing code counts as 0, and a missing message is replaced, so that the error itself
    /// is not lost.
    fn parse(error: &RawJson) -> Result<Self, serde_json::Error> {
        let (object, error) = (error.clone(), RawObject::parse(error)?);
        let code = error.get("code").and_then(|code| code.deserialize().ok()).unwrap_or_default();
        let message = error.get_string("message").unwrap_or_else(|| "no message".to_owned());
        Ok(Self { code, message, data: error.get("data").cloned(), object })
    }

    /// Returns the message. If the request needs client capabilities that the explorer does not have, the message lists
    /// them.
    pub(super) fn explained(self) -> String {
        let data = self.data.as_ref().filter(|_| self.code == MISSING_CAPABILITY);
        let required = data.and_then(|data| RawObject::parse(data).ok()?.get("requiredCapabilities").cloned());
        let Some(required) = required else { return self.message };
        format!("{} The tool requires client capabilities that the explorer does not have: {required}", self.message)
    }

    /// Returns the protocol versions that the server supports, from an error about the request's version.
    pub(super) fn supported_versions(&self) -> Option<Vec<String>> {
        self.texts("supported")
    }

    /// Returns the last stderr lines from a server process that has exited, as `mcp-ui` reports them.
    pub(super) fn stderr(&self) -> Vec<String> {
        self.texts("stderr").unwrap_or_default()
    }

    /// Returns a data member that is a list of strings.
    fn texts(&self, name: &str) -> Option<Vec<String>> {
        let data = RawObject::parse(self.data.as_ref()?).ok()?;
        data.get(name)?.deserialize().ok()
    }
}
