//! Adds UI data to tool results.

use super::UiCatalog;
use super::entry::Entry;
use super::outcome::{Augmented, Outcome, Skip};
use crate::model::{CallToolResult, RawJson, RawObject};

/// The `_meta` member in a result with data for the UI only (MCP-UI).
pub(crate) const RENDER_DATA: &str = "mcpui.dev/ui-initial-render-data";

/// Adds the data for the tool's UI to a result, and reports the outcome. Never fails.
///
/// `data` is the UI's data, unless the UI takes the result's `structuredContent`. The data are checked against the UI's
/// schema first, and a mismatch is logged as a warning. If there is no UI, or the UI cannot be shown, the result stays
/// unchanged, byte for byte.
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::tools::CallToolResult;
/// use tower_mcp_ui::uis::{Outcome, Ui, UiCatalog, augment_with_ui};
///
/// let catalog = UiCatalog::new().ui("list-databases", Ui::html("<!doctype html>"))?;
/// let result = CallToolResult::text("a, b");
/// let augmented = augment_with_ui(result, &catalog, "list-databases", Some(json!({ "names": ["a", "b"] }).into()));
/// assert_eq!(augmented.outcome, Outcome::Linked);
/// assert_eq!(
///     augmented.result.get("_meta").unwrap().get(),
///     r#"{"mcpui.dev/ui-initial-render-data":{"names":["a","b"]}}"#,
/// );
/// # Ok::<(), tower_mcp_ui::uis::CatalogError>(())
/// ```
pub fn augment_with_ui(result: CallToolResult, catalog: &UiCatalog, tool: &str, data: Option<RawJson>) -> Augmented {
    catalog.note_use();
    let contents = catalog.contents();
    let Some(entry) = contents.for_tool(tool) else {
        return Augmented { result, outcome: Outcome::Skipped(Skip::NoUi) };
    };
    let augmented = augment(result, catalog, entry, data);
    catalog.report(entry, tool, &augmented.outcome);
    augmented
}

/// Implements [`augment_with_ui`] for one UI.
pub(crate) fn augment(result: CallToolResult, catalog: &UiCatalog, entry: &Entry, data: Option<RawJson>) -> Augmented {
    let skip = match (skip_without_data(&result), &data) {
        (Some(skip), _) => Some(skip),
        (None, Some(data)) => catalog.misfit(entry, data),
        (None, None) => match result.get("structuredContent") {
            Some(data) => catalog.misfit(entry, data),
            None => Some(Skip::NoData),
        },
    };
    match (skip, data) {
        (Some(skip), _) => Augmented { result, outcome: Outcome::Skipped(skip) },
        (None, None) => Augmented { result, outcome: Outcome::Linked },
        (None, Some(data)) => with_data(result, entry, data),
    }
}

/// Returns the reason that rules out a UI for a result, whatever its data.
pub(crate) fn skip_without_data(result: &CallToolResult) -> Option<Skip> {
    let kind = result.get("resultType").map(RawJson::get);
    if kind.is_some_and(|kind| kind != r#""complete""#) || result.get("task").is_some() {
        return Some(Skip::NotComplete);
    }
    result.is_error().then_some(Skip::IsError)
}

/// Adds data from outside the result.
fn with_data(result: CallToolResult, entry: &Entry, data: RawJson) -> Augmented {
    if entry.ui.as_structured_content && result.get("structuredContent").is_none() {
        return Augmented { result: result.structured_content(data), outcome: Outcome::Linked };
    }
    let meta = match result.get("_meta").filter(|meta| !meta.is_null()) {
        None => Ok(RawObject::default()),
        Some(meta) => RawObject::parse(meta),
    };
    let Ok(mut meta) = meta else {
        let skip = Skip::Unreadable("the `_meta` of the result is not an object");
        return Augmented { result, outcome: Outcome::Skipped(skip) };
    };
    meta.set(RENDER_DATA, data);
    Augmented { result: result.meta(meta.to_json()), outcome: Outcome::Linked }
}
