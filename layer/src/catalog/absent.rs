//! Replaces `catalog` in builds without the feature `uis`.

use event_listener::EventListener;

/// A type without values, since builds without the feature `uis` have no catalog.
#[derive(Clone, Debug)]
pub(crate) enum UiCatalog {}

impl UiCatalog {
    pub(crate) fn changed(&self) -> EventListener {
        match *self {}
    }
}
