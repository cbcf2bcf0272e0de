//! A layer that makes a service as unreliable as a network. A seed decides the faults.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, stream};
use http::{Request, Response, header};
use http_body_util::BodyExt as _;
use tower::{Layer, Service, ServiceExt as _};
use tower_mcp_ui::{BoxError, BoxFuture};

/// The statuses of refused requests.
const REFUSALS: [u16; 8] = [400, 401, 403, 404, 429, 500, 502, 503];

/// The range of long pauses, in milliseconds: longer than some of the layer's timeouts, and shorter than others.
const LATE: Range<u64> = 0..40_000;
const SHORT: Range<u64> = 0..100;

/// The layer. Its clones draw from the same random numbers.
#[derive(Clone)]
pub(crate) struct Faults(Arc<Mutex<fastrand::Rng>>);

/// The fate of a request.
enum Fate {
    Served,
    Refused(u16),
    /// The connection breaks before the service gets the request, or before its response arrives.
    Broken {
        after: bool,
    },
    /// No response arrives, ever.
    Silent,
}

/// A part of a response's body.
enum Part {
    Data(Bytes),
    Pause(Duration),
    Cut,
    End,
    Silence,
}

impl Faults {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(fastrand::Rng::with_seed(seed))))
    }

    fn draw<T>(&self, draw: impl FnOnce(&mut fastrand::Rng) -> T) -> T {
        draw(&mut self.0.lock().unwrap())
    }

    fn pause(&self, range: Range<u64>) -> Duration {
        Duration::from_millis(self.draw(|random| random.u64(range)))
    }

    fn fate(&self) -> (Duration, Fate) {
        let fate = match self.draw(|random| random.u8(0..100)) {
            0..4 => Fate::Refused(self.draw(|random| random.choice(REFUSALS).unwrap_or(500))),
            4..7 => Fate::Broken { after: false },
            7..9 => Fate::Broken { after: true },
            9 => Fate::Silent,
            _ => Fate::Served,
        };
        let pause = match self.draw(|random| random.u8(0..10)) {
            0 => self.pause(LATE),
            1..4 => self.pause(SHORT),
            _ => Duration::ZERO,
        };
        (pause, fate)
    }

    /// Returns the time after which a client gives up, or `None` if it does not.
    pub(crate) fn patience(&self) -> Option<Duration> {
        match self.draw(|random| random.u8(0..20)) {
            0 => Some(self.pause(SHORT)),
            1 => Some(self.pause(LATE)),
            _ => None,
        }
    }

    /// Returns the parts that arrive in place of a frame, and whether the frame comes after the next one.
    fn parts(&self, data: Bytes) -> (Vec<Part>, bool) {
        let (begin, rest) = self.draw(|random| {
            let mut rest = data.clone();
            (rest.split_to(random.usize(0..=data.len())), rest)
        });
        let begin = Part::Data(begin);
        match self.draw(|random| random.u8(0..100)) {
            0..3 => (vec![begin, Part::Cut], false),
            3..5 => (vec![begin, Part::End], false),
            5 => (vec![begin, Part::Silence], false),
            6..10 => (vec![Part::Data(data.clone()), Part::Data(data)], false),
            10..16 => (vec![Part::Data(data)], true),
            16..40 => (vec![begin, Part::Pause(self.pause(SHORT)), Part::Data(rest)], false),
            _ => (vec![Part::Data(data)], false),
        }
    }

    /// Returns the body with its faults.
    fn disturb<B>(self, body: B) -> impl Stream<Item = Result<Bytes, BoxError>>
    where
        B: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Unpin,
    {
        let state = (self, body, VecDeque::new(), VecDeque::new());
        stream::unfold(state, async |(faults, mut body, mut arriving, mut late)| {
            loop {
                let item = match arriving.pop_front() {
                    Some(Part::Data(data)) => Ok(data),
                    Some(Part::Pause(duration)) => {
                        tokio::time::sleep(duration).await;
                        continue;
                    }
                    Some(Part::Cut) => {
                        arriving.push_front(Part::End);
                        Err(BoxError::from("the connection was cut"))
                    }
                    Some(Part::End) => return None,
                    Some(Part::Silence) => std::future::pending().await,
                    None => {
                        match body.frame().await {
                            Some(Ok(frame)) => {
                                let (parts, is_late) = faults.parts(frame.into_data().unwrap_or_default());
                                if is_late && late.is_empty() {
                                    late.extend(parts);
                                    continue;
                                }
                                arriving.extend(parts);
                            }
                            Some(Err(_)) => arriving.push_back(Part::Cut),
                            None if late.is_empty() => return None,
                            None => {}
                        }
                        arriving.append(&mut late);
                        continue;
                    }
                };
                return Some((item, (faults, body, arriving, late)));
            }
        })
    }
}

impl<S> Layer<S> for Faults {
    type Service = Faulty<S>;

    fn layer(&self, inner: S) -> Faulty<S> {
        Faulty { inner, faults: self.clone() }
    }
}

#[derive(Clone)]
pub(crate) struct Faulty<S> {
    inner: S,
    faults: Faults,
}

impl<S, B, R> Service<Request<B>> for Faulty<S>
where
    S: Service<Request<B>, Response = Response<R>, Error: Into<BoxError>, Future: Send> + Clone + Send + 'static,
    B: Send + 'static,
    R: http_body::Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Response<Body>, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let (inner, faults) = (self.inner.clone(), self.faults.clone());
        Box::pin(async move {
            let (pause, fate) = faults.fate();
            tokio::time::sleep(pause).await;
            match fate {
                Fate::Refused(status) => return Ok(Response::builder().status(status).body("refused".into())?),
                Fate::Broken { after: false } => return Err("the connection was refused".into()),
                Fate::Silent => return std::future::pending().await,
                Fate::Served | Fate::Broken { after: true } => {}
            }
            let (mut parts, body) = inner.oneshot(request).await.map_err(Into::into)?.into_parts();
            if matches!(fate, Fate::Broken { .. }) {
                return Err("the connection was reset".into());
            }
            parts.headers.remove(header::CONTENT_LENGTH);
            Ok(Response::from_parts(parts, Body::from_stream(faults.disturb(body))))
        })
    }
}
