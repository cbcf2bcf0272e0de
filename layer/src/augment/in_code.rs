//! UIs for tools defined in code: links the tools to their UIs and adds UI data to results.

use std::sync::Arc;

use parking_lot::Mutex;

use super::AugmentLayer;
use crate::backend::{CallError, RequestParts, ResourcesProvider, ToolCall, ToolHandler, ToolsError, ToolsProvider};
use crate::box_future::BoxFuture;
use crate::catalog::{Augmented, Contents, Outcome, UiCatalog, augment};
use crate::model::{CallToolResult, ReadResourceResult, Resource, ToolList};

/// A provider or handler in code, with the UIs for its tools.
pub(crate) struct WithUis<T> {
    inner: T,
    uis: AugmentLayer,
    linked: Mutex<Option<Linked>>,
}

/// The last tool list with UIs. It is reused, with its caches, until the tools or the UIs change.
struct Linked {
    tools: ToolList,
    contents: Arc<Contents>,
    result: ToolList,
}

impl<T> WithUis<T> {
    pub(crate) fn new(inner: T, uis: &AugmentLayer) -> Self {
        Self { inner, uis: uis.clone(), linked: Mutex::default() }
    }

    fn catalog(&self) -> &UiCatalog {
        self.uis.catalog()
    }

    fn linked(&self, tools: ToolList) -> ToolList {
        let contents = self.catalog().contents();
        let mut last = self.linked.lock();
        match &*last {
            Some(last) if last.tools.is_same(&tools) && Arc::ptr_eq(&last.contents, &contents) => last.result.clone(),
            _ => {
                let linked = tools.map(|tool| self.catalog().link(tool));
                *last = Some(Linked { tools, contents, result: linked.clone() });
                linked
            }
        }
    }
}

impl<P: ToolsProvider> ToolsProvider for WithUis<P> {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<ToolList, ToolsError>> {
        Box::pin(async { Ok(self.linked(self.inner.list(request).await?)) })
    }
}

impl<H: ToolHandler> ToolHandler for WithUis<H> {
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<CallToolResult, CallError>> {
        let contents = self.catalog().contents();
        let Some(entry) = contents.for_tool(call.tool.name()).cloned() else { return self.inner.call(call) };
        Box::pin(async move {
            let (tool, arguments) = (call.tool.clone(), call.arguments.clone());
            let result = self.inner.call(call).await?;
            let Augmented { result, outcome } = match self.uis.0.derived(&result, &entry, &arguments).await {
                Ok(data) => augment(result, self.catalog(), &entry, data),
                Err(skip) => Augmented { result, outcome: Outcome::Skipped(skip) },
            };
            self.catalog().report(&entry, tool.name(), &outcome);
            Ok(result)
        })
    }
}

/// The provider's resources, followed by the UI documents.
impl<R: ResourcesProvider> ResourcesProvider for WithUis<R> {
    fn list(&self, request: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        Box::pin(async move {
            let mut resources = self.inner.list(Arc::clone(&request)).await?;
            resources.extend(self.catalog().list(request).await?);
            Ok(resources)
        })
    }

    fn read(
        &self,
        uri: String,
        request: RequestParts,
    ) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        if self.catalog().contents().with_uri(&uri).is_some() {
            return self.catalog().read(uri, request);
        }
        self.inner.read(uri, request)
    }
}
