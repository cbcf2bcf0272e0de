//! Paginated lists (2025-11-25, "Pagination"), collected within the byte, page and item limits, and cached.
//!
//! ```text
//! → {"jsonrpc":"2.0","id":5,"method":"tools/list"}
//! ← {"jsonrpc":"2.0","id":5,"result":{"tools":[…],"nextCursor":"p2"}}
//! → {"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"cursor":"p2"}}
//! ← {"jsonrpc":"2.0","id":6,"result":{"tools":[…]}}
//! ```
//!
//! A hostile or defective server could send pages forever. A repeated cursor ends the list. Exceeding a limit is an
//! error, so that no list is cut off silently.

use std::collections::HashSet;
use std::time::Duration;

use super::error::McpError;
use super::kept_lists::Lifetime;
use super::revisions::{Negotiated, Revision, STATELESS};
use crate::cache::Cache;
use crate::constants::{CACHED_BYTES, LIST_ITEMS, LIST_PAGES};
use crate::model::{RawJson, RawObject, ServerDescription, ToolList, next_cursor};

/// A kind of list: its method, and the member that holds its items.
#[derive(Clone, Copy)]
pub(super) struct ListOf {
    pub(super) method: &'static str,
    items: &'static str,
}

impl ListOf {
    pub(super) const TOOLS: Self = Self { method: "tools/list", items: "tools" };
    pub(super) const RESOURCES: Self = Self { method: "resources/list", items: "resources" };
    pub(super) const TEMPLATES: Self = Self { method: "resources/templates/list", items: "resourceTemplates" };
}

/// A list's pages so far.
///
/// `items` holds each page's array as one text, which is parsed only when the list is not in the cache.
pub(super) struct Pages {
    list: ListOf,
    items: Vec<RawJson>,
    cursors: HashSet<RawJson>,
    /// The maximum total size in bytes for the remaining pages. The limit for one response covers all pages together.
    bytes_left: usize,
    /// The number of pages that may still arrive.
    remaining: usize,
    /// The shortest caching time that the server allows for a page, in milliseconds.
    ttl: u64,
    /// The last page's revision.
    revision: &'static dyn Revision,
    /// The server's identity, from the last page's metadata.
    server_info: Option<RawJson>,
}

impl Pages {
    pub(super) fn new(list: ListOf, max_bytes: usize) -> Self {
        Self {
            list,
            items: Vec::new(),
            cursors: HashSet::new(),
            bytes_left: max_bytes,
            remaining: LIST_PAGES,
            ttl: u64::MAX,
            revision: STATELESS,
            server_info: None,
        }
    }

    /// Returns the list's lifetime. In 2026-07-28, that is the shortest time for which any of its pages may be cached.
    pub(super) fn lifetime(&self) -> Lifetime {
        if self.revision.version() == STATELESS.version() {
            Lifetime::Ttl(Duration::from_millis(self.ttl))
        } else {
            Lifetime::UntilChanged
        }
    }

    /// Returns the server's identity, if its metadata contain one, with the revision used.
    pub(super) fn server_info(&self) -> Option<(&'static str, RawJson)> {
        Some((self.revision.version(), self.server_info.clone()?))
    }

    /// Returns the next page's maximum size in bytes.
    pub(super) fn bytes_left(&self) -> usize {
        self.bytes_left
    }

    /// Adds a page and returns the next page's cursor. A repeated cursor ends the list.
    ///
    /// # Errors
    ///
    /// If the page has no items array, or if its cursor points to a page that would exceed the page limit.
    pub(super) fn add(&mut self, page: Negotiated) -> Result<Option<RawJson>, McpError> {
        let Negotiated { result: page, revision } = page;
        self.revision = revision;
        let ListOf { method, items } = self.list;
        let malformed = |what: &str| McpError::broken(format_args!("sent a result for {method} without {what}"));
        let object = RawObject::parse(&page).map_err(|_| malformed("an object"))?;
        self.ttl = self.ttl.min(object.get("ttlMs").and_then(|ttl| ttl.deserialize().ok()).unwrap_or(0));
        self.server_info = ServerDescription::server_info_in(&object);
        let found = object.get(items).filter(|items| items.get().starts_with('['));
        // Copied because the list outlives the page, whose other members may be much larger.
        self.items.push(found.ok_or_else(|| malformed(&format!("an array of {items}")))?.detached());
        self.bytes_left = self.bytes_left.saturating_sub(page.get().len());
        let cursor = next_cursor(&object).map(RawJson::detached);
        let Some(cursor) = cursor.filter(|cursor| self.cursors.insert(cursor.clone())) else { return Ok(None) };
        self.remaining = self.remaining.saturating_sub(1);
        if self.remaining == 0 {
            return Err(McpError::broken(format_args!("lists its {items} on more than {LIST_PAGES} pages")));
        }
        Ok(Some(cursor))
    }

    /// Returns the items from all pages, with their text unchanged.
    ///
    /// # Errors
    ///
    /// If there are too many items.
    pub(super) fn into_items(self) -> Result<Vec<RawJson>, McpError> {
        let mut all = Vec::new();
        for page in &self.items {
            let too_many = |_| McpError::broken(format_args!("lists more than {LIST_ITEMS} {}", self.list.items));
            all.extend(page.items(LIST_ITEMS - all.len()).map_err(too_many)?);
        }
        Ok(all)
    }
}

/// A list cache, keyed by the revision and the pages' text. An unchanged response is not parsed, indexed and serialized
/// again.
///
/// The server is still asked every time; the cache saves only the work that follows. The revision is part of the key,
/// because it decides which tools are excluded.
pub(super) struct Lists(Cache<(&'static str, Vec<RawJson>), ToolList>);

impl Lists {
    pub(super) fn new() -> Self {
        Self(Cache::new(usize::MAX, CACHED_BYTES))
    }

    /// Returns the list for these pages, from the cache or built from their items.
    pub(super) fn list(&self, pages: Pages) -> Result<ToolList, McpError> {
        let Self(cache) = self;
        let revision = pages.revision;
        let key = (revision.version(), pages.items.clone());
        if let Some(list) = cache.get(&key) {
            return Ok(list);
        }
        let list = ToolList::of_items(&pages.into_items()?, |tool| revision.check_tool(tool));
        cache.put(key, list.clone(), list.size());
        Ok(list)
    }
}
