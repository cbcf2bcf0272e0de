//! The service that records the traffic.

use tower_layer::Layer;

use crate::traffic::{Traffic, TrafficBody, TrafficFuture, TrafficLayer, TrafficService};

pub(crate) type Service<S> = TrafficService<S>;
pub(crate) type Future<F> = TrafficFuture<F>;
pub(crate) type Body<B> = TrafficBody<B>;

pub(super) fn around<S>(layer: Option<&TrafficLayer>, inner: S) -> Service<S> {
    match layer {
        Some(layer) => layer.layer(inner),
        None => Traffic::off().layer().layer(inner),
    }
}

pub(super) fn passed<B>(body: B) -> Body<B> {
    TrafficBody::passed(body)
}

pub(super) fn inner<S>(service: &Service<S>) -> &S {
    &service.inner
}

pub(super) fn inner_mut<S>(service: &mut Service<S>) -> &mut S {
    &mut service.inner
}

pub(super) fn into_inner<S>(service: Service<S>) -> S {
    service.inner
}
