use std::collections::HashMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::{Event, LiveClient, LiveError};

/// Maximum number of pages in a list, as in the explorer. A longer list is an error.
const MAX_PAGES: usize = 1000;

/// Maximum number of items in a list, as in the explorer. A longer list is an error.
const MAX_ITEMS: usize = 10_000;

/// Maximum size of all items in a list, in bytes. A larger list is an error.
const MAX_BYTES: usize = 64 << 20;

/// The JSON-RPC error from a server that does not offer the list.
const METHOD_NOT_FOUND: i64 = -32601;

/// A complete list from the server.
#[derive(Debug, Default)]
pub struct Listed {
    /// The items, as the server wrote them.
    pub items: Vec<Box<RawValue>>,
    /// The page count: 0 if the server does not offer the list.
    pub pages: usize,
}

impl LiveClient {
    /// Requests all pages of a list, such as `tools` from `tools/list`. `report` receives the notifications.
    ///
    /// # Errors
    ///
    /// If a page cannot be obtained, or the list has more than 10,000 items, 1,000 pages or 64 MiB.
    pub async fn list(&self, method: &str, member: &str, report: impl Fn(&Value)) -> Result<Listed, LiveError> {
        let invalid = |why: String| LiveError::Invalid(format!("The result of {method} {why}."));
        let mut listed = Listed::default();
        let mut bytes = 0;
        let mut params = "{}".to_owned();
        loop {
            let page = match self.page(method, &params, &report).await {
                Err(error) if error.rpc_code() == Some(METHOD_NOT_FOUND) => return Ok(listed),
                page => page?,
            };
            let mut page: HashMap<String, Box<RawValue>> =
                serde_json::from_str(page.get()).map_err(|error| invalid(format!("is not an object: {error}")))?;
            let items = page.remove(member).unwrap_or_default();
            let items: Vec<Box<RawValue>> =
                serde_json::from_str(items.get()).map_err(|_| invalid(format!("has no array `{member}`")))?;
            bytes += items.iter().map(|item| item.get().len()).sum::<usize>();
            listed.items.extend(items);
            listed.pages += 1;
            if listed.items.len() > MAX_ITEMS || listed.pages > MAX_PAGES || bytes > MAX_BYTES {
                let most = format!("{MAX_ITEMS} items, {MAX_PAGES} pages or {} MiB", MAX_BYTES >> 20);
                return Err(invalid(format!("has more than {most}")));
            }
            let cursor = page.remove("nextCursor").filter(|cursor| !["null", "\"\""].contains(&cursor.get()));
            let next = cursor.map(|cursor| format!(r#"{{"cursor":{cursor}}}"#));
            match next {
                Some(next) if next != params => params = next,
                _ => return Ok(listed),
            }
        }
    }

    async fn page(&self, method: &str, params: &str, report: impl Fn(&Value)) -> Result<Box<RawValue>, LiveError> {
        let mut events = self.request(method, params, None).await?;
        loop {
            match events.next().await? {
                Event::Result(result) => return Ok(result),
                Event::Notification(notification) => report(&notification),
                Event::Request(_) | Event::Output(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bytes::Bytes;
    use http::{Request, Response};
    use http_body_util::{BodyExt as _, Full};
    use serde_json::json;
    use tower::service_fn;
    use tower_mcp_ui::service::RequestBody;
    use tower_mcp_ui::{McpUiConfig, McpUiLayer};

    use super::*;

    /// Lists the tools of a server whose pages never end. Each page has this number of items with names of this length.
    /// Returns the number of pages that were requested, and the error.
    async fn endless(items: usize, length: usize) -> (usize, String) {
        let pages = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&pages);
        let server = service_fn(move |request: Request<RequestBody>| {
            let count = Arc::clone(&count);
            async move {
                let body = request.into_body().collect().await.unwrap().to_bytes();
                let message: Value = serde_json::from_slice(&body).unwrap_or_default();
                let mut answer = match message["method"].as_str() {
                    Some("initialize") => json!({ "result": {
                        "protocolVersion": "2025-11-25",
                        "capabilities": { "tools": {} },
                        "serverInfo": { "name": "endless", "version": "1" },
                    } }),
                    Some("tools/list") => {
                        let page = count.fetch_add(1, Ordering::Relaxed);
                        let items = vec![json!({ "name": "x".repeat(length) }); items];
                        json!({ "result": { "tools": items, "nextCursor": page.to_string() } })
                    }
                    _ => json!({ "error": { "code": METHOD_NOT_FOUND, "message": "no such method" } }),
                };
                answer["jsonrpc"] = "2.0".into();
                answer["id"] = message["id"].clone();
                let response = Response::builder().header("content-type", "application/json");
                Ok::<_, Infallible>(response.body(Full::new(Bytes::from(answer.to_string()))).unwrap())
            }
        });
        let explorer = McpUiLayer::new(McpUiConfig::new().any_host()).mcp(server);
        let error = LiveClient::new(explorer, "{}").list("tools/list", "tools", |_| {}).await.unwrap_err();
        (pages.load(Ordering::Relaxed), error.to_string())
    }

    #[tokio::test]
    async fn a_list_without_an_end_is_an_error() {
        let said = "The result of tools/list has more than 10000 items, 1000 pages or 64 MiB.";
        for (items, length, pages) in [(0, 0, MAX_PAGES + 1), (4_000, 1, 3), (1, 7 << 20, 10)] {
            assert_eq!(endless(items, length).await, (pages, said.to_owned()), "{items} of {length} bytes");
        }
    }
}
