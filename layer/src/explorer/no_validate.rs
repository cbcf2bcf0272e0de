//! Replaces `validate` in builds without that feature. The endpoint still exists, and responds with 501, so that the page
//! can say why it checks nothing.

use http::StatusCode;
use http_body::Body;

use super::Explorer;
use super::response::{self, EndpointResult};
use crate::backend::{Backend, RequestParts};
use crate::validate::ABSENT;

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
