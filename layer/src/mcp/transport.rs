//! The transport to the MCP service: a tower service behind a trait object, so that the client is not generic over it.
//!
//! A request body is one message in memory. Response bodies are boxed.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::{Buf, Bytes};
use futures_util::future::BoxFuture;
use http::{Request, Response};
use http_body::Body;
use http_body_util::BodyExt as _;
use http_body_util::combinators::UnsyncBoxBody;
use parking_lot::Mutex;
use tower_service::Service;

use crate::body::PassedOrExplorer;
use crate::error::BoxError;
use crate::stack::RequestBody;

/// The body type for responses from the MCP service.
pub(crate) type UpstreamBody = UnsyncBoxBody<Bytes, BodyError>;

/// A body error. [`BoxError`] itself does not implement `Error`.
///
/// The sources are kept, because `messages` searches them for a limit of this client that the response has exceeded.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BodyError(#[source] BoxError);

impl BodyError {
    pub(super) fn new(error: BoxError) -> Self {
        Self(error)
    }
}

/// A transport for the client's requests to the MCP service.
///
/// The future does not borrow the transport, so that the request that closes a session can be sent in the background.
pub(crate) type Transport = dyn Fn(Request<Bytes>) -> Sent + Send + Sync;

/// Creates a transport from a tower service. Each request goes to a clone that was polled ready.
///
/// `ready` is an instance that is ready already. The first request must go to it: a ready service may hold a concurrency
/// limit's permit, and a clone would wait for that permit forever. `B` is the body type for the service's other requests,
/// which the explorer never creates.
pub(super) fn transport<S, B, ResB>(service: S, ready: Option<S>) -> Arc<Transport>
where
    S: Service<Request<PassedOrExplorer<B>>, Response = Response<ResB>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Into<BoxError>,
    B: Send + 'static,
    ResB: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    let instances = Mutex::new((service, ready));
    Arc::new(move |request| {
        let mut instances = instances.lock();
        let ready = instances.1.take();
        let is_ready = ready.is_some();
        let mut service = ready.unwrap_or_else(|| instances.0.clone());
        drop(instances);
        Box::pin(async move {
            if !is_ready {
                poll_fn(|cx| service.poll_ready(cx)).await.map_err(Into::into)?;
            }
            let response = service.call(request.map(PassedOrExplorer::explorer)).await.map_err(Into::into)?;
            Ok(response.map(boxed))
        })
    })
}

/// Boxes a response body.
fn boxed<B>(body: B) -> UpstreamBody
where
    B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
{
    let bytes = body.map_frame(|frame| frame.map_data(|mut data| data.copy_to_bytes(data.remaining())));
    bytes.map_err(|error| BodyError(error.into())).boxed_unsync()
}

/// A service passed to the layer, behind a trait object, so that the services around it are compiled only once.
#[derive(Clone)]
pub(crate) struct ErasedService(Arc<SendFn>);

type SendFn = dyn Fn(Request<RequestBody>) -> Sent + Send + Sync;
type Sent = BoxFuture<'static, Result<Response<UpstreamBody>, BoxError>>;

impl ErasedService {
    pub(crate) fn new<S, B>(service: S) -> Self
    where
        S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + 'static,
        S::Future: Send,
        S::Error: Into<BoxError>,
        B: Body<Data: Send, Error: Into<BoxError>> + Send + 'static,
    {
        let service = Mutex::new(service);
        Self(Arc::new(move |request| {
            let mut service = service.lock().clone();
            Box::pin(async move {
                poll_fn(|cx| service.poll_ready(cx)).await.map_err(Into::into)?;
                Ok(service.call(request).await.map_err(Into::into)?.map(boxed))
            })
        }))
    }
}

/// Always ready: each request waits for the service itself.
impl Service<Request<RequestBody>> for ErasedService {
    type Response = Response<UpstreamBody>;
    type Error = BoxError;
    type Future = Sent;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<RequestBody>) -> Sent {
        (self.0)(request)
    }
}
