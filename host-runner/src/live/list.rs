use std::collections::HashMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::{Event, LiveClient, LiveError};

/// Maximum number of pages in a list, as in the explorer. A longer list is an error.
const MAX_PAGES: usize = 1000;

/// Maximum number of items in a list, as in the explorer. A longer list is an error.
const MAX_ITEMS: usize = 10_000;

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
    /// If a page cannot be obtained, or the list has more than 10,000 items or 1,000 pages.
    pub async fn list(&self, method: &str, member: &str, report: impl Fn(&Value)) -> Result<Listed, LiveError> {
        let invalid = |why: String| LiveError::Invalid(format!("The result of {method} {why}."));
        let mut listed = Listed::default();
        let mut params = "{}".to_owned();
        loop {
            let page = match self.page(method, &params, &report).await {
                Err(error) if error.rpc_code() == Some(METHOD_NOT_FOUND) => return Ok(listed),
                page => page?,
            };
            let mut page: HashMap<String, Box<RawValue>> =
                serde_json::from_str(page.get()).map_err(|error| invalid(format!("is no object: {error}")))?;
            let items = page.remove(member).unwrap_or_default();
            let items: Vec<Box<RawValue>> =
                serde_json::from_str(items.get()).map_err(|_| invalid(format!("has no array `{member}`")))?;
            listed.items.extend(items);
            listed.pages += 1;
            if listed.items.len() > MAX_ITEMS || listed.pages > MAX_PAGES {
                return Err(invalid(format!("has more than {MAX_ITEMS} items or {MAX_PAGES} pages")));
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
