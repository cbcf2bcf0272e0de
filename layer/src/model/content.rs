use super::{ObjectWriter, RawJson, RawObject};

/// A content item of a tool's result (MCP `ContentBlock`).
///
/// ```
/// use tower_mcp_ui::{Content, RawJson};
///
/// let items = [
///     Content::text("done"),
///     Content::image("iVBORw0KGgo=", "image/png").annotations(RawJson::parse(r#"{"audience":["user"]}"#)?),
///     Content::from_json(RawJson::parse(r#"{"type":"hologram","rays":[1.0]}"#)?)?,
/// ];
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Content(RawJson);

impl Content {
    /// Creates plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of_type("text", &[("text", &text.into())])
    }

    /// Creates an image from base64 data and its MIME type.
    pub fn image(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::of_type("image", &[("data", &data.into()), ("mimeType", &mime_type.into())])
    }

    /// Creates audio from base64 data and its MIME type.
    pub fn audio(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::of_type("audio", &[("data", &data.into()), ("mimeType", &mime_type.into())])
    }

    /// Creates an embedded text resource.
    pub fn resource_text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self::resource(&[("uri", &uri.into()), ("mimeType", &mime_type.into()), ("text", &text.into())])
    }

    /// Creates an embedded binary resource from base64 data.
    pub fn resource_blob(uri: impl Into<String>, mime_type: impl Into<String>, blob: impl Into<String>) -> Self {
        Self::resource(&[("uri", &uri.into()), ("mimeType", &mime_type.into()), ("blob", &blob.into())])
    }

    /// Creates a link to a resource of the server.
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::of_type("resource_link", &[("uri", &uri.into()), ("name", &name.into())])
    }

    /// Parses a content object of any type, which keeps its text.
    ///
    /// # Errors
    ///
    /// If `json` is not an object.
    pub fn from_json(json: RawJson) -> Result<Self, serde_json::Error> {
        RawObject::parse(&json)?;
        Ok(Self(json))
    }

    /// Sets the `annotations` member: audience, priority, last modification.
    pub fn annotations(self, annotations: impl Into<RawJson>) -> Self {
        self.with("annotations", annotations)
    }

    /// Sets the `_meta` member.
    pub fn meta(self, meta: impl Into<RawJson>) -> Self {
        self.with("_meta", meta)
    }

    /// Sets any member.
    pub fn with(self, key: &str, value: impl Into<RawJson>) -> Self {
        // Every content is an object.
        let mut object = RawObject::parse(&self.0).unwrap_or_default();
        object.set(key, value.into());
        Self(object.to_json())
    }

    fn of_type(kind: &str, members: &[(&'static str, &String)]) -> Self {
        Self(strings(&[&[("type", &kind.to_owned())], members].concat()))
    }

    fn resource(members: &[(&'static str, &String)]) -> Self {
        Self::of_type("resource", &[]).with("resource", strings(members))
    }

    /// Returns the content object, with its text unchanged.
    pub fn as_json(&self) -> &RawJson {
        &self.0
    }
}

/// Creates an object of strings, in this order.
fn strings(members: &[(&'static str, &String)]) -> RawJson {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    for (key, value) in members {
        object.string_member(key, value);
    }
    object.end();
    RawJson::from_written(out)
}
