//! The step of authorization: what the server says about the credentials that it requires (MCP, "Authorization", and RFC
//! 9728).

use std::time::Duration;

use http::header::{self, HeaderMap};
use http::{Request, StatusCode, Uri};
use http_body_util::{BodyExt as _, Empty, Limited};
use serde_json::Value;

use super::{Problem, Seen};
use crate::upstream::HttpServer;

/// The maximum size of the metadata document.
const MAX_DOCUMENT: usize = 64 << 10;

/// Number of servers and of scopes that are named.
const LISTED: usize = 20;

/// The path of the metadata document (RFC 9728, section 3).
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// Explains a refusal, with the metadata of the protected resource if there is one.
pub(super) async fn explain(
    url: &Uri,
    status: StatusCode,
    headers: &HeaderMap,
    had_credentials: bool,
    limit: Duration,
) -> (Option<()>, Seen) {
    let challenges = headers.get_all(header::WWW_AUTHENTICATE).iter().filter_map(|value| value.to_str().ok());
    let challenges: Vec<&str> = challenges.collect();
    let mut seen = vec![match (had_credentials, status) {
        (true, _) => format!("The server refuses the credentials of --header ({status})."),
        (false, StatusCode::UNAUTHORIZED) => "The server requires credentials.".to_owned(),
        (false, _) => format!("The server refuses the request ({status})."),
    }];
    seen.push(match challenges.as_slice() {
        [] => "It sends no WWW-Authenticate, which MCP requires with 401.".to_owned(),
        challenges => format!("WWW-Authenticate: {}.", excerpt(&challenges.join(", "))),
    });
    let mut next = vec!["Give a token by --header 'Authorization: Bearer …'.".to_owned()];
    match first_document(url, &challenges, limit).await {
        Some((document, metadata)) => {
            seen.push(format!("{document} describes the resource."));
            let listed = |member: &str| -> Vec<&str> {
                metadata[member].as_array().into_iter().flatten().filter_map(Value::as_str).take(LISTED).collect()
            };
            let (servers, scopes) = (listed("authorization_servers"), listed("scopes_supported"));
            if !servers.is_empty() {
                next.push(format!("Tokens are issued by {}.", excerpt(&servers.join(", "))));
            }
            if !scopes.is_empty() {
                next.push(format!("Scopes: {}.", excerpt(&scopes.join(" "))));
            }
        }
        None => {
            seen.push(format!("There is no document at {WELL_KNOWN}, so clients cannot find out who issues tokens."));
        }
    }
    (None, Seen::failed(Problem::AuthRequired, seen.join(" "), next.join(" ")))
}

async fn first_document(url: &Uri, challenges: &[&str], limit: Duration) -> Option<(Uri, Value)> {
    for document in documents(url, challenges) {
        if let Some(metadata) = fetch(&document, limit).await {
            return Some((document, metadata));
        }
    }
    None
}

/// The places of the metadata document, the likeliest first. Another origin is not asked, since the server may name any.
fn documents(url: &Uri, challenges: &[&str]) -> Vec<Uri> {
    let origin = |path: &str| {
        let parts = Uri::builder().scheme(url.scheme_str().unwrap_or_default());
        parts.authority(url.authority()?.as_str()).path_and_query(path).build().ok()
    };
    let named = challenges.iter().find_map(|challenge| {
        let (_, rest) = challenge.split_once("resource_metadata=\"")?;
        rest.split('"').next()?.parse::<Uri>().ok()
    });
    let named = named.filter(|named| (named.scheme(), named.authority()) == (url.scheme(), url.authority()));
    let of_path = origin(&format!("{WELL_KNOWN}{}", url.path().trim_end_matches('/')));
    [named, of_path, origin(WELL_KNOWN)].into_iter().flatten().collect()
}

/// Requests a metadata document, without credentials.
async fn fetch(document: &Uri, limit: Duration) -> Option<Value> {
    let server = HttpServer::new(document).ok()?;
    let request = Request::get("/").header(header::ACCEPT, "application/json").body(Empty::new()).ok()?;
    let requested = async {
        let response = server.send(request).await.ok().filter(|response| response.status() == StatusCode::OK)?;
        let body = Limited::new(response.into_body(), MAX_DOCUMENT).collect().await.ok()?;
        serde_json::from_slice::<Value>(&body.to_bytes()).ok().filter(Value::is_object)
    };
    tokio::time::timeout(limit, requested).await.ok().flatten()
}

fn excerpt(text: &str) -> String {
    text.chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_origin_is_asked() {
        let url = "https://a.example/x/mcp".parse().unwrap();
        let asked = |challenge: &str| -> Vec<String> {
            documents(&url, &[challenge]).iter().map(ToString::to_string).collect()
        };
        let usual = [
            "https://a.example/.well-known/oauth-protected-resource/x/mcp",
            "https://a.example/.well-known/oauth-protected-resource",
        ];
        assert_eq!(asked("Bearer"), usual);
        assert_eq!(asked("Bearer resource_metadata=\"https://169.254.169.254/\""), usual);
        assert_eq!(asked("Bearer resource_metadata=\"http://a.example/meta\""), usual);
        assert_eq!(
            asked("Bearer realm=\"x\", resource_metadata=\"https://a.example/meta\"")[0],
            "https://a.example/meta"
        );
    }
}
