//! `POST {prefix}/access`: seals the credentials that a person enters under "Access" on the page.
//!
//! The page keeps and sends only the sealed text, in the header `Mcp-Ui-Access`. If another program later listens at
//! the same address, it gets a text that it cannot open. Without a configured key, the page sends the headers
//! themselves.

use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use http_body::Body;
use serde::Deserialize;

use super::Explorer;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::config::McpUiConfig;
use crate::model::ObjectWriter;
use crate::sealer::Sealer;

/// The header with the sealed credentials. In a response, the value `expired` says that they cannot be opened.
const SEALED: HeaderName = HeaderName::from_static("mcp-ui-access");

/// Maximum size in bytes for all credentials together, because every request carries them.
const MAX_BYTES: usize = 8 * 1024;

/// Headers that describe the request itself, and so are not credentials.
const NOT_CREDENTIALS: [&str; 13] = [
    "accept",
    "connection",
    "content-length",
    "content-type",
    "cookie",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "referer",
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

/// Returns the credential sealer, or `None` without a key.
pub(super) fn sealer(config: &McpUiConfig) -> Option<Sealer> {
    config.answer_key.map(|key| Sealer::new(&key, "access"))
}

impl Explorer {
    /// Handles `POST {prefix}/access` with an object whose member `headers` is an array of names and values. The
    /// response is an object with the member `sealed`.
    ///
    /// 404 without a key, and 400 for an invalid header or credentials that are too long.
    pub(super) async fn seal_access<B: Body>(&self, body: B) -> EndpointResult {
        let Some(sealer) = &self.access else { return Err(response::not_found()) };
        let body = self.read(body).await?;
        let refuse = |why: &str| response::error(StatusCode::BAD_REQUEST, why);
        let entered: Entered = serde_json::from_slice(&body)
            .map_err(|error| refuse(&format!("The body is not an object with `headers`: {error}")))?;
        parse(&entered.headers).map_err(|why| refuse(&why))?;
        let text = serde_json::to_vec(&entered.headers).expect("strings can be serialized");
        if text.len() > MAX_BYTES {
            return Err(refuse(&format!("The credentials are longer than {MAX_BYTES} bytes.")));
        }
        let mut out = Vec::new();
        let mut object = ObjectWriter::begin(&mut out);
        object.string_member("sealed", &sealer.seal(&text));
        object.end();
        Ok(response::json(StatusCode::OK, out))
    }

    /// Replaces a request's sealed credentials with the headers in them.
    ///
    /// # Errors
    ///
    /// Returns 401 if they were sealed with another key, for example before a restart.
    pub(super) fn open_access(&self, request: &mut HeaderMap) -> Result<(), ExplorerResponse> {
        let Some(sealed) = request.remove(SEALED) else { return Ok(()) };
        let opened = self.access.as_ref().zip(sealed.to_str().ok()).and_then(|(sealer, text)| sealer.open(text));
        let entered = opened.and_then(|text| serde_json::from_slice::<Vec<(String, String)>>(&text).ok());
        let Some(headers) = entered.and_then(|entered| parse(&entered).ok()) else {
            let refusal = response::error(
                StatusCode::UNAUTHORIZED,
                "The credentials under “Access” were entered before the server was started. Enter them again.",
            );
            return Err(response::with_header(refusal, SEALED, HeaderValue::from_static("expired")));
        };
        for name in headers.keys() {
            request.remove(name);
        }
        request.extend(headers);
        Ok(())
    }
}

/// Returns the headers, or the reason why one cannot be sent.
fn parse(entered: &[(String, String)]) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    for (name, value) in entered {
        let parsed = HeaderName::try_from(name).ok().filter(is_credential);
        let parsed = parsed.ok_or_else(|| format!("{name:?} cannot be sent as a header with credentials."))?;
        let mut value =
            HeaderValue::try_from(value).map_err(|_| format!("The value of {name:?} cannot be sent in a header."))?;
        value.set_sensitive(true);
        headers.append(parsed, value);
    }
    Ok(headers)
}

fn is_credential(name: &HeaderName) -> bool {
    let name = name.as_str();
    !NOT_CREDENTIALS.contains(&name) && !["sec-", "mcp-ui-"].iter().any(|begin| name.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;
    use crate::budget::Budget;
    use crate::setting::SettingNames;

    fn explorer(key: u8) -> Explorer {
        Explorer::new(McpUiConfig::new().answer_key([key; 32]), Budget::new(1 << 20, SettingNames::default()))
    }

    async fn sealed(explorer: &Explorer, headers: &str) -> (u16, String) {
        let body = format!("{{\"headers\":{headers}}}");
        let response = explorer.seal_access(http_body_util::Full::new(bytes::Bytes::from(body))).await;
        let response = response.unwrap_or_else(|refusal| refusal);
        let status = response.status().as_u16();
        let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
        let json: serde_json::Value = serde_json::from_slice(&body).unwrap();
        (status, json["sealed"].as_str().unwrap_or_default().to_owned())
    }

    fn opened(explorer: &Explorer, sealed: &str) -> Result<HeaderMap, u16> {
        let request = Request::get("/").header("authorization", "mine").header(SEALED, sealed).body(()).unwrap();
        let (mut parts, ()) = request.into_parts();
        explorer.open_access(&mut parts.headers).map_err(|refusal| refusal.status().as_u16())?;
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
