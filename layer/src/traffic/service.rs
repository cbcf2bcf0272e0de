//! The tower layer that records messages as they pass.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use http_body::Body;
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use super::body::TrafficBody;
use super::events::Splitter;
use super::exchange::{Exchange, Instant, ResponseHead};
use super::head::{self, Headers};
use super::queue::{End, Tap};
use super::recording::Recording;
use super::{Traffic, following, reader};
use crate::endpoint::{MCP, is_one_of};

/// The layer that records messages as they pass: see [`Traffic`].
#[derive(Clone, Debug)]
#[must_use]
pub struct TrafficLayer {
    traffic: Traffic,
    /// The path to the MCP endpoint, unless the traffic settings specify others.
    endpoint: Arc<str>,
}

impl TrafficLayer {
    pub(super) fn new(traffic: Traffic) -> Self {
        Self { traffic, endpoint: MCP.into() }
    }

    /// Records the requests for this path, unless the traffic settings specify others.
    pub(crate) fn at(self, endpoint: &str) -> Self {
        Self { endpoint: endpoint.into(), ..self }
    }
}

impl<S> Layer<S> for TrafficLayer {
    type Service = TrafficService<S>;

    fn layer(&self, inner: S) -> TrafficService<S> {
        TrafficService { inner, layer: self.clone() }
    }
}

/// A service whose traffic is recorded, created by [`TrafficLayer`].
///
/// Readiness, responses and errors come from the inner service.
#[derive(Clone, Debug)]
pub struct TrafficService<S> {
    pub(crate) inner: S,
    layer: TrafficLayer,
}

impl<S, B, ResB> Service<Request<B>> for TrafficService<S>
where
    S: Service<Request<TrafficBody<B>>, Response = Response<ResB>>,
    B: Body<Data = Bytes>,
    ResB: Body<Data = Bytes>,
{
    type Response = Response<TrafficBody<ResB>>;
    type Error = S::Error;
    type Future = TrafficFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    #[inline]
    fn call(&mut self, request: Request<B>) -> Self::Future {
        let TrafficLayer { traffic, endpoint } = &self.layer;
        let recording = traffic.recording().filter(|recording| recording.records(&request, endpoint));
        let Some(recording) = recording else {
            let future = self.inner.call(request.map(TrafficBody::passed));
            return TrafficFuture { future, pending: None };
        };
        following::start(recording);
        let exchange = Arc::new(recording.begin(&request));
        let request = request.map(|body| TrafficBody::of_request(body, recording, &exchange));
        let future = {
            let _entered = exchange.span.enter();
            self.inner.call(request)
        };
        let pending = Pending { recording: Arc::clone(recording), exchange, end: Some(End::Dropped) };
        TrafficFuture { future, pending: Some(pending) }
    }
}

impl Recording {
    /// Returns whether a request is for an MCP endpoint.
    fn records<B>(&self, request: &Request<B>, endpoint: &str) -> bool {
        let path = request.uri().path();
        is_one_of(self.settings.endpoints.as_deref(), endpoint, path)
            && matches!(*request.method(), Method::POST | Method::GET | Method::DELETE)
    }

    fn begin<B>(&self, request: &Request<B>) -> Exchange {
        let splitter = Splitter::new(self.queue.begun_event());
        Exchange::new(request, self.exchanges.fetch_add(1, Ordering::Relaxed), &self.callers, splitter)
    }

    fn response_head<B>(&self, response: &Response<B>) -> ResponseHead {
        let headers: &HeaderMap = response.headers();
        let session = headers.get(head::SESSION_ID).map(|id| self.callers.session(id.as_bytes()));
        ResponseHead { status: response.status(), headers: Headers::kept(headers), session }
    }
}

pin_project! {
    /// The future of a [`TrafficService`].
    pub struct TrafficFuture<F> {
        #[pin]
        future: F,
        pending: Option<Pending>,
    }
}

/// An exchange that waits for its response. Dropping it records that no response came.
struct Pending {
    recording: Arc<Recording>,
    exchange: Arc<Exchange>,
    /// The reason to record if no response comes, or `None` once the response has come.
    end: Option<End>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        let Some(end) = self.end else { return };
        let exchange = Arc::clone(&self.exchange);
        reader::push(&self.recording, Tap::NoResponse { exchange, at: Instant::now(), end });
    }
}

impl<F, B, E> Future for TrafficFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
    B: Body,
{
    type Output = Result<Response<TrafficBody<B>>, E>;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let result = {
            let _entered = this.pending.as_ref().map(|pending| pending.exchange.span.enter());
            ready!(this.future.poll(cx))
        };
        let Some(mut pending) = this.pending.take() else {
            return Poll::Ready(result.map(|response| response.map(TrafficBody::passed)));
        };
        pending.end = result.is_err().then_some(End::Failed);
        let Pending { recording, exchange, .. } = &pending;
        Poll::Ready(result.map(|response| {
            let is_stream = exchange.respond(recording.response_head(&response)).is_stream();
            response.map(|body| TrafficBody::of_response(body, recording, exchange, is_stream))
        }))
    }
}

impl<F> fmt::Debug for TrafficFuture<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrafficFuture").field("is_recorded", &self.pending.is_some()).finish_non_exhaustive()
    }
}
