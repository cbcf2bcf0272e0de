//! The service that records the traffic.

use tower_layer::Layer as _;

use crate::traffic::Traffic;
pub(crate) use crate::traffic::{
    TrafficBody as Body, TrafficFuture as Future, TrafficLayer as Layer, TrafficService as Service,
};

pub(super) fn around<S>(layer: Option<&Layer>, inner: S) -> Service<S> {
    match layer {
        Some(layer) => layer.layer(inner),
        None => Traffic::off().layer().layer(inner),
    }
}
