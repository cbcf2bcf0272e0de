//! Replaces `validate` in builds without that feature.
//!
//! The endpoint still exists, and responds with 501, so that the page can say why it checks nothing.

mod violation;

use http::StatusCode;
use http_body::Body;

pub(crate) use self::violation::Violation;
#[cfg(feature = "uis")]
pub(crate) use self::violation::verdict;
use super::Explorer;
use super::response::{self, EndpointResult};
use crate::backend::{Backend, RequestParts};
use crate::model::RawJson;

const ABSENT: &str =
    "This build cannot validate: it was made without the feature `validate`. Enable it, and build again.";

/// An empty stand-in for the validators.
#[derive(Debug)]
pub(crate) struct Validators;

impl Validators {
    /// Ignores the cache size.
    pub(crate) fn new(_: usize) -> Self {
        Self
    }

    /// Rejects every schema, since nothing could be checked against it.
    pub(crate) fn check_schema(&self, _: &RawJson) -> Result<(), String> {
        let Self = self;
        Err(ABSENT.to_owned())
    }

    /// Returns no violations, since every schema is rejected.
    pub(crate) fn violations(&self, _: Option<&RawJson>, _: &RawJson, _: &str) -> Vec<Violation> {
        let Self = self;
        Vec::new()
    }

    /// Returns no verdict, since nothing is checked.
    pub(super) fn verdict_on_output(&self, _: Option<&RawJson>, _: &RawJson) -> Option<RawJson> {
        let Self = self;
        None
    }
}

impl Explorer {
    /// Handles `POST {prefix}/tools/{name}/validate`: 404 for an unknown tool, otherwise 501.
    pub(super) async fn validate<B: Body>(
        &self,
        request: RequestParts,
        _: B,
        name: &str,
        backend: &dyn Backend,
    ) -> EndpointResult {
        let list = self.list(&request, backend).await?;
        list.get(name).ok_or_else(|| response::tool_not_found(name))?;
        Err(response::error(StatusCode::NOT_IMPLEMENTED, ABSENT))
    }
}
