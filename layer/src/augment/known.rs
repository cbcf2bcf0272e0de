//! Facts that later requests need: calls by task, and sessions whose clients show MCP Apps.

use std::sync::Arc;

use super::call::Call;
use crate::cache::Cache;

/// Maximum number of tasks to remember with their calls. The least recently used task is forgotten first, and its
/// result then stays unchanged.
const MAX_TASKS: usize = 1_000;

/// Maximum number of remembered sessions whose clients show MCP Apps. The least recently used session is forgotten
/// first, and its client then counts as not showing MCP Apps.
const MAX_SESSIONS: usize = 10_000;

/// Maximum length in bytes of a task ID or a session ID. Longer IDs are not remembered.
const ID_BYTES: usize = 1_024;

pub(super) struct Known {
    /// Calls by task ID.
    tasks: Cache<String, Arc<Call>>,
    /// IDs of sessions whose clients show MCP Apps.
    sessions: Cache<Vec<u8>, ()>,
}

impl Known {
    pub(super) fn new() -> Self {
        Self { tasks: Cache::new(MAX_TASKS, 16 << 20), sessions: Cache::new(MAX_SESSIONS, MAX_SESSIONS * ID_BYTES) }
    }

    pub(super) fn add_task(&self, id: String, call: &Call) {
        if id.len() <= ID_BYTES {
            let bytes = id.len() + call.tool.len() + call.arguments.get().len();
            self.tasks.put(id, Arc::new(call.detached()), bytes);
        }
    }

    pub(super) fn task(&self, id: &str) -> Option<Arc<Call>> {
        self.tasks.get(&id.to_owned())
    }

    pub(super) fn add_session(&self, id: &[u8]) {
        if id.len() <= ID_BYTES {
            self.sessions.put(id.to_vec(), (), id.len());
        }
    }

    pub(super) fn has_session(&self, id: &[u8]) -> bool {
        self.sessions.get(&id.to_vec()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Arguments;
    use crate::catalog::{Ui, UiCatalog};

    fn call() -> Call {
        let catalog = UiCatalog::new().ui("t", Ui::html("<p>")).unwrap();
        let entry = Arc::clone(&catalog.contents().entries()[0]);
        Call { entry, tool: "t".to_owned(), arguments: Arguments::default(), shows_apps: true }
    }

    #[test]
    fn the_least_recently_used_session_and_task_are_forgotten() {
        let (known, call) = (Known::new(), call());
        for number in 0..=10_000 {
            known.add_session(format!("{number}").as_bytes());
        }
        assert!(!known.has_session(b"0") && known.has_session(b"1"));
        for number in 0..=1_000 {
            known.add_task(number.to_string(), &call);
        }
        assert!(known.task("0").is_none() && known.task("1").is_some());
    }

    #[test]
    fn a_longer_id_is_not_remembered() {
        let (known, call) = (Known::new(), call());
        for (length, is_remembered) in [(1_024, true), (1_025, false)] {
            let id = "i".repeat(length);
            known.add_session(id.as_bytes());
            known.add_task(id.clone(), &call);
            assert_eq!((known.has_session(id.as_bytes()), known.task(&id).is_some()), (is_remembered, is_remembered));
        }
    }
}
