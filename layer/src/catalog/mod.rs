//! A catalog of UIs for tools that have no UI, and the data that a result needs for its UI.
//!
//! | module | contents |
//! |---|---|
//! | `ui`, `derive` | a UI in code, and the function that derives its data |
//! | `ui_file`, `folder`, `bundle`, `story` | a UI in files, and as one text for components |
//! | `checks`, `pattern`, `entry`, `contents` | checked UIs, found by tool, name and URI |
//! | `document` | UI documents with the runtime inlined |
//! | `augmentation`, `outcome`, `outcomes` | results with their UI, or the reason for a missing UI |
//! | `resources` | the documents as resources, for tools in code |

mod augmentation;
mod bundle;
mod checks;
mod contents;
mod derive;
mod document;
mod entry;
mod error;
mod folder;
mod outcome;
mod outcomes;
mod pattern;
mod resources;
mod story;
mod ui;
mod ui_file;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use event_listener::{Event, EventListener};
use parking_lot::RwLock;

pub use self::augmentation::augment_with_ui;
pub(crate) use self::augmentation::{RENDER_DATA, augment, skip_without_data};
pub(crate) use self::checks::public_url;
pub(crate) use self::contents::Contents;
pub(crate) use self::document::{RUNTIME, waiting};
pub(crate) use self::entry::{Entry, MAX_STORIES};
pub use self::error::CatalogError;
pub(crate) use self::folder::SaveError;
pub use self::outcome::{Augmented, Outcome, Skip};
pub(crate) use self::story::Story;
pub use self::story::StoryVerdict;
pub use self::ui::{Ui, Visibility};
use crate::model::{RawJson, Tool};
use crate::validate::{Validators, Violation};

/// The flat form of the `_meta` member `ui.resourceUri`, which links a tool to its UI.
const FLAT_URI: &str = "ui/resourceUri";

/// Maximum total size in bytes of a catalog's compiled schemas. The least recently used schemas are evicted, and
/// recompiled when needed.
const CACHED_BYTES: usize = 16 << 20;

/// A catalog of UIs for tools that have no UI.
///
/// [`AugmentLayer`](crate::uis::AugmentLayer) adds the UIs to a server's tools, and
/// [`McpUiConfig::uis`](crate::McpUiConfig::uis) shows them in the explorer, with their stories. Clones are handles to
/// the same catalog.
///
/// ```
/// use tower_mcp_ui::uis::{Ui, UiCatalog};
///
/// let catalog = UiCatalog::new()
///     .ui("list-databases", Ui::html("<!doctype html><p>Databases"))?
///     .ui("files", Ui::html("<!doctype html><p>Files").tools(["list_directory", "read_*"]))?;
/// # Ok::<(), tower_mcp_ui::uis::CatalogError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct UiCatalog(Arc<Shared>);

/// The state that a catalog's handles share.
struct Shared {
    contents: RwLock<Arc<Contents>>,
    validators: Validators,
    /// Saves stories. `None` if they cannot be saved.
    store: RwLock<Option<Arc<Store>>>,
    /// Notified when the UIs, their counts or their health change.
    changed: Event,
    /// True once a layer, a provider or [`link`](UiCatalog::link) uses the UIs.
    is_used: AtomicBool,
}

/// Saves a story for the UI with this name. A closure, so that programs that never save stories (such as components)
/// need no file system.
type Store = dyn Fn(&str, &Story) -> Result<(), SaveError> + Send + Sync;

impl UiCatalog {
    /// Creates an empty catalog.
    pub fn new() -> Self {
        let (contents, store, is_used) = Default::default();
        let (validators, changed) = (Validators::new(CACHED_BYTES), Event::new());
        Self(Arc::new(Shared { contents, validators, store, changed, is_used }))
    }

    /// Reads a catalog from a folder. Each subfolder is a UI: `ui.html`, optionally `ui.json` with the settings, and
    /// optionally `stories/*.json`. `docs/uis.md` describes the files.
    ///
    /// # Errors
    ///
    /// Returns an error if a file is missing, malformed, too large, or outside the folder.
    pub fn from_dir(folder: impl AsRef<Path>) -> Result<Self, CatalogError> {
        folder::read(folder.as_ref())?.into_iter().try_fold(Self::new(), |catalog, (name, ui)| catalog.ui(&name, ui))
    }

