//! A UI's settings in a file, `ui.json`.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::ui::{Ui, Visibility};
use crate::model::RawJson;

/// The file's members, all optional.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Settings {
    title: Option<String>,
    /// An external document's URL, in place of `ui.html`.
    url: Option<String>,
    tools: Vec<String>,
    schema: Option<Box<RawValue>>,
    csp: Option<Box<RawValue>>,
    permissions: Option<Box<RawValue>>,
    prefers_border: Option<bool>,
    visibility: Vec<Visibility>,
}

/// Creates a UI from its document, if any, and its settings.
///
/// # Errors
///
/// Returns the reason, as a sentence, if the settings are malformed, or if there is not exactly one document (`html` or
/// a `url`).
pub(super) fn read(html: Option<String>, settings: &str) -> Result<Ui, String> {
    let settings: Settings = serde_json::from_str(settings).map_err(|error| format!("`ui.json`: {error}."))?;
    let mut ui = match (html, settings.url) {
        (Some(html), None) => Ui::html(html),
        (None, Some(url)) => Ui::external(url),
        (Some(_), Some(_)) => return Err("It has both `ui.html` and a `url` in `ui.json`.".to_owned()),
        (None, None) => return Err("It has neither `ui.html` nor a `url` in `ui.json`.".to_owned()),
    };
    ui.title = settings.title;
    ui.tools = settings.tools;
    ui.schema = raw(settings.schema);
    ui.csp = raw(settings.csp);
    ui.permissions = raw(settings.permissions);
    ui.prefers_border = settings.prefers_border;
    ui.visibility = settings.visibility;
    Ok(ui)
}

/// Converts JSON that `serde_json` has checked.
fn raw(value: Option<Box<RawValue>>) -> Option<RawJson> {
    let json = RawJson::from_written(Box::<str>::from(value?).into_string().into_bytes());
    (!json.is_null()).then_some(json)
}
