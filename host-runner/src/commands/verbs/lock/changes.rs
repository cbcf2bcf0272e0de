use std::fmt;

use serde::Serialize;
use serde_json::Value;
use tower_mcp_ui::definitions::{self, Difference, Impact};

use super::super::json::{shortened, text_of};
use super::offers::{Offers, item_name, kind_of};
use crate::commands::harmless::harmless_line;

/// A difference between two servers' offers, or between one server's offers at two times.
#[derive(Clone, Debug, Serialize)]
pub(in super::super) struct Change {
    /// The definition, such as `tools/add`.
    pub(in super::super) item: String,
    #[serde(flatten)]
    pub(in super::super) difference: Difference,
}

/// Returns the changes, breaking ones first.
pub(in super::super) fn changes(before: &Offers, after: &Offers) -> Vec<Change> {
    let (before, after) = (&before.0, &after.0);
    let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    let mut changes: Vec<_> = names
        .flat_map(|name| {
            let (old, now) = (before.get(name), after.get(name));
            let item = item_name(name, now.or(old).unwrap_or(&Value::Null));
            let differences = definitions::compare(kind_of(name), old, now).into_iter();
            differences.map(move |difference| Change { item: item.clone(), difference })
        })
        .collect();
    changes.sort_by_key(|change| change.difference.impact);
    changes
}

impl Change {
    /// The impact as a word.
    pub(in super::super) fn impact(&self) -> &'static str {
        match self.difference.impact {
            Impact::Breaking => "breaking",
            Impact::Additive => "additive",
            Impact::Other => "other",
        }
    }

    /// The place on one line, such as `tools/add › inputSchema › b`.
    pub(in super::super) fn place(&self) -> String {
        let parts = std::iter::once(&self.item).chain(&self.difference.path);
        parts.map(|part| harmless_line(&shortened(part)).into_owned()).collect::<Vec<_>>().join(" › ")
    }

    /// The change in words, with the old and new values.
    pub(in super::super) fn words(&self) -> String {
        let Difference { what, before, after, .. } = &self.difference;
        match (before.as_ref().map(text_of), after.as_ref().map(text_of)) {
            (None, None) => what.clone(),
            (Some(value), None) | (None, Some(value)) if what.ends_with("added") || what.ends_with("removed") => {
                format!("{what}: {value}")
            }
            (before, after) => {
                let text = |value: Option<String>| value.unwrap_or_else(|| "nothing".to_owned());
                format!("{what}: {} → {}", text(before), text(after))
            }
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.place(), self.words(), self.impact())
    }
}
