//! Checks arguments against the tool's JSON Schema: `POST {prefix}/tools/{name}/validate`.
//!
//! ```json
//! {"valid": true}
//! {"valid": false, "errors": [{"path": "/name", "message": "Must be a string", "keyword": "type"}]}
//! ```

use http::StatusCode;
use http_body::Body;

use super::call::without_byte_order_mark;
use super::response::{self, EndpointResult, ExplorerResponse};
use super::{Explorer, tools};
use crate::backend::{Backend, RequestParts};
use crate::validate::{Violation, verdict};

/// Handles `POST {prefix}/tools/{name}/validate`. Never runs the tool, so the execution policy does not matter.
///
/// 404 for an unknown tool, before the body is read; 400 for a body that is not JSON; otherwise 200 with the
/// verdict.
pub(super) async fn respond<B: Body>(
    explorer: &Explorer,
    request: RequestParts,
    body: B,
    name: &str,
    backend: &dyn Backend,
) -> EndpointResult {
    let list = tools::of_caller(explorer, &request, backend).await?;
    let tool = list.get(name).ok_or_else(|| response::tool_not_found(name))?;
    let body = without_byte_order_mark(explorer.read(body).await?);
    let checked = explorer.validators.violations_by_text(tool.get("inputSchema"), body, "arguments");
    Ok(checked.map_or_else(|error| invalid_json(&error), |errors| verdict_response(StatusCode::OK, &errors)))
}

/// Creates the 400 response for a body that is not JSON, in the form of a verdict.
fn invalid_json(error: &serde_json::Error) -> ExplorerResponse {
    verdict_response(StatusCode::BAD_REQUEST, &[Violation::at_root("format", format!("Invalid JSON: {error}"))])
}

/// Creates the response for these violations.
fn verdict_response(status: StatusCode, errors: &[Violation]) -> ExplorerResponse {
    response::json(status, verdict(errors))
}
