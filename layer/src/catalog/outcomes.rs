//! Outcome counts for results from a UI's tools, and the last result without a UI.

use parking_lot::Mutex;
use serde::Serialize;

use super::outcome::{Outcome, Skip};

/// Maximum number of characters kept from a tool name, a path or a message. Longer strings are cut off.
const TEXT_CHARS: usize = 500;

/// The outcomes so far, and an external document's health.
#[derive(Debug, Default)]
pub(crate) struct Outcomes {
    counts: Mutex<Counts>,
    health: Mutex<Option<Health>>,
}

/// An external document's health.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Health {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Counts {
    linked: u64,
    embedded: u64,
    skipped: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<LastSkip>,
}

/// The last result without a UI.
#[derive(Clone, Debug, Serialize)]
struct LastSkip {
    tool: String,
    reason: &'static str,
    path: String,
    message: String,
}

impl Outcomes {
    pub(crate) fn add(&self, tool: &str, outcome: &Outcome) {
        let mut counts = self.counts.lock();
        match outcome {
            Outcome::Linked => counts.linked += 1,
            Outcome::Embedded => counts.embedded += 1,
            Outcome::Skipped(skip) => {
                counts.skipped += 1;
                counts.last = Some(LastSkip::new(tool, skip));
            }
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts.lock().clone()
    }

    /// Sets an external document's health. `message` is the reason if the document is unreachable.
    pub(crate) fn set_health(&self, message: Option<&str>) {
        let health = Health { ok: message.is_none(), message: message.map(clipped) };
        *self.health.lock() = Some(health);
    }

    pub(crate) fn health(&self) -> Option<Health> {
        self.health.lock().clone()
    }
}

impl LastSkip {
    fn new(tool: &str, skip: &Skip) -> Self {
        let path = if let Skip::Invalid { path, .. } = skip { path.as_str() } else { "" };
        Self { tool: clipped(tool), reason: skip.code(), path: clipped(path), message: clipped(&skip.to_string()) }
    }
}

fn clipped(text: &str) -> String {
    text.chars().take(TEXT_CHARS).collect()
}
