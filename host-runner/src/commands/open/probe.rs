//! The first request to a server at a URL, so that a wrong URL is reported in the terminal and not in the page.

use bytes::Bytes;
use http::header::{self, HeaderMap};
use http::{Request, StatusCode};
use http_body_util::Full;
use mcp_ui_host::HttpServer;

use super::args::OpenArgs;
use crate::commands::Failure;

/// A request without side effects. Servers of older revisions refuse it, which also shows that they are there.
const DISCOVER: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"#,
    r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp-ui","#,
    r#""version":""#,
    env!("CARGO_PKG_VERSION"),
    r#""},"io.modelcontextprotocol/clientCapabilities":{}}}}"#
);

/// Checks that the server can be reached.
pub(super) async fn check(server: &HttpServer, args: &OpenArgs) -> Result<(), Failure> {
    let url = server.url();
    let request = Request::post("/")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "server/discover")
        .body(Full::new(Bytes::from_static(DISCOVER.as_bytes())))
        .expect("the parts of the request are valid");
    let limit = args.init_timeout.0;
    let response = tokio::time::timeout(limit, server.send(request)).await.map_err(|_| {
        let seconds = limit.as_secs_f64();
        Failure::unreachable(format!("{url} does not answer within {seconds} s. Allow more by --init-timeout."))
    })?;
    let response = response.map_err(|error| Failure::unreachable(error.to_string()))?;
    let (status, headers) = (response.status(), response.headers());
    let has_credentials = args.header.iter().any(|(name, _)| name == header::AUTHORIZATION);
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN if has_credentials => Err(Failure::needs_credentials(
            format!("{url} refuses the credentials of --header ({status}).{}", challenge(headers)),
        )),
        StatusCode::UNAUTHORIZED => {
            eprintln!(
                "The server requires credentials ({status}).{} Enter a token under “Access” in the page, or give it by \
                 --header 'Authorization: Bearer …'.",
                challenge(headers)
            );
            Ok(())
        }
        status if status.is_redirection() => {
            let to = headers.get(header::LOCATION).and_then(|to| to.to_str().ok()).unwrap_or("another address");
            Err(Failure::unreachable(format!(
                "{url} redirects to {to} ({status}). Redirects are not followed, so that credentials reach no other \
                 server. If you trust that address, open it."
            )))
        }
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED if !is_json(headers) => {
            eprintln!("{url} answers {status}. If the page shows no tools, check the path of the MCP endpoint.");
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The server's own words about the credentials that it requires.
fn challenge(headers: &HeaderMap) -> String {
    let values = headers.get_all(header::WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
    let text: String = values.collect::<Vec<_>>().join(", ").chars().take(300).collect();
    if text.is_empty() { text } else { format!(" It says: {text}.") }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"application/json"))
}
