use std::fmt;
use std::future::Future;

use futures_util::future;

use crate::backend::{RequestParts, ResourcesProvider, ToolsError};
use crate::box_future::BoxFuture;
use crate::error::BoxError;
use crate::model::{ReadResourceResult, Resource};

/// Resources defined in code, each with a handler that reads it.
///
/// A handler is an async function that returns a string or a [`ReadResourceResult`].
///
/// ```
/// use tower_mcp_ui::{McpUiConfig, McpUiLayer, Tools};
/// use tower_mcp_ui::tools::{ReadResourceResult, Resource, Resources};
///
/// let resources = Resources::new()
///     .resource(Resource::new("notes://today", "Notes"), || async { std::fs::read_to_string("notes.txt") })
///     .resource(Resource::new("ui://notes/view", "View"), || async {
///         ReadResourceResult::app("ui://notes/view", "<!doctype html><p>Notes")
///     });
/// let layer = McpUiLayer::new(McpUiConfig::new()).tools(Tools::new()).resources(resources);
/// ```
#[must_use]
#[derive(Default)]
pub struct Resources(Vec<(Resource, Box<Read>)>);

type Read = dyn Fn(&Resource) -> BoxFuture<'static, Result<ReadResourceResult, ToolsError>> + Send + Sync;

impl Resources {
    /// Creates an empty resource set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a resource with its handler.
    ///
    /// # Panics
    ///
    /// If there is a resource with this URI.
    #[track_caller]
    pub fn resource<F, Fut>(mut self, resource: Resource, handler: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output: IntoResourceContents> + Send + 'static,
    {
        let uri = resource.uri();
        assert!(self.with_uri(uri).is_none(), "there are two resources with the URI {uri:?}");
        let read = move |resource: &Resource| -> BoxFuture<'static, _> {
            let (contents, resource) = (handler(), resource.clone());
            Box::pin(async move { contents.await.into_contents(&resource).map_err(ToolsError::from_boxed) })
        };
        self.0.push((resource, Box::new(read)));
        self
    }

    fn with_uri(&self, uri: &str) -> Option<&(Resource, Box<Read>)> {
        self.0.iter().find(|(resource, _)| resource.uri() == uri)
    }
}

impl ResourcesProvider for Resources {
    fn list(&self, _: RequestParts) -> BoxFuture<'_, Result<Vec<Resource>, ToolsError>> {
        Box::pin(future::ready(Ok(self.0.iter().map(|(resource, _)| resource.clone()).collect())))
    }

    fn read(&self, uri: String, _: RequestParts) -> BoxFuture<'_, Result<Option<ReadResourceResult>, ToolsError>> {
        match self.with_uri(&uri) {
            Some((resource, read)) => {
                let contents = read(resource);
                Box::pin(async move { contents.await.map(Some) })
            }
            None => Box::pin(future::ready(Ok(None))),
        }
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(resource, _)| resource.uri())).finish()
    }
}

/// Conversion of a resource handler's return value: a string in the media type that the resource declares, a
/// [`ReadResourceResult`], or a `Result` with one of these.
pub trait IntoResourceContents {
    /// Converts the value into the resource's contents.
    ///
    /// # Errors
    ///
    /// If the handler failed. The client sees the error's message.
    fn into_contents(self, resource: &Resource) -> Result<ReadResourceResult, BoxError>;
}

impl IntoResourceContents for ReadResourceResult {
    fn into_contents(self, _: &Resource) -> Result<ReadResourceResult, BoxError> {
        Ok(self)
    }
}

impl IntoResourceContents for String {
    fn into_contents(self, resource: &Resource) -> Result<ReadResourceResult, BoxError> {
        Ok(ReadResourceResult::text(resource.uri(), resource.mime_type().as_deref().unwrap_or("text/plain"), self))
    }
}

impl IntoResourceContents for &str {
    fn into_contents(self, resource: &Resource) -> Result<ReadResourceResult, BoxError> {
        self.to_owned().into_contents(resource)
    }
}

impl<T: IntoResourceContents, E: Into<BoxError>> IntoResourceContents for Result<T, E> {
    fn into_contents(self, resource: &Resource) -> Result<ReadResourceResult, BoxError> {
        self.map_err(Into::into)?.into_contents(resource)
    }
}
