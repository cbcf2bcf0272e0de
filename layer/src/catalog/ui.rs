//! A UI defined in code, and its settings.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::derive::Derive;
use super::story::Story;
use crate::backend::Arguments;
use crate::error::BoxError;
use crate::model::{CallToolResult, RawJson};

/// A UI for tool results: an HTML document that runs as an MCP App, with a schema for its data.
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::uis::{Ui, UiCatalog};
///
/// const HTML: &str = r#"<!doctype html><script src="runtime.js"></script><ul></ul><script>
///     mcpUi().subscribe(({ data }) => document.querySelector("ul").textContent = data?.names.join());
/// </script>"#;
/// let ui = Ui::html(HTML)
///     .schema(json!({ "type": "object", "required": ["names"], "properties": { "names": { "type": "array" } } }))
///     .story("Two", json!({ "names": ["a", "b"] }));
/// let catalog = UiCatalog::new().ui("list-databases", ui)?;
/// # Ok::<(), tower_mcp_ui::uis::CatalogError>(())
/// ```
///
/// The UI runtime, described in `docs/uis.md`, replaces the line `<script src="runtime.js"></script>`.
#[derive(Clone)]
#[must_use]
pub struct Ui {
    pub(crate) source: Source,
    pub(crate) title: Option<String>,
    /// The tools. Empty means the tool with the UI's name.
    pub(crate) tools: Vec<String>,
    pub(crate) schema: Option<RawJson>,
    pub(crate) derive: Option<Derive>,
    pub(crate) as_structured_content: bool,
    pub(crate) csp: Option<RawJson>,
    pub(crate) permissions: Option<RawJson>,
    pub(crate) prefers_border: Option<bool>,
    pub(crate) visibility: Vec<Visibility>,
    pub(crate) stories: Vec<Story>,
}

/// The location of a UI's document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Html(String),
    /// The URL of an external document, shown in a frame inside the UI.
    Url(String),
}

/// A party that may use a tool with a UI (MCP Apps, "Resource Discovery").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Visibility {
    /// Language models.
    Model,
    /// The app itself.
    App,
}

impl Ui {
    /// Creates a UI from one self-contained HTML document, at most 4 MiB in size.
    pub fn html(html: impl Into<String>) -> Self {
        Self::new(Source::Html(html.into()))
    }

    /// Creates a UI from an external document, such as one developed and deployed separately. The document is loaded
    /// with the parameter `waitForRenderData=true`, and then gets its data in the older MCP-UI dialect.
    ///
    /// The URL must use `https`, or `http` on a loopback address, and have neither user information nor a fragment.
    pub fn external(url: impl Into<String>) -> Self {
        Self::new(Source::Url(url.into()))
    }

    fn new(source: Source) -> Self {
        Self {
            source,
            title: None,
            tools: Vec::new(),
            schema: None,
            derive: None,
            as_structured_content: false,
            csp: None,
            permissions: None,
            prefers_border: None,
            visibility: Vec::new(),
            stories: Vec::new(),
        }
    }

    /// Sets the title to show instead of the name.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Sets the tools that the UI serves, by name. In a name, `*` stands for any text, as in `read_*`. Default: the
    /// tool with the UI's name.
    pub fn tools<T: Into<String>>(self, names: impl IntoIterator<Item = T>) -> Self {
        Self { tools: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets the JSON Schema for the data. A result whose data do not fit is shown without the UI. Default: any data.
    ///
    /// Needs the feature `validate`. Without it, a catalog rejects the UI.
    pub fn schema(self, schema: impl Into<RawJson>) -> Self {
        Self { schema: Some(schema.into()), ..self }
    }

    /// Sets a function that derives the data from a result and the call's arguments, for a tool whose
    /// `structuredContent` is not what the UI expects. Default: the `structuredContent`.
    ///
    /// The derived data reach the UI but not the model, as `mcpui.dev/ui-initial-render-data` in the result's `_meta`.
    /// If the function fails, panics or takes longer than [`AugmentLayer::timeout`](crate::uis::AugmentLayer::timeout),
    /// the result stays unchanged. The function must not block the thread.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use tower_mcp_ui::BoxError;
    /// use tower_mcp_ui::tools::{Arguments, CallToolResult};
    /// use tower_mcp_ui::uis::Ui;
    ///
    /// let ui = Ui::html("<!doctype html>").render_data(|result: CallToolResult, _: Arguments| async move {
    ///     let content: Vec<Value> = result.get("content").ok_or("there is no content")?.deserialize()?;
    ///     let lines: Vec<_> = content[0]["text"].as_str().unwrap_or_default().lines().collect();
    ///     Ok::<_, BoxError>(json!({ "lines": lines }))
    /// });
    /// ```
    pub fn render_data<F, Fut, T, E>(mut self, derive: F) -> Self
    where
        F: Fn(CallToolResult, Arguments) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Into<RawJson>,
        E: Into<BoxError>,
    {
        self.derive = Some(Derive::new(derive));
        self
    }

    /// Adds derived data to results as `structuredContent`, unless they already contain it, for tools without an
    /// `outputSchema`. The data then reach the model, too. Default: off.
    pub fn as_structured_content(self) -> Self {
        Self { as_structured_content: true, ..self }
    }

    /// Sets the domains that the UI needs: an object with `connectDomains`, `resourceDomains`, `frameDomains` and
    /// `baseUriDomains`, each an array of sources (MCP Apps, `_meta.ui.csp`). Default: none.
    pub fn csp(self, csp: impl Into<RawJson>) -> Self {
        Self { csp: Some(csp.into()), ..self }
    }

    /// Sets the browser features that the UI asks for, as an object such as `{"clipboardWrite": {}}` (MCP Apps,
    /// `_meta.ui.permissions`). Default: none.
    pub fn permissions(self, permissions: impl Into<RawJson>) -> Self {
        Self { permissions: Some(permissions.into()), ..self }
    }

    /// Sets whether hosts should draw a border. Default: the host decides.
    pub fn prefers_border(self, border: bool) -> Self {
        Self { prefers_border: Some(border), ..self }
    }

    /// Sets the parties that may use the tools (MCP Apps, `_meta.ui.visibility`). Default: as the server declares.
    pub fn visibility(self, parties: impl IntoIterator<Item = Visibility>) -> Self {
        Self { visibility: parties.into_iter().collect(), ..self }
    }

    /// Returns the parties that may use the tools, as JSON.
    pub(super) fn visibility_json(&self) -> RawJson {
        RawJson::from_serialize(&self.visibility).expect("names can be serialized")
    }

    /// Adds example data for the UI, which the page can show. The data may be invalid, to test how the UI handles them.
    pub fn story(mut self, name: impl Into<String>, data: impl Into<RawJson>) -> Self {
        self.stories.push(Story { name: name.into(), data: data.into(), arguments: None });
        self
    }
}

impl fmt::Debug for Ui {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ui").field("title", &self.title).field("tools", &self.tools).finish_non_exhaustive()
    }
}
