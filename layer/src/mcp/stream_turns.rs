//! The turns that a session's requests take at having its event stream.

use std::sync::Arc;

use event_listener::Event;
use parking_lot::Mutex;

/// The request that has the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Holder {
    #[default]
    Nobody,
    /// A request that is still opening the stream, or that has it for a moment.
    Moment,
    /// A request that has the stream, and may keep it for long.
    Lasting,
}

#[derive(Debug, Default)]
pub(super) struct StreamTurns {
    holder: Mutex<Holder>,
    freed: Event,
    lasts: Event,
}

/// A request's turn. Dropping it gives the turn to another request.
#[derive(Debug)]
pub(super) struct StreamTurn(Arc<StreamTurns>);

impl StreamTurns {
    /// Takes the turn, unless another request has it.
    pub(super) fn try_take(self: &Arc<Self>) -> Option<StreamTurn> {
        let mut holder = self.holder.lock();
        (*holder == Holder::Nobody).then(|| {
            *holder = Holder::Moment;
            StreamTurn(Arc::clone(self))
        })
    }

    /// Waits for the turn and takes it.
    pub(super) async fn take(self: &Arc<Self>) -> StreamTurn {
        loop {
            let freed = self.freed.listen();
            if let Some(turn) = self.try_take() {
                return turn;
            }
            freed.await;
        }
    }

    /// Completes once a request has the stream that may keep it for long.
    pub(super) async fn lasting(&self) {
        loop {
            let lasts = self.lasts.listen();
            if *self.holder.lock() == Holder::Lasting {
                return;
            }
            lasts.await;
        }
    }
}

impl StreamTurn {
    /// Marks the stream as open, and the request as one that may keep it for long.
    pub(super) fn mark_lasting(&self) {
        *self.0.holder.lock() = Holder::Lasting;
        self.0.lasts.notify(usize::MAX);
    }
}

impl Drop for StreamTurn {
    fn drop(&mut self) {
        *self.0.holder.lock() = Holder::Nobody;
        self.0.freed.notify(1);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::poll_immediate;

    use super::*;

    #[tokio::test]
    async fn one_request_at_a_time_has_the_turn() {
        let turns = Arc::new(StreamTurns::default());
        let first = turns.try_take().unwrap();
        assert!(turns.try_take().is_none());
        let mut second = Box::pin(turns.take());
        let mut lasting = Box::pin(turns.lasting());
        assert!(poll_immediate(&mut second).await.is_none() && poll_immediate(&mut lasting).await.is_none());
        first.mark_lasting();
        assert!(poll_immediate(&mut second).await.is_none() && poll_immediate(&mut lasting).await.is_some());
        drop(first);
        let second = poll_immediate(&mut second).await.unwrap();
        assert!(poll_immediate(turns.lasting()).await.is_none(), "the second one is still opening its stream");
        drop(second);
        assert!(turns.try_take().is_some());
    }
}
