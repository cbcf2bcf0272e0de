use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;

use futures_util::future;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::backend::{CallError, Completion, PromptArguments, PromptsProvider, RequestParts, ToolsError};
use crate::box_future::BoxFuture;
use crate::error::BoxError;
use crate::model::{GetPromptResult, Prompt};

/// Prompts defined in code, each with a handler.
///
/// A handler is an async function. It takes the prompt's arguments as a type that implements `serde::Deserialize`,
/// whose members are strings. It returns a string, which becomes a user message, or a [`GetPromptResult`].
///
/// ```
/// use serde::Deserialize;
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tools};
/// use tower_mcp_ui::tools::{Prompt, Prompts};
///
/// #[derive(Deserialize)]
/// struct Forecast { city: String }
///
/// let prompts = Prompts::new()
///     .prompt(
///         Prompt::new("forecast", "Asks for a forecast").required_argument("city", "The city"),
///         |forecast: Forecast| async move { format!("How will the weather be in {}?", forecast.city) },
///     )
///     .complete("forecast", "city", |typed: String| async move {
///         ["Bergen", "Oslo"].into_iter().filter(|city| city.starts_with(&typed)).map(str::to_owned).collect()
///     });
/// let layer = McpUiLayer::new(McpUiConfig::new()).tools(Tools::new()).prompts(prompts);
/// ```
#[must_use]
#[derive(Default)]
pub struct Prompts {
    list: Vec<Prompt>,
    handlers: BTreeMap<String, Box<Get>>,
    /// Keyed by prompt name and argument name.
    completions: BTreeMap<(String, String), Box<Complete>>,
}

type Get = dyn Fn(PromptArguments) -> BoxFuture<'static, Result<GetPromptResult, CallError>> + Send + Sync;
type Complete = dyn Fn(String) -> BoxFuture<'static, Vec<String>> + Send + Sync;

impl Prompts {
    /// Creates an empty prompt set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a prompt with its handler.
    ///
    /// # Panics
    ///
    /// If there is a prompt with this name.
    #[track_caller]
    pub fn prompt<F, Fut, A>(mut self, prompt: Prompt, handler: F) -> Self
    where
        F: Fn(A) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: IntoPromptResult> + Send + 'static,
        A: DeserializeOwned,
    {
        let name = prompt.name().to_owned();
        assert!(!self.handlers.contains_key(&name), "there are two prompts with the name {name:?}");
        let get = move |arguments: PromptArguments| -> BoxFuture<'static, _> {
            let arguments = arguments.into_iter().map(|(name, text)| (name, Value::String(text))).collect();
            let parsed = serde_json::from_value(Value::Object(arguments));
            let started = parsed.map(&handler).map_err(|why| format!("The arguments are invalid: {why}"));
            Box::pin(async move {
                started.map_err(CallError::failed)?.await.into_prompt_result().map_err(CallError::from_boxed)
            })
        };
        self.handlers.insert(name, Box::new(get));
        self.list.push(prompt);
        self
    }

    /// Suggests values for a prompt's argument from the text typed so far. Default: no suggestions.
    pub fn complete<F, Fut>(mut self, prompt: &str, argument: &str, complete: F) -> Self
    where
        F: Fn(String) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Vec<String>> + Send + 'static,
    {
        let complete = move |typed| -> BoxFuture<'static, _> { Box::pin(complete(typed)) };
        self.completions.insert((prompt.to_owned(), argument.to_owned()), Box::new(complete));
        self
    }
}

impl PromptsProvider for Prompts {
    fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<Vec<Prompt>, ToolsError>> {
        Box::pin(future::ready(Ok(self.list.clone())))
    }

    fn get(
        &self,
        name: String,
        arguments: PromptArguments,
        _: RequestParts,
    ) -> BoxFuture<'_, Result<GetPromptResult, CallError>> {
        match self.handlers.get(&name) {
            Some(get) => get(arguments),
            None => Box::pin(future::ready(Err(CallError::failed(format!("There is no prompt {name:?}."))))),
        }
    }

    fn complete(&self, completion: Completion, _: RequestParts) -> BoxFuture<'_, Result<Vec<String>, ToolsError>> {
        let Completion { prompt, argument, value, .. } = completion;
        match self.completions.get(&(prompt, argument)) {
            Some(complete) => {
                let values = complete(value);
                Box::pin(async move { Ok(values.await) })
            }
            None => Box::pin(future::ready(Ok(Vec::new()))),
        }
    }
}

impl fmt::Debug for Prompts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.handlers.keys()).finish()
    }
}

/// Conversion of a prompt handler's return value: a string, which becomes a user message, a [`GetPromptResult`], or a
/// `Result` with one of these.
pub trait IntoPromptResult {
    /// Converts the value into a result.
    ///
    /// # Errors
    ///
    /// If the handler failed. The client sees the error's message.
    fn into_prompt_result(self) -> Result<GetPromptResult, BoxError>;
}

impl IntoPromptResult for GetPromptResult {
    fn into_prompt_result(self) -> Result<GetPromptResult, BoxError> {
        Ok(self)
    }
}

impl IntoPromptResult for String {
    fn into_prompt_result(self) -> Result<GetPromptResult, BoxError> {
        Ok(GetPromptResult::new().user(self))
    }
}

impl IntoPromptResult for &str {
    fn into_prompt_result(self) -> Result<GetPromptResult, BoxError> {
        Ok(GetPromptResult::new().user(self))
    }
}

impl<T: IntoPromptResult, E: Into<BoxError>> IntoPromptResult for Result<T, E> {
    fn into_prompt_result(self) -> Result<GetPromptResult, BoxError> {
        self.map_err(Into::into)?.into_prompt_result()
    }
}
