//! Resources and their contents, from a server or defined in code.

use super::{MAX_PARTS, ObjectWriter, RawJson, RawObject};

/// The MIME type of an MCP App's HTML (MCP Apps 2026-01-26).
pub(crate) const APP: &str = "text/html;profile=mcp-app";

/// A resource, as MCP's `resources/list` describes it. Tools refer to resources by URI, for example to the pages for
/// MCP Apps.
///
/// A [`ReadResourceResult`] holds the resource's contents. A [`ResourcesProvider`](crate::tools::ResourcesProvider)
/// offers both.
///
/// ```
/// use tower_mcp_ui::RawJson;
/// use tower_mcp_ui::tools::Resource;
///
/// let resource = Resource::new("ui://weather/view", "Weather");
/// assert_eq!(resource.uri(), "ui://weather/view");
///
/// let resource = Resource::from_json(&RawJson::parse(r#"{"uri": "file:///a", "size": 1.0}"#)?)?;
/// assert_eq!(resource.uri(), "file:///a");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Resource {
    uri: String,
    object: RawObject,
}

impl Resource {
    /// Creates a resource with a programmatic name. The display name is the member `title`.
    ///
    /// The URI is not parsed. It may have any scheme; MCP Apps use `ui://`.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        let uri = uri.into();
        let mut object = RawObject::default();
        object.set("uri", RawJson::string(uri.as_str()));
        object.set("name", RawJson::string(name.into().as_str()));
        Self { uri, object }
    }

    /// Parses an MCP `Resource` object. Its members keep their text.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::Resource;
    ///
    /// assert!(Resource::from_json(&RawJson::parse(r#"{"name": "no URI"}"#)?).is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an object, or its `uri` is missing or not a valid Unicode string.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(json)?;
        let uri = object.get("uri").ok_or_else(|| serde::de::Error::missing_field("uri"))?.deserialize()?;
        Ok(Self { uri, object })
    }

    /// Parses an array of MCP `Resource` objects.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::Resource;
    ///
    /// let json = RawJson::parse(r#"[{"uri": "file:///a"}, {"uri": "file:///b"}]"#)?;
    /// let uris: Vec<_> = Resource::list_from_json(&json)?.iter().map(|resource| resource.uri().to_owned()).collect();
    /// assert_eq!(uris, ["file:///a", "file:///b"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an array, has more than 100,000 items, or contains an item that is not a resource.
    pub fn list_from_json(json: &RawJson) -> Result<Vec<Self>, serde_json::Error> {
        json.items(MAX_PARTS)?.iter().map(Self::from_json).collect()
    }

    /// Sets any member: `title`, `mimeType`, `_meta` and others.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::tools::Resource;
    ///
    /// let resource = Resource::new("ui://weather/view", "view").with("title", json!("Weather"));
    /// assert_eq!(resource.with("uri", json!("ui://weather/other")).uri(), "ui://weather/other");
    /// ```
    ///
    /// # Panics
    ///
    /// If `key` is `uri` and the value is not a string.
    pub fn with(mut self, key: &str, value: impl Into<RawJson>) -> Self {
        let value = value.into();
        if key == "uri" {
            self.uri = value.deserialize().expect("the URI of a resource must be a string");
        }
        self.object.set(key, value);
        self
    }

    /// Returns the URI.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Returns the media type, if known.
    pub(crate) fn mime_type(&self) -> Option<String> {
        self.object.get_string("mimeType")
    }

    pub(crate) fn to_json(&self) -> RawJson {
        self.object.to_json()
    }
}

/// A resource's contents (MCP `ReadResourceResult`).
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::tools::ReadResourceResult;
///
/// let note = ReadResourceResult::text("file:///note", "text/plain", "Hello");
/// assert_eq!(
///     note.to_json().get(),
///     r#"{"contents":[{"uri":"file:///note","mimeType":"text/plain","text":"Hello"}]}"#
/// );
///
/// // An app declares in `_meta.ui` which domains it needs; it can reach no others.
/// let view = ReadResourceResult::app("ui://weather/view", "<!doctype html><p>20 °C").meta(json!({
///     "ui": { "csp": { "connectDomains": ["https://api.weather.example"] } },
/// }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ReadResourceResult(Form);

/// The internal form of a result. A parsed result keeps its text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// One content item, created in code.
    Item(RawObject),
    /// A parsed result.
    Parsed(RawJson),
}

impl ReadResourceResult {
    /// Creates an MCP App's HTML: text with the type `text/html;profile=mcp-app`.
    ///
    /// The explorer's page shows the app in a sandbox with an opaque origin, without network access unless its
    /// [`meta`](Self::meta) declares domains.
    pub fn app(uri: impl Into<String>, html: impl Into<String>) -> Self {
        Self::text(uri, APP, html)
    }

