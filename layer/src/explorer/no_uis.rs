//! Replaces `uis` in builds without that feature: there are no UIs.

use std::future::{Ready, ready};

use http::request::Parts;
use http_body::Body;

use super::Explorer;
use super::response::{self, EndpointResult};
use crate::backend::RequestParts;

pub(super) fn list(_: &Explorer, _: &RequestParts) -> EndpointResult {
    Err(response::not_found())
}

pub(super) fn check<B: Body>(_: &Explorer, _: B, _: &str) -> Ready<EndpointResult> {
    ready(Err(response::not_found()))
}

pub(super) fn save_story<B: Body>(_: &Explorer, _: RequestParts, _: B, _: &str) -> Ready<EndpointResult> {
    ready(Err(response::not_found()))
}

pub(super) fn runtime(_: &Explorer, _: &Parts) -> EndpointResult {
    Err(response::not_found())
}

pub(super) fn document(_: &Explorer, _: &Parts, _: &str) -> EndpointResult {
    Err(response::not_found())
}
