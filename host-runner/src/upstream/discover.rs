use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;

const DISCOVER: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp-ui","#,
    r#""version":""#,
    env!("CARGO_PKG_VERSION"),
    r#""},"io.modelcontextprotocol/clientCapabilities":{}}}}"#
);

/// Creates a request without side effects. Servers for older revisions refuse it, which also proves that they are
/// there.
///
/// # Panics
///
/// Never, because the request parts are valid.
pub fn discover_request() -> Request<Full<Bytes>> {
    Request::post("/")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "server/discover")
        .body(Full::new(Bytes::from_static(DISCOVER.as_bytes())))
        .expect("the parts of the request are valid")
}
