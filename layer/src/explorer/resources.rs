use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;

use super::answer::{self, Answer};
use super::{Explorer, Rendered};
use crate::model::RawJson;
use crate::tools::{Listing, Tools};

impl Explorer {
    /// `GET {prefix}/resources` and `GET {prefix}/resources/templates`.
    pub(super) async fn resources(&self, request: Parts, listing: Listing, tools: &dyn Tools) -> Answer {
        let request = match self.authorize_discovery(request).await {
            Ok(request) => request,
            Err(refusal) => return refusal,
        };
        match self.asked_of_source("list its resources", tools.resources(listing, request.clone())).await {
            Ok(items) => {
                let items: Vec<_> = items.iter().map(RawJson::get).collect();
                Rendered::json(Bytes::from(format!("[{}]", items.join(",")))).answer(&request.headers)
            }
            Err(refusal) => refusal,
        }
    }

    /// `GET {prefix}/resources/read?uri={uri}`.
    pub(super) async fn read_resource(&self, request: Parts, tools: &dyn Tools) -> Answer {
        let query = request.uri.query().unwrap_or_default();
        let uri =
            form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == "uri").map(|(_, uri)| uri.into_owned());
        let Some(uri) = uri.filter(|uri| !uri.is_empty()) else {
            return answer::error(StatusCode::BAD_REQUEST, "Which resource? Name it: ?uri=ui://…, percent-encoded.");
        };
        let request = match self.authorize_discovery(request).await {
            Ok(request) => request,
            Err(refusal) => return refusal,
        };
        match self.asked_of_source("read a resource", tools.read(uri.clone(), request.clone())).await {
            Ok(Some(read)) => Rendered::json(Bytes::from(read.to_json())).answer(&request.headers),
            Ok(None) => answer::error(StatusCode::NOT_FOUND, &format!("Resource not found: {uri}")),
            Err(refusal) => refusal,
        }
    }
}
