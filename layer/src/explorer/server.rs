//! `GET {prefix}/server`: what is known about the server, and the tools that are excluded from its list.

use super::response::EndpointResult;
use super::{Conditional, Explorer};
use crate::backend::{Backend, RequestParts};
use crate::model::{HashedJson, ObjectWriter};

impl Explorer {
    /// Handles `GET {prefix}/server`. Only `excludedTools` is always present. The other members are those that the
    /// server has sent, unchanged; a backend in code has none of them:
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
    /// `mcpEndpoint` is where other MCP clients reach the server, relative to `{prefix}/`: only the client knows the
    /// path of the explorer behind a proxy.
    pub(super) async fn server(&self, request: &RequestParts, backend: &dyn Backend) -> EndpointResult {
        let list = self.list(request, backend).await?;
        let description = self.request_backend("describe itself", backend.server(RequestParts::clone(request))).await;
        // The reason is logged. The excluded tools are known all the same.
        let description = description.unwrap_or_default();
        let mut out = Vec::new();
        let mut object = ObjectWriter::begin(&mut out);
        description.write_members(&mut object);
        if let Some(endpoint) = &description.endpoint {
            object.string_member("mcpEndpoint", &self.config.prefix.relative(endpoint));
        }
        object.member_with("excludedTools", |out| list.excluded().write(out));
        object.end();
        Ok(Conditional::json(HashedJson::new(out)).respond(&request.headers))
    }
}
