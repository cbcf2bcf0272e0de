//! Prompts defined in code, beside tools from any backend.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future;

use super::{Backend, CallError, Exchange, LiveError, LiveRequest, LiveResult, RequestParts, ToolCall, ToolsError};
use crate::box_future::BoxFuture;
use crate::model::{CallToolResult, GetPromptResult, Prompt, RawJson, RawObject, ToolList};

/// Maximum number of values in a completion result (MCP `CompleteResult`). The rest is omitted, and the result says
/// that there are more.
const MAX_VALUES: usize = 100;

/// A prompt's arguments, by name.
pub type PromptArguments = BTreeMap<String, String>;

/// A provider for prompts, which are templates for messages to a language model.
///
/// ```
/// use tower_mcp_ui::BoxFuture;
/// use tower_mcp_ui::tools::{
///     CallError, Completion, GetPromptResult, Prompt, PromptArguments, PromptsProvider, RequestParts, ToolsError,
/// };
///
/// struct Prompts;
///
/// impl PromptsProvider for Prompts {
///     fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<Vec<Prompt>, ToolsError>> {
///         let forecast = Prompt::new("forecast", "Asks for a forecast").required_argument("city", "The city");
///         Box::pin(async { Ok(vec![forecast]) })
///     }
///
///     fn get(
///         &self,
///         _name: String,
///         arguments: PromptArguments,
///         _: RequestParts,
///     ) -> BoxFuture<'_, Result<GetPromptResult, CallError>> {
///         let text = format!("How will the weather be in {}?", arguments["city"]);
///         Box::pin(async { Ok(GetPromptResult::new().user(text)) })
///     }
///
///     fn complete(&self, completion: Completion, _: RequestParts) -> BoxFuture<'_, Result<Vec<String>, ToolsError>> {
///         let cities = ["Bergen", "Oslo"].into_iter().filter(|city| city.starts_with(&completion.value));
///         let cities = cities.map(str::to_owned).collect();
///         Box::pin(async { Ok(cities) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # use tower_mcp_ui::{McpUiConfig, McpUiLayer};
/// # use tower_mcp_ui::tools::{Arguments, ToolList};
/// # let layer = McpUiLayer::new(McpUiConfig::new()).tools_with(ToolList::new([])?, |_: String, _: Arguments| async { "" });
/// let layer = layer.prompts(Prompts);
/// let body = r#"{"params": {"name": "forecast", "arguments": {"city": "Oslo"}}}"#.to_owned();
/// let request = http::Request::post("/explorer/rpc/prompts/get").header("host", "localhost").body(body)?;
/// assert_eq!(tower_mcp_ui::embedding::respond(&layer, request).await.unwrap().status(), 200);
/// # Ok(()) }
/// ```
///
/// [`Timeouts::call`](crate::config::Timeouts::call) limits the time for each method. When the time has passed, the
/// future is dropped.
pub trait PromptsProvider: Send + Sync + 'static {
    /// Returns the prompts that this caller may see.
    ///
    /// # Errors
    ///
    /// If the prompts cannot be listed. The client sees the message; see [`ToolsError`] for the status.
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Prompt>, ToolsError>>;

    /// Returns the messages for a prompt. The prompt is in this caller's list, and all required arguments are present.
    /// The argument values come from the client, unchecked.
    ///
    /// # Errors
    ///
    /// If the prompt cannot be used with these arguments. The client sees a [`CallError::Failed`] message.
    fn get(
        &self,
        name: String,
        arguments: PromptArguments,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<GetPromptResult, CallError>>;

    /// Returns suggestions for an argument that the user is typing, best first. Clients get the first 100. By default,
    /// there are no suggestions.
    ///
    /// # Errors
    ///
    /// If the suggestions cannot be determined.
    fn complete(&self, _: Completion, _: RequestParts) -> BoxFuture<'_, Result<Vec<String>, ToolsError>> {
        Box::pin(future::ready(Ok(Vec::new())))
    }
}

/// A shared provider, for code that keeps its own reference to the provider.
impl<P: PromptsProvider + ?Sized> PromptsProvider for Arc<P> {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Prompt>, ToolsError>> {
        (**self).list(request)
    }

