//! Replaces `traffic` in builds without that feature: nothing is recorded.

use std::future::{Ready, ready};

use http_body::Body;

use super::Explorer;
use super::response::{self, EndpointResult};
use crate::backend::RequestParts;

pub(super) fn respond(_: &Explorer, _: &RequestParts) -> EndpointResult {
    Err(response::not_found())
}

pub(super) fn redact<B: Body>(_: &Explorer, _: &RequestParts, _: B) -> Ready<EndpointResult> {
    ready(Err(response::not_found()))
}
