//! The answer of a backend to one request, as a stream: messages, such as progress and log entries, then the result.
//!
//! The stream has a buffer of one message, so a server that floods its client with messages is slowed down to the speed
//! of the reader, and no memory grows.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use futures_util::stream::{Stream, StreamExt as _};

use crate::model::RawJson;

/// The stream of messages with which a backend answers one request. It ends with the result.
///
/// Nothing runs ahead: the backend goes on when the stream is polled, and waits until a message has been taken.
/// Dropping the stream cancels the request, at any point.
///
/// A message that was sent before the work ended comes before the result, also if both are ready at once.
pub(crate) struct Exchange<'a, T> {
    messages: Messages,
    /// The backend's work, until it is done.
    work: Option<BoxFuture<'a, T>>,
    /// The result of the work, until it is taken.
    result: Option<T>,
}

/// An item of an [`Exchange`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply<T> {
    /// A JSON-RPC notification or request that precedes the result, as the backend wrote it.
    Message(RawJson),
    /// The result, the last item.
    Result(T),
}

/// The sender of the messages that precede the result of an [`Exchange`].
///
/// The stream polls the sender itself, so the slot needs no waker. Therefore the sender must be used only within the
/// work of its exchange, and not in a task of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Messages(Arc<Mutex<Option<RawJson>>>);

impl Messages {
    /// Sends a message, as soon as the one before it has been taken. Dropping the future before that drops the message.
    pub(crate) async fn send(&self, message: RawJson) {
        let mut message = Some(message);
        std::future::poll_fn(|_| {
            let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if slot.is_some() {
                return Poll::Pending;
            }
            *slot = message.take();
            Poll::Ready(())
        })
        .await;
    }

    fn take(&self) -> Option<RawJson> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<'a, T: Send + Unpin + 'a> Exchange<'a, T> {
    /// Creates an exchange from work that sends messages and returns the result.
    pub(crate) fn new<F>(work: impl FnOnce(Messages) -> F) -> Self
    where
        F: Future<Output = T> + Send + 'a,
    {
        let messages = Messages::default();
        let work: BoxFuture<'a, T> = Box::pin(work(messages.clone()));
        Self { messages, work: Some(work), result: None }
    }

    /// Creates an exchange without messages.
    pub(crate) fn of_result(result: BoxFuture<'a, T>) -> Self {
        Self { messages: Messages::default(), work: Some(result), result: None }
    }

    /// Returns the result, for callers who have no use for the messages before it.
    pub(crate) async fn result(mut self) -> T {
        loop {
            match self.next().await.expect("an exchange ends with its result") {
                Reply::Message(message) => tracing::trace!(%message, "message of the backend dropped"),
                Reply::Result(result) => return result,
            }
        }
    }
}

/// The stream ends after the result. If the work sends a message and ends at once, the result waits until the message
/// has been taken.
impl<T: Unpin> Stream for Exchange<'_, T> {
    type Item = Reply<T>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Reply<T>>> {
        if let Some(work) = &mut self.work
            && let Poll::Ready(result) = work.as_mut().poll(cx)
        {
            (self.work, self.result) = (None, Some(result));
        }
        match self.messages.take() {
            Some(message) => Poll::Ready(Some(Reply::Message(message))),
            None if self.work.is_some() => Poll::Pending,
            None => Poll::Ready(self.result.take().map(Reply::Result)),
        }
    }
}

impl<T> fmt::Debug for Exchange<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("ended", &self.work.is_none()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::pending;

    use super::*;

    fn number(number: usize) -> RawJson {
        RawJson::parse(number.to_string()).unwrap()
    }

    #[tokio::test]
    async fn messages_come_before_the_result() {
        let exchange = Exchange::new(|messages| async move {
            for at in 0..3 {
                messages.send(number(at)).await;
                tokio::task::yield_now().await;
            }
            "done"
        });
        let replies: Vec<_> = exchange.collect().await;
        let messages = [0, 1, 2].map(|at| Reply::Message(number(at)));
        assert_eq!(replies[..3], messages);
        assert_eq!(replies[3..], [Reply::Result("done")]);
    }

    #[tokio::test]
    async fn messages_can_be_ignored() {
        let exchange = Exchange::new(|messages| async move {
            messages.send(number(1)).await;
            messages.send(number(2)).await;
            7
        });
        assert_eq!(exchange.result().await, 7);
    }

    #[tokio::test]
    async fn the_backend_waits_for_the_reader() {
        let sent = AtomicUsize::new(0);
        let mut exchange = Exchange::new(|messages| {
            let sent = &sent;
            async move {
                for at in 0..1_000 {
                    messages.send(number(at)).await;
                    sent.store(at + 1, Ordering::Relaxed);
                }
                pending::<()>().await;
            }
        });
        for at in 0..5 {
            assert_eq!(exchange.next().await, Some(Reply::Message(number(at))));
            assert_eq!(sent.load(Ordering::Relaxed), at + 1);
        }
    }
}
