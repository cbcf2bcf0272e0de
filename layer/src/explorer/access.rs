//! `POST {prefix}/access`: seals the credentials that the user enters under "Access" on the page.
//!
//! The page keeps and sends only the sealed text, in the header `Mcp-Ui-Access`. A program that later listens at the
//! same address gets a string that it cannot open. Without a configured key, the page sends the headers themselves.

use http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use http::{Extensions, StatusCode};
use http_body::Body;
use serde::{Deserialize, Serialize};

use super::Explorer;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::auth::SignInId;
#[cfg(feature = "authorization")]
use crate::authorization::Secret;
use crate::config::McpUiConfig;
use crate::model::ObjectWriter;
use crate::sealer::Sealer;
use crate::setting::Setting;

/// The header with the sealed credentials. In a response, the value `expired` says that they cannot be opened.
const SEALED: HeaderName = HeaderName::from_static("mcp-ui-access");

/// Maximum size in bytes for the credentials in one sealed text, which every request carries. Longer credentials are
/// refused with 400, and a longer token ends the sign-in with an error.
const MAX_BYTES: usize = 8 * 1024;

/// Prefixes of headers that describe the request, or that a proxy uses to identify the user.
const NOT_CREDENTIAL_PREFIXES: [&str; 6] =
    ["sec-", "mcp-ui-", "x-forwarded-", "x-auth-request-", "x-remote-", "x-real-"];

/// Headers that describe the request itself or come from a proxy, and so are not credentials.
const NOT_CREDENTIALS: [&str; 15] = [
    "accept",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "forwarded",
    "host",
    "keep-alive",
    "origin",
    "referer",
    "remote-user",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// The request body.
#[derive(Deserialize)]
struct Entered {
    /// Header names and values.
    headers: Vec<(String, String)>,
}

/// The content of a sealed text.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Content {
    /// The names and values of headers that the user has entered.
    Entered(Vec<(String, String)>),
    /// A token, and the id of the sign-in that issued it.
    SignedIn { token: String, sign_in: String },
}

/// Seals a token for requests, with the id of the sign-in. Returns `None` if it is too long.
#[cfg(feature = "authorization")]
pub(super) fn sealed_token(sealer: &Sealer, token: &Secret, sign_in: &str) -> Option<String> {
    let content = Content::SignedIn { token: token.reveal().to_owned(), sign_in: sign_in.to_owned() };
    let text = serde_json::to_vec(&content).expect("strings can be serialized");
    (text.len() <= MAX_BYTES).then(|| sealer.seal(&text))
}

/// Returns the credential sealer, or `None` without a key.
pub(super) fn sealer(config: &McpUiConfig) -> Option<Sealer> {
    config.answer_key.map(|key| Sealer::new(&key, "access"))
}

/// Handles `POST {prefix}/access` with an object whose member `headers` is an array of names and values. The
/// response is an object with the member `sealed`.
///
/// 404 without a key, and 400 for an invalid header or credentials that are too long.
pub(super) async fn seal<B: Body>(explorer: &Explorer, body: B) -> EndpointResult {
    let Some(sealer) = &explorer.access else { return Err(response::not_found()) };
    let body = explorer.read(body).await?;
    let refuse = |why: &str| response::error(StatusCode::BAD_REQUEST, why);
    let entered: Entered = serde_json::from_slice(&body)
        .map_err(|error| refuse(&format!("The body is not an object with `headers`: {error}")))?;
    let content = Content::Entered(entered.headers);
    let text = serde_json::to_vec(&content).expect("strings can be serialized");
    // The size is checked before parsing, since a header map panics at 24,576 names.
    if text.len() > MAX_BYTES {
        return Err(refuse(&format!("The credentials are longer than {MAX_BYTES} bytes.")));
    }
    if let Content::Entered(headers) = &content {
        parse(explorer, headers).map_err(|why| refuse(&why))?;
    }
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    object.string_member("sealed", &sealer.seal(&text));
    object.end();
    Ok(response::json(StatusCode::OK, out))
}

/// Replaces a request's sealed credentials with the headers in them. If several sealed strings contain the same header,
/// the last one is used: the page sends the credentials entered by the user, then the token from the sign-in. Other
/// headers of the request, which a proxy may have added, take precedence over sealed headers, except for
/// `Authorization`.
///
/// # Errors
///
/// Returns 401 if the credentials were sealed with another key, for example before a restart.
pub(super) fn open(
    explorer: &Explorer,
    request: &mut HeaderMap,
    extensions: &mut Extensions,
) -> Result<(), ExplorerResponse> {
    let Some(texts) = request.remove(SEALED) else { return Ok(()) };
    let Some((mut headers, sign_in)) = opened(explorer, &texts) else {
        let names = explorer.config.setting_names;
        let set = |name| format!(" Instances that serve the same page must share a key: set {name} in all of them.");
        let message = "The page's credentials were sealed with another key: by another instance, or before a \
                       restart. Enter them under “Access” again, or sign in again."
            .to_owned();
        let message = message + &names.hint(Setting::ANSWER_KEY, set);
        let refusal = response::error(StatusCode::UNAUTHORIZED, &message);
        return Err(response::with_header(refusal, SEALED, HeaderValue::from_static("expired")));
    };
    // Other headers of the request may come from a proxy that identifies the user.
    for name in request.keys().filter(|name| **name != AUTHORIZATION) {
        headers.remove(name);
    }
    if headers.contains_key(AUTHORIZATION) {
        request.remove(AUTHORIZATION);
    }
    request.extend(headers);
    if let Some(sign_in) = sign_in {
        extensions.insert(sign_in);
    }
    Ok(())
}

