//! Tool call results (MCP `CallToolResult`), and the conversion from a handler's return value.
//!
//! A result is built on the object that a server sent, or on an empty one. Additions in code are kept apart until the
//! result is written, so that the server's own text stays unchanged.

use super::{Content, ObjectWriter, RawJson, RawObject};
use crate::error::BoxError;

/// A tool call result (MCP `CallToolResult`).
///
/// A result has a list of [`Content`] for users and models, and optionally one JSON value for programs
/// ([`structured_content`](Self::structured_content)). It is a success or a tool error. A tool error is a result, too,
/// with an explanation as its content.
///
/// ```
/// use serde_json::json;
/// use tower_mcp_ui::tools::{CallToolResult, Content};
///
/// let result = CallToolResult::new()
///     .content(Content::text("20 °C in Oslo"))
///     .structured_content(json!({ "celsius": 20 }))
///     .trace_id("4bf92f3577b34da6");
/// assert!(!result.is_error());
/// assert_eq!(result.to_json().get(), concat!(
///     r#"{"content":[{"type":"text","text":"20 °C in Oslo"}],"isError":false,"#,
///     r#""structuredContent":{"celsius":20},"_meta":{"_trace_id":"4bf92f3577b34da6"}}"#,
/// ));
/// ```
///
/// The explorer responds to a call with this JSON: with status 200, or with 500 if [`is_error`](Self::is_error).
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CallToolResult {
    /// The members of a parsed result, and those set in code.
    object: RawObject,
    /// The items added to the `content` of `object`.
    content: Vec<Content>,
    /// The value of `isError`, which is always written.
    is_error: bool,
    /// The trace ID to add to `_meta`; never empty.
    trace_id: Option<String>,
}

impl CallToolResult {
    /// Creates a successful result without content, `{"content":[],"isError":false}`.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a successful result with one text item.
    ///
    /// ```
    /// use tower_mcp_ui::tools::CallToolResult;
    ///
    /// let result = CallToolResult::text("done").to_json();
    /// assert_eq!(result.get(), r#"{"content":[{"type":"text","text":"done"}],"isError":false}"#);
    /// ```
    pub fn text(text: impl Into<String>) -> Self {
        Self::new().content(Content::text(text))
    }

    /// Creates a tool error with one text item: the tool ran, and reports that it failed.
    ///
    /// ```
    /// use tower_mcp_ui::tools::CallToolResult;
    ///
    /// let result = CallToolResult::error("There is no such city.");
    /// assert!(result.is_error());
    /// ```
    pub fn error(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }

    /// Creates a request for further input (MCP 2026-07-28, multi round-trip requests).
    ///
    /// `questions` is an object with one request per key. Each request has a `method` (`elicitation/create`,
    /// `sampling/createMessage` or `roots/list`) and `params`. The client repeats the call with `state` and with the
    /// answers, which [`CallContext::answer`](crate::tools::CallContext::answer) then returns.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::tools::{Arguments, CallContext, CallToolResult};
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

