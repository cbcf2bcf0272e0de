//! Prompts and the messages that they expand to, from a server or defined in code.

use super::{Content, MAX_PARTS, RawJson, RawObject};

/// A prompt, as MCP's `prompts/list` describes it: a template for messages to a language model.
///
/// A [`GetPromptResult`] holds the prompt's messages. A [`PromptsProvider`](crate::tools::PromptsProvider) offers both.
///
/// ```
/// use tower_mcp_ui::tools::Prompt;
///
/// let prompt = Prompt::new("review", "Reviews a change")
///     .required_argument("code", "The change, as a diff")
///     .argument("language", "The programming language");
/// assert_eq!(prompt.name(), "review");
/// assert_eq!(
///     prompt.to_json().get(),
///     concat!(
///         r#"{"name":"review","description":"Reviews a change","arguments":["#,
///         r#"{"name":"code","description":"The change, as a diff","required":true},"#,
///         r#"{"name":"language","description":"The programming language"}]}"#,
///     )
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Prompt {
    name: String,
    object: RawObject,
    arguments: Vec<RawJson>,
}

impl Prompt {
    /// Creates a prompt without arguments. The display name is the member `title`.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let name = name.into();
        let object = RawObject::of([
            ("name", RawJson::string(&name)),
            ("description", RawJson::string(description.into().as_str())),
        ]);
        Self { name, object, arguments: Vec::new() }
    }

    /// Adds an argument, which callers may omit. Argument values are strings.
    pub fn argument(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.with_argument(name, description, false)
    }

    /// Adds a required argument. The explorer refuses requests without it.
    pub fn required_argument(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.with_argument(name, description, true)
    }

    /// Parses an MCP `Prompt` object. Its members keep their text.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::Prompt;
    ///
    /// let json = RawJson::parse(r#"{"name":"review","arguments":[{"name":"code","required":true}],"n":1.0}"#)?;
    /// assert_eq!(Prompt::from_json(&json)?.to_json(), json);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an object, its `name` is missing or not a valid Unicode string, or its `arguments` are not an
    /// array of objects with valid names.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(json)?;
        let name = name_of(&object)?;
        let arguments =
            object.get("arguments").map_or_else(|| Ok(Vec::new()), |arguments| arguments.items(MAX_PARTS))?;
        for argument in &arguments {
            name_of(&RawObject::parse(argument)?)?;
        }
        Ok(Self { name, object, arguments })
    }

    /// Parses an array of MCP `Prompt` objects.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::Prompt;
    ///
    /// let json = RawJson::parse(r#"[{"name": "review"}, {"name": "summarize"}]"#)?;
    /// let names: Vec<_> = Prompt::list_from_json(&json)?.iter().map(|prompt| prompt.name().to_owned()).collect();
    /// assert_eq!(names, ["review", "summarize"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an array, has more than 100,000 items, or contains an item that is not a prompt.
    pub fn list_from_json(json: &RawJson) -> Result<Vec<Self>, serde_json::Error> {
        json.items(MAX_PARTS)?.iter().map(Self::from_json).collect()
    }

    fn with_argument(mut self, name: impl Into<String>, description: impl Into<String>, required: bool) -> Self {
        let mut argument = RawObject::of([
            ("name", RawJson::string(name.into().as_str())),
            ("description", RawJson::string(description.into().as_str())),
        ]);
        if required {
            argument.set("required", RawJson::literal("true"));
        }
        self.arguments.push(argument.to_json());
        self.object.set("arguments", RawJson::array(&self.arguments));
        self
    }

    /// Sets any member except the arguments: `title`, `icons`, `_meta` and others.
    ///
    /// ```
    /// use serde_json::json;
    /// use tower_mcp_ui::tools::Prompt;
    ///
    /// let prompt = Prompt::new("review", "Reviews a change").with("title", json!("Review a change"));
    /// assert!(prompt.to_json().get().ends_with(r#""title":"Review a change"}"#));
    /// ```
    ///
    /// # Panics
    ///
    /// If `key` is `name` or `arguments`, which other methods set.
    pub fn with(mut self, key: &str, value: impl Into<RawJson>) -> Self {
        assert!(!matches!(key, "name" | "arguments"), "`{key}` of a prompt is set by another method");
        self.object.set(key, value.into());
        self
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the MCP object.
    #[must_use]
    pub fn to_json(&self) -> RawJson {
        self.object.to_json()
    }

    /// Returns the names of the required arguments.
    pub(crate) fn required(&self) -> impl Iterator<Item = String> {
        let arguments = self.arguments.iter().filter_map(|argument| RawObject::parse(argument).ok());
        arguments
            .filter(|argument| argument.get("required").is_some_and(|required| required.get() == "true"))
            .filter_map(|argument| argument.get_string("name"))
    }
}

