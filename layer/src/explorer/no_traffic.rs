//! Replaces `traffic` in builds without that feature: nothing is recorded.

use std::future::{Ready, ready};

use http_body::Body;

use super::Explorer;
use super::response::{self, EndpointResult};
use crate::backend::RequestParts;

impl Explorer {
    pub(super) fn traffic(&self, _: &RequestParts) -> EndpointResult {
        let Self { .. } = self;
        Err(response::not_found())
    }

    pub(super) fn redact_traffic<B: Body>(&self, _: &RequestParts, _: B) -> Ready<EndpointResult> {
        let Self { .. } = self;
        ready(Err(response::not_found()))
    }
}
