//! The tower service, which sorts requests and changes their responses.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::{self, HeaderName, HeaderValue};
use http::{Request, Response, StatusCode};
use http_body::Body;
use pin_project_lite::pin_project;
use tower_service::Service;

use super::body::AugmentBody;
use super::plan::{self, Decision, Plan};
use super::replay::Replay;
use super::response::Work;
use super::{REQUEST_BYTES, Settings, rewrite};
use crate::box_future::BoxFuture;
use crate::catalog::Contents;
use crate::headers::JSON;
use crate::model::RawJson;
use crate::service_future::ServiceFuture;

/// A service that adds UIs to tools, created by [`AugmentLayer`](crate::uis::AugmentLayer).
///
/// Readiness and errors are those of the inner service.
#[derive(Clone)]
pub struct AugmentService<S> {
    pub(crate) inner: S,
    /// `None` if everything passes.
    settings: Option<Arc<Settings>>,
}

impl<S> AugmentService<S> {
    pub(super) fn new(inner: S, settings: Arc<Settings>) -> Self {
        Self { inner, settings: Some(settings) }
    }

    /// Creates a service that passes everything unchanged.
    pub(crate) fn passing(inner: S) -> Self {
        Self { inner, settings: None }
    }
}

impl<S, B, ResB> Service<Request<B>> for AugmentService<S>
where
    S: Service<Request<AugmentBody<B>>, Response = Response<ResB>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Send,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Send,
    ResB: Body<Data = Bytes> + Send + 'static,
    ResB::Error: Send,
{
    type Response = Response<AugmentBody<ResB>>;
    type Error = S::Error;
    type Future = AugmentFuture<S::Future>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    #[inline]
    fn call(&mut self, request: Request<B>) -> Self::Future {
        let header = |name: &HeaderName| request.headers().get(name).cloned();
        let (method, path) = (request.method(), request.uri().path());
        let settings = self.settings.as_ref();
        let Some((settings, (decision, contents))) =
            settings.and_then(|settings| Some((Arc::clone(settings), settings.decide(method, path, header)?)))
        else {
            let future = self.inner.call(request.map(AugmentBody::passed));
            return AugmentFuture { kind: Kind::Passed { future } };
        };
        // The instance that was polled ready takes the request.
        let clone = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, clone);
        let future = Box::pin(async move {
            let is_stateless = plan::is_stateless(request.headers());
            let (request, plan) = match decision {
                Decision::Plan(plan) => (request.map(AugmentBody::passed), Some(plan)),
                _ => read(request, &settings, &contents).await,
            };
            let Some(plan) = plan else {
                return inner.call(request).await.map(|response| response.map(AugmentBody::passed));
            };
            let work = Work { settings, contents, plan, is_stateless };
            work.run(inner, request).await
        });
        AugmentFuture { kind: Kind::Working { future } }
    }
}

/// Reads a request's body to find out its purpose.
async fn read<B: Body<Data = Bytes>>(
    request: Request<B>,
    settings: &Settings,
    contents: &Contents,
) -> (Request<AugmentBody<B>>, Option<Plan>) {
    let (head, body) = request.into_parts();
    if body.size_hint().lower() > REQUEST_BYTES as u64 {
        return (Request::from_parts(head, AugmentBody::passed(body)), None);
    }
    let replay = Replay::read(body, REQUEST_BYTES).await;
    let message = replay.whole().and_then(|text| RawJson::parse(text).ok());
    let plan = message.and_then(|message| plan::by_message(&message, &head.headers, contents, &settings.known));
    (Request::from_parts(head, AugmentBody::replayed(replay)), plan)
}

impl Work {
    async fn run<S, B, ResB>(
        self,
        mut inner: S,
        mut request: Request<AugmentBody<B>>,
    ) -> Result<Response<AugmentBody<ResB>>, S::Error>
    where
        S: Service<Request<AugmentBody<B>>, Response = Response<ResB>>,
        B: Body,
        ResB: Body<Data = Bytes> + Send + 'static,
        ResB::Error: Send,
    {
        if let Plan::Read { entry, id } = &self.plan {
            if self.settings.ask_inner {
                let response = inner.call(request).await?;
                if matches!(response.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
                    return Ok(response.map(AugmentBody::passed));
                }
            }
            return Ok(json(rewrite::contents(id, &entry.contents.to_json(), self.is_stateless)));
        }
        // A compressed response could not be read.
        request.headers_mut().remove(header::ACCEPT_ENCODING);
        let response = inner.call(request).await?;
        Ok(self.respond(response).await)
    }
}

/// Creates a JSON response from a message.
fn json<B: Body>(message: Bytes) -> Response<AugmentBody<B>> {
    let length = message.len();
    let mut response = Response::new(AugmentBody::written(message, None));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    response
}

impl<S: fmt::Debug> fmt::Debug for AugmentService<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AugmentService").field("inner", &self.inner).finish_non_exhaustive()
    }
}

pin_project! {
    /// The future returned by an [`AugmentService`].
    pub struct AugmentFuture<F>
    where
        F: ServiceFuture,
    {
        #[pin]
        kind: Kind<F>,
    }
}

pin_project! {
    #[project = KindProjected]
    enum Kind<F>
    where
        F: ServiceFuture,
    {
        Passed { #[pin] future: F },
        Working { future: BoxFuture<'static, Result<Response<AugmentBody<F::Body>>, F::Error>> },
    }
}

impl<F, ResB, E> Future for AugmentFuture<F>
where
    F: Future<Output = Result<Response<ResB>, E>>,
    ResB: Body<Data = Bytes>,
{
    type Output = Result<Response<AugmentBody<ResB>>, E>;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match self.project().kind.project() {
            KindProjected::Passed { future } => {
                future.poll(cx).map(|result| result.map(|response| response.map(AugmentBody::passed)))
            }
            KindProjected::Working { future } => future.as_mut().poll(cx),
        }
    }
}

impl<F: ServiceFuture> fmt::Debug for AugmentFuture<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_passed = matches!(self.kind, Kind::Passed { .. });
        f.debug_struct("AugmentFuture").field("is_passed", &is_passed).finish_non_exhaustive()
    }
}
