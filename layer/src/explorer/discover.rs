use http::request::Parts;

use super::Explorer;
use super::answer::{self, Answer, Outcome};
use crate::model::ToolList;
use crate::tools::{RequestParts, Tools};

impl Explorer {
    /// `GET {prefix}/tools`.
    pub(super) async fn list(&self, request: Parts, tools: &dyn Tools) -> Outcome {
        let (request, list) = self.discover(request, tools).await?;
        Ok(list.list_json().answer(&request.headers))
    }

    /// `GET {prefix}/server`.
    pub(super) async fn server(&self, request: Parts, tools: &dyn Tools) -> Outcome {
        let (request, list) = self.discover(request, tools).await?;
        Ok(list.server_json().answer(&request.headers))
    }

    /// `GET {prefix}/tools/{name}`.
    pub(super) async fn detail(&self, request: Parts, name: &str, tools: &dyn Tools) -> Outcome {
        let (request, list) = self.discover(request, tools).await?;
        let detail = list.detail_json(name).ok_or_else(|| answer::tool_not_found(name))?;
        Ok(detail.answer(&request.headers))
    }

    /// The tools that this caller may know of.
    pub(super) async fn discover(&self, request: Parts, tools: &dyn Tools) -> Result<(RequestParts, ToolList), Answer> {
        let request = self.authorize_discovery(request).await?;
        let list = self.asked_of_source("list its tools", tools.list(request.clone())).await?;
        Ok((request, list))
    }
}
