//! MCP 2026-07-28, the first stateless revision: each request may go to a different server instance.
//!
//! Instead of a handshake, each request's `params._meta` contains the protocol version, and the client's name and
//! capabilities. The headers repeat parts of the body, so that proxies need not parse it:
//!
//! ```text
//! POST /mcp HTTP/1.1
//! Accept: application/json, text/event-stream
//! Content-Type: application/json
//! MCP-Protocol-Version: 2026-07-28
//! Mcp-Method: tools/call
//! Mcp-Name: weather
//! Mcp-Param-City: Oslo
//!
//! {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Oslo"},"_meta":{…}}}
//! ```

use bytes::Bytes;
use http::header::{HeaderMap, HeaderValue};

use super::super::jsonrpc::{self, CLIENT_INFO};
use super::super::param_headers;
use super::super::request::OutgoingRequest;
use super::revision::{PROTOCOL_VERSION, Revision, meta_of};
use crate::model::{RawJson, RawObject, Tool};

/// The `_meta` member with the minimum severity for the log messages that the server sends.
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";

/// 2026-07-28, without handshake and sessions: each request's `params._meta` describes the client, headers repeat the
/// parts that proxies use for routing, and closing the response cancels the request.
#[derive(Debug)]
pub(super) struct V2026_07_28;

impl Revision for V2026_07_28 {
    fn version(&self) -> &'static str {
        "2026-07-28"
    }

    fn request(&self, id: u64, request: &OutgoingRequest<'_>, capabilities: Option<&RawObject>) -> Bytes {
        let mut meta = meta_of(&request.params);
        meta.set("io.modelcontextprotocol/protocolVersion", RawJson::string(self.version()));
        meta.set("io.modelcontextprotocol/clientInfo", RawJson::literal(CLIENT_INFO));
        meta.set("io.modelcontextprotocol/clientCapabilities", jsonrpc::capabilities(capabilities));
        if request.wants_messages {
            meta.set("progressToken", RawJson::from_written(id.to_string().into()));
            if meta.get(LOG_LEVEL).is_none() {
                meta.set(LOG_LEVEL, RawJson::literal(r#""debug""#));
            }
        }
        let mut params = request.params.clone();
        params.set("_meta", meta.to_json());
        jsonrpc::request(id, request.method, &params)
    }

    fn request_headers(&self, request: &OutgoingRequest<'_>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(self.version()));
        headers.insert("mcp-method", HeaderValue::from_static(request.method));
        if let Some(name) = request.name {
            headers.insert("mcp-name", param_headers::encode(name));
        }
        if let Some((tool, arguments)) = request.call {
            headers.extend(param_headers::headers(tool, arguments));
        }
        headers
    }

    fn check_tool(&self, tool: &Tool) -> Result<(), String> {
        param_headers::check(tool)
    }
}
