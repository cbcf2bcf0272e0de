//! A response body, with a limit on its bytes in memory, which also count against the budget.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use parking_lot::Mutex;

use super::transport::{BodyError, UpstreamBody};
use crate::budget::{Budget, Reservation};

/// A response body. Reading more bytes than its meter allows fails.
pub(super) struct MeteredBody {
    body: UpstreamBody,
    meter: Meter,
}

/// A handle on the bytes that a body holds in memory. The last handle releases them.
#[derive(Clone)]
pub(super) struct Meter(Arc<Mutex<Reading>>);

struct Reading {
    reservation: Reservation,
    limit: usize,
}

impl MeteredBody {
    pub(super) fn new(body: UpstreamBody, budget: &Budget) -> Self {
        let reading = Reading { reservation: budget.reservation(), limit: usize::MAX };
        Self { body, meter: Meter(Arc::new(Mutex::new(reading))) }
    }

    /// Limits the bytes in memory to `limit`.
    pub(super) fn limited(self, limit: usize) -> Self {
        self.meter.0.lock().limit = limit;
        self
    }

    pub(super) fn meter(&self) -> Meter {
        self.meter.clone()
    }
}

impl Meter {
    /// Releases the bytes read so far, because the messages in them have been handed over.
    pub(super) fn release(&self) {
        self.0.lock().reservation.release();
    }

    fn count(&self, bytes: usize) -> Result<(), BodyError> {
        let Reading { reservation, limit } = &mut *self.0.lock();
        reservation.grow_by(bytes).map_err(|error| BodyError::new(error.into()))?;
        if reservation.bytes() > *limit { Err(BodyError::new(TooLarge.into())) } else { Ok(()) }
    }
}

impl Body for MeteredBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        Poll::Ready(frame.map(|frame| {
            let frame = frame?;
            self.meter.count(frame.data_ref().map_or(0, Bytes::len))?;
            Ok(frame)
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The error for a body that exceeds its limit.
#[derive(Debug, thiserror::Error)]
#[error("the response is too large")]
pub(super) struct TooLarge;
