use std::future::Future;

use bytes::Bytes;
use http::Response;
use http_body::Body;

/// The future of an HTTP service, with its response body type and error type.
pub trait ServiceFuture: Future<Output = Result<Response<Self::Body>, Self::Error>> {
    type Body: Body<Data = Bytes>;
    type Error;
}

impl<F, B, E> ServiceFuture for F
where
    F: Future<Output = Result<Response<B>, E>>,
    B: Body<Data = Bytes>,
{
    type Body = B;
    type Error = E;
}
