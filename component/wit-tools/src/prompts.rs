use tower_mcp_ui::tools::{
    CallError, Completion, GetPromptResult, Prompt, PromptArguments, PromptsProvider, RequestParts, ToolsError,
};
use tower_mcp_ui::{BoxFuture, RawJson};

use crate::bindings::mcp_ui::tools::prompts;
use crate::{context, document, failure};

/// The imported `prompts`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WitPrompts {
    pub(crate) limit: usize,
}

impl WitPrompts {
    async fn fetch_list(self, request: RequestParts) -> Result<Vec<Prompt>, ToolsError> {
        let response = prompts::list_prompts(context::of(&request)).await.map_err(failure::into_error)?;
        let bytes = document::read(response, self.limit).await?;
        let invalid =
            |error| ToolsError::unavailable(format!("The list of prompts is not a JSON array of MCP prompts: {error}"));
        Prompt::list_from_json(&RawJson::parse(bytes).map_err(invalid)?).map_err(invalid)
    }

    async fn fetch(
        self,
        name: String,
        arguments: PromptArguments,
        request: RequestParts,
    ) -> Result<GetPromptResult, CallError> {
        let context = context::of(&request);
        let response = prompts::get_prompt(name, arguments.into_iter().collect(), context).await;
        let response = response.map_err(failure::into_call_error)?;
        let bytes = document::read(response, self.limit).await.map_err(ToolsError::from)?;
        let invalid =
            |error| ToolsError::unavailable(format!("The prompt is not a valid MCP `GetPromptResult`: {error}"));
        Ok(GetPromptResult::from_json(&RawJson::parse(bytes).map_err(invalid)?).map_err(invalid)?)
    }

    async fn values(self, completion: Completion, request: RequestParts) -> Result<Vec<String>, ToolsError> {
        let Completion { prompt, argument, value, context: others, .. } = completion;
        let completion = prompts::Completion { prompt, argument, value, others: others.into_iter().collect() };
        prompts::complete(completion, context::of(&request)).await.map_err(failure::into_error)
    }
}

impl PromptsProvider for WitPrompts {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Prompt>, ToolsError>> {
        Box::pin(self.fetch_list(request))
    }

    fn get(
        &self,
        name: String,
        arguments: PromptArguments,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<GetPromptResult, CallError>> {
        Box::pin(self.fetch(name, arguments, request))
    }

    fn complete(
        &self,
        completion: Completion,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Vec<String>, ToolsError>> {
        Box::pin(self.values(completion, request))
    }
}