    /// Creates text contents.
    pub fn text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        Self::item([("uri", uri.into()), ("mimeType", mime_type.into()), ("text", text.into())])
    }

    /// Creates binary contents from base64 data, which is passed on unchecked.
    ///
    /// ```
    /// use tower_mcp_ui::tools::ReadResourceResult;
    ///
    /// let icon = ReadResourceResult::blob("file:///icon", "image/png", "iVBORw0KGgo=");
    /// assert_eq!(
    ///     icon.to_json().get(),
    ///     r#"{"contents":[{"uri":"file:///icon","mimeType":"image/png","blob":"iVBORw0KGgo="}]}"#
    /// );
    /// ```
    pub fn blob(uri: impl Into<String>, mime_type: impl Into<String>, blob: impl Into<String>) -> Self {
        Self::item([("uri", uri.into()), ("mimeType", mime_type.into()), ("blob", blob.into())])
    }

    /// Creates a result with one content item that has these members.
    fn item(members: [(&str, String); 3]) -> Self {
        let mut item = RawObject::default();
        for (key, value) in members {
            item.set(key, RawJson::string(value.as_str()));
        }
        Self(Form::Item(item))
    }

    /// Parses an MCP `ReadResourceResult` object, which keeps its text. A result may have several contents, for example
    /// one for each file in a folder.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::ReadResourceResult;
    ///
    /// let json = RawJson::parse(r#"{ "contents": [], "ttlMs": 1000 }"#)?;
    /// assert_eq!(ReadResourceResult::from_json(json.clone())?.to_json(), json);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an object, or has no `contents` array. The array's items are not checked.
    pub fn from_json(json: RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(&json)?;
        match object.get("contents") {
            Some(contents) if contents.get().starts_with('[') => Ok(Self(Form::Parsed(json))),
            Some(_) => Err(serde::de::Error::custom("`contents` is not an array")),
            None => Err(serde::de::Error::missing_field("contents")),
        }
    }

    /// Sets each content item's `_meta` object, where MCP Apps declare their requirements. If any item in a parsed
    /// result is not an object, the result remains unchanged.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::tools::ReadResourceResult;
    ///
    /// let view = ReadResourceResult::app("ui://a", "<p>").meta(json!({ "ui": { "csp": { "connectDomains": [] } } }));
    /// assert!(view.to_json().get().ends_with(r#""text":"<p>","_meta":{"ui":{"csp":{"connectDomains":[]}}}}]}"#));
    /// ```
    pub fn meta(self, meta: impl Into<RawJson>) -> Self {
        let meta = meta.into();
        match self.0 {
            Form::Item(mut item) => {
                item.set("_meta", meta);
                Self(Form::Item(item))
            }
            Form::Parsed(json) => Self(Form::Parsed(with_meta(&json, &meta).unwrap_or(json))),
        }
    }

    /// Returns the MCP object. A parsed result has its original text.
    pub fn to_json(&self) -> RawJson {
        let item = match &self.0 {
            Form::Parsed(json) => return json.clone(),
            Form::Item(item) => item,
        };
        let mut out = Vec::new();
        let mut object = ObjectWriter::begin(&mut out);
        object.member_with("contents", |out| {
            out.push(b'[');
            item.write_to(out);
            out.push(b']');
        });
        object.end();
        RawJson::from_written(out)
    }
}

/// Sets the `_meta` member in all contents. Fails if an item is not an object.
fn with_meta(result: &RawJson, meta: &RawJson) -> Result<RawJson, serde_json::Error> {
    let mut object = RawObject::parse(result)?;
    let contents = object.get("contents").map_or_else(|| Ok(Vec::new()), |contents| contents.items(MAX_PARTS))?;
    let contents: Result<Vec<_>, serde_json::Error> = contents
        .iter()
        .map(|content| {
            let mut content = RawObject::parse(content)?;
            content.set("_meta", meta.clone());
            Ok(content.to_json())
        })
        .collect();
    let contents: Vec<_> = contents?;
    let contents: Vec<_> = contents.iter().map(RawJson::get).collect();
    object.set("contents", RawJson::parse(format!("[{}]", contents.join(",")))?);
    Ok(object.to_json())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn contents_from_code_are_an_mcp_object() {
        let read = ReadResourceResult::app("ui://a", "<p>\"é\"").meta(json!({ "ui": {} }));
        assert_eq!(
            read.to_json().get(),
            r#"{"contents":[{"uri":"ui://a","mimeType":"text/html;profile=mcp-app","text":"<p>\"é\"","_meta":{"ui":{}}}]}"#
        );
    }

    #[test]
    fn contents_from_a_server_keep_their_text() {
        let text = r#"{ "contents": [ {"uri":"ui://a","text":"","size":1.0} ], "ttlMs": 12345678901234567890 }"#;
        let read = ReadResourceResult::from_json(RawJson::parse(text).unwrap()).unwrap();
        assert_eq!(read.to_json().get(), text);
        let text = RawJson::parse(r#"{"contents":[{"uri":"a","n":1.0},{"_meta":1}],"x":1.0}"#).unwrap();
        assert_eq!(
            ReadResourceResult::from_json(text).unwrap().meta(json!({ "a": 1 })).to_json().get(),
            r#"{"contents":[{"uri":"a","n":1.0,"_meta":{"a":1}},{"_meta":{"a":1}}],"x":1.0}"#
        );
        for wrong in ["[]", "{}", r#"{"contents":{}}"#, r#"{"contents":null}"#] {
            assert!(ReadResourceResult::from_json(RawJson::parse(wrong).unwrap()).is_err(), "{wrong}");
        }
    }
}