    /// Parses an MCP `CallToolResult` object. The members keep their text, so numbers keep their digits.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::{CallToolResult, Content};
    ///
    /// let json = RawJson::parse(r#"{"content": [], "structuredContent": 12345678901234567890.0, "new": 1}"#)?;
    /// let result = CallToolResult::from_json(&json)?.content(Content::text("added"));
    /// assert_eq!(result.get("structuredContent").unwrap().get(), "12345678901234567890.0");
    /// assert_eq!(result.get("new").unwrap().get(), "1");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an object, or `isError` is neither a boolean nor `null`. The content is not checked.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(json)?;
        let is_error = match object.get("isError") {
            Some(flag) => flag.deserialize::<Option<bool>>()?.unwrap_or(false),
            None => false,
        };
        Ok(Self { object, is_error, ..Self::default() })
    }

    /// Appends a content item.
    pub fn content(mut self, content: Content) -> Self {
        self.content.push(content);
        self
    }

    /// Sets the structured content: the result for programs, which a tool describes with its
    /// [`output_schema`](crate::Tool::output_schema).
    ///
    /// The value may be any JSON value since MCP 2026-07-28, and is an object in earlier revisions. It is not checked
    /// against the schema.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::CallToolResult;
    ///
    /// // Text keeps its digits, while `serde_json::json!` would write 0.1.
    /// let result = CallToolResult::new().structured_content(RawJson::parse(r#"{"price": 0.10}"#)?);
    /// assert_eq!(result.get("structuredContent").unwrap().get(), r#"{"price": 0.10}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn structured_content(self, value: impl Into<RawJson>) -> Self {
        self.with("structuredContent", value)
    }

    /// Sets the `_meta` object, replacing a parsed result's own. A [`trace_id`](Self::trace_id) is added to the new
    /// object.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::tools::CallToolResult;
    ///
    /// let result = CallToolResult::new().meta(json!({ "cached": true })).trace_id("7f3a").to_json();
    /// assert_eq!(result.get(), r#"{"content":[],"isError":false,"_meta":{"cached":true,"_trace_id":"7f3a"}}"#);
    /// ```
    pub fn meta(self, meta: impl Into<RawJson>) -> Self {
        self.with("_meta", meta)
    }

    /// Sets the trace ID. The client gets it as `_meta._trace_id`, and the page shows it, so that users can identify
    /// the call in a report. An empty ID is ignored.
    ///
    /// ```
    /// use tower_mcp_ui::tools::CallToolResult;
    ///
    /// let result = CallToolResult::new().trace_id("7f3a").to_json();
    /// assert_eq!(result.get(), r#"{"content":[],"isError":false,"_meta":{"_trace_id":"7f3a"}}"#);
    /// ```
    pub fn trace_id(self, id: impl Into<String>) -> Self {
        Self { trace_id: Some(id.into()).filter(|id| !id.is_empty()), ..self }
    }

    /// Returns whether the tool reports an error.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Returns a result member, without additions from [`content`](Self::content) and [`trace_id`](Self::trace_id).
    ///
    /// Returns `None` if the member is missing. A `null` member is `Some`.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        self.object.get(key)
    }

    /// Sets any other member.
    pub(crate) fn with(mut self, key: &str, value: impl Into<RawJson>) -> Self {
        self.object.set(key, value.into());
        self
    }

    /// Turns a request for further input (2026-07-28, multi round-trip requests) into a tool error, because clients
    /// that call `POST {prefix}/tools/{name}/call` cannot answer it. The `inputRequests` remain in the result. The
    /// result is not a success, since the tool has done nothing yet. By default, these calls declare no capability to
    /// answer such a request, so servers should not send one.
    pub(crate) fn into_input_required(self) -> Self {
        let message = "The tool requires further input, which the explorer cannot provide. See `inputRequests` for \
                       the details.";
        Self { is_error: true, ..self }.content(Content::text(message))
    }

    /// Returns the explorer's JSON response: always with `content` and `isError`, with `_meta` unless it is empty, and
    /// with all other members unchanged.
    ///
    /// `content` and `isError` come first and `_meta` last; all other members keep their order.
    pub fn to_json(&self) -> RawJson {
        let mut out = Vec::with_capacity(256);
        self.write_to(&mut out);
        RawJson::from_written(out)
    }

    /// Appends the explorer's JSON response; see [`to_json`](Self::to_json).
    pub(crate) fn write_to(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        object.member_with("content", |out| self.write_content(out));
        object.member("isError", if self.is_error { b"true" } else { b"false" });
        for (key, value) in self.object.members_except(&["content", "isError", "_meta"]) {
            object.raw_member(key, value);
        }
        if let Some(meta) = self.meta_json() {
            object.member("_meta", meta.as_bytes());
        }
        object.end();
    }

    /// Appends a parsed result's `content`, then the added items. Missing or `null` content is an empty array.
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

    /// Returns the `_meta` to send, or `None` if it is empty. Its original JSON text is kept unless a trace ID
    /// is set or removed.
    ///
    /// A `null` or empty `_trace_id` counts as missing and is dropped. A `_meta` that is not an object is passed on
    /// unchanged, without the trace ID.
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

/// Conversion from a handler's return value: a result, a string, content, or a `Result` with any of these.
///
/// So a handler function can return whatever it has, and use `?` on any error:
///
/// ```
/// use tower_mcp_ui::BoxError;
/// use tower_mcp_ui::tools::{Content, IntoCallToolResult};
///
/// let text = "done".into_call_tool_result()?;
/// assert_eq!(text.to_json().get(), r#"{"content":[{"type":"text","text":"done"}],"isError":false}"#);
///
/// let items = vec![Content::text("a"), Content::text("b")].into_call_tool_result()?;
/// assert!(!items.is_error());
///
/// let failed = Err::<String, _>("the disk is full").into_call_tool_result();
/// assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
/// # Ok::<(), BoxError>(())
/// ```
pub trait IntoCallToolResult {
    /// Converts the value into a result.
    ///
    /// # Errors
    ///
    /// If the handler failed. The caller gets the error's message as a tool error. A boxed
    /// [`CallError`](crate::tools::CallError) or [`ToolsError`](crate::tools::ToolsError) determines the response
    /// itself.
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError>;
}

/// A result is returned as it is, even if it reports an error.
impl IntoCallToolResult for CallToolResult {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(self)
    }
}

/// A result with this item.
impl IntoCallToolResult for Content {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(CallToolResult::new().content(self))
    }
}

/// A result with these items, in order.
impl IntoCallToolResult for Vec<Content> {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(self.into_iter().fold(CallToolResult::new(), CallToolResult::content))
    }
}

/// A result with this text.
impl IntoCallToolResult for String {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(CallToolResult::text(self))
    }
}

/// A result with this text.
impl IntoCallToolResult for &str {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        Ok(CallToolResult::text(self))
    }
}

/// The converted value, or the handler's error.
impl<T: IntoCallToolResult, E: Into<BoxError>> IntoCallToolResult for Result<T, E> {
    fn into_call_tool_result(self) -> Result<CallToolResult, BoxError> {
        self.map_err(Into::into)?.into_call_tool_result()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_written_once_however_its_key_is_escaped() {
        let json = r#"{"\u0069sError":true,"\u0063ontent":[],"content":[1],"_\u006deta":{"a":1},"x":2}"#;
        let result = CallToolResult::from_json(&RawJson::parse(json).unwrap()).unwrap();
        assert_eq!(result.to_json().get(), r#"{"content":[1],"isError":true,"x":2,"_meta":{"a":1}}"#);
    }
}
