//! Response and request bodies.

use std::convert::Infallible;

use bytes::Bytes;
use http_body::Frame;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};

pub(crate) type AnyBody = BoxBody<Bytes, Infallible>;

pub(crate) fn whole(body: impl Into<Bytes>) -> AnyBody {
    Full::new(body.into()).boxed()
}

/// A body with these parts, each in its own frame.
pub(crate) fn parts<P: Into<Bytes>>(parts: impl IntoIterator<Item = P>) -> AnyBody {
    let frames: Vec<_> = parts.into_iter().map(|part| Ok(Frame::data(part.into()))).collect();
    BodyExt::boxed(StreamBody::new(futures_util::stream::iter(frames)))
}
