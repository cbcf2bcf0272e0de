use super::{Content, ObjectWriter, RawJson, RawObject};
use crate::error::BoxError;

/// The result of a tool call (MCP `CallToolResult`).
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::{CallToolResult, Content};
///
/// let result = CallToolResult::new()
///     .content(Content::text("20 °C in Oslo"))
///     .structured_content(json!({ "city": "Oslo", "celsius": 20 }))
///     .trace_id("4bf92f3577b34da6");
/// assert!(!result.is_error());
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CallToolResult {
    object: RawObject,
    content: Vec<Content>,
    is_error: bool,
    trace_id: Option<String>,
}

impl CallToolResult {
    /// Creates a successful result without content.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a successful result with one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new().content(Content::text(text))
    }

    /// Creates a tool error with one text: the tool ran and reports that it failed.
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// Creates a request for further input (MCP 2026-07-28, multi round-trip requests).
    ///
    /// `questions` is an object of requests by key, each `elicitation/create`, `sampling/createMessage` or `roots/list`
    /// with its `params`. The call is repeated with the answers, which
    /// [`CallContext::answer`](crate::CallContext::answer) returns, and with `state`.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::{Arguments, CallContext, CallToolResult};
    ///
    /// async fn delete(_tool: String, _: Arguments, context: CallContext) -> CallToolResult {
    ///     match context.answer("sure") {
    ///         Some(answer) => CallToolResult::text(answer.get()),
    ///         None => CallToolResult::input_required(
    ///             json!({ "sure": { "method": "elicitation/create", "params": {
    ///                 "message": "Delete it?",
    ///                 "requestedSchema": { "type": "object", "properties": { "sure": { "type": "boolean" } } },
    ///             }}}),
    ///             None,
    ///         ),
    ///     }
    /// }
    /// # drop(delete);
    /// ```
    pub fn input_required(questions: impl Into<RawJson>, state: Option<&str>) -> Self {
        let result =
            Self::new().with("resultType", RawJson::literal(r#""input_required""#)).with("inputRequests", questions);
        match state {
            Some(state) => result.with("requestState", RawJson::string(state)),
            None => result,
        }
    }

    /// Returns whether the result is a request for further input.
    pub(crate) fn is_input_required(&self) -> bool {
        self.get("resultType").is_some_and(|kind| kind.get() == r#""input_required""#)
    }

    /// Parses an MCP `CallToolResult` object. Its members keep their text.
    ///
    /// # Errors
    ///
    /// If `json` is not an object, or `isError` is neither a boolean nor `null`.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(json)?;
        let is_error = match object.get("isError") {
            Some(flag) => flag.deserialize::<Option<bool>>()?.unwrap_or(false),
            None => false,
        };
        Ok(Self { object, is_error, ..Self::default() })
    }

    /// Adds a content item.
    pub fn content(mut self, content: Content) -> Self {
        self.content.push(content);
        self
    }

    /// Sets the structured content, which may be any JSON value.
    pub fn structured_content(self, value: impl Into<RawJson>) -> Self {
        self.with("structuredContent", value)
    }

    /// Sets the `_meta` object.
    pub fn meta(self, meta: impl Into<RawJson>) -> Self {
        self.with("_meta", meta)
    }

    /// Sets the trace ID, which the client gets as `_meta._trace_id`. An empty ID is ignored.
    pub fn trace_id(mut self, id: impl Into<String>) -> Self {
        self.trace_id = Some(id.into()).filter(|id| !id.is_empty());
        self
    }

    /// Returns whether the tool reports an error.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Returns a member of the result, without what [`content`](Self::content) and [`trace_id`](Self::trace_id) added.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        self.object.get(key)
    }

    /// Sets any other member.
    pub(crate) fn with(mut self, key: &str, value: impl Into<RawJson>) -> Self {
        self.object.set(key, value.into());
        self
    }

    /// Turns a request for further input (2026-07-28, multi round-trip requests), which the explorer does not support,
    /// into a tool error. The `inputRequests` remain in the result.
    pub(crate) fn into_input_required(self) -> Self {
        let message = "The tool requires further input, which the explorer cannot provide. See `inputRequests` for \
                       the details.";
        Self { is_error: true, ..self }.content(Content::text(message))
    }

    /// Returns the explorer's JSON response: always with `content` and `isError`, with `_meta` unless it is empty, and
    /// with all other members unchanged.
    pub fn to_json(&self) -> RawJson {
        let mut out = Vec::new();
        self.write_to(&mut out);
        RawJson::from_written(out)
    }

    pub(crate) fn write_to(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        object.member_with("content", |out| self.write_content(out));
        object.member("isError", if self.is_error { b"true" } else { b"false" });
        for (key, value) in self.object.members() {
            if !matches!(key.get(), r#""content""# | r#""isError""# | r#""_meta""#) {
                object.raw_member(key, value);
            }
        }
        if let Some(meta) = self.meta_json() {
            object.member("_meta", meta.as_bytes());
        }
        object.end();
    }

    fn write_content(&self, out: &mut Vec<u8>) {
        let existing = self.object.get("content").map_or("[]", RawJson::get);
        let existing = match existing.strip_suffix(']') {
            Some(items) => items,
            // Anything but an array stays unchanged, unless there are items to add.
            None if self.content.is_empty() && existing != "null" => return out.extend_from_slice(existing.as_bytes()),
            None => "[",
        };
        out.extend_from_slice(existing.as_bytes());
        let mut is_empty = existing[1..].trim().is_empty();
        for item in &self.content {
            if !std::mem::take(&mut is_empty) {
                out.push(b',');
            }
            out.extend_from_slice(item.as_json().as_bytes());
        }
        out.push(b']');
    }

    fn meta_json(&self) -> Option<RawJson> {
        let existing = self.object.get("_meta").filter(|meta| !meta.is_null());
        let mut meta = match existing.map(RawObject::parse) {
            Some(Ok(meta)) => meta,
            Some(Err(_)) => return existing.cloned(),
            None => RawObject::default(),
        };
        let unchanged = match (&self.trace_id, meta.get("_trace_id")) {
            (Some(id), _) => {
                meta.set("_trace_id", RawJson::string(id.as_str()));
                false
            }
            (None, Some(id)) if matches!(id.get(), "null" | r#""""#) => {
                meta.remove("_trace_id");
                false
            }
            (None, _) => true,
        };
        match existing {
            _ if meta.is_empty() => None,
            Some(existing) if unchanged => Some(existing.clone()),
            _ => Some(meta.to_json()),
        }
    }
}

/// Conversion of a handler's return value: a result, a text, content, or a `Result` of these.
pub trait IntoCallToolResult {
    /// Converts the value into a result.
    ///
    /// # Errors
    ///
    /// If the handler failed. The caller gets the error's message as a tool error.
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError>;
}

impl IntoCallToolResult for CallToolResult {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(self)
    }
}

impl IntoCallToolResult for Content {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(CallToolResult::new().content(self))
    }
}

impl IntoCallToolResult for Vec<Content> {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(self.into_iter().fold(CallToolResult::new(), CallToolResult::content))
    }
}

impl IntoCallToolResult for String {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(CallToolResult::text(self))
    }
}

impl IntoCallToolResult for &str {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(CallToolResult::text(self))
    }
}

impl<T: IntoCallToolResult, E: Into<BoxError>> IntoCallToolResult for Result<T, E> {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        self.map_err(Into::into)?.into_call_tool_result()
    }
}
