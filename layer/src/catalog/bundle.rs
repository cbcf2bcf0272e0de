//! A catalog as one JSON text, for programs without a folder, such as components.
//!
//! ```json
//! {"uis": [{"name": "list-databases", "html": "…", "settings": {…}, "stories": [{"name": "Empty", "data": …}]}]}
//! ```

use super::error::CatalogError;
use super::story::Story;
use super::ui::{Source, Ui};
use super::ui_file;
use crate::model::{MAX_PARTS, RawJson, RawObject};

/// Writes UIs. Fails if a UI has a function, which cannot be written as text.
pub(super) fn write<'u>(uis: impl Iterator<Item = (&'u str, &'u Ui)>) -> Result<RawJson, CatalogError> {
    let items = uis.map(|(name, ui)| {
        if ui.derive.is_some() {
            let reason = "It derives its data with a function, which cannot be put into a bundle.";
            return Err(CatalogError::of_ui(name, reason));
        }
        Ok(item(name, ui))
    });
    let items = items.collect::<Result<Vec<_>, _>>()?;
    Ok(RawObject::of([("uis", RawJson::array(&items))]).to_json())
}

fn item(name: &str, ui: &Ui) -> RawJson {
    let mut item = RawObject::of([("name", RawJson::string(name)), ("settings", settings(ui))]);
    if let Source::Html(html) = &ui.source {
        item.set("html", RawJson::string(html));
    }
    let stories = ui.stories.iter().map(|story| story.named().to_json());
    item.set("stories", RawJson::array(&stories.collect::<Vec<_>>()));
    item.to_json()
}

fn settings(ui: &Ui) -> RawJson {
    let mut settings = RawObject::default();
    let strings =
        |texts: &[String]| RawJson::array(&texts.iter().map(|text| RawJson::string(text)).collect::<Vec<_>>());
    let url = if let Source::Url(url) = &ui.source { Some(RawJson::string(url)) } else { None };
    let border = ui.prefers_border.map(|border| RawJson::literal(if border { "true" } else { "false" }));
    for (key, value) in [
        ("title", ui.title.as_deref().map(RawJson::string)),
        ("url", url),
        ("tools", Some(strings(&ui.tools))),
        ("schema", ui.schema.clone()),
        ("csp", ui.csp.clone()),
        ("permissions", ui.permissions.clone()),
        ("prefersBorder", border),
        ("visibility", Some(ui.visibility_json())),
    ] {
        if let Some(value) = value {
            settings.set(key, value);
        }
    }
    settings.to_json()
}

/// Reads the UIs from a bundle.
pub(super) fn read(bundle: &RawJson) -> Result<Vec<(String, Ui)>, CatalogError> {
    let malformed = |error: serde_json::Error| CatalogError::new("The bundle", format!("It is malformed: {error}."));
    let bundle = RawObject::parse(bundle).map_err(malformed)?;
    let items = bundle.get("uis").map_or(Ok(Vec::new()), |uis| uis.items(MAX_PARTS)).map_err(malformed)?;
    items.iter().map(|item| read_item(&RawObject::parse(item).map_err(malformed)?)).collect()
}

fn read_item(item: &RawObject) -> Result<(String, Ui), CatalogError> {
    let name = item.get_string("name").unwrap_or_default();
    let failed = |reason: String| CatalogError::of_ui(&name, reason);
    let settings = item.get("settings").map_or("{}", RawJson::get);
    let mut ui = ui_file::read(item.get_string("html"), settings).map_err(failed)?;
    let stories = item.get("stories").map_or(Ok(Vec::new()), |stories| stories.items(MAX_PARTS));
    for story in stories.map_err(|error| failed(format!("`stories`: {error}.")))? {
        let members = RawObject::parse(&story).map_err(|error| failed(format!("A story is malformed: {error}.")))?;
        ui.stories.push(Story::parse_named(members).map_err(failed)?);
    }
    Ok((name, ui))
}
