use tower_mcp_ui::{BoxFuture, RawJson, ReadResourceResult, RequestParts, Resource, ResourcesProvider, ToolsError};

use crate::bindings::mcp_ui::tools::resources;
use crate::document;
use crate::{context, failure};

/// The imported `resources`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WitResources {
    pub(crate) limit: usize,
}

impl WitResources {
    async fn ask(self, request: RequestParts) -> Result<Vec<Resource>, ToolsError> {
        let answer = resources::list_resources(context::of(&request)).await.map_err(failure::into_error)?;
        let bytes = document::read(answer, self.limit).await?;
        let wrong =
            |error| ToolsError::unavailable(format!("The resources are not listed as an array of resources: {error}"));
        Resource::list_from_json(&RawJson::parse(bytes).map_err(wrong)?).map_err(wrong)
    }

    async fn take(self, uri: String, request: RequestParts) -> Result<Option<ReadResourceResult>, ToolsError> {
        let answer = resources::read_resource(uri, context::of(&request)).await.map_err(failure::into_error)?;
        let Some(answer) = answer else { return Ok(None) };
        let bytes = document::read(answer, self.limit).await?;
        let wrong = |error| ToolsError::unavailable(format!("The resource is not an MCP result: {error}"));
        ReadResourceResult::from_json(RawJson::parse(bytes).map_err(wrong)?).map(Some).map_err(wrong)
    }
}

impl ResourcesProvider for WitResources {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        Box::pin(self.ask(request))
    }

    fn read(
        &self,
        uri: String,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        Box::pin(self.take(uri, request))
    }
}
