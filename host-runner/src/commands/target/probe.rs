//! The first request to a server at a URL, which reports a wrong URL in the terminal rather than in the page.

use std::time::Duration;

use http::StatusCode;
use http::header::{self, HeaderMap};
use mcp_ui_host::UrlServer;

use tower_mcp_ui::authorization::AuthorizationErrorCode as Code;

use crate::commands::Failure;

/// The reason a responding server may be unusable.
pub(crate) enum Doubt {
    /// The server requires credentials, and no credentials were given.
    NeedsCredentials(String),
    /// There may be no MCP endpoint at the URL.
    NoEndpoint(String),
}

/// Checks that the server can be reached.
pub(super) async fn check(server: &UrlServer, limit: Duration) -> Result<Option<Doubt>, Failure> {
    let http = server.http();
    let url = http.url().to_string();
    let url = mcp_ui_host::without_query(&url);
    let response = tokio::time::timeout(limit, http.send(mcp_ui_host::discover_request())).await.map_err(|_| {
        let seconds = limit.as_secs_f64();
        Failure::unreachable(format!("{url} did not respond within {seconds} s. Allow more with --init-timeout."))
    })?;
    let response = response.map_err(|error| Failure::unreachable(error.to_string()))?;
    let (status, headers) = (response.status(), response.headers());
    let has_credentials = http.own_headers().contains_key(header::AUTHORIZATION);
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN if has_credentials => Err(Failure::needs_credentials(
            format!("{url} refuses the credentials of --header ({status}).{}", challenge(headers)),
        )),
        StatusCode::UNAUTHORIZED => {
            match http.sign_in(headers).await {
                Some(Ok(())) => return Ok(None),
                Some(Err(error)) if error.code() != Code::NoClient => {
                    return Err(Failure::needs_credentials(error.to_string()));
                }
                Some(Err(_)) | None => {}
            }
            let text = format!("The server requires credentials ({status}).{}", challenge(headers));
            Ok(Some(Doubt::NeedsCredentials(text)))
        }
        // Redirects with a URL have been followed, or are errors.
        status if status.is_redirection() => Err(Failure::bad_response(format!(
            "{url} responded with {status}, a redirect without a URL. Check the URL."
        ))),
        StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED
            if server.fall_back(limit).await.map_err(|error| Failure::unreachable(error.to_string()))? =>
        {
            eprintln!("{url} speaks HTTP+SSE of MCP 2024-11-05.");
            Ok(None)
        }
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED if !is_type(headers, "application/json") => {
            Ok(Some(Doubt::NoEndpoint(format!("{url} responded with {status}."))))
        }
        _ if is_type(headers, "text/html") => {
            Ok(Some(Doubt::NoEndpoint(format!("{url} responded with {status} and a web page, which is not MCP."))))
        }
        StatusCode::NOT_IMPLEMENTED => Ok(Some(Doubt::NoEndpoint(format!("{url} responded with {status}.")))),
        _ => Ok(None),
    }
}

/// The server's own words about the required credentials.
fn challenge(headers: &HeaderMap) -> String {
    let values = headers.get_all(header::WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
    let text: String = values.collect::<Vec<_>>().join(", ").chars().take(300).collect();
    if text.is_empty() { text } else { format!(" It says: {text}.") }
}

fn is_type(headers: &HeaderMap, media_type: &str) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(media_type.as_bytes()))
}
