//! Stands in for `traffic` in a build without the feature of that name.

pub(crate) type Service<S> = S;
pub(crate) type Future<F> = F;
pub(crate) type Body<B> = B;

/// No layer.
#[derive(Clone, Debug)]
pub(crate) enum TrafficLayer {}

pub(super) fn around<S>(_: Option<&TrafficLayer>, inner: S) -> S {
    inner
}

pub(super) fn passed<B>(body: B) -> B {
    body
}

pub(super) fn inner<S>(service: &S) -> &S {
    service
}

pub(super) fn inner_mut<S>(service: &mut S) -> &mut S {
    service
}

pub(super) fn into_inner<S>(service: S) -> S {
    service
}