    fn get(
        &self,
        name: String,
        arguments: PromptArguments,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<GetPromptResult, CallError>> {
        (**self).get(name, arguments, request)
    }

    fn complete(
        &self,
        completion: Completion,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Vec<String>, ToolsError>> {
        (**self).complete(completion, request)
    }
}

/// A request to complete a prompt argument (MCP `completion/complete`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The prompt's name. The prompt need not be in the list.
    pub prompt: String,
    /// The argument's name.
    pub argument: String,
    /// The text so far.
    pub value: String,
    /// The other arguments that already have a value.
    pub context: PromptArguments,
}

impl Completion {
    fn parse(params: &RawObject) -> Result<Self, String> {
        let object = |key: &str| params.get(key).and_then(|value| RawObject::parse(value).ok()).unwrap_or_default();
        let text = |object: &RawObject, path: &str| {
            let key = path.rsplit('.').next().unwrap_or(path);
            object.get_string(key).ok_or_else(|| format!("`{path}` must be a string."))
        };
        let argument = object("argument");
        let context = object("context");
        let context = context.get_as("arguments").map_err(|_| "`context.arguments` must be an object of strings.")?;
        Ok(Self {
            prompt: text(&object("ref"), "ref.name")?,
            argument: text(&argument, "argument.name")?,
            value: text(&argument, "argument.value")?,
            context: context.unwrap_or_default(),
        })
    }
}

/// A backend that takes its tools and resources from another backend, and its prompts from a provider in code.
pub(crate) struct WithPrompts<P> {
    inner: Arc<dyn Backend>,
    prompts: P,
}

impl<P: PromptsProvider> WithPrompts<P> {
    pub(crate) fn new(inner: Arc<dyn Backend>, prompts: P) -> Self {
        Self { inner, prompts }
    }

    async fn list_prompts(&self, request: RequestParts) -> LiveResult {
        let prompts: Vec<_> = self.prompts.list(request).await?.iter().map(Prompt::to_json).collect();
        Ok(RawObject::of([("prompts", RawJson::array(&prompts))]).to_json())
    }

    async fn get_prompt(&self, params: &RawObject, request: RequestParts) -> LiveResult {
        let invalid = |why: String| LiveError::invalid_params(&why);
        let name = params.get_string("name").ok_or_else(|| invalid("`name` must be a string.".to_owned()))?;
        let arguments: Option<PromptArguments> = params
            .get_as("arguments")
            .map_err(|error| invalid(format!("The arguments of a prompt must be an object of strings: {error}")))?;
        let arguments = arguments.unwrap_or_default();
        let prompts = self.prompts.list(Arc::clone(&request)).await?;
        let prompt = prompts.iter().find(|prompt| prompt.name() == name);
        let prompt = prompt.ok_or_else(|| invalid(format!("Prompt not found: {name}")))?;
        if let Some(missing) = prompt.required().find(|argument| !arguments.contains_key(argument)) {
            return Err(invalid(format!("The argument `{missing}` is required.")));
        }
        match self.prompts.get(name, arguments, request).await {
            Ok(result) => Ok(result.to_json()),
            Err(failure) => Err(LiveError::Call(failure)),
        }
    }

    async fn complete(&self, params: &RawObject, request: RequestParts) -> LiveResult {
        let completion = Completion::parse(params).map_err(|why| LiveError::invalid_params(&why))?;
        let values = self.prompts.complete(completion, request).await?;
        let (total, has_more) = (values.len(), values.len() > MAX_VALUES);
        let values: Vec<_> = values.iter().take(MAX_VALUES).map(|value| RawJson::string(value)).collect();
        let completion = RawObject::of([
            ("values", RawJson::array(&values)),
            ("total", RawJson::from_written(total.to_string().into())),
            ("hasMore", RawJson::literal(if has_more { "true" } else { "false" })),
        ]);
        Ok(RawObject::of([("completion", completion.to_json())]).to_json())
    }
}

impl<P: PromptsProvider> Backend for WithPrompts<P> {
    fn inner(&self) -> Option<&dyn Backend> {
        Some(&*self.inner)
    }

    fn live(self: Arc<Self>, request: LiveRequest) -> Exchange<LiveResult> {
        let LiveRequest { method, params, request: parts, .. } = &request;
        let (params, parts) = (params.clone(), Arc::clone(parts));
        match *method {
            "prompts/list" => Exchange::of_result(async move { self.list_prompts(parts).await }),
            "prompts/get" => Exchange::of_result(async move { self.get_prompt(&params, parts).await }),
            "completion/complete" if is_for_prompt(&params) => {
                Exchange::of_result(async move { self.complete(&params, parts).await })
            }
            _ => Arc::clone(&self.inner).live(request),
        }
    }

    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        self.inner.list(request)
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        self.inner.call(call)
    }
}

/// Returns whether a completion is for a prompt argument, not for a resource template variable.
fn is_for_prompt(params: &RawObject) -> bool {
    let reference = params.get("ref").and_then(|reference| RawObject::parse(reference).ok());
    reference.and_then(|reference| reference.get_string("type")).as_deref() == Some("ref/prompt")
}
