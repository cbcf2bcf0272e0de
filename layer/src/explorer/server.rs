//! `GET {prefix}/server`: facts about the server, and the tools excluded from its list.

use super::response::EndpointResult;
use super::{Conditional, Explorer, tools};
use crate::backend::{Backend, RequestParts};
use crate::model::{HashedJson, ObjectWriter};

/// Handles `GET {prefix}/server`. Only `excludedTools` is always present. The other members come unchanged from the
/// server, and are absent for a backend in code:
///
/// ```json
/// {
///   "protocolVersion": "2026-07-28",
///   "supportedVersions": ["2026-07-28"],
///   "serverInfo": {"name": "weather", "title": "Weather", "version": "1.2.0"},
///   "capabilities": {"tools": {"listChanged": true}},
///   "instructions": "Ask for a city first.",
///   "mcpEndpoint": "../mcp",
///   "excludedTools": [{"index": 3, "reason": "It has no `name`."}]
/// }
/// ```
///
/// `mcpEndpoint` is the server's URL for other MCP clients. It is relative to `{prefix}/`, because only the client
/// knows the explorer's path behind a proxy.
pub(super) async fn respond(explorer: &Explorer, request: &RequestParts, backend: &dyn Backend) -> EndpointResult {
    let list = tools::of_caller(explorer, request, backend).await?;
    let description = explorer.request_backend("describe itself", backend.server(RequestParts::clone(request))).await;
    // The failure is already logged, and the excluded tools are known even without the description.
    let description = description.unwrap_or_default();
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    description.write_members(&mut object);
    if let Some(endpoint) = &description.endpoint {
        object.string_member("mcpEndpoint", &explorer.config.prefix.relative(endpoint));
    }
    object.member_with("excludedTools", |out| list.excluded().write(out));
    object.end();
    Ok(Conditional::json(HashedJson::new(out)).respond(&request.headers))
}
