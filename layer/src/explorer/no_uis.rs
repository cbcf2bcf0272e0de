//! Replaces `uis` in builds without that feature: there are no UIs.

use std::future::{Ready, ready};

use http::request::Parts;
use http_body::Body;

use super::Explorer;
use super::response::{self, EndpointResult};
use crate::backend::RequestParts;

impl Explorer {
    pub(super) fn uis(&self, _: &RequestParts) -> EndpointResult {
        let Self { .. } = self;
        Err(response::not_found())
    }

    pub(super) fn check_ui<B: Body>(&self, _: B, _: &str) -> Ready<EndpointResult> {
        let Self { .. } = self;
        ready(Err(response::not_found()))
    }

    pub(super) fn save_story<B: Body>(&self, _: RequestParts, _: B, _: &str) -> Ready<EndpointResult> {
        let Self { .. } = self;
        ready(Err(response::not_found()))
    }

    pub(super) fn ui_runtime(&self, _: &Parts) -> EndpointResult {
        let Self { .. } = self;
        Err(response::not_found())
    }

    pub(super) fn hosted_ui(&self, _: &Parts, _: &str) -> EndpointResult {
        let Self { .. } = self;
        Err(response::not_found())
    }
}
