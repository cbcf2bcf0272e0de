use std::collections::HashSet;

use super::error::McpError;
use super::param_headers;
use crate::cache::Cache;
use crate::config::Limits;
use crate::model::{RawJson, RawObject, Tool, ToolList};

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

/// The pages of a server's list, as they arrive.
pub(super) struct Pages {
    list: ListOf,
    items: Vec<RawJson>,
    cursors: HashSet<RawJson>,
    bytes_left: usize,
    remaining: usize,
    /// Set once a page has come in 2026-07-28.
    pub(super) modern: bool,
}

impl Pages {
    pub(super) fn new(list: ListOf, limits: &Limits) -> Self {
        Self {
            list,
            items: Vec::new(),
            cursors: HashSet::new(),
            bytes_left: limits.answer_bytes,
            remaining: limits.pages,
            modern: false,
        }
    }

    /// How many bytes the next page may have.
    pub(super) fn bytes_left(&self) -> usize {
        self.bytes_left
    }

    /// Takes a page, and gives the cursor of the next one. A cursor that was there before ends the list.
    pub(super) fn add(&mut self, page: &RawJson, limits: &Limits) -> Result<Option<RawJson>, McpError> {
        let ListOf { method, items } = self.list;
        let malformed = |what: &str| McpError::broken(format_args!("answers {method} without {what}"));
        let object = RawObject::parse(page).map_err(|_| malformed("an object"))?;
        let found = object.get(items).filter(|items| items.get().starts_with('['));
        // Copied: the list outlives its page, whose other members may be far larger.
        self.items.push(found.ok_or_else(|| malformed(&format!("an array of {items}")))?.detached());
        self.bytes_left = self.bytes_left.saturating_sub(page.get().len());
        let cursor = object.get("nextCursor").filter(|cursor| !cursor.is_null()).map(RawJson::detached);
        let Some(cursor) = cursor.filter(|cursor| self.cursors.insert(cursor.clone())) else { return Ok(None) };
        self.remaining = self.remaining.saturating_sub(1);
        if self.remaining == 0 {
            return Err(McpError::broken(format_args!("lists its {items} on more than {} pages", limits.pages)));
        }
        Ok(Some(cursor))
    }

    /// The items of all pages, as written.
    pub(super) fn into_items(self, limits: &Limits) -> Result<Vec<RawJson>, McpError> {
        let most = limits.tools;
        let mut all = Vec::new();
        for page in &self.items {
            let too_many = |_| McpError::broken(format_args!("lists more than {most} {}", self.list.items));
            all.extend(page.items(most - all.len()).map_err(too_many)?);
        }
        Ok(all)
    }
}

/// A cache of lists, by the era and the text of their pages: an unchanged response costs no new parse, index or
/// serialization.
pub(super) struct Lists(Cache<(bool, Vec<RawJson>), ToolList>);

impl Lists {
    pub(super) fn new(limits: &Limits) -> Self {
        Self(Cache::new(usize::MAX, limits.cached_bytes))
    }

    pub(super) fn list(&self, pages: Pages, limits: &Limits) -> Result<ToolList, McpError> {
        let Self(kept) = self;
        let key = (pages.modern, pages.items.clone());
        if let Some(known) = kept.get(&key) {
            return Ok(known);
        }
        let modern = pages.modern;
        // Older revisions give `x-mcp-header` no meaning.
        let check = |tool: &Tool| if modern { param_headers::check(tool) } else { Ok(()) };
        let list = ToolList::of_items(&pages.into_items(limits)?, check);
        let size = size_of(&key.1) + list.excluded().size();
        kept.put(key, list.clone(), size);
        Ok(list)
    }
}

/// What a kept list weighs: its text, and about as much again for what is made of it.
fn size_of(pages: &[RawJson]) -> usize {
    const PER_LIST: usize = 4096;
    PER_LIST + pages.iter().map(|page| 4 * page.get().len()).sum::<usize>()
}
