//! Reads and changes responses according to a plan.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream;
use http::header::{self, HeaderMap, HeaderName};
use http::{Response, StatusCode, response};
use http_body::{Body, Frame};
use http_body_util::BodyExt as _;

use super::body::AugmentBody;
use super::lines::{self, Lines, Piece};
use super::plan::{Plan, SESSION_ID};
use super::replay::Replay;
use super::{RESPONSE_BYTES, Settings, rewrite};
use crate::catalog::{Contents, Skip};
use crate::headers::media_type;

/// Headers that describe the original bytes, and are wrong once the body changes.
const OF_BYTES: [HeaderName; 5] = [
    header::ETAG,
    HeaderName::from_static("content-digest"),
    HeaderName::from_static("repr-digest"),
    HeaderName::from_static("digest"),
    HeaderName::from_static("content-md5"),
];

/// A request that concerns UIs and awaits its response.
pub(super) struct Work {
    pub(super) settings: Arc<Settings>,
    pub(super) contents: Arc<Contents>,
    pub(super) plan: Plan,
    /// True if results have the 2026-07-28 form.
    pub(super) is_stateless: bool,
}

impl Work {
    /// Changes a response, or passes it unchanged.
    pub(super) async fn respond<B>(self, response: Response<B>) -> Response<AugmentBody<B>>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Send,
    {
        let (head, body) = response.into_parts();
        self.note_session(&head.headers);
        if head.headers.contains_key(header::CONTENT_ENCODING) {
            self.skip(Skip::Unreadable("the response is compressed"));
            return Response::from_parts(head, AugmentBody::passed(body));
        }
        match media_type(&head.headers).as_str() {
            // A stream with a `Content-Length` is complete, so its events need not pass one by one.
            "text/event-stream" if !head.headers.contains_key(header::CONTENT_LENGTH) => {
                Response::from_parts(head, self.events(body))
            }
            kind @ ("text/event-stream" | "application/json") => {
                self.whole(head, body, kind == "text/event-stream").await
            }
            _ => Response::from_parts(head, AugmentBody::passed(body)),
        }
    }

    async fn whole<B>(self, mut head: response::Parts, body: B, is_stream: bool) -> Response<AugmentBody<B>>
    where
        B: Body<Data = Bytes>,
    {
        let replay = Replay::read(body, RESPONSE_BYTES).await;
        if replay.is_cut() {
            self.skip(Skip::TooLarge);
        }
        let changed = match replay.whole() {
            Some(text) if is_stream => self.rewrite_events(text).await,
            Some(text) => self.rewrite(text).await,
            None => None,
        };
        let Some(changed) = changed else { return Response::from_parts(head, AugmentBody::replayed(replay)) };
        if head.headers.contains_key(header::CONTENT_LENGTH) {
            head.headers.insert(header::CONTENT_LENGTH, changed.len().into());
        }
        for name in OF_BYTES {
            head.headers.remove(name);
        }
        if !head.status.is_success() {
            // The status belongs to a `method not found` error, which a result has now replaced.
            head.status = StatusCode::OK;
        }
        Response::from_parts(head, AugmentBody::written(changed, replay.into_trailers()))
    }

    /// Changes the event that carries the response. Everything else passes unchanged, as it arrives.
    fn events<B>(self, body: B) -> AugmentBody<B>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Send,
    {
        let start = (self, Box::pin(body), Lines::default(), Vec::new().into_iter());
        AugmentBody::events(stream::unfold(start, |(work, mut body, mut lines, mut ready)| async move {
            let frame = loop {
                if let Some(piece) = ready.next() {
                    break Ok(Frame::data(work.piece(piece).await));
                }
                match body.frame().await.map(|frame| frame.map(Frame::into_data)) {
                    None => break Ok(Frame::data(lines.finish()?)),
                    Some(Err(error)) => break Err(error),
                    Some(Ok(Ok(data))) => ready = lines.push(&data, RESPONSE_BYTES).into_iter(),
                    Some(Ok(Err(trailers))) => {
                        if let Some(rest) = lines.finish() {
                            ready = vec![Piece::Passed(rest)].into_iter();
                        }
                        break Ok(trailers);
                    }
                }
            };
            Some((frame, (work, body, lines, ready)))
        }))
    }

    async fn piece(&self, piece: Piece) -> Bytes {
        match piece {
            Piece::Passed(bytes) => bytes,
            Piece::Cut(bytes) => {
                self.skip(Skip::TooLarge);
                bytes
            }
            Piece::Event(event) => match self.rewrite(lines::data(&event).into()).await {
                Some(changed) => match std::str::from_utf8(&changed) {
                    Ok(changed) => lines::with_data(&event, changed),
                    Err(_) => event,
                },
                None => event,
            },
        }
    }

    /// Changes a complete event stream. Returns `None` if it stays unchanged.
    async fn rewrite_events(&self, text: Bytes) -> Option<Bytes> {
        let mut lines = Lines::default();
        let mut changed = Vec::with_capacity(text.len());
        for piece in lines.push(&text, RESPONSE_BYTES) {
            changed.extend_from_slice(&self.piece(piece).await);
        }
        changed.extend(lines.finish().unwrap_or_default());
        (changed != text).then(|| changed.into())
    }

    /// Changes a message. Returns `None` if it stays unchanged.
    async fn rewrite(&self, message: Bytes) -> Option<Bytes> {
        let Self { settings, contents, is_stateless, .. } = self;
        match &self.plan {
            Plan::Capabilities { .. } => rewrite::capabilities(&message),
            Plan::Tools => rewrite::tools(&message, contents),
            Plan::Resources => rewrite::resources(&message, contents, *is_stateless),
            Plan::Templates => rewrite::templates(&message, *is_stateless),
            Plan::Read { .. } => None,
            Plan::Call(call) => settings.render_call(&message, call).await,
            Plan::Task(call) => settings.render_task(&message, call).await,
        }
    }

    /// Remembers a session whose client shows MCP Apps.
    fn note_session(&self, headers: &HeaderMap) {
        if let Plan::Capabilities { shows_apps: true } = self.plan
            && let Some(id) = headers.get(SESSION_ID)
        {
            self.settings.known.add_session(id.as_bytes());
        }
    }

    fn skip(&self, skip: Skip) {
        if let Plan::Call(call) | Plan::Task(call) = &self.plan {
            self.settings.skip(call, skip);
        }
    }
}
