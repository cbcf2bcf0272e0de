//! The function that derives a UI's data from a result.

use std::sync::Arc;

use crate::backend::Arguments;
use crate::box_future::BoxFuture;
use crate::error::BoxError;
use crate::model::{CallToolResult, RawJson};

type Function = dyn Fn(CallToolResult, Arguments) -> BoxFuture<'static, Result<RawJson, BoxError>> + Send + Sync;

/// A shared function.
#[derive(Clone)]
pub(crate) struct Derive(Arc<Function>);

impl Derive {
    pub(super) fn new<F, Fut, T, E>(function: F) -> Self
    where
        F: Fn(CallToolResult, Arguments) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: Into<RawJson>,
        E: Into<BoxError>,
    {
        Self(Arc::new(move |result, arguments| {
            let data = function(result, arguments);
            Box::pin(async move { data.await.map(Into::into).map_err(Into::into) })
        }))
    }

    /// Runs the function. It may fail, and it may panic even before its first await.
    pub(crate) async fn data(&self, result: CallToolResult, arguments: Arguments) -> Result<RawJson, BoxError> {
        (self.0)(result, arguments).await
    }
}
