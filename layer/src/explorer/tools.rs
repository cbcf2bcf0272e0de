//! `GET {prefix}/tools` and `…/tools/{name}`: a backend's tools, from the list for this caller.
//!
//! Each list keeps its response JSON, so a list that the backend returns repeatedly is serialized only once.

use super::response::{self, EndpointResult, ExplorerResponse};
use super::{Conditional, Explorer};
use crate::backend::{Backend, RequestParts};
use crate::endpoint::tool_of_action;
use crate::model::ToolList;

/// Handles `GET {prefix}/tools`: the tools in the provider's order. `name` and `description` are always present,
/// the other members only if a tool has them:
///
/// ```json
/// [
///   {"name": "echo", "description": "", "title": "Echo", "annotations": {"readOnlyHint": true}},
///   {"name": "weather", "description": "", "icons": […], "_meta": {"ui": {"resourceUri": "ui://weather/view"}}}
/// ]
/// ```
pub(super) async fn list(explorer: &Explorer, request: &RequestParts, backend: &dyn Backend) -> EndpointResult {
    let list = of_caller(explorer, request, backend).await?;
    Ok(Conditional::json(list.list_json().clone()).respond(&request.headers))
}

/// Handles `GET {prefix}/tools/{name}`: the tool with its schemas, or 404. `inputSchema` is always present:
///
/// ```json
/// {"name": "echo", "description": "", "inputSchema": {"type": "object"}, "outputSchema": {…}, "title": "Echo"}
/// ```
///
/// The 404 response for an action path, such as `…/tools/echo/call`, says that the path takes POST.
pub(super) async fn detail(
    explorer: &Explorer,
    request: &RequestParts,
    name: &str,
    backend: &dyn Backend,
) -> EndpointResult {
    let list = of_caller(explorer, request, backend).await?;
    let detail = list.detail_json(name).ok_or_else(|| match tool_of_action(name) {
        Some(tool) if list.get(tool).is_some() => response::post_only(name),
        _ => response::tool_not_found(name),
    })?;
    Ok(Conditional::json(detail.clone()).respond(&request.headers))
}

/// Returns the tools that this caller may see.
pub(super) async fn of_caller(
    explorer: &Explorer,
    request: &RequestParts,
    backend: &dyn Backend,
) -> Result<ToolList, ExplorerResponse> {
    explorer.request_backend("list its tools", backend.list(RequestParts::clone(request))).await
}
