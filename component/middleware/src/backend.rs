use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::Body;
use tower_mcp_ui::{BoxError, BoxFuture};
use tower_service::Service;
use wasip3::http::types::{ErrorCode, Scheme};
use wasip3::http_compat::{IncomingResponseBody, http_from_wasi_response, http_into_wasi_request};

use crate::bindings::wasi::http::handler;

/// The service behind the middleware, for requests in the `http` crate's type instead of the host's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backend;

impl<B> Service<http::Request<B>> for Backend
where
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    type Response = http::Response<IncomingResponseBody>;
    type Error = ErrorCode;
    type Future = BoxFuture<'static, Result<Self::Response, ErrorCode>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ErrorCode>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        Box::pin(async move {
            let request = http_into_wasi_request(request)?;
            // A target needs a scheme, which is missing if the caller's request had no host.
            if request.get_scheme().is_none() {
                request.set_scheme(Some(&Scheme::Http)).map_err(|()| ErrorCode::HttpProtocolError)?;
            }
            http_from_wasi_response(handler::handle(request).await?)
        })
    }
}
