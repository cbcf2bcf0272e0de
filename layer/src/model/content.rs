//! The content items in a tool's result (MCP `ContentBlock`).

use super::{ObjectWriter, RawJson, RawObject};

/// A content item in a tool's result (MCP `ContentBlock`).
///
/// The constructors create the types that MCP defines; [`from_json`](Self::from_json) accepts any other. The page
/// renders text, images, audio and resources, and shows everything else as JSON.
///
/// ```
/// use tower_mcp_ui::RawJson;
/// use tower_mcp_ui::tools::Content;
///
/// let image = Content::image("iVBORw0KGgo=", "image/png");
/// assert_eq!(image.as_json().get(), r#"{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}"#);
///
/// let text = Content::text("done").annotations(RawJson::parse(r#"{"audience":["user"]}"#)?);
/// assert_eq!(text.as_json().get(), r#"{"type":"text","text":"done","annotations":{"audience":["user"]}}"#);
///
/// let other = Content::from_json(RawJson::parse(r#"{"type":"hologram","rays":[1.0]}"#)?)?;
/// assert_eq!(other.as_json().get(), r#"{"type":"hologram","rays":[1.0]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Content(RawJson);

impl Content {
    /// Creates plain text: `{"type": "text", "text": …}`.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of_type("text", &[("text", &text.into())])
    }

    /// Creates an image from base64 data and its MIME type. The data is passed on unchecked.
    pub fn image(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::of_type("image", &[("data", &data.into()), ("mimeType", &mime_type.into())])
    }

    /// Creates audio from base64 data and its MIME type (since MCP 2025-03-26). The data is passed on unchecked.
    pub fn audio(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::of_type("audio", &[("data", &data.into()), ("mimeType", &mime_type.into())])
    }

    /// Creates an embedded text resource, whose contents are sent with the result.
    ///
    /// ```
    /// use tower_mcp_ui::tools::Content;
    ///
    /// let readme = Content::resource_text("file:///README.md", "text/markdown", "# Hello");
    /// assert_eq!(readme.as_json().get(), concat!(
    ///     r##"{"type":"resource","resource":{"uri":"file:///README.md","mimeType":"text/markdown","##,
    ///     r##""text":"# Hello"}}"##,
    /// ));
    /// ```
    pub fn resource_text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self::resource(&[("uri", &uri.into()), ("mimeType", &mime_type.into()), ("text", &text.into())])
    }

    /// Creates an embedded binary resource from base64 data, as [`resource_text`](Self::resource_text) does from text.
    pub fn resource_blob(uri: impl Into<String>, mime_type: impl Into<String>, blob: impl Into<String>) -> Self {
        Self::resource(&[("uri", &uri.into()), ("mimeType", &mime_type.into()), ("blob", &blob.into())])
    }

    /// Creates a link to one of the server's resources (since MCP 2025-06-18). A client reads the contents when it
    /// needs them.
    ///
    /// ```
    /// use tower_mcp_ui::tools::Content;
    ///
    /// let link = Content::resource_link("file:///report.pdf", "Report").with("size", serde_json::json!(1024));
    /// assert_eq!(
    ///     link.as_json().get(),
    ///     r#"{"type":"resource_link","uri":"file:///report.pdf","name":"Report","size":1024}"#
    /// );
    /// ```
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::of_type("resource_link", &[("uri", &uri.into()), ("name", &name.into())])
    }

    /// Parses a content object of any type, which keeps its text. Its `type` and other members are not checked, so
    /// types from future revisions pass.
    ///
    /// # Errors
    ///
    /// If `json` is not an object.
    pub fn from_json(json: RawJson) -> Result<Self, serde_json::Error> {
        RawObject::parse(&json)?;
        Ok(Self(json))
    }

    /// Sets the `annotations` member: `audience` (`"user"`, `"assistant"`), `priority` (0 to 1) and `lastModified` (ISO
    /// 8601).
    pub fn annotations(self, annotations: impl Into<RawJson>) -> Self {
        self.with("annotations", annotations)
    }

    /// Sets the `_meta` member.
    pub fn meta(self, meta: impl Into<RawJson>) -> Self {
        self.with("_meta", meta)
    }

    /// Sets any member: replaces it in its position, or adds it at the end.
    pub fn with(self, key: &str, value: impl Into<RawJson>) -> Self {
        // The content is always an object.
        let mut object = RawObject::parse(&self.0).unwrap_or_default();
        object.set(key, value.into());
        Self(object.to_json())
    }

    /// Creates an object with this `type`, followed by `members`.
    fn of_type(kind: &str, members: &[(&'static str, &String)]) -> Self {
        Self(strings(&[&[("type", &kind.to_owned())], members].concat()))
    }

    /// Creates an embedded resource with these `members`.
    fn resource(members: &[(&'static str, &String)]) -> Self {
        Self::of_type("resource", &[]).with("resource", strings(members))
    }

    /// Returns the content object, with its text unchanged.
    pub fn as_json(&self) -> &RawJson {
        &self.0
    }
}

/// Creates an object with these string members, in this order.
fn strings(members: &[(&'static str, &String)]) -> RawJson {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    for (key, value) in members {
        object.string_member(key, value);
    }
    object.end();
    RawJson::from_written(out)
}
/// Plain text.
impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

/// Plain text.
impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}
