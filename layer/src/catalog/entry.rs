//! A checked UI, with everything that MCP sends about it.

use std::sync::Arc;

use super::document::document;
use super::error::CatalogError;
use super::outcomes::Outcomes;
use super::pattern::Pattern;
use super::story::Story;
use super::ui::{Source, Ui};
use super::{FLAT_URI, checks};
use crate::digest::digest;
use crate::model::{APP, RawJson, RawObject, ReadResourceResult, Resource};
use crate::validate::Validators;

/// Number of hexadecimal hash digits in a URI.
const HASH_DIGITS: usize = 8;

/// Maximum number of stories that a UI has when it is added to a catalog. A UI with more is refused.
pub(crate) const MAX_STORIES: usize = 200;

/// A UI in a catalog. Its URI changes with its document and its `_meta.ui`.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) uri: String,
    pub(crate) html: String,
    pub(super) tools: Vec<Pattern>,
    pub(crate) ui: Ui,
    /// The resource's `_meta.ui`.
    meta: RawObject,
    /// The `resources/read` result.
    pub(crate) contents: ReadResourceResult,
    /// The `resources/list` item.
    pub(crate) resource: Resource,
    pub(crate) outcomes: Arc<Outcomes>,
}

impl Entry {
    /// Checks a UI and creates its entry.
    pub(super) fn new(name: &str, ui: Ui, validators: &Validators) -> Result<Self, CatalogError> {
        let failed = |reason: String| CatalogError::of_ui(name, reason);
        checks::check_name(name).map_err(failed)?;
        let frame_origin = match &ui.source {
            Source::Html(html) => checks::check_html(html).map(|()| None),
            Source::Url(url) => checks::check_url(url).map(Some),
        };
        let frame_origin = frame_origin.map_err(failed)?;
        let names = if ui.tools.is_empty() { vec![name.to_owned()] } else { ui.tools.clone() };
        names.iter().try_for_each(|name| checks::check_tool(name)).map_err(failed)?;
        if let Some(schema) = &ui.schema {
            validators.check_schema(schema).map_err(|reason| failed(format!("`schema`: {reason}")))?;
        }
        ui.csp.as_ref().map_or(Ok(()), checks::check_csp).map_err(failed)?;
        ui.permissions.as_ref().map_or(Ok(()), checks::check_permissions).map_err(failed)?;
        if ui.stories.len() > MAX_STORIES {
            return Err(failed(format!("It has more than {MAX_STORIES} stories.")));
        }
        for (at, story) in ui.stories.iter().enumerate() {
            story.check().map_err(|reason| failed(format!("The story `{}`: {reason}", story.name)))?;
            if ui.stories[..at].iter().any(|other| other.name == story.name) {
                return Err(failed(format!("It has two stories with the name `{}`.", story.name)));
            }
        }
        Ok(Self::checked(name, ui, names, frame_origin))
    }

    fn checked(name: &str, ui: Ui, names: Vec<String>, frame_origin: Option<String>) -> Self {
        let html = document(&ui.source);
        let app_meta = app_meta(&ui, frame_origin);
        let meta = RawObject::of([("ui", app_meta.to_json())]).to_json();
        let hash = digest(format!("{}\n{html}", meta.get()).as_bytes());
        let uri = format!("ui://{name}/{}", &hash[..HASH_DIGITS]);
        let mut resource = Resource::new(uri.as_str(), name).with("mimeType", RawJson::string(APP));
        if let Some(title) = &ui.title {
            resource = resource.with("title", RawJson::string(title));
        }
        Self {
            name: name.to_owned(),
            contents: ReadResourceResult::app(uri.as_str(), html.as_str()).meta(meta),
            meta: app_meta,
            uri,
            html,
            tools: names.into_iter().map(Pattern::new).collect(),
            ui,
            resource,
            outcomes: Arc::default(),
        }
    }

    pub(super) fn with_outcomes(&self, outcomes: Arc<Outcomes>) -> Self {
        Self { outcomes, ..self.clone() }
    }

    /// Returns whether the UI has the maximum number of stories.
    pub(super) fn is_full(&self) -> bool {
        self.ui.stories.len() >= MAX_STORIES
    }

    pub(super) fn with_story(&self, story: Story) -> Self {
        let mut entry = self.clone();
        entry.ui.stories.push(story);
        entry
    }

    /// Returns the UI's tool names and patterns.
    pub(crate) fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(Pattern::as_str)
    }

    /// Returns the declared domains, including an external document's origin.
    pub(crate) fn csp(&self) -> Option<RawJson> {
        self.meta.get("csp").cloned()
    }

    /// Returns whether a function derives the data.
    pub(crate) fn derives(&self) -> bool {
        self.ui.derive.is_some()
    }

    /// Returns the document's URL if it is external.
    pub(crate) fn external(&self) -> Option<&str> {
        match &self.ui.source {
            Source::Url(url) => Some(url),
            Source::Html(_) => None,
        }
    }

    /// Returns a tool's `_meta` with a link to the UI, or `None` if the tool already has a UI or its `_meta` is not an
    /// object.
    pub(crate) fn linked(&self, meta: Option<&RawJson>) -> Option<RawJson> {
        let mut meta = object_or_empty(meta)?;
        let mut ui = object_or_empty(meta.get("ui"))?;
        if ui.get("resourceUri").is_some() || meta.get(FLAT_URI).is_some() {
            return None;
        }
        ui.set("resourceUri", RawJson::string(&self.uri));
        if !self.ui.visibility.is_empty() {
            ui.set("visibility", self.ui.visibility_json());
        }
        meta.set("ui", ui.to_json());
        meta.set(FLAT_URI, RawJson::string(&self.uri));
        Some(meta.to_json())
    }
}

/// Parses an object. A missing value or null counts as an empty object.
fn object_or_empty(json: Option<&RawJson>) -> Option<RawObject> {
    match json.filter(|json| !json.is_null()) {
        Some(json) => RawObject::parse(json).ok(),
        None => Some(RawObject::default()),
    }
}

/// Returns the resource's `_meta.ui`.
fn app_meta(ui: &Ui, frame_origin: Option<String>) -> RawObject {
    let mut meta = RawObject::default();
    let csp = match (&ui.csp, frame_origin) {
        (csp, Some(origin)) => {
            let mut csp = object_or_empty(csp.as_ref()).unwrap_or_default();
            csp.set("frameDomains", RawJson::array(&[RawJson::string(&origin)]));
            Some(csp.to_json())
        }
        (csp, None) => csp.clone(),
    };
    let border = ui.prefers_border.map(|border| RawJson::literal(if border { "true" } else { "false" }));
    for (key, value) in [("csp", csp), ("permissions", ui.permissions.clone()), ("prefersBorder", border)] {
        if let Some(value) = value {
            meta.set(key, value);
        }
    }
    meta
}