/// Opens sealed strings, and returns the headers in them and the id of the sign-in that issued the token, if any.
fn opened(explorer: &Explorer, texts: &HeaderValue) -> Option<(HeaderMap, Option<SignInId>)> {
    let sealer = explorer.access.as_ref()?;
    let (mut headers, mut sign_in) = (HeaderMap::new(), None);
    for text in texts.to_str().ok()?.split(',') {
        let entered = match serde_json::from_slice(&sealer.open(text.trim())?).ok()? {
            Content::Entered(entered) => entered,
            Content::SignedIn { token, sign_in: id } => {
                sign_in = Some(SignInId(id));
                vec![(AUTHORIZATION.to_string(), format!("Bearer {token}"))]
            }
        };
        let parsed = parse(explorer, &entered).ok()?;
        for name in parsed.keys() {
            headers.remove(name);
        }
        headers.extend(parsed);
    }
    Some((headers, sign_in))
}

/// Returns the headers, or the reason for refusing one.
fn parse(explorer: &Explorer, entered: &[(String, String)]) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    for (name, value) in entered {
        let parsed = HeaderName::try_from(name)
            .ok()
            .filter(|name| is_credential(name) && explorer.config.identity_header.as_ref() != Some(name));
        let parsed = parsed.ok_or_else(|| format!("{name:?} cannot be used as a header for credentials."))?;
        let mut value =
            HeaderValue::try_from(value).map_err(|_| format!("The value of {name:?} cannot be sent in a header."))?;
        value.set_sensitive(true);
        headers.append(parsed, value);
    }
    Ok(headers)
}

fn is_credential(name: &HeaderName) -> bool {
    let name = name.as_str();
    !NOT_CREDENTIALS.contains(&name) && !NOT_CREDENTIAL_PREFIXES.iter().any(|begin| name.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;
    use crate::budget::Budget;
    use crate::setting::SettingNames;

    fn explorer(key: u8) -> Explorer {
        Explorer::new(
            McpUiConfig::new().answer_key([key; 32]).identity_header("x-person").unwrap(),
            Budget::new(1 << 20, SettingNames::default()),
        )
    }

    async fn sealed(explorer: &Explorer, headers: &str) -> (u16, String) {
        let body = format!("{{\"headers\":{headers}}}");
        let response = seal(explorer, http_body_util::Full::new(bytes::Bytes::from(body))).await;
        let response = response.unwrap_or_else(|refusal| refusal);
        let status = response.status().as_u16();
        let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
        let json: serde_json::Value = serde_json::from_slice(&body).unwrap();
        (status, json["sealed"].as_str().unwrap_or_default().to_owned())
    }

    fn opened(explorer: &Explorer, sealed: &str) -> Result<HeaderMap, u16> {
        let request = Request::get("/")
            .header("authorization", "mine")
            .header("x-user", "proxy")
            .header(SEALED, sealed)
            .body(())
            .unwrap();
        let (mut parts, ()) = request.into_parts();
        open(explorer, &mut parts.headers, &mut parts.extensions).map_err(|refusal| refusal.status().as_u16())?;
        assert!(!parts.headers.contains_key(SEALED));
        Ok(parts.headers)
    }

    #[tokio::test]
    async fn credentials_are_opened_by_the_key_that_sealed_them() {
        let (status, text) =
            sealed(&explorer(1), r#"[["Authorization","Bearer sesame"],["X-Key","a"],["x-key","b"]]"#).await;
        assert_eq!(status, 200);
        assert!(!text.contains("sesame") && HeaderValue::from_str(&text).is_ok(), "{text}");
        let headers = opened(&explorer(1), &text).unwrap();
        assert_eq!(headers.get_all("authorization").iter().collect::<Vec<_>>(), ["Bearer sesame"]);
        assert_eq!(headers.get_all("x-key").iter().collect::<Vec<_>>(), ["a", "b"]);
        // Of several strings, the last one counts.
        let (_, later) = sealed(&explorer(1), r#"[["Authorization","Bearer later"],["x-user","me"]]"#).await;
        let headers = opened(&explorer(1), &format!("{text}, {later}")).unwrap();
        assert_eq!(headers["authorization"], "Bearer later");
        assert_eq!((&headers["x-key"], &headers["x-user"]), (&"a".parse().unwrap(), &"proxy".parse().unwrap()));
        for wrong in [opened(&explorer(2), &text), opened(&explorer(1), "x"), opened(&explorer(1), &text[1..])] {
            assert_eq!(wrong, Err(401));
        }
    }

    #[tokio::test]
    async fn only_credentials_are_sealed() {
        let long = format!(r#"[["x-key","{}"]]"#, "a".repeat(MAX_BYTES));
        for headers in [
            r#"[["host","a"]]"#,
            r#"[["Mcp-Ui-Token","a"]]"#,
            r#"[["Sec-Fetch-Site","a"]]"#,
            r#"[["X-Forwarded-User","admin"]]"#,
            r#"[["X-Person","admin"]]"#,
            r#"[["a b","c"]]"#,
            r#"[["a","b\n"]]"#,
            "7",
            &long,
        ] {
            assert_eq!(sealed(&explorer(1), headers).await.0, 400, "{headers}");
        }
        let without = Explorer::new(McpUiConfig::new(), Budget::new(1 << 20, SettingNames::default()));
        assert_eq!(sealed(&without, "[]").await.0, 404);
    }
}
