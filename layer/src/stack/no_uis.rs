//! Stands in for `uis` in a build without the feature of that name.

use std::sync::Arc;

use crate::backend::{Backend, ResourcesProvider, ToolHandler, ToolsInCode, ToolsProvider, WithResources};

pub(crate) type Service<S> = S;
pub(crate) type Future<F> = F;
pub(crate) type Body<B> = B;

/// No layer.
#[derive(Clone, Debug)]
pub(crate) enum AugmentLayer {}

pub(super) fn around<S>(_: Option<&AugmentLayer>, inner: S) -> S {
    inner
}

pub(super) fn tools_in_code(
    _: Option<&AugmentLayer>,
    provider: impl ToolsProvider,
    handler: impl ToolHandler,
) -> Arc<dyn Backend> {
    Arc::new(ToolsInCode::new(provider, handler))
}

pub(super) fn resources(
    _: Option<&AugmentLayer>,
    tools: Arc<dyn Backend>,
    provider: impl ResourcesProvider,
) -> Arc<dyn Backend> {
    Arc::new(WithResources::new(tools, provider))
}

pub(super) fn passed<B>(body: B) -> B {
    body
}

pub(super) fn inner<S>(service: &S) -> &S {
    service
}

pub(super) fn inner_mut<S>(service: &mut S) -> &mut S {
    service
}

pub(super) fn into_inner<S>(service: S) -> S {
    service
}
