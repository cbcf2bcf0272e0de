//! UI documents as resources, for tools defined in code.

use futures_util::future;

use super::UiCatalog;
use crate::backend::{RequestParts, ResourcesProvider, ToolsError};
use crate::box_future::BoxFuture;
use crate::model::{ReadResourceResult, Resource};

/// Offers the UI documents.
impl ResourcesProvider for UiCatalog {
    fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        let resources = self.contents().entries().iter().map(|entry| entry.resource.clone()).collect();
        Box::pin(future::ready(Ok(resources)))
    }

    fn read(&self, uri: String, _: RequestParts) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        let contents = self.contents().with_uri(&uri).map(|entry| entry.contents.clone());
        Box::pin(future::ready(Ok(contents)))
    }
}
