//! The service that adds UIs to the tools.

use http_body::Body as HttpBody;
use tower_layer::Layer;

use crate::augment::{AugmentBody, AugmentFuture, AugmentLayer, AugmentService};
use crate::catalog::UiCatalog;

pub(crate) type Service<S> = AugmentService<S>;
pub(crate) type Future<F> = AugmentFuture<F>;
pub(crate) type Body<B> = AugmentBody<B>;

pub(super) fn around<S>(layer: Option<&AugmentLayer>, inner: S) -> Service<S> {
    match layer {
        Some(layer) => layer.layer(inner),
        None => AugmentLayer::new(&UiCatalog::new()).endpoints::<String>([]).layer(inner),
    }
}

pub(super) fn passed<B: HttpBody>(body: B) -> Body<B> {
    AugmentBody::passed(body)
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
