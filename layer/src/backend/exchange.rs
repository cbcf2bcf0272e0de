//! A backend's answer to one request, as a stream: messages, such as progress and log entries, then the result.
//!
//! The stream buffers one message. A server that floods its client with messages is therefore slowed to the reader's
//! speed, and memory use does not grow.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use async_channel::{Receiver, Sender};
use futures_util::future::BoxFuture;
use futures_util::stream::Stream;
use parking_lot::Mutex;

use super::Message;

/// A backend's answer to one request: a message stream that ends with the result.
///
/// The backend makes progress only while the stream is polled, and is at most one message ahead of the reader. Dropping
/// the stream cancels the request.
pub(crate) struct Exchange<T> {
    messages: Option<Pin<Box<Receiver<Message>>>>,
    work: Option<BoxFuture<'static, T>>,
    /// The work's result, until it is taken.
    result: Option<T>,
}

/// An item in an [`Exchange`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply<T> {
    /// A message before the result.
    Message(Message),
    /// The result, the last item.
    Result(T),
}

/// A sender for the messages that precede an [`Exchange`]'s result. The default sender discards them.
#[derive(Clone, Default)]
pub(crate) struct Messages {
    sender: Option<Sender<Message>>,
    last: Arc<Mutex<Option<Instant>>>,
}

impl Messages {
    /// Sends a message, after waiting until the previous one has been taken.
    pub(crate) async fn send(&self, message: Message) {
        *self.last.lock() = Some(Instant::now());
        if let Some(sender) = &self.sender {
            // Fails only if the exchange was dropped, so nobody waits for the message.
            let _ = sender.send(message).await;
        }
    }

    pub(crate) fn are_ignored(&self) -> bool {
        self.sender.is_none()
    }

    /// Returns the time of the last message or, before the first message, the time when the exchange started.
    pub(crate) fn last(&self) -> Option<Instant> {
        *self.last.lock()
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.sender.is_some() { "Messages" } else { "Messages(ignored)" })
    }
}

impl<T: Unpin> Exchange<T> {
    /// Creates an exchange from work that sends messages and returns the result.
    pub(crate) fn new<F>(work: impl FnOnce(Messages) -> F) -> Self
    where
        F: Future<Output = T> + Send + 'static,
    {
        let (sender, receiver) = async_channel::bounded(1);
        let work: BoxFuture<'static, T> =
            Box::pin(work(Messages { sender: Some(sender), last: Arc::new(Mutex::new(Some(Instant::now()))) }));
        Self { messages: Some(Box::pin(receiver)), work: Some(work), result: None }
    }

    /// Creates an exchange without messages.
    pub(crate) fn of_result(result: impl Future<Output = T> + Send + 'static) -> Self {
        Self { messages: None, work: Some(Box::pin(result)), result: None }
    }
}

impl<T: Unpin> Stream for Exchange<T> {
    type Item = Reply<T>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Reply<T>>> {
        if let Some(work) = &mut self.work
            && let Poll::Ready(result) = work.as_mut().poll(cx)
        {
            (self.work, self.result) = (None, Some(result));
        }
        let is_done = self.work.is_none();
        let message = match &mut self.messages {
            // The work is done, so the reader takes a buffered message, but does not wait for later ones.
            Some(messages) if is_done => messages.try_recv().ok(),
            Some(messages) => match messages.as_mut().poll_next(cx) {
                Poll::Ready(message) => message,
                Poll::Pending => None,
            },
            None => None,
        };
        if let Some(message) = message {
            return Poll::Ready(Some(Reply::Message(message)));
        }
        if is_done { Poll::Ready(self.result.take().map(Reply::Result)) } else { Poll::Pending }
    }
}

impl<T> fmt::Debug for Exchange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange").field("ended", &self.work.is_none()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::pending;
    use futures_util::stream::StreamExt as _;

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
    async fn the_backend_waits_for_the_reader() {
        let sent = Arc::new(AtomicUsize::new(0));
        let mut exchange = Exchange::new(|messages| {
            let sent = Arc::clone(&sent);
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
