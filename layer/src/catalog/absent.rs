//! Stands in for `catalog` in a build without the feature `uis`.

use event_listener::EventListener;

/// There is no catalog.
#[derive(Clone, Debug)]
pub(crate) enum UiCatalog {}

impl UiCatalog {
    pub(crate) fn changed(&self) -> EventListener {
        match *self {}
    }
}
