use bytes::Bytes;
use http::StatusCode;
use http::request::Parts;

use super::response::{self, EndpointResult};
use super::{Conditional, Explorer, app_hash};
use crate::backend::{Backend, Listing};
use crate::model::RawJson;

impl Explorer {
    /// `GET {prefix}/resources` and `GET {prefix}/resources/templates`.
    pub(super) async fn resources(&self, request: Parts, listing: Listing, backend: &dyn Backend) -> EndpointResult {
        let request = self.authorize_discovery(request).await?;
        let items = self.asked_of_source("list its resources", backend.resources(listing, request.clone())).await?;
        let items: Vec<_> = items.iter().map(RawJson::get).collect();
        Ok(Conditional::json(Bytes::from(format!("[{}]", items.join(",")))).answer(&request.headers))
    }

    /// `GET {prefix}/resources/read?uri={uri}`.
    pub(super) async fn read_resource(&self, request: Parts, backend: &dyn Backend) -> EndpointResult {
        let query = request.uri.query().unwrap_or_default();
        let uri =
            form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == "uri").map(|(_, uri)| uri.into_owned());
        let unnamed = "Which resource? Name it: ?uri=ui://…, percent-encoded.";
        let uri = uri.filter(|uri| !uri.is_empty()).ok_or_else(|| response::error(StatusCode::BAD_REQUEST, unnamed))?;
        let request = self.authorize_discovery(request).await?;
        let read = self.asked_of_source("read a resource", backend.read(uri.clone(), request.clone())).await?;
        let missing = || response::error(StatusCode::NOT_FOUND, &format!("Resource not found: {uri}"));
        let read = read.ok_or_else(missing)?.to_json();
        let hashes = app_hash::check(&self.config.apps, &read)?;
        let mut rendered = Conditional::json(Bytes::from(read));
        if let Some(hashes) = hashes {
            rendered = rendered.with(app_hash::HEADER, hashes);
        }
        Ok(rendered.answer(&request.headers))
    }
}
