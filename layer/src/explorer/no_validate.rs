//! Replaces `validate` in builds without that feature. The endpoint still exists, but responds with 501, so that the
//! page can explain why nothing is checked.

use http::StatusCode;
use http_body::Body;

use super::response::{self, EndpointResult};
use super::{Explorer, tools};
use crate::backend::{Backend, RequestParts};
use crate::validate::ABSENT;

/// Handles `POST {prefix}/tools/{name}/validate`: 404 for an unknown tool, otherwise 501.
pub(super) async fn respond<B: Body>(
    explorer: &Explorer,
    request: RequestParts,
    _: B,
    name: &str,
    backend: &dyn Backend,
) -> EndpointResult {
    let list = tools::of_caller(explorer, &request, backend).await?;
    list.get(name).ok_or_else(|| response::tool_not_found(name))?;
    Err(response::error(StatusCode::NOT_IMPLEMENTED, ABSENT))
}
