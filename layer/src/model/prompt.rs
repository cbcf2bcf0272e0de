//! Prompts and what they expand to, as a server has them or as they are defined in code.

use super::{Content, RawJson, RawObject};

/// A prompt, as MCP's `prompts/list` describes it: a template for messages to a language model.
///
/// Its messages are a [`GetPromptResult`]; see [`PromptsProvider`](crate::PromptsProvider) for how both are offered.
///
/// ```
/// use tower_mcp_ui::Prompt;
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
    /// Creates a prompt without arguments. The name to display is the member `title`.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let name = name.into();
        let object = RawObject::of([
            ("name", RawJson::string(&name)),
            ("description", RawJson::string(description.into().as_str())),
        ]);
        Self { name, object, arguments: Vec::new() }
    }

    /// Adds an argument, which callers may leave out. The values of arguments are texts.
    pub fn argument(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.with_argument(name, description, false)
    }

    /// Adds an argument without which the prompt cannot be used. The explorer refuses requests without it.
    pub fn required_argument(self, name: impl Into<String>, description: impl Into<String>) -> Self {
        self.with_argument(name, description, true)
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
    /// use tower_mcp_ui::Prompt;
    ///
    /// let prompt = Prompt::new("review", "Reviews a change").with("title", json!("Review a change"));
    /// assert!(prompt.to_json().get().ends_with(r#""title":"Review a change"}"#));
    /// ```
    ///
    /// # Panics
    ///
    /// If `key` is `name` or `arguments`, which are set by other methods.
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

    /// Returns the names of the arguments without which the prompt cannot be used.
    pub(crate) fn required(&self) -> impl Iterator<Item = String> {
        let arguments = self.arguments.iter().filter_map(|argument| RawObject::parse(argument).ok());
        arguments
            .filter(|argument| argument.get("required").is_some())
            .filter_map(|argument| argument.get_string("name"))
    }
}

/// The messages of a prompt (MCP `GetPromptResult`), in order.
///
/// ```
/// use tower_mcp_ui::GetPromptResult;
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
    description: Option<String>,
    messages: Vec<RawJson>,
}

impl GetPromptResult {
    /// Creates a result without messages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the description of the result.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Adds a message of the user: a text, or other content.
    pub fn user(self, content: impl Into<Content>) -> Self {
        self.message("user", &content.into())
    }

    /// Adds a message of the model: a text, or other content.
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
        let mut object = RawObject::default();
        if let Some(description) = &self.description {
            object.set("description", RawJson::string(description));
        }
        object.set("messages", RawJson::array(&self.messages));
        object.to_json()
    }
}
