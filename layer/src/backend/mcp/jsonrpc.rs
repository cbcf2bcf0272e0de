//! JSON-RPC 2.0, as MCP uses it.

use bytes::Bytes;

use crate::model::{MOST_PARTS, ObjectWriter, RawJson, RawObject};

/// The newest revision: stateless, everything said in each request.
pub(super) const MODERN_VERSION: &str = "2026-07-28";

/// Revisions with a handshake, newest first.
pub(super) const LEGACY_VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

/// Servers show tools that come with an app only to clients that say they can show apps, under either name.
const CLIENT_CAPABILITIES: &str = concat!(
    r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]},"#,
    r#""modelcontextprotocol.io/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#,
);

const CLIENT_INFO: &str = concat!(r#"{"name":"tower-mcp-ui","version":""#, env!("CARGO_PKG_VERSION"), r#""}"#);

pub(super) const METHOD_NOT_FOUND: i64 = -32601;

/// The members of a request's `params`, in order.
pub(super) type Params<'a> = &'a [(&'static str, &'a RawJson)];

/// A request under [`MODERN_VERSION`].
pub(super) fn modern_request(id: u64, method: &str, params: Params<'_>) -> Bytes {
    let meta = format!(
        r#"{{"io.modelcontextprotocol/protocolVersion":"{MODERN_VERSION}","io.modelcontextprotocol/clientInfo":{CLIENT_INFO},"io.modelcontextprotocol/clientCapabilities":{CLIENT_CAPABILITIES}}}"#
    );
    message(Some(id), method, params, Some(&meta))
}

/// A request of an earlier revision.
pub(super) fn legacy_request(id: u64, method: &str, params: Params<'_>) -> Bytes {
    message(Some(id), method, params, None)
}

pub(super) fn initialize(id: u64) -> Bytes {
    let params = format!(
        r#"{{"protocolVersion":"{}","capabilities":{CLIENT_CAPABILITIES},"clientInfo":{CLIENT_INFO}}}"#,
        LEGACY_VERSIONS[0]
    );
    Bytes::from(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{params}}}"#))
}

pub(super) fn notification(method: &str, params: Params<'_>) -> Bytes {
    message(None, method, params, None)
}

fn message(id: Option<u64>, method: &str, params: Params<'_>, meta: Option<&str>) -> Bytes {
    let mut members = Vec::new();
    let mut object = ObjectWriter::begin(&mut members);
    for (key, value) in params {
        object.member(key, value.as_bytes());
    }
    if let Some(meta) = meta {
        object.member("_meta", meta.as_bytes());
    }
    object.end();

    let mut out = Vec::with_capacity(members.len() + 64);
    let mut object = ObjectWriter::begin(&mut out);
    object.member("jsonrpc", br#""2.0""#);
    if let Some(id) = id {
        object.member("id", id.to_string().as_bytes());
    }
    object.string_member("method", method);
    if members != b"{}" {
        object.member("params", &members);
    }
    object.end();
    out.into()
}

/// The answer to a request of the server's: a ping is answered, everything else is unknown to this client.
pub(super) fn response_to(id: &RawJson, method: &str) -> Bytes {
    let outcome = if method == "ping" {
        r#""result":{}"#.to_owned()
    } else {
        format!(r#""error":{{"code":{METHOD_NOT_FOUND},"message":"Method not found"}}"#)
    };
    Bytes::from(format!(r#"{{"jsonrpc":"2.0","id":{id},{outcome}}}"#))
}

/// A message from the server.
pub(super) enum Incoming {
    /// The answer to a request of ours.
    Response {
        id: RawJson,
        outcome: Result<RawJson, RpcError>,
    },
    Request {
        id: RawJson,
        method: String,
    },
    Notification,
}

/// A JSON-RPC error, in the server's own words.
#[derive(Clone, Debug)]
pub(super) struct RpcError {
    pub(super) code: i64,
    pub(super) message: String,
    data: Option<RawJson>,
}

impl Incoming {
    /// Reads one message, or a batch of them (2025-03-26).
    pub(super) fn parse_all(text: &RawJson) -> Result<Vec<Self>, serde_json::Error> {
        if !text.get().starts_with('[') {
            return Ok(vec![Self::parse(text)?]);
        }
        text.items(MOST_PARTS)?.iter().map(Self::parse).collect()
    }

    fn parse(text: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(text)?;
        let id = object.get("id").filter(|id| !id.is_null()).cloned();
        if let Some(method) = object.get("method") {
            let method = method.deserialize()?;
            return Ok(id.map_or(Self::Notification, |id| Self::Request { id, method }));
        }
        let id = id.unwrap_or(RawJson::literal("null"));
        let outcome = match (object.get("result"), object.get("error")) {
            (Some(result), _) => Ok(result.clone()),
            (None, Some(error)) => Err(RpcError::parse(error)?),
            (None, None) => return Err(serde::de::Error::custom("neither a result nor an error nor a method")),
        };
        Ok(Self::Response { id, outcome })
    }
}

impl RpcError {
    fn parse(error: &RawJson) -> Result<Self, serde_json::Error> {
        let error = RawObject::parse(error)?;
        let code = error.get("code").and_then(|code| code.deserialize().ok()).unwrap_or_default();
        let message = error.get_string("message").unwrap_or_else(|| "no message".to_owned());
        Ok(Self { code, message, data: error.get("data").cloned() })
    }

    /// The protocol versions that the server names in a refusal of the request's own.
    pub(super) fn supported_versions(&self) -> Option<Vec<String>> {
        let data = RawObject::parse(self.data.as_ref()?).ok()?;
        data.get("supported")?.deserialize().ok()
    }
}
