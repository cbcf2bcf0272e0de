//! The answer of a backend to one request, as a stream: messages, such as progress and log entries, then the result.
//!
//! The stream buffers one message. A server that floods its client with messages is therefore slowed down to the speed
//! of the reader, and memory does not grow.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use async_channel::{Receiver, Sender};
use futures_util::future::BoxFuture;
use futures_util::stream::{Stream, StreamExt as _};

use super::Message;

/// The stream of messages with which a backend answers one request. It ends with the result.
///
/// The backend makes progress only while the stream is polled, and is at most one message ahead of the reader. Dropping
/// the stream cancels the request.
pub(crate) struct Exchange<'a, T, M = Message> {
    messages: Option<Pin<Box<Receiver<M>>>>,
    work: Option<BoxFuture<'a, T>>,
    /// The result of the work, until it is taken.
    result: Option<T>,
}

/// An item of an [`Exchange`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply<T, M = Message> {
    /// A message that precedes the result.
    Message(M),
    /// The result, the last item.
    Result(T),
}

/// A sender of the messages that precede the result of an [`Exchange`]. The default sender discards them.
pub(crate) struct Messages<M = Message>(Option<Sender<M>>);

impl<M> Messages<M> {
    /// Sends a message, and waits until the one before it has been taken.
    pub(crate) async fn send(&self, message: M) {
        if let Some(sender) = &self.0 {
            // Fails only if the exchange was dropped, and nobody waits for the message.
            let _ = sender.send(message).await;
        }
    }
}

impl<M> Messages<M> {
    pub(crate) fn are_ignored(&self) -> bool {
        self.0.is_none()
    }
}

impl<M> Clone for Messages<M> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<M> Default for Messages<M> {
    fn default() -> Self {
        Self(None)
    }
}

impl<M> fmt::Debug for Messages<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Messages" } else { "Messages(ignored)" })
    }
}

impl<'a, T: Unpin, M> Exchange<'a, T, M> {
    /// Creates an exchange from work that sends messages and returns the result.
    pub(crate) fn new<F>(work: impl FnOnce(Messages<M>) -> F) -> Self
    where
        F: Future<Output = T> + Send + 'a,
    {
        let (sender, receiver) = async_channel::bounded(1);
        let work: BoxFuture<'a, T> = Box::pin(work(Messages(Some(sender))));
        Self { messages: Some(Box::pin(receiver)), work: Some(work), result: None }
    }

    /// Creates an exchange without messages.
    pub(crate) fn of_result(result: BoxFuture<'a, T>) -> Self {
        Self { messages: None, work: Some(result), result: None }
    }

    /// Returns the result, for callers who have no use for the messages before it.
    pub(crate) async fn result(mut self) -> T {
        loop {
            match self.next().await.expect("an exchange ends with its result") {
                Reply::Message(_) => {}
                Reply::Result(result) => return result,
            }
        }
    }
}

impl<T: Unpin, M> Stream for Exchange<'_, T, M> {
    type Item = Reply<T, M>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Reply<T, M>>> {
        if let Some(work) = &mut self.work
            && let Poll::Ready(result) = work.as_mut().poll(cx)
        {
            (self.work, self.result) = (None, Some(result));
        }
        if let Some(messages) = &mut self.messages
            && let Poll::Ready(Some(message)) = messages.as_mut().poll_next(cx)
        {
            return Poll::Ready(Some(Reply::Message(message)));
        }
        if self.work.is_some() { Poll::Pending } else { Poll::Ready(self.result.take().map(Reply::Result)) }
    }
}

impl<T, M> fmt::Debug for Exchange<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("ended", &self.work.is_none()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::pending;

    use super::*;
    use crate::model::RawJson;

    fn number(number: usize) -> Message {
        Message::Notification(RawJson::parse(number.to_string()).unwrap())
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
                    sent.store(at, Ordering::Relaxed);
                }
                pending::<()>().await;
            }
        });
        for at in 0..5 {
            assert_eq!(exchange.next().await, Some(Reply::Message(number(at))));
            assert!(sent.load(Ordering::Relaxed) <= at + 1);
        }
    }
}
