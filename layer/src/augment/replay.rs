//! A body that was read, in full or in part, and is passed on unchanged.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;

/// The frames read so far, and the rest of the body.
pub(super) struct Replay<B: Body> {
    frames: VecDeque<Frame<Bytes>>,
    /// Total data bytes in `frames`.
    bytes: u64,
    rest: Option<Pin<Box<B>>>,
    error: Option<B::Error>,
}

impl<B: Body<Data = Bytes>> Replay<B> {
    /// Reads a body until it ends, fails, or exceeds `limit` bytes.
    pub(super) async fn read(body: B, limit: usize) -> Self {
        let mut replay = Self { frames: VecDeque::new(), bytes: 0, rest: Some(Box::pin(body)), error: None };
        while let Some(body) = &mut replay.rest
            && replay.bytes <= limit as u64
        {
            match body.frame().await {
                Some(Ok(frame)) => {
                    replay.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
                    replay.frames.push_back(frame);
                }
                Some(Err(error)) => (replay.rest, replay.error) = (None, Some(error)),
                None => replay.rest = None,
            }
        }
        replay
    }

    /// Returns all data, or `None` if the body failed or was too long.
    pub(super) fn whole(&self) -> Option<Bytes> {
        if self.rest.is_some() || self.error.is_some() {
            return None;
        }
        let mut data = self.frames.iter().filter_map(Frame::data_ref);
        let first = data.next().cloned().unwrap_or_default();
        let Some(second) = data.next() else { return Some(first) };
        let mut all = BytesMut::from(first);
        all.extend_from_slice(second);
        data.for_each(|data| all.extend_from_slice(data));
        Some(all.freeze())
    }

    /// Returns whether the body was too long.
    pub(super) fn is_cut(&self) -> bool {
        self.rest.is_some()
    }

    /// Returns the trailers, if any.
    pub(super) fn into_trailers(self) -> Option<HeaderMap> {
        self.frames.into_iter().find_map(|frame| frame.into_trailers().ok())
    }

    pub(super) fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        if let Some(frame) = self.frames.pop_front() {
            self.bytes -= frame.data_ref().map_or(0, |data| data.len() as u64);
            return Poll::Ready(Some(Ok(frame)));
        }
        match (self.error.take(), &mut self.rest) {
            (Some(error), _) => Poll::Ready(Some(Err(error))),
            (None, Some(rest)) => rest.as_mut().poll_frame(cx),
            (None, None) => Poll::Ready(None),
        }
    }

    pub(super) fn is_end_stream(&self) -> bool {
        self.frames.is_empty() && self.error.is_none() && self.rest.as_ref().is_none_or(Body::is_end_stream)
    }

    pub(super) fn size_hint(&self) -> SizeHint {
        let rest = self.rest.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint);
        let mut hint = SizeHint::new();
        if self.error.is_some() {
            hint.set_lower(self.bytes);
            return hint;
        }
        hint.set_lower(self.bytes.saturating_add(rest.lower()));
        if let Some(upper) = rest.upper().and_then(|upper| upper.checked_add(self.bytes)) {
            hint.set_upper(upper);
        }
        hint
    }
}