    /// Reads a catalog from a string created by [`to_bundle`](Self::to_bundle).
    ///
    /// # Errors
    ///
    /// Returns an error if the text is malformed or contains an unusable UI.
    pub fn from_bundle(bundle: &RawJson) -> Result<Self, CatalogError> {
        bundle::read(bundle)?.into_iter().try_fold(Self::new(), |catalog, (name, ui)| catalog.ui(&name, ui))
    }

    /// Adds a UI. `name` becomes a part of its URI, and is by default also its tool's name.
    ///
    /// # Errors
    ///
    /// Returns an error if the UI is unusable, if its name is invalid or taken, or if another UI covers one of its
    /// tools.
    pub fn ui(self, name: &str, ui: Ui) -> Result<Self, CatalogError> {
        let entry = Entry::new(name, ui, &self.0.validators)?;
        let mut contents = (*self.contents()).clone();
        contents.add(entry)?;
        self.set(contents);
        Ok(self)
    }

    /// Saves stories made in the explorer to this folder, in the layout that [`from_dir`](Self::from_dir) reads.
    /// Default: stories cannot be saved.
    pub fn save_stories_in(self, folder: impl Into<PathBuf>) -> Self {
        let folder: PathBuf = folder.into();
        let store: Arc<Store> = Arc::new(move |ui, story| folder::save(&folder, ui, story));
        *self.0.store.write() = Some(store);
        self
    }

    /// Replaces all UIs with those from another catalog, for example from the same folder after changes. Later
    /// requests, through all handles, get the new UIs. Counts continue for UIs that stay the same.
    pub fn replace(&self, other: &Self) {
        let (old, mut new) = (self.contents(), (*other.contents()).clone());
        new.keep_outcomes(&old);
        self.set(new);
    }

    /// Returns the catalog as one text, for programs without a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if a UI [derives](Ui::render_data) its data, because that needs code.
    pub fn to_bundle(&self) -> Result<RawJson, CatalogError> {
        let contents = self.contents();
        bundle::write(contents.entries().iter().map(|entry| (entry.name.as_str(), &entry.ui)))
    }

    /// Returns the names and URLs of [external](Ui::external) documents, for [`report_health`](Self::report_health).
    pub fn external_urls(&self) -> Vec<(String, String)> {
        let contents = self.contents();
        let external = |entry: &Arc<Entry>| Some((entry.name.clone(), entry.external()?.to_owned()));
        contents.entries().iter().filter_map(external).collect()
    }

    /// Checks all story data against the UI schemas.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::uis::{Ui, UiCatalog};
    ///
    /// let ui = Ui::html("<!doctype html>").schema(json!({ "type": "object" })).story("Wrong", json!([]));
    /// let verdicts = UiCatalog::new().ui("list", ui)?.check_stories();
    /// assert_eq!((verdicts[0].story.as_str(), verdicts[0].violations[0].as_str()), ("Wrong", "Must be an object"));
    /// # Ok::<(), tower_mcp_ui::uis::CatalogError>(())
    /// ```
    pub fn check_stories(&self) -> Vec<StoryVerdict> {
        let contents = self.contents();
        let stories =
            contents.entries().iter().flat_map(|entry| entry.ui.stories.iter().map(move |story| (entry, story)));
        let verdict = |(entry, story): (&Arc<Entry>, &Story)| StoryVerdict {
            ui: entry.name.clone(),
            story: story.name.clone(),
            violations: self.violations(entry, &story.data).iter().map(Violation::to_string).collect(),
        };
        stories.map(verdict).collect()
    }

    /// Records whether an [external](Ui::external) document is reachable, for display in the explorer. `Err` holds the
    /// reason. Does nothing for a UI that is not in the catalog.
    pub fn report_health(&self, name: &str, health: Result<(), String>) {
        if let Some(entry) = self.contents().named(name) {
            entry.outcomes.set_health(health.err().as_deref());
            self.0.changed.notify(usize::MAX);
        }
    }

