use tower_mcp_ui::tools::{ReadResourceResult, RequestParts, Resource, ResourcesProvider, ToolsError};
use tower_mcp_ui::{BoxFuture, RawJson};

use crate::bindings::mcp_ui::tools::resources;
use crate::document;
use crate::{context, failure};

/// The imported `resources`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WitResources {
    pub(crate) limit: usize,
}

impl WitResources {
    async fn fetch_list(self, request: RequestParts) -> Result<Vec<Resource>, ToolsError> {
        let response = resources::list_resources(context::of(&request)).await.map_err(failure::into_error)?;
        let bytes = document::read(response, self.limit).await?;
        let invalid = |error| {
            ToolsError::unavailable(format!("The list of resources is not a JSON array of MCP resources: {error}"))
        };
        Resource::list_from_json(&RawJson::parse(bytes).map_err(invalid)?).map_err(invalid)
    }

    async fn fetch(self, uri: String, request: RequestParts) -> Result<Option<ReadResourceResult>, ToolsError> {
        let response = resources::read_resource(uri, context::of(&request)).await.map_err(failure::into_error)?;
        let Some(response) = response else { return Ok(None) };
        let bytes = document::read(response, self.limit).await?;
        let invalid =
            |error| ToolsError::unavailable(format!("The resource is not a valid MCP `ReadResourceResult`: {error}"));
        ReadResourceResult::from_json(RawJson::parse(bytes).map_err(invalid)?).map(Some).map_err(invalid)
    }
}

impl ResourcesProvider for WitResources {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        Box::pin(self.fetch_list(request))
    }

    fn read(
        &self,
        uri: String,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        Box::pin(self.fetch(uri, request))
    }
}
