//! Tools, from a server's list or defined in code.

use std::sync::Arc;

use super::{ObjectWriter, RawJson, RawObject};

/// A tool, as MCP's `tools/list` describes it.
///
/// A tool is created in code, or parsed from a server's response. All members of a parsed tool keep their text,
/// including unknown members.
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::{RawJson, Tool};
///
/// let tool = Tool::new("greet", "Greets somebody by name")
///     .title("Greeting")
///     .input_schema(json!({
///         "type": "object",
///         "properties": { "name": { "type": "string", "default": "world" } },
///         "required": ["name"],
///     }));
/// assert_eq!(tool.name(), "greet");
///
/// let tool = Tool::from_json(&RawJson::parse(r#"{"name": "echo", "inputSchema": {"type": "object"}}"#)?)?;
/// assert_eq!(tool.description(), "");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Clones are cheap: they share the data. A setter copies the data only if there are other clones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Tool(Arc<Inner>);

/// A tool's shared data. `name` is always the string in `object`'s member `name`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    name: String,
    object: RawObject,
}

impl Tool {
    /// Creates a tool that accepts any JSON object, unless [`input_schema`](Self::input_schema) is set.
    ///
    /// The name identifies the tool. The explorer takes any text; MCP recommends 1 to 128 ASCII letters, digits, `_`,
    /// `-` and `.` (2025-11-25, "Tool Names").
    ///
    /// ```
    /// use tower_mcp_ui::Tool;
    ///
    /// let tool = Tool::new("weather.forecast", "The weather of the next days");
    /// assert_eq!(tool.name(), "weather.forecast");
    /// ```
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let name = name.into();
        let mut object = RawObject::default();
        object.set("name", RawJson::string(name.as_str()));
        object.set("description", RawJson::string(description.into().as_str()));
        object.set("inputSchema", RawJson::literal(r#"{"type":"object"}"#));
        Self(Arc::new(Inner { name, object }))
    }

    /// Parses an MCP `Tool` object. Only its name is checked: a tool with an invalid schema can be shown, but its
    /// arguments cannot be validated.
    ///
    /// ```
    /// use tower_mcp_ui::{RawJson, Tool};
    ///
    /// let tool = Tool::from_json(&RawJson::parse(r#"{"name": "a", "x-vendor": 1.0}"#)?)?;
    /// assert_eq!(tool.get("x-vendor").unwrap().get(), "1.0");
    /// assert!(Tool::from_json(&RawJson::parse(r#"{"title": "nameless"}"#)?).is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an object, or its `name` is missing or not a valid Unicode string.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(json)?;
        let name = object.get("name").ok_or_else(|| serde::de::Error::missing_field("name"))?.deserialize()?;
        Ok(Self(Arc::new(Inner { name, object })))
    }

    /// Sets the title to show instead of the name (since MCP 2025-06-18).
    pub fn title(self, title: impl Into<String>) -> Self {
        self.with("title", RawJson::string(title.into().as_str()))
    }