    /// Links a tool defined in code to its UI, if the catalog has a UI for it and the tool does not link to one yet.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tool};
    /// use tower_mcp_ui::tools::{Arguments, CallToolResult, ToolList};
    /// use tower_mcp_ui::uis::{Ui, UiCatalog};
    ///
    /// let catalog = UiCatalog::new().ui("time", Ui::html("<!doctype html>"))?;
    /// let tools = ToolList::new([catalog.link(Tool::new("time", "The time"))])?;
    /// let handler = |_: String, _: Arguments| async {
    ///     CallToolResult::new().structured_content(json!({ "hour": 12 }))
    /// };
    /// let layer = McpUiLayer::new(McpUiConfig::new().uis(&catalog)).tools_with(tools, handler).resources(catalog);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn link(&self, tool: Tool) -> Tool {
        self.note_use();
        let contents = self.contents();
        match contents.for_tool(tool.name()).and_then(|entry| entry.linked(tool.get("_meta"))) {
            Some(meta) => tool.meta(meta),
            None => tool,
        }
    }

    /// Records that the UIs are in use.
    pub(crate) fn note_use(&self) {
        self.0.is_used.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_used(&self) -> bool {
        self.0.is_used.load(Ordering::Relaxed)
    }

    /// Returns the current UIs.
    pub(crate) fn contents(&self) -> Arc<Contents> {
        Arc::clone(&self.0.contents.read())
    }

    /// Returns the reason if data do not fit a UI, or `None` if they fit.
    pub(crate) fn misfit(&self, entry: &Entry, data: &RawJson) -> Option<Skip> {
        let first = self.violations(entry, data).into_iter().next()?;
        Some(Skip::Invalid { path: first.path, message: first.message })
    }

    /// Returns the schema violations in data for a UI.
    pub(crate) fn violations(&self, entry: &Entry, data: &RawJson) -> Vec<Violation> {
        self.0.validators.violations(entry.ui.schema.as_ref(), data, "data")
    }

    /// Counts and logs an outcome.
    pub(crate) fn report(&self, entry: &Entry, tool: &str, outcome: &Outcome) {
        entry.outcomes.add(tool, outcome);
        self.0.changed.notify(usize::MAX);
        if let Outcome::Skipped(skip) = outcome
            && skip.is_fault()
        {
            tracing::warn!(tool, ui = entry.name, "no UI: {skip}");
        }
    }

    /// Waits for the next change to the `GET {prefix}/uis` response, starting now.
    pub(crate) fn changed(&self) -> EventListener {
        self.0.changed.listen()
    }

    /// Returns whether stories can be saved.
    pub(crate) fn is_writable(&self) -> bool {
        self.store().is_some()
    }

    /// Saves a story, and adds it to its UI. Does nothing if stories cannot be saved.
    pub(crate) fn save(&self, entry: &Entry, story: &Story) -> Result<(), SaveError> {
        let Some(save) = self.store() else { return Ok(()) };
        if self.contents().named(&entry.name).is_some_and(|entry| entry.is_full()) {
            return Err(SaveError::Full);
        }
        save(&entry.name, story)?;
        // Locked until the contents are replaced, so that a story saved at the same time is not lost.
        let mut contents = self.0.contents.write();
        Arc::make_mut(&mut contents).add_story(&entry.name, story);
        drop(contents);
        self.0.changed.notify(usize::MAX);
        Ok(())
    }

    fn store(&self) -> Option<Arc<Store>> {
        self.0.store.read().clone()
    }

    fn set(&self, contents: Contents) {
        *self.0.contents.write() = Arc::new(contents);
        self.0.changed.notify(usize::MAX);
    }
}

impl Default for UiCatalog {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for UiCatalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contents = self.contents();
        f.debug_list().entries(contents.entries().iter().map(|entry| &entry.name)).finish()
    }
}

#[cfg(all(test, feature = "validate"))]
mod tests {
    use super::*;

    #[test]
    fn compiled_schemas_leave_beyond_the_limit() {
        assert_eq!(UiCatalog::new().0.validators.keeps_of_twenty(), [false, true]);
    }
}
