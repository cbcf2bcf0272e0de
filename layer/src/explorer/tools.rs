use http::request::Parts;

use super::Explorer;
use super::response::{self, EndpointResult, ExplorerResponse};
use crate::backend::{Backend, RequestParts};
use crate::model::ToolList;
use crate::route::Action;

impl Explorer {
    /// Handles `GET {prefix}/tools`.
    pub(super) async fn list(&self, request: Parts, backend: &dyn Backend) -> EndpointResult {
        let (request, list) = self.discover(request, backend).await?;
        Ok(list.list_json().respond(&request.headers))
    }

    /// Handles `GET {prefix}/server`.
    pub(super) async fn server(&self, request: Parts, backend: &dyn Backend) -> EndpointResult {
        let (request, list) = self.discover(request, backend).await?;
        Ok(list.server_json().respond(&request.headers))
    }

    /// Handles `GET {prefix}/tools/{name}`.
    pub(super) async fn detail(&self, request: Parts, name: &str, backend: &dyn Backend) -> EndpointResult {
        let (request, list) = self.discover(request, backend).await?;
        let detail = list.detail_json(name).ok_or_else(|| match Action::of(name) {
            Some(Action::Call(tool) | Action::Validate(tool)) if list.get(tool).is_some() => response::post_only(name),
            _ => response::tool_not_found(name),
        })?;
        Ok(detail.respond(&request.headers))
    }

    /// Returns the tools that this caller may see.
    pub(super) async fn discover(
        &self,
        request: Parts,
        backend: &dyn Backend,
    ) -> Result<(RequestParts, ToolList), ExplorerResponse> {
        let request = self.authorize_discovery(request).await?;
        let list = self.call_backend("list its tools", backend.list(request.clone())).await?;
        Ok((request, list))
    }
}