    /// Sets the arguments' JSON Schema. Its `$schema` determines the draft, which is 2020-12 by default.
    ///
    /// The page makes a form from the schema, and `validate` checks arguments against it. Calls are not checked: a
    /// handler gets every JSON object, so it must not rely on the schema.
    ///
    /// ```
    /// use tower_mcp_ui::{RawJson, Tool};
    ///
    /// let schema = RawJson::parse(r#"{"type": "object", "properties": {"limit": {"maximum": 1e3}}}"#)?;
    /// let tool = Tool::new("search", "Finds notes").input_schema(schema.clone());
    /// assert_eq!(tool.get("inputSchema"), Some(&schema));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn input_schema(self, schema: impl Into<RawJson>) -> Self {
        self.with("inputSchema", schema)
    }

    /// Sets the JSON Schema for the result's `structuredContent` (since MCP 2025-06-18). It only describes the result;
    /// the explorer does not check results against it.
    pub fn output_schema(self, schema: impl Into<RawJson>) -> Self {
        self.with("outputSchema", schema)
    }

    /// Sets hints about the tool's behavior; see [`ToolAnnotations`](super::ToolAnnotations).
    ///
    /// ```
    /// use tower_mcp_ui::{RawJson, Tool};
    ///
    /// let tool = Tool::new("status", "").annotations(RawJson::parse(r#"{"readOnlyHint": true, "x-cost": 0.10}"#)?);
    /// assert_eq!(tool.get("annotations").unwrap().get(), r#"{"readOnlyHint": true, "x-cost": 0.10}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn annotations(self, annotations: impl Into<RawJson>) -> Self {
        self.with("annotations", annotations)
    }

    /// Sets the icons: a JSON array with MCP `Icon` objects, `{"src": …, "mimeType": …, "sizes": […]}` (since MCP
    /// 2025-11-25).
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::Tool;
    ///
    /// let tool = Tool::new("search", "").icons(json!([{ "src": "data:image/png;base64,iVBORw0KGgo=" }]));
    /// assert_eq!(tool.get("icons").unwrap().get(), r#"[{"src":"data:image/png;base64,iVBORw0KGgo="}]"#);
    /// ```
    pub fn icons(self, icons: impl Into<RawJson>) -> Self {
        self.with("icons", icons)
    }

    /// Sets the `_meta` object. A tool with an MCP App links to the app's resource there:
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::Tool;
    ///
    /// let tool = Tool::new("weather", "").meta(json!({ "ui": { "resourceUri": "ui://weather/view" } }));
    /// assert_eq!(tool.get("_meta").unwrap().get(), r#"{"ui":{"resourceUri":"ui://weather/view"}}"#);
    /// ```
    pub fn meta(self, meta: impl Into<RawJson>) -> Self {
        self.with("_meta", meta)
    }

    /// Sets any member: replaces it in its position, or adds it at the end.
    ///
    /// # Panics
    ///
    /// If `key` is `name` and the value is not a string.
    pub fn with(mut self, key: &str, value: impl Into<RawJson>) -> Self {
        let value = value.into();
        let tool = Arc::make_mut(&mut self.0);
        if key == "name" {
            tool.name = value.deserialize().expect("the name of a tool must be a string");
        }
        tool.object.set(key, value);
        self
    }

    /// Returns the name, which identifies the tool.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the description, or an empty string if the description is missing or not a string.
    pub fn description(&self) -> String {
        self.0.object.get_string("description").unwrap_or_default()
    }

    /// Returns a member of the tool's object, with its text unchanged.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        self.0.object.get(key)
    }

    /// Returns whether the annotations have `readOnlyHint: true` and not `destructiveHint: true`. If the two hints
    /// contradict each other, the stricter one counts.
    ///
    /// ```
    /// use tower_mcp_ui::Tool;
    /// use tower_mcp_ui::tools::ToolAnnotations;
    ///
    /// let tool = |hints| Tool::new("t", "").annotations(hints);
    /// assert!(tool(ToolAnnotations::new().read_only(true)).is_read_only());
    /// assert!(!tool(ToolAnnotations::new().read_only(true).destructive(true)).is_read_only());
    /// assert!(!tool(ToolAnnotations::new()).is_read_only());
    /// ```
    pub fn is_read_only(&self) -> bool {
        let annotations = self.get("annotations").and_then(|annotations| RawObject::parse(annotations).ok());
        let is_true = |annotations: &RawObject, hint| annotations.get(hint).is_some_and(|hint| hint.get() == "true");
        annotations.is_some_and(|hints| is_true(&hints, "readOnlyHint") && !is_true(&hints, "destructiveHint"))
    }

    /// Returns the tool's object with all members.
    ///
    /// ```
    /// use tower_mcp_ui::Tool;
    ///
    /// assert_eq!(
    ///     Tool::new("a", "b").to_json().get(),
    ///     r#"{"name":"a","description":"b","inputSchema":{"type":"object"}}"#
    /// );
    /// ```
    pub fn to_json(&self) -> RawJson {
        self.0.object.to_json()
    }

    /// Appends the tool's entry in the explorer's list: without its schemas, which may be large.
    pub(crate) fn write_summary(&self, out: &mut Vec<u8>) {
        self.write_members(out, &["title", "icons", "annotations", "_meta"]);
    }

    /// Appends the explorer's detailed description of the tool, with both schemas.
    pub(crate) fn write_detail(&self, out: &mut Vec<u8>) {
        self.write_members(
            out,
            &["inputSchema", "outputSchema", "title", "icons", "annotations", "execution", "_meta"],
        );
    }

    /// Appends `name` and `description`, which are always present, and then the tool's members named in `keys`, except
    /// `null` and empty annotations. An input schema is never omitted: `null` is kept, and a missing schema becomes
    /// `{}`, which allows every object.
    fn write_members(&self, out: &mut Vec<u8>, keys: &[&'static str]) {
        let empty = RawJson::literal(r#""""#);
        let name = self.get("name").expect("every tool has a name");
        let description = self.get("description").filter(|text| !text.is_null()).unwrap_or(&empty);
        let mut object = ObjectWriter::begin(out);
        object.member("name", name.as_bytes());
        object.member("description", description.as_bytes());
        for &key in keys {
            match (key, self.get(key)) {
                ("inputSchema", None) => object.member(key, b"{}"),
                ("inputSchema", Some(schema)) => object.member(key, schema.as_bytes()),
                ("annotations", Some(value)) if is_empty_object(value) => {}
                (_, Some(value)) if !value.is_null() => object.member(key, value.as_bytes()),
                _ => {}
            }
        }
        object.end();
    }
}

/// Returns whether a value is an object without members, such as annotations without hints.
fn is_empty_object(value: &RawJson) -> bool {
    value.is_object() && RawObject::parse(value).is_ok_and(|object| object.is_empty())
}
