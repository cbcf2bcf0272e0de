//! A catalog's UIs, found by tool, name and URI.

use std::collections::HashMap;
use std::sync::Arc;

use super::entry::Entry;
use super::error::CatalogError;
use super::story::Story;

/// Maximum number of UIs in a catalog. Additional UIs are refused.
const MAX_UIS: usize = 1_000;

/// A catalog's UIs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    entries: Vec<Arc<Entry>>,
    by_tool: HashMap<String, Arc<Entry>>,
    by_uri: HashMap<String, Arc<Entry>>,
}

impl Contents {
    /// Adds a UI.
    pub(super) fn add(&mut self, entry: Entry) -> Result<(), CatalogError> {
        let failed = |reason: String| Err(CatalogError::of_ui(&entry.name, reason));
        if self.entries.len() >= MAX_UIS {
            return failed(format!("The catalog already has {MAX_UIS} UIs, the maximum."));
        }
        for other in &self.entries {
            if other.name == entry.name {
                return failed("There are two UIs with this name.".to_owned());
            }
            for (left, right) in entry.tools.iter().flat_map(|left| other.tools.iter().map(move |right| (left, right)))
            {
                // An exact name takes precedence over a pattern, so the two may overlap.
                if left.is_exact() == right.is_exact() && left.overlaps(right) {
                    let (left, right, other) = (left.as_str(), right.as_str(), &other.name);
                    return failed(format!("In `tools`, `{left}` overlaps with `{right}` of the UI `{other}`."));
                }
            }
        }
        let entry = Arc::new(entry);
        for tool in entry.tools.iter().filter(|tool| tool.is_exact()) {
            self.by_tool.insert(tool.as_str().to_owned(), Arc::clone(&entry));
        }
        self.by_uri.insert(entry.uri.clone(), Arc::clone(&entry));
        self.entries.push(entry);
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the UIs in insertion order.
    pub(crate) fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// Returns the UI for a tool. Allocates nothing.
    pub(crate) fn for_tool(&self, name: &str) -> Option<&Arc<Entry>> {
        self.by_tool.get(name).or_else(|| {
            let matches = |entry: &&Arc<Entry>| entry.tools.iter().any(|tool| !tool.is_exact() && tool.matches(name));
            self.entries.iter().find(matches)
        })
    }

    pub(crate) fn with_uri(&self, uri: &str) -> Option<&Arc<Entry>> {
        self.by_uri.get(uri)
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// Takes over the outcome counts from `before`, for UIs with the same URI.
    pub(super) fn keep_outcomes(&mut self, before: &Self) {
        self.replace(|entry| before.with_uri(&entry.uri).map(|same| entry.with_outcomes(Arc::clone(&same.outcomes))));
    }

    /// Adds a story to a UI.
    pub(super) fn add_story(&mut self, name: &str, story: &Story) {
        self.replace(|entry| (entry.name == name).then(|| entry.with_story(story.clone())));
    }

    /// Replaces UIs. A replacement must have the same tools and the same URI.
    fn replace(&mut self, other: impl Fn(&Entry) -> Option<Entry>) {
        for at in 0..self.entries.len() {
            let Some(entry) = other(&self.entries[at]) else { continue };
            let entry = Arc::new(entry);
            let old = std::mem::replace(&mut self.entries[at], Arc::clone(&entry));
            for known in self.by_tool.values_mut().chain(self.by_uri.values_mut()) {
                if Arc::ptr_eq(known, &old) {
                    *known = Arc::clone(&entry);
                }
            }
        }
    }
}
