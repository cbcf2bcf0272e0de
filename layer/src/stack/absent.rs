//! Stands in for a stack service in a build without its feature: everything passes.

use std::task::{Context, Poll};

pub(crate) type Future<F> = F;
pub(crate) type Body<B> = B;

/// A layer that cannot exist.
#[derive(Clone, Debug)]
pub(crate) enum Layer {}

#[derive(Clone, Debug)]
pub(crate) struct Service<S> {
    pub(crate) inner: S,
}

impl<S: tower_service::Service<R>, R> tower_service::Service<R> for Service<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: R) -> S::Future {
        self.inner.call(request)
    }
}

pub(super) fn around<S>(_: Option<&Layer>, inner: S) -> Service<S> {
    Service { inner }
}
