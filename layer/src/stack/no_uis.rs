//! Stands in for `uis` in a build without that feature.

use std::sync::Arc;

pub(super) use super::absent::around;
pub(crate) use super::absent::{Body, Future, Layer, Service};
use crate::backend::{Backend, ResourcesProvider, ToolHandler, ToolsInCode, ToolsProvider, WithResources};

pub(super) fn tools_in_code(
    _: Option<&Layer>,
    provider: impl ToolsProvider,
    handler: impl ToolHandler,
) -> Arc<dyn Backend> {
    Arc::new(ToolsInCode::new(provider, handler))
}

pub(super) fn resources(
    _: Option<&Layer>,
    tools: Arc<dyn Backend>,
    provider: impl ResourcesProvider,
) -> Arc<dyn Backend> {
    Arc::new(WithResources::new(tools, provider))
}
