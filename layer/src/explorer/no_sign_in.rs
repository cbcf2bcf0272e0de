//! Replaces `sign_in` in builds without the feature `authorization`: no sign-in is offered.

use std::future::{Ready, ready};

use http_body::Body;

use super::Explorer;
use super::response::{self, EndpointResult};
use crate::backend::{Backend, RequestParts};
use crate::config::McpUiConfig;
use crate::endpoint::SignInAction;

/// A sign-in that cannot exist.
#[derive(Debug)]
pub(super) enum Desk {}

impl Desk {
    pub(super) fn new(_: &McpUiConfig) -> Option<Self> {
        None
    }
}

pub(super) fn respond<B: Body>(
    _: &Explorer,
    _: SignInAction,
    _: RequestParts,
    _: B,
    _: &dyn Backend,
) -> Ready<EndpointResult> {
    ready(Err(response::no_sign_in()))
}