/// Returns the name of a prompt or an argument.
fn name_of(object: &RawObject) -> Result<String, serde_json::Error> {
    object.get("name").ok_or_else(|| serde::de::Error::missing_field("name"))?.deserialize()
}

/// A prompt's messages (MCP `GetPromptResult`), in order.
///
/// ```
/// use tower_mcp_ui::tools::GetPromptResult;
///
/// let result = GetPromptResult::new()
///     .user("Review this change: …")
///     .assistant("Which language is it in?");
/// assert_eq!(
///     result.to_json().get(),
///     concat!(
///         r#"{"messages":[{"role":"user","content":{"type":"text","text":"Review this change: …"}},"#,
///         r#"{"role":"assistant","content":{"type":"text","text":"Which language is it in?"}}]}"#,
///     )
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct GetPromptResult {
    object: RawObject,
    messages: Vec<RawJson>,
}

impl GetPromptResult {
    /// Creates a result without messages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Parses an MCP `GetPromptResult` object. Its members and messages keep their text.
    ///
    /// ```
    /// use tower_mcp_ui::RawJson;
    /// use tower_mcp_ui::tools::GetPromptResult;
    ///
    /// let json = RawJson::parse(r#"{"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"n":1.0}"#)?;
    /// assert_eq!(GetPromptResult::from_json(&json)?.to_json(), json);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `json` is not an object, or has no `messages` array. The messages are not checked.
    pub fn from_json(json: &RawJson) -> Result<Self, serde_json::Error> {
        let object = RawObject::parse(json)?;
        let messages = object.get("messages").ok_or_else(|| serde::de::Error::missing_field("messages"))?;
        let messages = messages.items(MAX_PARTS)?;
        Ok(Self { object, messages })
    }

    /// Sets the result's description.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.object.set("description", RawJson::string(description.into().as_str()));
        self
    }

    /// Adds a user message: a string, or other content.
    pub fn user(self, content: impl Into<Content>) -> Self {
        self.message("user", &content.into())
    }

    /// Adds a model message: a string, or other content.
    pub fn assistant(self, content: impl Into<Content>) -> Self {
        self.message("assistant", &content.into())
    }

    fn message(mut self, role: &str, content: &Content) -> Self {
        let message = RawObject::of([("role", RawJson::string(role)), ("content", content.as_json().clone())]);
        self.messages.push(message.to_json());
        self
    }

    /// Returns the MCP object.
    #[must_use]
    pub fn to_json(&self) -> RawJson {
        let mut object = self.object.clone();
        object.set("messages", RawJson::array(&self.messages));
        object.to_json()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_prompt_is_read_as_one() {
        let read = |text: &str| Prompt::from_json(&RawJson::parse(text.to_owned()).unwrap());
        for wrong in ["[]", "{}", r#"{"name":1}"#, r#"{"name":"a","arguments":{}}"#, r#"{"name":"a","arguments":[{}]}"#]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let arguments = r#"[{"name":"a","required":true},{"name":"b","required":false},{"name":"c"}]"#;
        let prompt = read(&format!(r#"{{"name":"p","arguments":{arguments}}}"#)).unwrap();
        assert_eq!(prompt.required().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn messages_can_be_added_to_those_that_were_read() {
        let read = |text: &str| GetPromptResult::from_json(&RawJson::parse(text.to_owned()).unwrap());
        let more = read(r#"{"messages":[{"n":1.0}],"_meta":{}}"#).unwrap().user("Hi");
        let expected = r#"{"messages":[{"n":1.0},{"role":"user","content":{"type":"text","text":"Hi"}}],"_meta":{}}"#;
        assert_eq!(more.to_json().get(), expected);
        for wrong in ["[]", "{}", r#"{"messages":{}}"#, r#"{"messages":null}"#] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
